import { randomBytes } from 'node:crypto'
import type { Settings } from '../kernel/settings/settings.ts'
import type { Store } from '../kernel/store/store.ts'
import type { RetailService } from '../tools/demo/retail/retail-service.ts'
import type { Shutdown } from './process/shutdown.ts'

/**
 * Starts what the demo's external call and its retail connector read, and returns the settings with which they may be
 * called: those ports of this machine, and nothing else of it. Without a demo there are no such services, and the settings
 * stay as they are.
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
  const withSample = { ...settings, outgoingPrivate: withHost(settings.outgoingPrivate, sample.host) }
  return settings.retail === null ? startRetailSample(withSample, shutdown) : withSample
}

/** From the port of the service to that of the sample retail service: its address is the same after each start. */
const portDistance = 1000

/** Starts the sample retail service, at any other port where its own is taken. */
async function startRetailSample(settings: Settings, shutdown: Pick<Shutdown, 'add'>): Promise<Settings> {
  const [{ createRetailHistory }, { startRetailService }] = await Promise.all([
    import('../tools/demo/retail/retail-history.ts'),
    import('../tools/demo/retail/retail-service.ts'),
  ])
  const client = { clientId: 'assay-demo', clientSecret: randomBytes(24).toString('base64url') }
  const begin = (port: number): Promise<RetailService> =>
    startRetailService({ ...client, port, history: () => createRetailHistory(new Date()) })
  const port = settings.port + portDistance
  const service = await begin(settings.port > 0 && port < 65_536 ? port : 0).catch(() => begin(0))
  shutdown.add('sample retail service', service.close)
  const { host } = new URL(service.address)
  return {
    ...settings,
    retail: { ...client, tokenUrl: service.tokenUrl, hosts: [{ host, tenantId: null }] },
    outgoingPrivate: withHost(settings.outgoingPrivate, host),
  }
}

const withHost = (hosts: Settings['outgoingPrivate'], host: string): Settings['outgoingPrivate'] =>
  typeof hosts === 'boolean' ? hosts || [host] : [...hosts, host]
