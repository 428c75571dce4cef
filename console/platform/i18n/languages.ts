/** Languages of the product specification, section 9, in its order. */
export const supportedLanguages = ['en-US', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL', 'pt-BR'] as const
/** Languages that are complete in this version; Arabic is an addition beside the product's list. */
export const shippedLanguages = ['en-US', 'de-DE', 'ar-AE'] as const
export type Language = (typeof shippedLanguages)[number]
export const fallbackLanguage: Language = 'en-US'

/** Names of the languages in themselves: never translated. */
export const languageNames: Record<Language, string> = { 'en-US': 'English (US)', 'de-DE': 'Deutsch', 'ar-AE': 'العربية' }
