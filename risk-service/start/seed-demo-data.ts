import type { createEngine } from '../engine/index.ts'
import type { DeviceStore } from '../features/devices/device-store.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import type { Store } from '../kernel/store/store.ts'

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
  // The planner knows nothing yet about tables that were empty a moment ago.
  await store.maintenancePool.query('analyze')
}
