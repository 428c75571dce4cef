import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { fromCloneableNames } from '../../engine/trials/cloneable-names.ts'
import { createTrialRun, type Trial, type TrialKind, type TrialResults } from '../../engine/trials/trial.ts'
import type { ResourceReaders } from '../../fql/index.ts'
import { ipCountry } from '../../kernel/ip-country.ts'
import type { TrialAnswer, TrialMessage, TrialQuestion, TrialTask, TrialThreadStart } from './trial-messages.ts'

/** Checks and runs the texts that users are editing in a separate thread, so that its work delays no decision. */
const { answered, answers } = workerData as TrialThreadStart
const port = parentPort
if (port === null) throw new Error('A trial runs in a thread.')
const post = (message: TrialMessage, transferList: ArrayBuffer[] = []): void => port.postMessage(message, transferList)
const run = createTrialRun(ipCountry)

/** Blocks until the main thread has answered: readers of lists return their values at once. */
function ask(question: Omit<TrialQuestion, 'kind'>): unknown {
  Atomics.store(answered, 0, 0)
  post({ kind: 'question', ...question })
  Atomics.wait(answered, 0, 0)
  const answer = receiveMessageOnPort(answers)?.message as TrialAnswer | undefined
  if (answer === undefined) throw new Error('The main thread did not answer.')
  if ('failure' in answer) throw new Error(answer.failure)
  return answer.value
}

/** Returns readers that ask the main thread. A reader of another one is named with a point: `lists.remote`. */
function createReaders(methodsByReader: TrialTask['readers']): ResourceReaders {
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

/** Returns the memory of a packed file, which is passed on without a copy. */
const buffersOf = (result: TrialResults[TrialKind]): ArrayBuffer[] =>
  'packed' in result && result.packed !== null ? [result.packed.content.buffer as ArrayBuffer] : []

async function perform({ trial, names, readers }: TrialTask): Promise<void> {
  post({ kind: 'started' })
  try {
    const whole = { ...trial, ...(names === null ? {} : { check: fromCloneableNames(names) }) } as Trial
    const result = await run(whole, createReaders(readers))
    post({ kind: 'done', result }, buffersOf(result))
  } catch (error) {
    post({ kind: 'failed', name: error instanceof Error ? error.name : 'unknown' })
  }
}
port.on('message', (task: TrialTask) => void perform(task))
