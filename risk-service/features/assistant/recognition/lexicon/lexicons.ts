import type { AssistantLocale } from '../../../../contract/assistant/intents.ts'
import arabic from './ar-AE.json' with { type: 'json' }
import danish from './da-DK.json' with { type: 'json' }
import german from './de-DE.json' with { type: 'json' }
import english from './en-US.json' with { type: 'json' }
import spanish from './es-ES.json' with { type: 'json' }
import french from './fr-FR.json' with { type: 'json' }
import international from './international.json' with { type: 'json' }
import italian from './it-IT.json' with { type: 'json' }
import { type Lexicon, type LexiconData, prepareLexicon } from './lexicon.ts'
import dutch from './nl-NL.json' with { type: 'json' }
import portuguese from './pt-BR.json' with { type: 'json' }

const data: Readonly<Record<AssistantLocale, LexiconData>> = {
  'en-US': english,
  'ar-AE': arabic,
  'da-DK': danish,
  'de-DE': german,
  'es-ES': spanish,
  'fr-FR': french,
  'it-IT': italian,
  'nl-NL': dutch,
  'pt-BR': portuguese,
}
const prepared = new Map<AssistantLocale, Lexicon>()

/** The lexicon of a language, prepared once. */
export function lexiconOf(locale: AssistantLocale): Lexicon {
  const earlier = prepared.get(locale)
  if (earlier !== undefined) return earlier
  const lexicon = prepareLexicon(locale, international, data[locale])
  prepared.set(locale, lexicon)
  return lexicon
}
