/** Local-storage key of the language a person chose. */
export const marketKey = 'DFP/Market'

export interface LocaleSources {
  /** Query string of the page: `mkt` wins. */
  search: string
  /** What `DFP/Market` holds. */
  stored: string | null
  /** `navigator.languages`. */
  languages: readonly string[]
  supported: readonly string[]
  fallback: string
}

const language = (tag: string) => tag.split('-')[0]?.toLowerCase()

/** The language to show: query parameter, stored choice, browser languages; each matched exactly, then by language. */
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
