import type { OwnValue } from './own-values.ts'

/** Values of one expression: a longer one would be slow to match. */
const valuesPerPattern = 200
/** Shorter texts, and shorter numbers, stand for too much else. */
const shortest = { text: 4, number: 6 } as const

/**
 * Whether a value names one person wherever it stands. A word, a short text or a short number does not: it may be a
 * queue, an amount or a year in the text of somebody else, or the name of a field. It is found in columns of its own alone.
 */
const isDistinct = ({ kind, value }: OwnValue): boolean =>
  // A user as it was sent is among the values in lower case, too.
  kind !== 'userId' && /[\d@]/.test(value) && value.length >= (/^\d+$/.test(value) ? shortest.number : shortest.text)

/** Returns how many texts among values are not searched for in texts of others. */
export const countUnsearched = (values: readonly OwnValue[]): number =>
  new Set(values.filter(each => each.kind !== 'userId' && !isDistinct(each)).map(({ value }) => value)).size

/** Expressions for distinct values. */
export interface ValuePattern {
  /**
   * For PostgreSQL, without regard to case: matches every text in which a whole occurrence stands, and others. What
   * stands beside it is looked at here: the database takes milliseconds for each text where it has to.
   */
  candidate: string
  /** Whether a whole occurrence stands in a text, not a part of a longer id, address or name. */
  isIn: (text: string) => boolean
  /** Replaces whole occurrences in a text. */
  replace: (text: string, by: string) => string
}

/** Returns expressions for the distinct ones among values. */
export function patternsOf(values: readonly OwnValue[]): ValuePattern[] {
  const texts = [...new Set(values.filter(isDistinct).flatMap(({ value }) => spellingsOf(value)))]
  texts.sort((one, other) => other.length - one.length)
  const patterns: ValuePattern[] = []
  for (let from = 0; from < texts.length; from += valuesPerPattern) {
    const part = texts
      .slice(from, from + valuesPerPattern)
      .map(text => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      .join('|')
    const expression = new RegExp(bounded(part), 'giu')
    patterns.push({
      candidate: `(?:${part})`,
      isIn: text => text.search(expression) >= 0,
      replace: (text, by) => text.replace(expression, by),
    })
  }
  return patterns
}

/** A value as texts, documents and addresses of pages write it, in lower case. */
const spellingsOf = (value: string): string[] =>
  [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    new URLSearchParams([['', value]]).toString().slice(1),
  ].map(spelling => spelling.toLowerCase())

/** A sign of a word. */
const word = '[\\p{L}\\p{N}_]'

/**
 * No sign of a word stands beside an occurrence, and none beyond a full stop, a hyphen or an at sign: `u-1` does not
 * occur in `u-1-2`, nor in `u-1@example.org`. Before it may be an escape of a document or of an address.
 */
const bounded = (part: string): string =>
  `(?:(?<!${word})|(?<=\\\\[nrt])|(?<=%[0-9A-Fa-f][0-9A-Fa-f]))(?<!${word}[.@+-])(?:${part})` +
  `(?!${word})(?![.@-]${word})(?![+][A-Za-z0-9_.-]*(?:@|%40))`

const jsonString = /"(?:[^"\\]|\\.)*"/g

/** Replaces in the strings of a document; its numbers stay as they are written. */
export const replaceInDocument = (json: string, replace: (text: string) => string): string =>
  json.replace(jsonString, token => {
    const text = JSON.parse(token) as string
    const replaced = replace(text)
    return replaced === text ? token : JSON.stringify(replaced)
  })

/** Whether a text is a document. */
export function isDocument(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
