import path from 'node:path'
import { startService, type Service } from './service.ts'
import { readSettings } from './settings.ts'
import { StartError } from './store/start-error.ts'

/** Whole time a shutdown may take. */
const patience = 10_000

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(error: unknown): never {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`)
  else process.stderr.write(`Assay could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
}

let service: Promise<Service> | undefined
let stopping = false

async function stop(): Promise<void> {
  if (stopping) {
    say('Stopped at once; the next start recovers.')
    process.exit(130)
  }
  stopping = true
  const told = setTimeout(() => say('Stopping ... finishing what is under way (Ctrl+C again stops at once)'), 1000)
  setTimeout(() => process.exit(1), patience).unref()
  try {
    await (await service)?.close()
  } finally {
    clearTimeout(told)
  }
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop().catch(fail))
// The terminal went away: nothing to do but to go on without it.
process.on('SIGHUP', () => undefined)
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

try {
  const settings = readSettings(process.env)
  service = startService(settings, { root: path.resolve(import.meta.dirname, '..'), say, onLost: fail })
  const { ready } = await service
  await ready
} catch (error) {
  if (!stopping) fail(error)
}
