import { parentPort, workerData } from 'node:worker_threads'
import { fromCloneableNames } from '../../engine/trials/cloneable-names.ts'
import { createTrialRun, type Trial, type TrialKind, type TrialResults } from '../../engine/trials/trial.ts'
import { ipCountry } from '../../kernel/ip-country.ts'
import type { AnswerChannel } from './thread-readers/questions.ts'
import { createThreadReaders } from './thread-readers/thread-readers.ts'
import type { TrialMessage, TrialTask } from './trial-messages.ts'

/** Checks and runs the texts that users are editing in a separate thread, so that its work delays no decision. */
const channel = workerData as AnswerChannel
const port = parentPort
if (port === null) throw new Error('A trial runs in a thread.')
const post = (message: TrialMessage, transferList: ArrayBuffer[] = []): void => port.postMessage(message, transferList)
const run = createTrialRun(ipCountry)

/** Returns the memory of a packed file, which is passed on without a copy. */
const buffersOf = (result: TrialResults[TrialKind]): ArrayBuffer[] =>
  'packed' in result && result.packed !== null ? [result.packed.content.buffer as ArrayBuffer] : []

async function perform({ trial, names, readers }: TrialTask): Promise<void> {
  post({ kind: 'started' })
  try {
    const whole = { ...trial, ...(names === null ? {} : { check: fromCloneableNames(names) }) } as Trial
    const result = await run(whole, createThreadReaders(channel, readers, post))
    post({ kind: 'done', result }, buffersOf(result))
  } catch (error) {
    post({ kind: 'failed', name: error instanceof Error ? error.name : 'unknown' })
  }
}
port.on('message', (task: TrialTask) => void perform(task))
