import { parentPort, workerData } from 'node:worker_threads'
import { createCallRegistry } from '../../../engine/calls/call-registry.ts'
import { closedHttp } from '../../../engine/calls/closed-http.ts'
import { createSecretCipher } from '../../../engine/calls/secret-encryption.ts'
import { DualRunFailedError, type PerformDualRun } from '../../../features/dual-runs/dual-run-job.ts'
import { createDualRunPerformer } from '../../../features/dual-runs/perform-dual-run.ts'
import { ipCountry } from '../../../kernel/ip-country.ts'
import { type ConnectionTarget, openKysely, openPool } from '../../../kernel/store/connection/connection.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import type { Logger } from '../../../ports/index.ts'
import type { DualRunMessage } from './dual-run-runner.ts'

/** A dual run in a separate thread, so that its work delays no decision. It only reads. */
const silentLogger: Logger = { write: () => undefined }
const { target, run } = workerData as { target: ConnectionTarget; run: Parameters<PerformDualRun>[0] }
const port = parentPort
if (port === null) throw new Error('A dual run runs in a thread.')

const db = openKysely(openPool(target, 'assay-dual-run', silentLogger, { max: 2 }))
const clock = () => new Date()
/** Called when the main thread has stored a report of the progress. */
let reportAccepted: () => void = () => undefined
port.on('message', () => reportAccepted())
const send = (message: DualRunMessage): void => port.postMessage(message)

try {
  const calls = createCallRegistry({
    db,
    clock,
    newId,
    log: silentLogger,
    http: closedHttp,
    cipher: createSecretCipher(newId()),
  })
  const perform = createDualRunPerformer({ db, clock, log: silentLogger, countryOf: ipCountry, calls })
  const report = await perform(
    run,
    (events, total) =>
      new Promise(resolve => {
        reportAccepted = resolve
        send({ kind: 'progress', events, total })
      }),
  )
  send({ kind: 'done', report })
} catch (error) {
  send({
    kind: 'failed',
    failure: error instanceof DualRunFailedError ? error.failure : null,
    name: error instanceof Error ? error.name : 'unknown',
  })
} finally {
  await db.destroy()
  port.close()
}
