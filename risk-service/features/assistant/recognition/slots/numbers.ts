import type { AssistantLocale } from '../../../../contract/assistant/intents.ts'

/** Reads a number as it is written in a language: `1.000,50` in German, `1,000.50` in English. */
export function readNumber(typed: string, locale: AssistantLocale): number | null {
  const plain = typed.replaceAll(/[$€£\s\u00A0']/g, '')
  const decimal = locale === 'en-US' || locale === 'ar-AE' ? '.' : ','
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (last === -1) return Number.isFinite(Number(plain)) && plain !== '' ? Number(plain) : null
  const separator = plain[last]
  const behind = plain.length - last - 1
  const severalSeparators = plain.indexOf(separator ?? '') !== last
  const isGroup = behind === 3 && (separator !== decimal || severalSeparators)
  const digitsOf = (part: string): string => part.replaceAll(/[.,]/g, '')
  const value = Number(isGroup ? digitsOf(plain) : `${digitsOf(plain.slice(0, last))}.${plain.slice(last + 1)}`)
  return Number.isFinite(value) ? value : null
}
