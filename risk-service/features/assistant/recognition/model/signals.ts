import { scoreIntents } from '../intents/scoring.ts'
import type { Mention } from '../lexicon/matching.ts'
import type { Features } from '../question/features.ts'

const silent = new Set(['stop', 'polite', 'this', 'all', 'that', 'p.this', 'p.last', 'p.to'])

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

/** What the model weighs: the concepts of a question, those it begins with, and the intents whose patterns fit best. */
export function signalsOf({ names, reading }: Features): string[] {
  const signals = new Set<string>(['bias'])
  for (const name of names) {
    const signal = signalOf(name)
    if (signal !== null) signals.add(signal)
  }
  for (const first of firstOf(reading.mentions)) signals.add(first)
  const [best, next] = scoreIntents(names)
  if (best === undefined) signals.add('fits:none')
  else {
    signals.add(`fits:${best.intent}`)
    if (best.weight >= 85) signals.add(`fits well:${best.intent}`)
    if (best.weight >= 90) signals.add(`fits best:${best.intent}`)
  }
  if (next !== undefined) signals.add(`fits too:${next.intent}`)
  if (reading.tokens.length <= 3) signals.add('short')
  for (const { word } of reading.tokens)
    if (reading.locale === 'en-US' && !word.startsWith('§'))
      signals.add(`${reading.locale.slice(0, 2)}:${word.slice(0, 6)}`)
  return [...signals]
}
