import type { createEngine } from '../engine/index.ts'
import type { DeviceStore } from '../features/devices/device-store.ts'
import { isOutage } from '../kernel/errors/outage.ts'
import { StartError } from '../kernel/errors/start-error.ts'
import { notWritableError } from '../kernel/settings/data-folder.ts'
import { hasRoom } from '../kernel/settings/disk-room.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import type { Store } from '../kernel/store/store.ts'
import type { Ports } from '../ports/index.ts'
import type { OpenedEngine } from './open-engine.ts'
import type { Shutdown } from './process/shutdown.ts'

/** Writes the demo data of a service with `demo` that has none yet, and prints the progress. */
export async function seedDemoData(
  settings: Settings,
  store: Store,
  engine: Awaited<ReturnType<typeof createEngine>>,
  devices: DeviceStore,
  report: (line: string) => void,
): Promise<void> {
  if (!settings.demo) return
  const { isSeeded, seedDemo } = await import('../tools/demo/seed/seed.ts')
  if (await isSeeded(store.db)) return
  report('Making demo data; sign-in is possible already')
  let last = Date.now()
  try {
    await seedDemo({
      db: store.db,
      engine,
      devices,
      ...(settings.demoEvents === null ? {} : { events: settings.demoEvents }),
      onProgress: share => {
        if (Date.now() - last < 1000) return
        last = Date.now()
        report(`Making demo data ... ${Math.round(share * 100)} %`)
      },
    })
  } catch (error) {
    throw await seedingError(error, settings)
  }
  // The planner knows nothing yet about tables that were empty a moment ago.
  await store.maintenancePool.query('analyze')
}

/** Returns the one line for the person at the terminal where the reason is the database or its disk. */
async function seedingError(
  error: unknown,
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
): Promise<unknown> {
  if (databaseUrl === null && !(await hasRoom(dataDir).catch(() => true)))
    return notWritableError(dataDir, { code: 'ENOSPC' })
  return isOutage(error)
    ? new StartError(
        'database-failed',
        'The demo data could not be made, because the database does not answer or has no room. Set it right, and start again.',
      )
    : error
}

/** Events of a demo whose size nobody chose: more than a thousand purchases on each day of its first tenant. */
const grownEvents = 150_000
/** Few and small enough that whoever uses the service meanwhile does not wait. */
const background = { inFlight: 8, historySize: 5000 }

/**
 * Goes on with further histories beside the users of the demo, who need not wait for them, until it has the volume of a
 * real shop. Where the setting names a number of events, the demo has that number. A stop interrupts it, and the next
 * start goes on.
 */
export function growDemoData(
  settings: Pick<Settings, 'demo' | 'demoEvents'>,
  store: Store,
  { engine, devices }: Pick<OpenedEngine, 'engine' | 'devices'>,
  { log }: Pick<Ports, 'log'>,
  shutdown: Shutdown,
): void {
  if (!settings.demo || settings.demoEvents !== null) return
  const stop = new AbortController()
  const growth = import('../tools/demo/seed/grow.ts')
    .then(({ growDemo }) =>
      growDemo({ db: store.maintenance, engine, devices, events: grownEvents, signal: stop.signal, ...background }),
    )
    .then(async () => {
      if (!stop.signal.aborted) await store.maintenancePool.query('analyze')
    })
    .catch(() => {
      if (!stop.signal.aborted) log.write(2, 'demo.not-grown')
    })
  shutdown.add('demo data', () => {
    stop.abort()
    return growth
  })
}
