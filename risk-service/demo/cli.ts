/**
 * Makes the demo large: `npm run demo -- --events 1000000`. Works on the store itself, as an import over HTTP would take
 * longer; the service has to be stopped meanwhile. Ctrl+C stops it in order, and the same command goes on.
 */
import { parseArgs } from 'node:util'
import { createEngine } from '../engine/index.ts'
import { createLogger } from '../logger.ts'
import { readSettings } from '../settings.ts'
import { createEventWriter } from '../store/event-writer.ts'
import { openStore, StartError } from '../store/index.ts'
import { ipCountry } from '../store/ip-country.ts'
import { newId } from '../store/new-id.ts'
import { growDemo } from './grow.ts'
import { defaultDemoEvents, seedDemo } from './seed.ts'
import { seedTenants } from './tenants.ts'

const usage = 'Usage: npm run demo -- --events N   (N: purchases that the demo holds afterwards, 1 to 10000000)'

function fail(line: string, code = 1): never {
  process.stderr.write(`${line}\n`)
  process.exit(code)
}

function readEvents(): number {
  try {
    const { values } = parseArgs({ options: { events: { type: 'string' } } })
    const events = Number(values.events)
    if (!Number.isInteger(events) || events < 1 || events > 10_000_000) fail(usage, 2)
    return events
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${usage}`, 2)
  }
}

const events = readEvents()
const stop = new AbortController()
let stopping = false
process.on('SIGINT', () => {
  if (stopping) process.exit(130)
  stopping = true
  process.stderr.write('\nStopping: what is under way is finished first (Ctrl+C again stops at once).\n')
  stop.abort()
})

const started = Date.now()
let shown = 0
let startedAt = -1
function show(stored: number, last = false): void {
  const now = Date.now()
  if (startedAt < 0) startedAt = stored
  if (!last && now - shown < (process.stderr.isTTY ? 200 : 2000)) return
  shown = now
  const share = Math.min(1, stored / events)
  const rate = (stored - startedAt) / Math.max(0.001, (now - started) / 1000)
  const left = rate > 0 ? ` ${Math.max(0, Math.round((events - stored) / rate))} s left` : ''
  const line = `[${'#'.repeat(Math.round(share * 24)).padEnd(24, '.')}] ${Math.floor(share * 100)} %  ${stored.toLocaleString('en-US')} of ${events.toLocaleString('en-US')} purchases  ${rate.toFixed(0)}/s${left}`
  process.stderr.write(process.stderr.isTTY ? `\r${line.padEnd(100)}${last ? '\n' : ''}` : `${line}\n`)
}

try {
  const settings = readSettings(process.env)
  if (!settings.demo) fail('This installation has no demo tenants (ASSAY_DEMO is off), so there is nothing to make larger.')
  const log = createLogger({ to: settings.log === 'stdout' ? 'stdout' : { file: `${settings.dataDir}/assay.log` } })
  const store = await openStore(settings, log, { progress: line => process.stderr.write(`${line}\n`) })
  await seedTenants(store.db)
  const writer = await createEventWriter({ connect: store.writer, log })
  const engine = await createEngine({ db: store.db, clock: () => new Date(), newId, log, writer, countryOf: ipCountry })
  const first = Math.min(settings.demoEvents ?? defaultDemoEvents, events)
  await seedDemo({ db: store.db, engine, signal: stop.signal, events: settings.demoEvents ?? defaultDemoEvents, onProgress: share => show(Math.round(share * first)) })
  const stored = await growDemo({ db: store.maintenance, engine, events, signal: stop.signal, onProgress: show })
  show(stored, true)
  await engine.close()
  if (!stop.signal.aborted) await store.maintenancePool.query('analyze')
  await store.close()
  process.stdout.write(stop.signal.aborted
    ? `Stopped at ${stored.toLocaleString('en-US')} purchases; the same command goes on.\n`
    : `The demo holds ${stored.toLocaleString('en-US')} purchases. Start the service with npm start.\n`)
  process.exit(stop.signal.aborted ? 130 : 0)
} catch (error) {
  fail(error instanceof StartError ? error.message : `The demo could not be made: ${error instanceof Error ? error.message : String(error)}`)
}
