import { parentPort, workerData } from 'node:worker_threads'
import type pg from 'pg'
import { createCallRegistry } from '../../engine/calls/call-registry.ts'
import { closedHttp } from '../../engine/calls/closed-http.ts'
import { createSecretCipher } from '../../engine/calls/secret-encryption.ts'
import { createBacktestPerformer } from '../../features/backtests/perform-backtest.ts'
import { SubjectNotFoundError } from '../../features/backtests/run/candidate-chain.ts'
import type { ReadRows } from '../../features/backtests/run/past-events.ts'
import { type BacktestInput, NoEventsError } from '../../features/backtests/run/run-types.ts'
import { createVerdictReader } from '../../features/reports/read-verdicts.ts'
import { FqlError } from '../../fql/index.ts'
import { ipCountry } from '../../kernel/ip-country.ts'
import { type ConnectionTarget, openClient, openKysely, openPool } from '../../kernel/store/connection/connection.ts'
import { streamRows } from '../../kernel/store/connection/stream-rows.ts'
import {
  backgroundSettings,
  createProportionalPause,
  lowerConnectionPriority,
} from '../../kernel/store/connection/thread-priority.ts'
import { newId } from '../../kernel/store/new-id.ts'
import type { Logger } from '../../ports/index.ts'

/** A back-test in a separate thread, so that its work delays no decision. It only reads. */
const silentLogger: Logger = { write: () => undefined }
const { target, input, mostChanged } = workerData as {
  target: ConnectionTarget
  input: BacktestInput
  mostChanged?: number
}
const port = parentPort
if (port === null) throw new Error('A back-test runs in a thread.')

const pool: pg.Pool = openPool(target, 'assay-backtest', silentLogger, { max: 3 })
const db = openKysely(pool)
const clock = () => new Date()
/** Called when the main thread has stored a report. */
let reportAccepted: () => void = () => undefined
port.on('message', () => reportAccepted())

const pauseBetweenRows = createProportionalPause(1)

/** Opens the connection that reads the history. */
async function openReader(): Promise<pg.Client> {
  const reader = await openClient(target, 'assay-backtest', backgroundSettings)
  lowerConnectionPriority(reader, target)
  return reader
}

try {
  const reader = await openReader()
  const readRows: ReadRows = async (text, values, visit) => {
    await streamRows(reader, text, values, visit)
    pauseBetweenRows()
  }
  const calls = createCallRegistry({
    db,
    clock,
    newId,
    log: silentLogger,
    http: closedHttp,
    cipher: createSecretCipher(newId()),
  })
  const perform = createBacktestPerformer({
    db,
    clock,
    log: silentLogger,
    countryOf: ipCountry,
    calls,
    readRows,
    readVerdicts: createVerdictReader(db),
  })
  const result = await perform(input, {
    mostChanged,
    progress: (events, total, changed) =>
      new Promise(resolve => {
        reportAccepted = resolve
        port.postMessage({ kind: 'progress', events, total, changed })
      }),
  })
  await reader.end()
  port.postMessage({ kind: 'done', result })
} catch (error) {
  port.postMessage({
    kind: 'failed',
    reason:
      error instanceof NoEventsError
        ? 'noEvents'
        : error instanceof SubjectNotFoundError || error instanceof FqlError
          ? 'ruleGone'
          : 'internal',
    name: error instanceof Error ? error.name : 'unknown',
  })
} finally {
  await db.destroy()
  port.close()
}
