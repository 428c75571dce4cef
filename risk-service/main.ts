import path from 'node:path'
import { StartError } from './kernel/errors/start-error.ts'
import { readSettings } from './kernel/settings/settings.ts'
import { type Service, startService } from './service.ts'

/** Maximum time of a shutdown. */
const stopTimeoutMs = 9_500

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(error: unknown): never {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`)
  else
    process.stderr.write(
      `Assay could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
  process.exit(1)
}

let service: Promise<Service> | undefined
let started: Service | undefined
let stoppingSince = 0

/** npm and a terminal both forward one Ctrl+C: only a later one counts as a second. */
const samePressMs = 700

async function forceStop(line: string, code: number): Promise<never> {
  const closing = started?.closing() ?? null
  print(closing === null ? line : `${line} It was waiting for: ${closing}.`)
  await Promise.race([service?.then(each => each.abandon()), new Promise(resolve => setTimeout(resolve, 500))]).catch(
    () => undefined,
  )
  process.exit(code)
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stoppingSince > 0) {
    if (signal === 'SIGINT' && Date.now() - stoppingSince > samePressMs)
      await forceStop('Stopped at once; the next start recovers what was open.', 130)
    return
  }
  stoppingSince = Date.now()
  const told = setTimeout(() => print('Stopping ... finishing what is under way (Ctrl+C again stops at once)'), 1000)
  setTimeout(() => void forceStop('Stopped; something took too long to finish.', 1), stopTimeoutMs).unref()
  await (await service)?.close()
  clearTimeout(told)
  process.exit(0)
}

/** Closes what a failed start leaves: a service whose demo data could not be made runs, and its database with it. */
async function closeFailed(): Promise<void> {
  const failed = started
  if (failed === undefined) return
  const late = new Promise<never>((_, reject) => setTimeout(reject, stopTimeoutMs))
  await Promise.race([failed.close(), late]).catch(() => failed.abandon())
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal).catch(fail))
// The terminal was closed: the service continues without it.
process.on('SIGHUP', () => undefined)
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

try {
  const settings = readSettings(process.env)
  service = startService(settings, { root: path.resolve(import.meta.dirname, '..'), say: print, onLost: fail })
  started = await service
  await started.ready
} catch (error) {
  if (stoppingSince === 0) {
    await closeFailed()
    fail(error)
  }
}
