import { receiveMessageOnPort } from 'node:worker_threads'
import type { ResourceReaders } from '../../../fql/index.ts'
import type { AnswerChannel, ReaderAnswer, ReaderMethods, ReaderQuestion } from './questions.ts'

/**
 * Returns readers of a thread that have the main thread read. They block until it has answered: readers of lists return
 * their values at once.
 * @param post sends a question to the main thread
 */
export function createThreadReaders(
  { answered, answers }: AnswerChannel,
  methodsByReader: ReaderMethods,
  post: (question: ReaderQuestion) => void,
): ResourceReaders {
  function ask(question: Omit<ReaderQuestion, 'kind'>): unknown {
    Atomics.store(answered, 0, 0)
    post({ kind: 'question', ...question })
    Atomics.wait(answered, 0, 0)
    const answer = receiveMessageOnPort(answers)?.message as ReaderAnswer | undefined
    if (answer === undefined) throw new Error('The main thread did not answer.')
    if ('failure' in answer) throw new Error(answer.failure)
    return answer.value
  }
  const readers: Record<string, Record<string, unknown>> = {}
  for (const [path, methods] of Object.entries(methodsByReader)) {
    const [reader = path, part] = path.split('.')
    const own: Record<string, unknown> = {}
    for (const method of methods) own[method] = (...args: unknown[]) => ask({ reader: path, method, args })
    if (part === undefined) readers[reader] = { ...readers[reader], ...own }
    else readers[reader] = { ...readers[reader], [part]: own }
  }
  return readers as ResourceReaders
}
