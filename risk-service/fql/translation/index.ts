/** Rules of other products as texts of the query language. Apart from `fql`, so that only who translates loads it. */

export type { NoteCode, TranslationNote, TranslationState } from './result/notes.ts'
export { translationStates } from './result/notes.ts'
export {
  type TranslatedRule,
  type Translation,
  TranslationError,
  type TranslationOrigin,
  translationLimits,
  translationOrigins,
} from './result/translation.ts'
export { guessOrigin, translateRules } from './translate.ts'
