/** Languages of the product specification, section 9, in its order. */
export const supportedLanguages = ['en-US', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL', 'pt-BR'] as const
/**
 * Languages that are offered: the product's own list, and Arabic as an addition beside it. Danish has a file and is not
 * offered.
 */
export const shippedLanguages = [...supportedLanguages, 'ar-AE'] as const
export type Language = (typeof shippedLanguages)[number]
export const fallbackLanguage: Language = 'en-US'

/**
 * Accented and longer, and the same mirrored: for the development server only, where nothing but literal text stays
 * plain.
 */
export const pseudoLanguages = ['qps-ploc', 'qps-plocm'] as const

/** Names of the languages in themselves: never translated. */
export const languageNames: Record<Language, string> = {
  'en-US': 'English (US)',
  'de-DE': 'Deutsch',
  'es-ES': 'Español',
  'fr-FR': 'Français',
  'it-IT': 'Italiano',
  'nl-NL': 'Nederlands',
  'pt-BR': 'Português (Brasil)',
  'ar-AE': 'العربية',
}
