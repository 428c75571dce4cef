/**
 * Enlarges the demo: `npm run demo -- --events 1000000`, or prints its figures: `npm run demo -- --report`. Works on
 * the store directly, because an import over HTTP would take longer; the service must not run at the same time. Ctrl+C
 * stops it cleanly, and the same command resumes.
 */
import { parseArgs } from 'node:util'
import { createLogger } from '../../kernel/logger.ts'
import { readSettings } from '../../kernel/settings/settings.ts'
import { newId } from '../../kernel/store/new-id.ts'
import { openStore, StartError, type Store } from '../../kernel/store/store.ts'
import type { Ports } from '../../ports/index.ts'
import { figureLines } from './demo-figures.ts'
import { openDemoEngine } from './open-demo-engine.ts'
import { reportDemo } from './report.ts'
import { growDemo } from './seed/grow.ts'
import { defaultDemoEvents, seedDemo } from './seed/seed.ts'
import { seedTenants } from './seed/seed-tenants.ts'

const usage =
  'Usage: npm run demo -- --events N   (N: events that the demo holds afterwards, 1 to 10000000)\n       npm run demo -- --report     (what its first history shows: rates, decisions, delays)'

function fail(line: string, code = 1): never {
  process.stderr.write(`${line}\n`)
  process.exit(code)
}

/** Null: the report is requested. */
function readEvents(): number | null {
  try {
    const { values } = parseArgs({
      options: { events: { type: 'string' }, report: { type: 'boolean', default: false } },
    })
    if (values.report && values.events === undefined) return null
    const events = Number(values.events)
    if (values.report || !Number.isInteger(events) || events < 1 || events > 10_000_000) fail(usage, 2)
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
function show(stored: number, target: number, last = false): void {
  const now = Date.now()
  if (startedAt < 0) startedAt = stored
  if (!last && now - shown < (process.stderr.isTTY ? 200 : 2000)) return
  shown = now
  const share = Math.min(1, stored / target)
  const rate = (stored - startedAt) / Math.max(0.001, (now - started) / 1000)
  const left = rate > 0 ? ` ${Math.max(0, Math.round((target - stored) / rate))} s left` : ''
  const line = `[${'#'.repeat(Math.round(share * 24)).padEnd(24, '.')}] ${Math.floor(share * 100)} %  ${stored.toLocaleString('en-US')} of ${target.toLocaleString('en-US')} events  ${rate.toFixed(0)}/s${left}`
  process.stderr.write(process.stderr.isTTY ? `\r${line.padEnd(100)}${last ? '\n' : ''}` : `${line}\n`)
}

async function report(store: Store): Promise<void> {
  const figures = await reportDemo(store.db)
  await store.close()
  if (figures === null) fail('There is no demo history yet. Start the service with npm start.')
  process.stdout.write(`${figureLines(figures).join('\n')}\n`)
}

async function grow(store: Store, ports: Ports, target: number, atStart: number): Promise<boolean> {
  await seedTenants(store.db)
  const { engine, devices } = await openDemoEngine(store, ports)
  const first = Math.min(atStart, target)
  await seedDemo({
    db: store.db,
    engine,
    devices,
    signal: stop.signal,
    events: atStart,
    onProgress: share => show(Math.round(share * first), target),
  })
  const stored = await growDemo({
    db: store.maintenance,
    engine,
    devices,
    events: target,
    signal: stop.signal,
    onProgress: count => show(count, target),
  })
  show(stored, target, true)
  await engine.close()
  if (!stop.signal.aborted) await store.maintenancePool.query('analyze')
  await store.close()
  process.stdout.write(
    stop.signal.aborted
      ? `Stopped at ${stored.toLocaleString('en-US')} events; the same command goes on.\n`
      : `The demo holds ${stored.toLocaleString('en-US')} events. Start the service with npm start.\n`,
  )
  return !stop.signal.aborted
}

try {
  const settings = readSettings(process.env)
  if (!settings.demo)
    fail('This installation has no demo tenants (ASSAY_DEMO is off), so there is nothing to make larger.')
  const log = createLogger({ to: settings.log === 'stdout' ? 'stdout' : { file: `${settings.dataDir}/assay.log` } })
  const store = await openStore(settings, log, { progress: line => process.stderr.write(`${line}\n`) })
  if (events === null) await report(store)
  else
    process.exit(
      (await grow(
        store,
        { db: store.db, clock: () => new Date(), newId, log },
        events,
        settings.demoEvents ?? defaultDemoEvents,
      ))
        ? 0
        : 130,
    )
} catch (error) {
  fail(
    error instanceof StartError
      ? error.message
      : `The demo could not be made: ${error instanceof Error ? error.message : String(error)}`,
  )
}
