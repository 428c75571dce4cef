/** Runs the service of this tree as a separate process, over its own data directory. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { embeddedEnvironment } from '../../risk-service/kernel/store/testing/embedded-environment.ts'

const root = path.resolve(import.meta.dirname, '../..')

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

interface ServiceOptions {
  dataDir: string
  port: number
  /** Number of initial events of the demo tenant. */
  demoEvents: number
}

/** Returns a free port of this machine. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .on('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = server.address()
        server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
      })
  })

/** Starts the service, which is not ready yet: see `waitUntilReady`. */
export const spawnService = ({ dataDir, port, demoEvents }: ServiceOptions): ChildProcess =>
  spawnProcess(embeddedEnvironment(dataDir, { PORT: String(port), ASSAY_DEMO_EVENTS: String(demoEvents) }))

/** Starts the service with these environment variables. */
export const spawnProcess = (env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, ['risk-service/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })

/** Waits until the service is ready. Throws when it ends before, or is not ready within the time. */
export async function waitUntilReady(
  service: ChildProcess,
  url: string,
  { intervalMs, timeoutMs = Number.POSITIVE_INFINITY }: { intervalMs: number; timeoutMs?: number },
): Promise<void> {
  for (const began = performance.now(); performance.now() - began < timeoutMs; await pause(intervalMs)) {
    if (service.exitCode !== null) throw new Error(`The service ended with code ${service.exitCode}.`)
    if ((await fetch(`${url}/health/ready`).catch(() => null))?.ok) return
  }
  throw new Error(`The service was not ready within ${timeoutMs / 1000} s.`)
}
