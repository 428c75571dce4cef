import { isJsonText } from './json-rules-engine/read-rules.ts'
import { translateJsonRules } from './json-rules-engine/translate-json-rules.ts'
import {
  type Translation,
  TranslationError,
  type TranslationOptions,
  type TranslationOrigin,
  translationLimits,
} from './result/translation.ts'
import { isRadarText, translateRadar } from './stripe-radar/translate-radar.ts'

/** Returns the product whose rules a text seems to have; null: neither. */
export function guessOrigin(text: string): TranslationOrigin | null {
  if (isJsonText(text)) return 'json-rules-engine'
  return isRadarText(text) ? 'stripe-radar' : null
}

/**
 * Translates rules of another product. The same text and options give the same result; a rule that cannot be translated
 * has a note that says why. @throws TranslationError for a file that cannot be read at all
 */
export function translateRules(origin: TranslationOrigin, text: string, options: TranslationOptions): Translation {
  if (text.length > translationLimits.characters)
    throw new TranslationError('tooLarge', { limit: translationLimits.characters })
  if (text.trim() === '') throw new TranslationError('empty')
  return origin === 'stripe-radar' ? translateRadar(text, options) : translateJsonRules(text, options)
}
