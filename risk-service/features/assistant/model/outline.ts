import type { AssistantLocale } from '../../../contract/assistant/intents.ts'
import { lexiconOf } from '../recognition/lexicon/lexicons.ts'
import { type Features, featuresOf } from '../recognition/question/features.ts'

/** What stands for a word that names no concept, and for what looks like data. */
const placeholders: Readonly<Record<string, string>> = {
  '§name': '{name}',
  '§email': '{email}',
  '§date': '{date}',
  '§ip': '{address}',
  '§id': '{id}',
  '§num': '{number}',
}
const word = '{word}'

/**
 * The outline of a question for a language model: the concepts of the recogniser that it names, in their order, with
 * placeholders for everything else. It is written in names of the recogniser, never in letters of the question: a name
 * that looks like a word, or begins like one, does not leave either.
 */
export function outlineOf(question: string, page: string, locale: AssistantLocale): string {
  const own = featuresOf(question, page, lexiconOf(locale))
  // Many write English, whatever the language of their console is.
  const features =
    own.reading.mentions.length > 0 || locale === 'en-US' ? own : featuresOf(question, page, lexiconOf('en-US'))
  return partsOf(features).join(' ')
}

function partsOf({ reading: { tokens, mentions } }: Features): string[] {
  const parts: string[] = []
  for (let at = 0; at < tokens.length; ) {
    const here = mentions.filter(({ start }) => start === at)
    const end = Math.max(at + 1, ...here.map(mention => mention.end))
    const concepts = [...new Set(here.map(({ concept }) => concept))]
    parts.push(concepts.length > 0 ? concepts.join('/') : (placeholders[tokens[at]?.word ?? ''] ?? word))
    at = end
  }
  // A long name says no more than a short one.
  return parts.filter((part, index) => part !== word || parts[index - 1] !== word)
}
