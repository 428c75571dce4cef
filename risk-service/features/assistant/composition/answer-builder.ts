import type { TermList } from '../../../contract/assistant/assistant-definitions.ts'
import type { helpTopics } from '../../../contract/assistant/help-topics.ts'
import { type SentenceKey, sentences } from '../../../contract/assistant/sentences.ts'
import type { AnswerDraft, AnswerSentence, AnswerSource, AnswerValue } from '../../../contract/index.ts'

type FigureValue = Extract<AnswerValue, { kind: 'count' | 'number' | 'percentage' | 'duration' | 'money' }>
type ValueOf<Kind> = Kind extends `term:${infer List}`
  ? Extract<AnswerValue, { kind: 'term' }> & { list: List }
  : Kind extends 'figure'
    ? FigureValue
    : Extract<AnswerValue, { kind: Kind }>
type Values<Key extends SentenceKey> = {
  [Name in keyof (typeof sentences)[Key]['values']]: ValueOf<(typeof sentences)[Key]['values'][Name]>
}
type HelpMessage = (typeof helpTopics)[keyof typeof helpTopics]['message']

/** Values of sentences, by what they are. */
export const count = (value: number) => ({ kind: 'count', value }) as const
export const number = (value: number) => ({ kind: 'number', value }) as const
export const percentage = (value: number) => ({ kind: 'percentage', value }) as const
export const duration = (value: number) => ({ kind: 'duration', value }) as const
export const money = (value: number, currency: string) => ({ kind: 'money', value, currency }) as const
export const time = (value: string) => ({ kind: 'time', value }) as const
export const period = ({ from, to }: { from: string; to: string }) => ({ kind: 'period', from, to }) as const
export const term = <List extends TermList>(list: List, value: string) => ({ kind: 'term', list, value }) as const

const longestText = 600
const shortened = (value: string) => (value.length > longestText ? `${value.slice(0, longestText)}…` : value)
/** Data of the tenant, which may have been written by anybody: it is shown, never interpreted. */
export const text = (value: string) => ({ kind: 'text', value: shortened(value) }) as const
export const code = (value: string) => ({ kind: 'code', value: shortened(value) }) as const

/** Collects what an answer says. */
export interface AnswerBuilder {
  /** Adds a source; returns its number. The same address is one source. */
  cite: (source: Omit<AnswerSource, 'id'>) => number
  /** Adds a sentence. @throws Error for a fact without a source */
  add: <Key extends SentenceKey>(message: Key, values: Values<Key>, ...sources: number[]) => void
  /** Adds a text of the help. */
  explain: (message: HelpMessage, source: number) => void
  link: (page: string, href?: string) => void
  draft: (draft: AnswerDraft) => void
  refuse: () => void
  /** Whether it says anything yet. */
  isEmpty: () => boolean
  parts: () => AnswerParts
}

export interface AnswerParts {
  sentences: AnswerSentence[]
  sources: AnswerSource[]
  links: { page: string; href: string }[]
  draft?: AnswerDraft
  refused: boolean
}

/** Creates an empty answer. */
export function createAnswerBuilder(): AnswerBuilder {
  const parts: AnswerParts = { sentences: [], sources: [], links: [], refused: false }
  return {
    cite(source) {
      const existing = parts.sources.find(({ href, kind }) => href === source.href && kind === source.kind)
      if (existing) return existing.id
      const id = parts.sources.length + 1
      parts.sources.push({ id, ...source })
      return id
    },
    add(message, values, ...sources) {
      if (sentences[message].cites && sources.length === 0)
        throw new Error(`${message} states a fact without a source.`)
      parts.sentences.push({ message, values: { ...values }, sources: [...new Set(sources)] })
    },
    explain: (message, source) => void parts.sentences.push({ message, values: {}, sources: [source] }),
    link(page, href = page) {
      if (!parts.links.some(each => each.href === href)) parts.links.push({ page, href })
    },
    draft(draft) {
      parts.draft = draft
    },
    refuse() {
      parts.refused = true
    },
    isEmpty: () => parts.sentences.length === 0,
    parts: () => parts,
  }
}
