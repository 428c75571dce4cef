import { parentPort, workerData } from 'node:worker_threads'
import { createAssessmentRegistry } from '../../../engine/assessment-types/assessment-registry.ts'
import { fromCloneableNames } from '../../../engine/trials/cloneable-names.ts'
import { createSampleRun } from '../../../features/backtests/sample/run-sample.ts'
import type { ListReader } from '../../../fql/index.ts'
import { ipCountry } from '../../../kernel/ip-country.ts'
import { openKysely, openPool } from '../../../kernel/store/connection/connection.ts'
import { backgroundSettings, lowerConnectionPriority } from '../../../kernel/store/connection/thread-priority.ts'
import { type Logger, UnavailableError } from '../../../ports/index.ts'
import { createThreadReaders } from '../thread-readers/thread-readers.ts'
import type { SampleMessage, SampleTask, SampleThreadStart } from './sample-messages.ts'

/** Runs rules that are edited over stored events in a separate thread, so that their work delays no decision. */
const { target, ...channel } = workerData as SampleThreadStart
const port = parentPort
if (port === null) throw new Error('A sample runs in a thread.')
const post = (message: SampleMessage): void => port.postMessage(message)
const silentLogger: Logger = { write: () => undefined }
const pool = openPool(target, 'assay-samples', silentLogger, { max: 2, settings: backgroundSettings })
pool.on('connect', client => lowerConnectionPriority(client, target))
const db = openKysely(pool)
const assessments = createAssessmentRegistry({ db, clock: () => new Date(), log: silentLogger })
const runSample = createSampleRun(db)
const running = new Map<number, AbortController>()

/** Returns a reader that has each row read once: the main thread answers, and events have the same keys. */
function remember(reader: ListReader): ListReader {
  const read = new Map<string, unknown>()
  const once = (method: 'containsKey' | 'lookup' | 'lookupClosest' | 'supportStatus', args: readonly unknown[]) => {
    const key = `${method} ${JSON.stringify(args)}`
    if (!read.has(key)) read.set(key, (reader[method] as (...all: readonly unknown[]) => unknown)(...args))
    return read.get(key)
  }
  return {
    containsKey: (...args) => once('containsKey', args) === true,
    lookup: (...args) => once('lookup', args) as string | undefined,
    lookupClosest: (...args) => once('lookupClosest', args) as string | undefined,
    supportStatus: (...args) => once('supportStatus', args) as ReturnType<ListReader['supportStatus']>,
  }
}

async function perform({ id, order, names, legacyScores, readers }: SampleTask & { kind: 'sample' }): Promise<void> {
  const cancellation = new AbortController()
  running.set(id, cancellation)
  try {
    await assessments.reload()
    const { lists } = createThreadReaders(channel, readers, question => post({ ...question, id }))
    const run = await runSample(
      order,
      {
        check: fromCloneableNames(names),
        assessments,
        countryOf: ipCountry,
        lists: lists && remember(lists),
        legacyScores,
      },
      cancellation.signal,
    )
    post({ kind: 'done', id, run })
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown'
    post({ kind: 'failed', id, isBusy: error instanceof UnavailableError, name })
  } finally {
    running.delete(id)
  }
}
port.on('message', (task: SampleTask) => {
  if (task.kind === 'cancel') running.get(task.id)?.abort()
  else void perform(task)
})
