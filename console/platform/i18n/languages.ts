/** Languages of the product specification, section 9; the order is the specification's. */
export const supportedLanguages = ['en-US', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL', 'pt-BR'] as const
/** Languages that are complete in this version; Arabic is an addition beside the product's list. */
export const shippedLanguages = ['en-US', 'de-DE', 'ar-AE'] as const
export type Language = (typeof shippedLanguages)[number]

export const fallbackLanguage: Language = 'en-US'
/** Kept under the key that the product's users already have in their browsers. */
export const marketKey = 'DFP/Market'

/** Names of the languages in themselves: never translated. */
export const languageNames: Record<Language, string> = { 'en-US': 'English (US)', 'de-DE': 'Deutsch', 'ar-AE': 'العربية' }

function match(wanted: string | null | undefined): Language | undefined {
  if (!wanted) return undefined
  const tag = wanted.toLowerCase()
  return shippedLanguages.find(language => language.toLowerCase() === tag) ?? shippedLanguages.find(language => language.slice(0, 2) === tag.slice(0, 2))
}

/**
 * Language to show: query parameter `mkt`, then local storage `DFP/Market`, then the browser's list. Each is matched exactly,
 * then by language, before the next is tried.
 */
export function detectLanguage(search: string, stored: string | null, browser: readonly string[]): Language {
  const candidates = [new URLSearchParams(search).get('mkt'), stored, ...browser]
  for (const candidate of candidates) {
    const found = match(candidate)
    if (found) return found
  }
  return fallbackLanguage
}
