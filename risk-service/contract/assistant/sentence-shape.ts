import type { TermList, ValueKind } from './assistant-definitions.ts'

/** What a value of a sentence may be. `figure`: a count, a number, a percentage, a duration or an amount of money, by its metric. */
type SentenceValueKind = ValueKind | 'figure' | `term:${TermList}`

export interface SentenceShape {
  /** What the message says in en-US: the source of its translations, and the text for programs. */
  english: string
  values: Readonly<Record<string, SentenceValueKind>>
  /** It states something about data or about the product: an answer has it with a source, or not at all. */
  cites: boolean
}
