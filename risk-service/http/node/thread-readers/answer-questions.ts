import { MessageChannel } from 'node:worker_threads'
import type { ResourceReaders } from '../../../fql/index.ts'
import type { AnswerChannel, ReaderAnswer, ReaderMethods, ReaderQuestion } from './questions.ts'

type Method = (...args: unknown[]) => unknown

/** Opens a channel for the answers to one thread. `own`: of the main thread; `other`: to be transferred to the thread. */
export function openAnswerChannel(): { own: AnswerChannel; other: AnswerChannel } {
  const { port1, port2 } = new MessageChannel()
  const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  port1.unref()
  return { own: { answered, answers: port1 }, other: { answered, answers: port2 } }
}

/** Returns the names of the methods of each reader. */
export function methodsByReader(readers: object, above = ''): ReaderMethods {
  const found: Record<string, readonly string[]> = {}
  for (const [name, reader] of Object.entries(readers) as [string, object | undefined][]) {
    if (typeof reader !== 'object') continue
    found[above + name] = Object.entries(reader).flatMap(([key, value]) => (typeof value === 'function' ? [key] : []))
    Object.assign(found, above === '' ? methodsByReader(reader, `${name}.`) : {})
  }
  return found
}

function methodOf(readers: ResourceReaders, { reader, method }: ReaderQuestion): Method | undefined {
  let owner: unknown = readers
  for (const step of reader.split('.')) owner = (owner as Record<string, unknown> | undefined)?.[step]
  return (owner as Record<string, Method> | undefined)?.[method]?.bind(owner)
}

/** Makes a read for a thread, which waits for the answer. */
export async function answerQuestion(
  { answered, answers }: AnswerChannel,
  readers: ResourceReaders,
  question: ReaderQuestion,
): Promise<void> {
  let answer: ReaderAnswer
  try {
    answer = { value: await methodOf(readers, question)?.(...question.args) }
  } catch (error) {
    answer = { failure: error instanceof Error ? error.message : String(error) }
  }
  answers.postMessage(answer)
  Atomics.store(answered, 0, 1)
  Atomics.notify(answered, 0)
}
