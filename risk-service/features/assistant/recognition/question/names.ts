import type { Mention } from '../lexicon/matching.ts'
import type { Token } from '../text/tokens.ts'

/** A name of a rule, list, queue or the like, and the tokens it takes. */
export interface NamePlace {
  name: string
  start: number
  end: number
}

const nouns = new Set(['rule', 'clause', 'list', 'queue', 'velocity', 'function', 'environment', 'template'])
/** Concepts that end a name which began with a capital letter. */
const ends = new Set([
  'stop',
  'change',
  'changed',
  'fire',
  'unused',
  'overlap',
  'polite',
  'reject',
  'review',
  'compare',
])
const isCapital = (typed: string): boolean => /^\p{Lu}/u.test(typed)

/** Finds the quoted name, or the one that begins with a capital letter beside the noun of what it names. */
export function nameIn(question: string, tokens: readonly Token[], mentions: readonly Mention[]): NamePlace | null {
  const quoted = tokens.findIndex(({ word }) => word === '§name')
  if (quoted !== -1) return { name: tokens[quoted]!.typed.trim(), start: quoted, end: quoted + 1 }
  const conceptsAt = (at: number): Set<string> =>
    new Set(mentions.filter(({ start, end }) => start <= at && at < end).map(({ concept }) => concept))
  const isAdjacent = (at: number): boolean =>
    /^[\s_-]*$/.test(question.slice(tokens[at - 1]?.to ?? 0, tokens[at]?.from ?? 0))
  const isNoun = (at: number): boolean => [...conceptsAt(at)].some(concept => nouns.has(concept))
  const isEnd = (at: number): boolean => [...conceptsAt(at)].some(concept => ends.has(concept))
  const isStart = (at: number): boolean =>
    isCapital(tokens[at]!.typed) &&
    tokens[at]!.typed.length > 1 &&
    !tokens[at]!.word.startsWith('§') &&
    !conceptsAt(at).has('topic')
  for (let at = 1; at < tokens.length; at++) {
    if (!isNoun(at - 1) || !isStart(at) || isNoun(at)) continue
    let end = at + 1
    while (
      end < tokens.length &&
      end - at < 5 &&
      isAdjacent(end) &&
      !tokens[end]!.word.startsWith('§') &&
      (isCapital(tokens[end]!.typed) || !isEnd(end))
    )
      end++
    return { name: question.slice(tokens[at]!.from, tokens[end - 1]!.to), start: at, end }
  }
  return nameBefore(question, tokens, isNoun, isStart, isAdjacent)
}

/** The name before its noun: `the Blocked countries rule`. */
function nameBefore(
  question: string,
  tokens: readonly Token[],
  isNoun: (at: number) => boolean,
  isStart: (at: number) => boolean,
  isAdjacent: (at: number) => boolean,
): NamePlace | null {
  for (let noun = 1; noun < tokens.length; noun++) {
    if (!isNoun(noun) || isCapital(tokens[noun]!.typed)) continue
    for (let start = noun - 1; start > 0 && noun - start <= 4 && isAdjacent(start + 1); start--) {
      if (!isStart(start) || isNoun(start)) continue
      return { name: question.slice(tokens[start]!.from, tokens[noun - 1]!.to), start, end: noun }
    }
  }
  return null
}
