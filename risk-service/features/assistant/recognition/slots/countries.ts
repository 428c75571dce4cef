import type { AssistantLocale } from '../../../../contract/assistant/intents.ts'
import { normalise } from '../text/normalise.ts'
import type { Token } from '../text/tokens.ts'

const names = new Map<AssistantLocale, ReadonlyMap<string, string>>()

/** Codes of countries by their normalised names in a language, from the data of the platform. */
function countryNames(locale: AssistantLocale): ReadonlyMap<string, string> {
  const earlier = names.get(locale)
  if (earlier !== undefined) return earlier
  const display = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
  const byName = new Map<string, string>()
  for (let first = 65; first <= 90; first++)
    for (let second = 65; second <= 90; second++) {
      const code = String.fromCharCode(first, second)
      const name = /^(?:EU|EZ|UN|XA|XB|ZZ|QO)$/.test(code) ? undefined : display.of(code)
      if (name !== undefined && !byName.has(normalise(name, locale))) byName.set(normalise(name, locale), code)
    }
  names.set(locale, byName)
  return byName
}

/** The country named at a place, by its name of up to three words or its code in capitals. */
export function countryAt(
  tokens: readonly Token[],
  at: number,
  locale: AssistantLocale,
): { code: string; end: number } | null {
  const byName = countryNames(locale)
  for (const length of [3, 2, 1]) {
    const words = tokens.slice(at, at + length).map(({ word }) => word)
    if (words.length < length) continue
    const code =
      byName.get(words.join(' ')) ??
      (locale === 'ar-AE' ? byName.get(words.join(' ').replace(/^[بلو]/, '')) : undefined)
    if (code !== undefined) return { code, end: at + length }
  }
  const typed = tokens[at]?.typed ?? ''
  return /^[A-Z]{2}$/.test(typed) && [...byName.values()].includes(typed) ? { code: typed, end: at + 1 } : null
}
