/**
 * Kills the service under load, and in half of the rounds the database, too, and checks the data afterwards: every
 * acknowledged decision exactly once, velocities equal to a recount of the stored events, jobs resumed.
 *   npm run chaos -- [--rounds 20] [--clients 32] [--keep]
 * Works in its own data directory under the temp folder, on a free port; `--keep` does not remove it.
 */
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { demoClient, demoEnvironmentIds, harborId } from '../../risk-service/kernel/identity/demo-tenants.ts'
import { findPostmaster, stopPostmaster } from '../../risk-service/kernel/store/embedded/postmaster.ts'
import { openSharedStore } from '../../risk-service/kernel/store/store.ts'
import { createSamplePurchase } from '../../risk-service/sample-data/sample-purchase.ts'
import { RiskClient } from '../../risk-service/tools/import/risk-client.ts'
import { pause, spawnService, waitUntilReady } from './service-process.ts'
import {
  beginBackfill,
  findDifferences,
  findLostOrDuplicated,
  openRecount,
  type VelocityRecount,
  waitUntilFolded,
} from './velocity-recount.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    clients: { type: 'string', default: '32' },
    keep: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const clients = Number(values.clients)
const dataDir = mkdtempSync(path.join(tmpdir(), 'assay-chaos-'))
chmodSync(dataDir, 0o755)
const retention = { eventMonths: 13, logMonths: 1, telemetryDays: 1 }
const log = { write: () => undefined }
const report = (line: string) => {
  process.stdout.write(`${line}\n`)
}

const port = await new Promise<number>((resolve, reject) => {
  const server = createServer()
    .on('error', reject)
    .listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
})
const url = `http://localhost:${port}`

let service: ChildProcess | undefined
async function start(): Promise<number> {
  const began = performance.now()
  service = spawnService({ dataDir, port, demoEvents: 500 })
  await waitUntilReady(service, url, { intervalMs: 50 })
  return Math.round(performance.now() - began)
}

async function kill(withDatabase: boolean): Promise<void> {
  const child = service
  if (child === undefined) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  const postmaster = withDatabase ? await findPostmaster(path.join(dataDir, 'pg')) : null
  child.kill('SIGKILL')
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL')
  await ended
}

const acknowledged = new Set<string>()
const { clientId, secret } = demoClient
/** Sends events until it is stopped; pending ones are then repeated until they are answered. */
async function load(stop: AbortSignal): Promise<void> {
  const client = new RiskClient({
    url,
    tenant: harborId,
    clientId,
    secret,
    environment: demoEnvironmentIds.harborEu,
    timeoutMs: 5_000,
  })
  while (!stop.aborted) {
    const body = createSamplePurchase(Math.random() < 0.1 ? 'suspicious' : 'ordinary', new Date())
    if (Math.random() < 0.5)
      body.deviceContext = {
        ...(body.deviceContext as object),
        ipAddress: `203.0.113.${Math.floor(Math.random() * 40)}`,
      }
    const id = String(body.purchaseId)
    if ((await client.send('/v1.0/merchantservices/events/purchase', body)).ok) acknowledged.add(id)
  }
}

const failures: string[] = []
let recount: VelocityRecount | undefined
try {
  report(`First start in ${await start()} ms, ${dataDir}`)
  for (let round = 1; round <= rounds; round++) {
    const stop = new AbortController()
    const work = Array.from({ length: clients }, () => load(stop.signal))
    await pause(800 + Math.random() * 2_500)
    // Starts a job that is running at the first kill.
    if (round === 1) {
      recount = await openRecount(await openSharedStore({ dataDir, databaseUrl: null, retention }, log))
      await beginBackfill(recount)
      await recount.close()
    }
    const withDatabase = round % 2 === 0
    await kill(withDatabase)
    const back = await start()
    await pause(500)
    stop.abort()
    await Promise.all(work)
    recount = await openRecount(await openSharedStore({ dataDir, databaseUrl: null, retention }, log))
    const folded = await waitUntilFolded(recount)
    const wrong = [
      ...(folded ? [] : ['the log of velocities was not folded']),
      ...(await findLostOrDuplicated(recount, acknowledged)),
      ...(await findDifferences(recount)),
    ]
    failures.push(...wrong)
    report(
      `Round ${round}: killed ${withDatabase ? 'service and database' : 'the service'}, ready again in ${back} ms, ${acknowledged.size} decisions acknowledged, ${recount.compared} buckets compared, ${wrong.length === 0 ? 'all there' : `WRONG: ${wrong.slice(0, 5).join('; ')}`}`,
    )
    await recount.close()
  }
  recount = await openRecount(await openSharedStore({ dataDir, databaseUrl: null, retention }, log))
  report('Waiting for the job that was interrupted ...')
  const state = await recount.waitForBackfill(240_000)
  if (state !== 'done') failures.push(`the back-fill is ${state}`)
  failures.push(...(await findDifferences(recount)))
  report(`Back-fill: ${state}, ${recount.compared} buckets compared`)
  await recount.close()
} finally {
  await kill(false)
  await stopPostmaster(path.join(dataDir, 'pg'), 'SIGQUIT')
  if (!values.keep) rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
report(
  failures.length === 0
    ? `${rounds} rounds: nothing was lost and nothing counted twice.`
    : `${failures.length} faults:\n${failures.slice(0, 50).join('\n')}`,
)
process.exit(failures.length === 0 ? 0 : 1)
