import type { Settings } from '../kernel/settings/settings.ts'
import type { Store } from '../kernel/store/store.ts'
import type { Shutdown } from './shutdown.ts'

/**
 * Starts what the demo's external call asks, and returns the settings with which it may be asked: that one port of this
 * machine, and nothing else of it. Without a demo there is no such service, and the settings stay as they are.
 */
export async function startSampleService(
  settings: Settings,
  { db }: Pick<Store, 'db'>,
  shutdown: Pick<Shutdown, 'add'>,
): Promise<Settings> {
  if (!settings.demo) return settings
  const [{ startSampleService: start }, { seedExternalCalls }] = await Promise.all([
    import('../tools/demo/sample-service.ts'),
    import('../tools/demo/seed/seed-external-call.ts'),
  ])
  const sample = await start()
  shutdown.add('sample service', sample.close)
  await seedExternalCalls(db, sample.host)
  const { outgoingPrivate } = settings
  return {
    ...settings,
    outgoingPrivate:
      typeof outgoingPrivate === 'boolean' ? outgoingPrivate || [sample.host] : [...outgoingPrivate, sample.host],
  }
}
