/**
 * Kills the service under load, and in half of the rounds the database, too, and checks the data afterwards: every
 * acknowledged decision exactly once, velocities equal to a recount of the stored events, jobs resumed.
 */
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findPostmaster, stopPostmaster } from '../../../risk-service/kernel/store/embedded/postmaster.ts'
import { openSharedStore } from '../../../risk-service/kernel/store/store.ts'
import { freePort, pause, spawnService, waitUntilReady } from '../service-process.ts'
import {
  beginBackfill,
  findDifferences,
  findLostOrDuplicated,
  openRecount,
  type VelocityRecount,
  waitUntilFolded,
} from '../velocity-recount.ts'
import { createLoad } from './load.ts'

interface Options {
  rounds: number
  clients: number
  /** Whether the data directory stays. */
  keep: boolean
  report: (line: string) => void
}

const retention = { eventMonths: 13, logMonths: 1, telemetryDays: 1 }
const log = { write: () => undefined }

/** Works in its own data directory under the temp folder, on a free port. Returns what was wrong. */
export async function killOneProcess({ rounds, clients, keep, report }: Options): Promise<string[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'assay-chaos-'))
  chmodSync(dataDir, 0o755)
  const port = await freePort()
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

  const load = createLoad(url)
  const { acknowledged } = load

  const failures: string[] = []
  let recount: VelocityRecount | undefined
  try {
    report(`First start in ${await start()} ms, ${dataDir}`)
    for (let round = 1; round <= rounds; round++) {
      const stop = new AbortController()
      const work = Array.from({ length: clients }, () => load.run(stop.signal))
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
    if (!keep) rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  return failures
}
