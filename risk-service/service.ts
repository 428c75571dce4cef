import { readFileSync } from 'node:fs'
import path from 'node:path'
import { notifyEnvironmentChanges } from './features/notifications/environment-notifications.ts'
import { createMetrics } from './http/health.ts'
import { listen } from './http/node/listen.ts'
import { countLogLines } from './http/node/monitoring/operating-metrics.ts'
import { createRightsChanges } from './kernel/access/rights-changes.ts'
import type { EnvironmentEvents } from './kernel/environments/environment-events.ts'
import { createSharedLiveHub } from './kernel/live/shared-live-hub.ts'
import { createLogger } from './kernel/logger.ts'
import { makeFolder } from './kernel/settings/data-folder.ts'
import { loadSecretKey } from './kernel/settings/secret-key.ts'
import type { Settings } from './kernel/settings/settings.ts'
import { createServiceChanges } from './kernel/store/changes/service-changes.ts'
import { newId } from './kernel/store/new-id.ts'
import { registerProcess } from './kernel/store/processes/service-process.ts'
import { openStore, StartError, withRemedy } from './kernel/store/store.ts'
import type { KeyVault, Ports } from './ports/index.ts'
import { createJobRequests } from './start/job-requests.ts'
import { openEngine } from './start/open-engine.ts'
import { openHttp } from './start/open-http.ts'
import { readAuthorities } from './start/process/outgoing-authorities.ts'
import { createShutdown } from './start/process/shutdown.ts'
import { reportSlowProgress } from './start/process/slow-progress.ts'
import { growDemoData, seedDemoData } from './start/seed-demo-data.ts'
import { startJobs } from './start/start-jobs.ts'
import { startSampleService } from './start/start-sample-service.ts'

export interface Service {
  /** Resolves when the service is complete, including the demo data. */
  ready: Promise<void>
  close: () => Promise<void>
  /** The part that `close` waits for; null: none. */
  closing: () => string | null
  /** Tells the database to stop, without waiting for it. */
  abandon: () => Promise<void>
}

export interface ServiceOptions {
  /** Folder of the checkout. */
  root: string
  /** Prints lines to the terminal. */
  say: (line: string) => void
  /** Another service acquired the database while it was unreachable: this one must end. */
  onLost: (error: StartError) => void
  /** Resolves secrets that are addresses in a key vault; without it they are refused. */
  vault?: KeyVault
}

/**
 * Composes the whole service. Resolves as soon as it answers requests; `ready` follows when the demo data is complete.
 * A failed start closes everything that it opened.
 */
export async function startService(settings: Settings, { root, say, onLost, vault }: ServiceOptions): Promise<Service> {
  const listener = await listen(settings.host, settings.port)
  const shutdown = createShutdown()
  shutdown.add('listener', () => listener.close(4000))
  const endProgress = reportSlowProgress(say, 'Starting')
  try {
    const authorities = settings.outgoingCa === null ? null : readAuthorities(settings.outgoingCa)
    const secretKey = await loadSecretKey(settings)
    if (settings.log !== 'stdout') await makeFolder(settings.dataDir)
    const metrics = createMetrics()
    const log = countLogLines(
      createLogger({ to: settings.log === 'stdout' ? 'stdout' : { file: path.join(settings.dataDir, 'assay.log') } }),
      metrics,
    )
    const store = await openStore(settings, log, {
      progress: say,
      onTaken: () =>
        onLost(
          new StartError(
            'already-running',
            'Another Assay service took over the database while it was away. This one ends.',
          ),
        ),
    })
    shutdown.add('store', () => store.close())
    const ports: Ports = { db: store.db, clock: () => new Date(), newId, log }
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
    if (settings.demo) await (await import('./tools/demo/seed/seed-tenants.ts')).seedTenants(store.db)
    // Before the caches are filled: they follow what changes from here on.
    const changes = createServiceChanges()
    await changes.begin(store.db)
    let listeners = () => 0
    const member = await registerProcess({
      ...ports,
      version,
      secretKey,
      listeners: () => listeners(),
      isAlone: settings.databaseUrl === null,
    })
    shutdown.add('process lease', () => member.stop())
    const live = createSharedLiveHub({
      ...ports,
      changes,
      origin: member.id,
      listenersElsewhere: member.listenersElsewhere,
    })
    listeners = () => live.listeners
    shutdown.add('live streams', () => live.close())
    shutdown.add('live publications', () => live.stop())

    const rightsChanges = createRightsChanges()
    const tracing =
      settings.traces === null
        ? null
        : (await import('./http/node/tracing/open-tracing.ts')).openTracing({ ...settings.traces, version })
    if (tracing !== null) shutdown.add('traces', () => tracing.close())
    const withSample = await startSampleService(settings, store, shutdown)
    const opened = await openEngine(
      {
        ports,
        store,
        settings: withSample,
        secretKey,
        authorities,
        vault: vault ?? null,
        live,
        changes,
        member,
        rightsChanges,
        metrics,
        tracing,
      },
      shutdown,
    )
    const requests = createJobRequests(log)
    const environmentChanged = notifyEnvironmentChanges({ ports, live })
    const environments: EnvironmentEvents = {
      onEnvironmentChange: change => void environmentChanged(change),
      wake: requests.environments,
    }
    let demoDataComplete = false
    await openHttp(
      {
        root,
        version,
        listener,
        ports,
        store,
        settings,
        secretKey,
        opened,
        changes,
        member,
        live,
        metrics,
        tracing,
        environments,
        requests,
        rightsChanges,
        demoDataComplete: () => demoDataComplete,
      },
      shutdown,
    )
    await startJobs(
      { root, ports, store, settings, opened, secretKey, live, metrics, environments, requests },
      shutdown,
    )

    const ready = seedDemoData(settings, store, opened.engine, opened.devices, say).then(
      () => {
        demoDataComplete = true
        if (settings.demo) requests.reports()
        say(`Assay is ready: ${settings.publicUrl ?? `http://localhost:${listener.port}`}`)
        growDemoData(settings, store, opened, ports, shutdown)
      },
      error => {
        throw withRemedy(error, settings)
      },
    )
    // The caller that starts the service awaits it; a stop in the middle of seeding must not end the process.
    ready.catch(() => undefined)
    return { ready, close: shutdown.run, closing: shutdown.closing, abandon: () => store.abandon() }
  } catch (error) {
    await shutdown.run()
    throw withRemedy(error, settings)
  } finally {
    endProgress()
  }
}
