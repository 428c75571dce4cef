/**
 * Starts the services of a run beside each other, each with a folder and a port of its own: filling a database takes
 * one processor, and there is more than one. What they say goes on; a signal reaches them, and this ends when they have
 * ended.
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
// Whoever signals the whole group signals them twice, which they take for once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal))
for (const service of services) {
  service.on('exit', code => {
    if (code === 0) return
    // One that is missing is found when everything starts, not by the journeys that would have met it.
    process.exitCode = 1
    stop('SIGINT')
  })
}
