/**
 * Starts the services of a run in parallel, each with its own folder and port: filling a database uses one processor,
 * and there is more than one. Their output is forwarded; a signal is passed on to them, and this process ends when they
 * have ended.
 *   node e2e/support/services/start.ts FIRST_PORT DATA_DIR COUNT
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { embeddedEnvironment } from '../../../risk-service/kernel/store/testing/embedded-environment.ts'
import { compiledModules } from '../../../scripts/compiled-modules.ts'
import { workerDataDirectory } from './workers.ts'

const [port = '', folder = '', count = ''] = process.argv.slice(2)
const root = path.resolve(import.meta.dirname, '../../..')

const services = Array.from({ length: Number(count) }, (_, number) =>
  spawn(process.execPath, ['risk-service/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: embeddedEnvironment(workerDataDirectory(folder, number), {
      PORT: String(Number(port) + number),
      ...compiledModules,
    }),
  }),
)
const stop = (signal: NodeJS.Signals) => {
  for (const service of services) service.kill(signal)
}
// A signal to the whole group reaches them twice, which they treat as one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal))
for (const service of services) {
  service.on('exit', code => {
    if (code === 0) return
    // A missing service is reported at the start, not by the journeys that would have used it.
    process.exitCode = 1
    stop('SIGINT')
  })
}
