import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface ChatSource {
  id: string
  title: string
  /** Kind or place of the source: "revision 42". */
  detail?: string
  href?: string
  icon?: LucideIcon
}

export const chatStates = ['done', 'streaming', 'stopped', 'failed'] as const
export type ChatState = (typeof chatStates)[number]

export type ChatFeedback = 'helpful' | 'unhelpful'

export interface ChatMessage {
  id: string
  from: 'user' | 'assistant'
  /** Plain text with `**emphasis**`, code between backticks, and `[1]` for the first source. */
  text: string
  /** Of an answer; default `done`. */
  state?: ChatState
  /** Sources in the order of their numbers. */
  sources?: readonly ChatSource[]
  /** A result that belongs to the answer: a draft, a table. */
  result?: ReactNode
  /** Why the answer failed. */
  error?: ReactNode
  feedback?: ChatFeedback | undefined
}

/** The answer that is arriving. */
export const streamingMessage = (messages: readonly ChatMessage[]): ChatMessage | undefined =>
  messages.findLast(({ from, state }) => from === 'assistant' && state === 'streaming')
