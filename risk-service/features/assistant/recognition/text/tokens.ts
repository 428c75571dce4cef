import type { AssistantLocale } from '../../../../contract/assistant/intents.ts'
import { normalise } from './normalise.ts'

/** One word of a question. */
export interface Token {
  /** As normalised; ids, addresses, numbers and names are marked: `§id`, `§email`, `§ip`, `§date`, `§name`. */
  word: string
  /** As typed. */
  typed: string
  /** Place of its first letter, and of what follows it. */
  from: number
  to: number
}

const marks: readonly (readonly [string, RegExp])[] = [
  ['§name', /^["“”„«»‹›']([^"“”„«»‹›']{2,80})["“”„«»‹›'](?![\p{L}])/u],
  ['§email', /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+/],
  ['§date', /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?\b/],
  ['§date', /^\d{1,2}[./]\d{1,2}[./]\d{4}\b/],
  ['§ip', /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?\b/],
  ['§id', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i],
  [
    '§id',
    /^(?=[\w-]*\d)(?=[\w-]*[A-Za-z])(?!\d+(?:st|nd|rd|th|h|d|k|m|eme|er|e|ds)\b)[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)+\b/,
  ],
  [
    '§id',
    /^(?![QqTt][1-4]\b)(?!\d+(?:st|nd|rd|th|h|d|k|m|eme|er|e|ds)\b)(?=[A-Za-z]*\d)(?:[A-Za-z]{1,4}\d{2,}|\d+[A-Za-z]+\d*)\w*\b/,
  ],
  ['§num', /^(?:[$€£]\s?)?\d+(?:[.,'\u00A0 ]?\d{3})*(?:[.,]\d+)?(?![\w-])/],
]
const separator = /^[^\p{L}\p{N}"“”„«»‹›'<>=%$€£]+/u
const sign = /^(?:<=|>=|<>|!=|==|[<>=%])/
const plainWord = /^[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’]*/u

/** Words and marks of a question, in their order; at most 400, which a question of 2,000 characters rarely has. */
export function tokensOf(question: string, locale: AssistantLocale): Token[] {
  const tokens: Token[] = []
  const text = question.replaceAll(/[٠-٩]/g, digit => String(digit.charCodeAt(0) - 0x0660)).slice(0, 4000)
  let from = 0
  while (from < text.length && tokens.length < 400) {
    const rest = text.slice(from)
    const gap = separator.exec(rest)
    if (gap !== null) {
      from += gap[0].length
      continue
    }
    from += Math.max(1, addToken(rest, from, tokens, locale))
  }
  return tokens
}

/** Adds what the text begins with; returns its length. */
function addToken(rest: string, from: number, tokens: Token[], locale: AssistantLocale): number {
  for (const [mark, pattern] of marks) {
    const found = pattern.exec(rest)
    if (found !== null) {
      tokens.push({ word: mark, typed: found[1] ?? found[0], from, to: from + found[0].length })
      return found[0].length
    }
  }
  const symbol = sign.exec(rest)
  if (symbol !== null) {
    tokens.push({ word: symbol[0], typed: symbol[0], from, to: from + symbol[0].length })
    return symbol[0].length
  }
  const found = plainWord.exec(rest)
  if (found === null) return 1
  const [typed] = found
  for (const word of normalise(typed, locale).split(' '))
    if (word !== '') tokens.push({ word, typed, from, to: from + typed.length })
  return typed.length
}
