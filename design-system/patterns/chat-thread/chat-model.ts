import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ChatRun, plainChatText, plainRuns } from './chat-text.ts'

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

/** A paragraph of an answer in its parts: marks inside of data mean nothing there. */
export interface ChatParagraph {
  runs: readonly ChatRun[]
  /** In muted ink: a sentence without a source. */
  muted?: boolean
}

export interface ChatMessage {
  id: string
  from: 'user' | 'assistant'
  /** Plain text with `**emphasis**`, code between backticks, and `[1]` for the first source. */
  text: string
  /** In place of `text`, for sentences that contain data. */
  content?: readonly ChatParagraph[]
  /** Of an answer; default `done`. */
  state?: ChatState
  /** Sources in the order of their numbers. */
  sources?: readonly ChatSource[]
  /** At the end of the heading of the sources: with which rights and when they were read. */
  sourcesNote?: ReactNode
  /** A result that belongs to the answer: a draft, a table. */
  result?: ReactNode
  /** Why the answer failed. */
  error?: ReactNode
  feedback?: ChatFeedback | undefined
}

/** What a message says, without marks: for copying. */
export const plainMessageText = ({ text, content }: Pick<ChatMessage, 'text' | 'content'>): string =>
  content ? content.map(({ runs }) => plainRuns(runs)).join('\n\n') : plainChatText(text)

/** The answer that is arriving. */
export const streamingMessage = (messages: readonly ChatMessage[]): ChatMessage | undefined =>
  messages.findLast(({ from, state }) => from === 'assistant' && state === 'streaming')
