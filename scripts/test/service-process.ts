/** Runs the service of this tree as a separate process, over its own data directory. */
import { type ChildProcess, spawn } from 'node:child_process'
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

/** Starts the service, which is not ready yet: see `waitUntilReady`. */
export function spawnService({ dataDir, port, demoEvents }: ServiceOptions): ChildProcess {
  return spawn(process.execPath, ['risk-service/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: embeddedEnvironment(dataDir, { PORT: String(port), ASSAY_DEMO_EVENTS: String(demoEvents) }),
  })
}

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
