/**
 * Kills one of several service processes over one PostgreSQL server under load, again and again, and checks the data
 * afterwards: every acknowledged decision exactly once, velocities equal to a recount of the stored events.
 */
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../../../risk-service/kernel/store/embedded/embedded-server.ts'
import { openSharedStore } from '../../../risk-service/kernel/store/store.ts'
import { freePort, pause, spawnProcess, waitUntilReady } from '../service-process.ts'
import { findDifferences, findLostOrDuplicated, openRecount, waitUntilFolded } from '../velocity-recount.ts'
import { startBalancer } from './balancer.ts'
import { createLoad } from './load.ts'

interface Options {
  rounds: number
  clients: number
  processes: number
  report: (line: string) => void
}

const retention = { eventMonths: 13, logMonths: 1, telemetryDays: 1 }

/** Returns what was wrong. */
export async function killProcesses({ rounds, clients, processes, report }: Options): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-chaos-'))
  chmodSync(folder, 0o755)
  const server = await startEmbedded({ dataDir: path.join(folder, 'server'), settings: { max_connections: '300' } })
  const databaseUrl = `postgres://${server.connection.user}@/postgres?host=${encodeURIComponent(server.connection.host)}`
  const front = await freePort()
  const url = `http://localhost:${front}`
  const ports = await Promise.all(Array.from({ length: processes }, () => freePort()))
  const secretKey = randomBytes(33).toString('base64')
  const services: (ChildProcess | undefined)[] = []
  const start = async (n: number): Promise<number> => {
    const began = performance.now()
    const service = spawnProcess({
      ...process.env,
      PORT: String(ports[n]),
      DATABASE_URL: databaseUrl,
      ASSAY_DATA_DIR: path.join(folder, `process-${n}`),
      ASSAY_SECRET_KEY: secretKey,
      ASSAY_PUBLIC_URL: url,
      ASSAY_DEMO: '1',
      ASSAY_DEMO_EVENTS: '500',
    })
    services[n] = service
    await waitUntilReady(service, `http://localhost:${ports[n]}`, { intervalMs: 50 })
    return Math.round(performance.now() - began)
  }
  const kill = async (n: number): Promise<void> => {
    const service = services[n]
    if (service === undefined) return
    const ended = new Promise(resolve => service.once('exit', resolve))
    service.kill('SIGKILL')
    await ended
    services[n] = undefined
  }
  const balancer = await startBalancer(front, ports)
  const failures: string[] = []
  try {
    // The first one makes the schema and the demo data.
    report(`First start in ${await start(0)} ms, ${folder}`)
    await Promise.all(ports.slice(1).map((_, n) => start(n + 1)))
    const load = createLoad(url)
    for (let round = 1; round <= rounds; round++) {
      const stop = new AbortController()
      const work = Array.from({ length: clients }, () => load.run(stop.signal))
      await pause(800 + Math.random() * 1500)
      const killed = Math.floor(Math.random() * processes)
      load.takeLongest()
      await kill(killed)
      await pause(1000)
      const back = await start(killed)
      await pause(500)
      stop.abort()
      await Promise.all(work)
      const longest = Math.round(load.takeLongest())
      const recount = await openRecount(
        await openSharedStore({ dataDir: folder, databaseUrl, retention }, { write: () => undefined }),
      )
      const wrong = [
        ...((await waitUntilFolded(recount)) ? [] : ['the log of velocities was not folded']),
        ...(await findLostOrDuplicated(recount, load.acknowledged)),
        ...(await findDifferences(recount)),
        ...(longest > 2000 ? [`a purchase took ${longest} ms`] : []),
      ]
      failures.push(...wrong)
      report(
        `Round ${round}: killed process ${killed + 1} of ${processes}, ready again in ${back} ms, longest answer ${longest} ms, ${load.acknowledged.size} decisions acknowledged, ${recount.compared} buckets compared, ${wrong.length === 0 ? 'all there' : `WRONG: ${wrong.slice(0, 5).join('; ')}`}`,
      )
      await recount.close()
    }
  } finally {
    balancer.close()
    balancer.closeAllConnections()
    await Promise.all(ports.map((_, n) => kill(n)))
    await server.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  return failures
}
