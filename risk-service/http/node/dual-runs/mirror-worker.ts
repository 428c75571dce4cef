import { parentPort, workerData } from 'node:worker_threads'
import { createCallRegistry } from '../../../engine/calls/call-registry.ts'
import { closedHttp } from '../../../engine/calls/closed-http.ts'
import { createSecretCipher } from '../../../engine/calls/secret-encryption.ts'
import { createMirrorComparer } from '../../../features/dual-runs/mirror/compare-mirrors.ts'
import { ipCountry } from '../../../kernel/ip-country.ts'
import { type ConnectionTarget, openKysely, openPool } from '../../../kernel/store/connection/connection.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import type { Logger } from '../../../ports/index.ts'
import type { MirrorsCompared } from './mirror-runner.ts'

/** Comparisons of mirrors in a separate thread, so that their work delays no decision. It makes no call. */
const silentLogger: Logger = { write: () => undefined }
const { target } = workerData as { target: ConnectionTarget }
const port = parentPort
if (port === null) throw new Error('Mirrors are compared in a thread.')

const db = openKysely(openPool(target, 'assay-mirrors', silentLogger, { max: 2 }))
const clock = () => new Date()
const calls = createCallRegistry({
  db,
  clock,
  newId,
  log: silentLogger,
  http: closedHttp,
  cipher: createSecretCipher(newId()),
})
const mirrors = createMirrorComparer({ db, clock, log: silentLogger, countryOf: ipCountry, calls })
port.on('message', () => {
  void mirrors.work().then(running => port.postMessage({ running } satisfies MirrorsCompared))
})
