/** Local-storage key of the chosen language. */
export const marketKey = 'DFP/Market'

export interface LocaleSources {
  /** Query string of the page: `mkt` has priority. */
  search: string
  /** Value of `DFP/Market`. */
  stored: string | null
  /** `navigator.languages`. */
  languages: readonly string[]
  supported: readonly string[]
  fallback: string
}

const language = (tag: string) => tag.split('-')[0]?.toLowerCase()

/**
 * Determines the language: query parameter, stored choice, browser languages; each matched exactly, then by language.
 */
export function detectLocale({ search, stored, languages, supported, fallback }: LocaleSources): string {
  for (const candidate of [new URLSearchParams(search).get('mkt'), stored, ...languages]) {
    if (!candidate) continue
    const found =
      supported.find(tag => tag.toLowerCase() === candidate.toLowerCase()) ??
      supported.find(tag => language(tag) === language(candidate))
    if (found) return found
  }
  return fallback
}
