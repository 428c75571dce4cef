import { parentPort, workerData } from 'node:worker_threads'
import type pg from 'pg'
import { SubjectGone } from './backtests/chain.ts'
import type { ReadRows } from './backtests/events.ts'
import { NoEvents, type RunInput, runBacktest } from './backtests/run.ts'
import { closedHttp, createCallBook } from './engine/calls/book.ts'
import { createSealer } from './engine/calls/seal.ts'
import { FqlError } from './fql/index.ts'
import type { Logger } from './ports.ts'
import { openClient, openKysely, openPool, type Target } from './store/connection.ts'
import { behindOthers, createRest, giveWay, giveWayHere } from './store/give-way.ts'
import { ipCountry } from './store/ip-country.ts'
import { newId } from './store/new-id.ts'
import { streamRows } from './store/stream-rows.ts'

/** A back-test in a thread of its own: whatever it computes holds up no decision. It only reads. */
const silent: Logger = { write: () => undefined }
const { target, input, mostChanged } = workerData as { target: Target; input: RunInput; mostChanged?: number }
const port = parentPort
if (port === null) throw new Error('A back-test runs in a thread.')

giveWayHere()

const pool: pg.Pool = openPool(target, 'assay-backtest', silent, { max: 3 })
const db = openKysely(pool)
const clock = () => new Date()
/** The other side has taken a report over. */
let taken: () => void = () => undefined
port.on('message', () => taken())

const rest = createRest(1)

/** Reads history. */
async function openReader(): Promise<pg.Client> {
  const reader = await openClient(target, 'assay-backtest', behindOthers)
  giveWay(reader, target)
  return reader
}

try {
  const reader = await openReader()
  const readRows: ReadRows = async (text, values, visit) => {
    await streamRows(reader, text, values, visit)
    rest()
  }
  const calls = createCallBook({ db, clock, newId, log: silent, http: closedHttp, sealer: createSealer(newId()) })
  const result = await runBacktest({ db, clock, log: silent, countryOf: ipCountry, calls, readRows }, input, {
    mostChanged,
    progress: (events, total, changed) =>
      new Promise(resolve => {
        taken = resolve
        port.postMessage({ kind: 'progress', events, total, changed })
      }),
  })
  await reader.end()
  port.postMessage({ kind: 'done', result })
} catch (error) {
  port.postMessage({
    kind: 'failed',
    reason:
      error instanceof NoEvents
        ? 'noEvents'
        : error instanceof SubjectGone || error instanceof FqlError
          ? 'ruleGone'
          : 'internal',
    name: error instanceof Error ? error.name : 'unknown',
  })
} finally {
  await db.destroy()
  port.close()
}
