const arabicZero = 0x0660
const persianZero = 0x06f0

const toLatinDigits = (text: string) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digit => {
    const code = digit.charCodeAt(0)
    return String(code - (code >= persianZero ? persianZero : arabicZero))
  })

/**
 * Parses a number in the format of the language. `null` for an empty text, `undefined` for one that is not a number
 * (yet).
 */
export function parseNumber(text: string, locale: string): number | null | undefined {
  const trimmed = toLatinDigits(text).replace(/[\s\u00a0\u202f\u200e\u200f]/g, '')
  if (trimmed === '') return null
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(-12345.6)
  const group = parts.find(part => part.type === 'group')?.value.trim() ?? ''
  const decimal = parts.find(part => part.type === 'decimal')?.value ?? '.'
  const plain = (group === '' ? trimmed : trimmed.split(group).join(''))
    .replace(decimal, '.')
    .replace('\u066b', '.')
    .replace('\u2212', '-')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined
}
