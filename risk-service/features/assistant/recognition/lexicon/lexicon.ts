import type { AssistantLocale } from '../../../../contract/assistant/intents.ts'
import { normalise } from '../text/normalise.ts'

/** Words and phrases of each concept, as data. `stem*` begins a word, `*part` ends it, `..` stands for up to four words. */
export type LexiconData = Readonly<Record<string, readonly string[]>>

export interface Phrase {
  concept: string
  words: readonly string[]
}

/** A lexicon prepared for matching. */
export interface Lexicon {
  locale: AssistantLocale
  /** Phrases by their first word, when that is a whole word. */
  byWord: ReadonlyMap<string, readonly Phrase[]>
  /** Phrases whose first word is a stem or an ending, by its first two letters or under the empty text. */
  byStem: ReadonlyMap<string, readonly Phrase[]>
  /** Words and stems of five letters or more, by their first letter, for words with a typing error. */
  words: ReadonlyMap<string, readonly string[]>
}

const wordsOf = (phrase: string, locale: AssistantLocale): string[] =>
  phrase.split(' ').flatMap(part => {
    if (part === '..') return ['..']
    const ends = part.startsWith('*')
    const begins = part.endsWith('*')
    const plain = normalise(part, locale)
      .split(' ')
      // The article is taken from the words of a question, too.
      .map(word => (locale === 'ar-AE' && /^ال.{3}/.test(word) ? word.slice(2) : word))
    return plain.map(
      (word, index) => `${ends && index === 0 ? '*' : ''}${word}${begins && index === plain.length - 1 ? '*' : ''}`,
    )
  })

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}

/** Prepares the data of a language. */
export function prepareLexicon(locale: AssistantLocale, ...parts: readonly LexiconData[]): Lexicon {
  const byWord = new Map<string, Phrase[]>()
  const byStem = new Map<string, Phrase[]>()
  const long = new Set<string>()
  for (const part of parts)
    for (const [concept, phrases] of Object.entries(part))
      for (const phrase of phrases) {
        const words = wordsOf(phrase, locale)
        const [first = ''] = words
        if (first === '') continue
        if (first.startsWith('*')) add(byStem, '', { concept, words })
        else if (first.endsWith('*')) add(byStem, first.slice(0, 2), { concept, words })
        else add(byWord, first, { concept, words })
        for (const word of words) if (!word.startsWith('*') && word.replace('*', '').length >= 5) long.add(word)
      }
  const words = new Map<string, string[]>()
  for (const word of long) add(words, word.slice(0, 1), word)
  return { locale, byWord, byStem, words }
}
