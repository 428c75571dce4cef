import { scoreIntents } from '../intents/scoring.ts'
import type { Mention } from '../lexicon/matching.ts'
import type { Features } from '../question/features.ts'

const silent = new Set(['stop', 'polite', 'this', 'all', 'that', 'p.this', 'p.last', 'p.to'])
/** Concepts of so many questions that a pair with them says nothing more. */
const everywhere = new Set(['stop', 'polite', 'operator', 'bias'])

/** Concepts that only matter for slots count as their kind. */
function signalOf(concept: string): string | null {
  if (/^(?:n|month|weekday|cur|u|p)\./.test(concept)) return null
  if (concept.startsWith('f.')) return 'field'
  return concept.startsWith('o.') ? 'operator' : concept
}

function firstOf(mentions: readonly Mention[]): string[] {
  const telling = mentions.filter(({ concept }) => !silent.has(concept) && signalOf(concept) !== null)
  const start = Math.min(...telling.map(mention => mention.start))
  return telling.filter(mention => mention.start === start).map(({ concept }) => `first:${signalOf(concept) ?? ''}`)
}

/** The intents whose patterns a question fits. */
function fitsOf(names: ReadonlySet<string>): string[] {
  const [best, next] = scoreIntents(names)
  if (best === undefined) return ['fits:none']
  return [
    `fits:${best.intent}`,
    ...(best.weight >= 85 ? [`fits well:${best.intent}`] : []),
    ...(best.weight >= 90 ? [`fits best:${best.intent}`] : []),
    ...(next === undefined ? [] : [`fits too:${next.intent}`]),
  ]
}

/** Two concepts together, and a concept with the page or with what the question begins with. */
function* pairsOf(concepts: readonly string[], leads: readonly string[]): Generator<string> {
  const telling = concepts.filter(concept => !everywhere.has(concept)).toSorted()
  const words = telling.filter(concept => !concept.startsWith('page.'))
  const pages = telling.filter(concept => concept.startsWith('page.'))
  for (const [at, one] of words.entries()) {
    for (const other of words.slice(at + 1)) yield `${one}+${other}`
    for (const lead of [...leads, ...pages]) yield `${lead}+${one}`
  }
}

/**
 * What the model weighs: the concepts of a question alone and in pairs, those it begins with, the intents whose
 * patterns fit best, and its words by their first letters. Concepts are the same in all languages; words are not.
 */
export function signalsOf({ names, reading }: Features): string[] {
  const concepts = [...new Set([...names].map(signalOf))].filter(signal => signal !== null)
  const first = [...new Set(firstOf(reading.mentions))]
  const signals = new Set<string>(['bias', ...concepts, ...first, ...fitsOf(names), ...pairsOf(concepts, first)])
  if (reading.tokens.length <= 3) signals.add('short')
  for (const { word } of reading.tokens)
    if (!word.startsWith('§')) signals.add(`${reading.locale.slice(0, 2)}:${word.slice(0, 6)}`)
  return [...signals]
}
