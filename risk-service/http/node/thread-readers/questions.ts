import type { MessagePort } from 'node:worker_threads'

/** How a thread gets answers: it waits for `answered` to change after each question, then reads `answers`. */
export interface AnswerChannel {
  answered: Int32Array
  answers: MessagePort
}

/** A read that only the main thread can make: it has the lists and the counters. */
export interface ReaderQuestion {
  kind: 'question'
  reader: string
  method: string
  args: unknown[]
}
export type ReaderAnswer = { value: unknown } | { failure: string }
/** The names of the methods of each reader; a reader inside another one is named with a point. */
export type ReaderMethods = Readonly<Record<string, readonly string[]>>
