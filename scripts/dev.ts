/**
 * Service in watch mode and console with hot reload, as one command: the console's development server (port 4301)
 * forwards API calls to the service. Ctrl+C stops both.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const bin = path.join(root, 'node_modules/.bin')
const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` }

function start(command: string, args: string[]): ChildProcess {
  return spawn(command, args, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' })
}

const children = [
  // Ctrl+C reaches the whole process group; the watcher forwards a termination and waits until the service has stopped
  // its database.
  start('node', ['--watch', '--watch-preserve-output', '--watch-kill-signal=SIGTERM', 'risk-service/main.ts']),
  start('vite', ['--config', 'console/vite.config.ts']),
]
const ended = children.map(
  child =>
    new Promise<void>(resolve => {
      child.once('error', error => {
        console.error(error.message)
        resolve()
      })
      child.once('exit', () => resolve())
    }),
)

let stopping = false
function stop(): void {
  if (stopping) return
  stopping = true
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
// Neither is useful without the other.
await Promise.race(ended)
stop()
await Promise.all(ended)
