import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { MeteredCall } from './engine/calls/call-meter.ts'
import { createCallRegistry } from './engine/calls/call-registry.ts'
import { createSecretCipher } from './engine/calls/secret-encryption.ts'
import { createEngine } from './engine/index.ts'
import { createListRegistry } from './engine/lists/list-registry.ts'
import { createListSources } from './engine/lists/list-sources.ts'
import { openVelocityStore } from './engine/velocities/index.ts'
import { runBacktests } from './features/backtests/backtest-job.ts'
import { createDeviceStore } from './features/devices/device-store.ts'
import { advanceEnvironments } from './features/environments/provisioning.ts'
import { deleteExpiredSupportEntries } from './features/lists/expired-entries.ts'
import { runTrainings } from './features/models/training/run-trainings.ts'
import { notifyEnvironmentChanges } from './features/notifications/environment-notifications.ts'
import { applyPendingTemplate } from './features/templates/apply-template.ts'
import { findParentTemplate } from './features/templates/pending-template.ts'
import { runBackfills } from './features/velocities/backfill/backfill.ts'
import { createApp } from './http/app.ts'
import { createConsoleApi } from './http/console-api/console-api.ts'
import { createBuildReader, createConsoleSite, createSignInPage } from './http/console-site.ts'
import { createClientSide } from './http/device-intake/client-side.ts'
import { createDeviceIntake } from './http/device-intake/device-intake.ts'
import { registerVelocityMetrics, withEngineMetrics } from './http/engine-metrics.ts'
import { createMetrics } from './http/health.ts'
import { createBacktestRunner } from './http/node/backtest-runner.ts'
import { listen } from './http/node/listen.ts'
import { createOutgoingHttp } from './http/node/outgoing-http.ts'
import { addressReader, clientAddress, createHttpServer, hostReader, originReader } from './http/node/server.ts'
import { createTrainingRunner } from './http/node/training-runner.ts'
import { appVersionOf, createRiskApi } from './http/risk-api/risk-api.ts'
import type { EnvironmentEvents } from './kernel/environments/environment-events.ts'
import type { EnvironmentRow } from './kernel/environments/environment-tree.ts'
import { createIdentity } from './kernel/identity/identity.ts'
import { ipCountry } from './kernel/ip-country.ts'
import { publishDecisionCounts } from './kernel/live/decision-counter.ts'
import { createLiveHub } from './kernel/live/live-hub.ts'
import { createLogger } from './kernel/logger.ts'
import { loadSecretKey, type Settings } from './kernel/settings/settings.ts'
import { subscribeToChanges } from './kernel/store/change-channel.ts'
import { binaryArray } from './kernel/store/connection/binary-arrays.ts'
import { createEventWriter } from './kernel/store/events/event-writer.ts'
import { startJobs } from './kernel/store/jobs.ts'
import { newId } from './kernel/store/new-id.ts'
import { openStore, StartError, type StoreHealth } from './kernel/store/store.ts'
import { readAuthorities } from './outgoing-authorities.ts'
import type { KeyVault, Ports } from './ports/index.ts'
import { seedDemoData } from './seed-demo-data.ts'

export interface Service {
  /** Resolves when everything works, the demo data included. */
  ready: Promise<void>
  close: () => Promise<void>
  /** Tells the database to stop and waits for nothing. */
  abandon: () => Promise<void>
}

export interface ServiceOptions {
  /** Folder of the checkout. */
  root: string
  /** Lines for the terminal. */
  say: (line: string) => void
  /** The database went to another service while it was away: this one must end. */
  onLost: (error: StartError) => void
  /** Resolves secrets that are addresses in a key vault; without it they are refused. */
  vault?: KeyVault
}

/**
 * Composes the whole service. Resolves as soon as it answers requests; `ready` follows when the demo data is complete.
 */
export async function startService(settings: Settings, { root, say, onLost, vault }: ServiceOptions): Promise<Service> {
  const listener = await listen(settings.host, settings.port)
  const closers: (() => Promise<unknown> | void)[] = [() => listener.close(4000)]
  const close = async () => {
    for (const step of closers) await step()
  }
  const told = reportSlowProgress(say, 'Starting')
  try {
    const authorities = settings.outgoingCa === null ? null : readAuthorities(settings.outgoingCa)
    const secretKey = await loadSecretKey(settings)
    const log = createLogger({
      to: settings.log === 'stdout' ? 'stdout' : { file: path.join(settings.dataDir, 'assay.log') },
    })
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
    closers.push(() => store.close())
    const ports: Ports = { db: store.db, clock: () => new Date(), newId, log }
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
    if (settings.demo) await (await import('./tools/demo/seed/seed-tenants.ts')).seedTenants(store.db)
    const live = createLiveHub({ epoch: newId() })
    // Streams would keep the listener from closing: they end before it.
    closers.unshift(() => live.close())
    const writer = publishDecisionCounts(await createEventWriter({ connect: store.writer, log }), live)
    const metrics = createMetrics()
    const outgoing = {
      cipher: createSecretCipher(secretKey),
      vault: vault ?? null,
      http: createOutgoingHttp({
        privateHosts: settings.outgoingPrivate,
        ...(authorities === null ? {} : { ca: authorities }),
      }),
      onCall: ({ kind, error, latencyMs }: MeteredCall) => {
        metrics.count('assay_outgoing_calls_total', { kind, result: error ?? 'success' })
        metrics.observe('assay_outgoing_call_seconds', latencyMs / 1000, { kind })
      },
    }
    const sources = createListSources({ ...ports, ...outgoing })
    const lists = createListRegistry({ ...ports, sources })
    const calls = createCallRegistry({
      ...ports,
      ...outgoing,
      ...(settings.entraAuthority === null ? {} : { entraAuthority: settings.entraAuthority }),
    })
    const devices = await createDeviceStore(ports)
    const velocities = await openVelocityStore(ports, { maintenance: store.maintenance, encode: binaryArray })
    const engine = await createEngine({ ...ports, writer, velocities, countryOf: ipCountry, lists, devices, calls })
    const beforeStore = (step: () => Promise<unknown> | void) => closers.splice(2, 0, step)
    // What is registered later ends earlier: experiments may still call.
    beforeStore(() => sources.flush())
    beforeStore(() => calls.close())
    beforeStore(() => engine.close())
    beforeStore(
      subscribeToChanges(store.listener, log, environmentId => {
        engine.reloadRules(environmentId ?? undefined).catch(() => log.write(3, 'changes.not-loaded'))
      }),
    )
    const consoleFolder = path.join(root, 'console/dist')
    const { host, demo, demoPublic, publicUrl, trustedProxies, productionResource, sandboxResource } = settings
    const identity = await createIdentity({
      db: ports.db,
      clock: ports.clock,
      newId,
      log,
      host,
      demo,
      demoPublic,
      publicUrl,
      trustedProxies,
      productionResource,
      sandboxResource,
      secretKey,
      external:
        settings.authority !== null && settings.clientId !== null
          ? { authority: settings.authority, clientId: settings.clientId }
          : null,
      signInPage: createSignInPage(consoleFolder),
      build: createBuildReader(consoleFolder, settings.build)().build,
    })
    beforeStore(() => identity.close())
    let strayRows = 0
    metrics.gauge('assay_default_partition_rows', 'Events outside every monthly partition', () => strayRows)
    registerVelocityMetrics(metrics, velocities)
    metrics.gauge(
      'assay_score_history_unread',
      'Histories of entities that a score had to do without, since the start',
      () => engine.failedHistoryReads(),
    )
    let seeded = false
    const healthy = async (question: (health: StoreHealth) => boolean) => {
      const health = await store.health()
      strayRows = health.defaultPartitionRows ?? strayRows
      return question(health)
    }
    let wakeEnvironments: EnvironmentEvents['wake'] = () => undefined
    let wakeModels = (): void => undefined
    let wakeBacktests = (): void => undefined
    const backtests = createBacktestRunner(store.target)
    const fits = createTrainingRunner(store.target)
    const environmentChanged = notifyEnvironmentChanges({ ports, live })
    const environments: EnvironmentEvents = {
      onEnvironmentChange: change => void environmentChanged(change),
      wake: afterSeconds => wakeEnvironments(afterSeconds),
    }
    const measured = withEngineMetrics(engine, metrics)
    const release = version.split('.').slice(0, 2).join('.')
    const appVersion = appVersionOf(release, ports.clock())
    const app = createApp({
      ports,
      riskApi: createRiskApi({
        ...ports,
        engine: measured,
        verifier: identity.verifier,
        environments,
        findParentTemplate: (tree, parentId, templateId) =>
          findParentTemplate({ db: ports.db, tree, engine, calls }, parentId, templateId),
        version: release,
        appVersion,
        publicUrl: publicUrl ?? undefined,
        ...(settings.rateLimit === null
          ? {}
          : { rateLimit: { perSecond: settings.rateLimit, burst: settings.rateLimit * 2 } }),
      }),
      deviceIntake: createDeviceIntake({
        ...ports,
        devices,
        countryOf: ipCountry,
        addressOf: addressReader({ trustedProxies }),
        publicUrl: publicUrl ?? undefined,
        hostOf: hostReader({ trustedProxies }),
        hosts: new Set(settings.fingerprintingHosts),
        clientSide: createClientSide({
          ...ports,
          engine: measured,
          calls,
          ...(settings.rateLimit === null
            ? {}
            : { rateLimit: { perSecond: settings.rateLimit, burst: settings.rateLimit * 2 } }),
        }),
      }),
      consoleApi: createConsoleApi({
        ports,
        engine,
        lists,
        calls,
        environments,
        models: { wake: () => wakeModels() },
        backtests: { wake: () => wakeBacktests() },
        live,
        verifier: identity.verifier,
        publicUrl: publicUrl ?? undefined,
        version,
      }),
      health: {
        metrics,
        checks: {
          database: () => healthy(({ database }) => database),
          migrations: () => healthy(({ migrations }) => migrations.applied === migrations.expected),
          jobs: () => healthy(({ jobs }) => jobs),
          demoData: async () => seeded,
        },
        figures: { velocities: () => velocities.figures() },
      },
      console: createConsoleSite({
        folder: consoleFolder,
        identity,
        originOf: originReader({ publicUrl, trustedProxies: [...trustedProxies], host }),
        monitoring: settings.applicationInsights,
        authorityOrigin: settings.authority === null ? null : new URL(settings.authority).origin,
        build: settings.build,
        publicDemo: demo && demoPublic,
        site: { apis: settings.apis, backends: settings.backends, features: settings.features },
      }),
      clientOf: clientAddress,
      consoleOrigins: settings.consoleOrigins,
    })
    const http = createHttpServer({ app, identity, metrics, log, appVersion })
    listener.serve((request, response) => void http.emit('request', request, response))
    const provisioner = {
      ...ports,
      db: store.maintenance,
      environments,
      reloadRules: () => engine.reloadRules(),
      fill: (row: EnvironmentRow) => applyPendingTemplate({ ...ports, db: store.maintenance, calls }, row),
    }
    const jobs = await startJobs(store, settings.retention, log, ports.clock, [
      { name: 'environments', cron: '* * * * *', run: () => advanceEnvironments(provisioner) },
      {
        name: 'velocity-backfill',
        cron: '* * * * *',
        run: () => runBackfills({ ...ports, db: store.maintenance, velocities: engine.velocities }),
      },
      {
        name: 'backtests',
        cron: '*/5 * * * *',
        run: async () => {
          await runBacktests({ ...ports, db: store.maintenance, perform: backtests.perform })
          return { again: null }
        },
      },
      // Weekly where nothing else asks for it; every day is looked whether the week is over.
      {
        name: 'models',
        cron: '37 3 * * *',
        run: () =>
          runTrainings({
            ...ports,
            db: store.maintenance,
            perform: fits.perform,
            reload: environmentId => engine.reloadRules(environmentId),
          }),
      },
      {
        name: 'support-entries',
        cron: '7 * * * *',
        run: async () => {
          await deleteExpiredSupportEntries(store.maintenance, ports.clock())
          return { again: null }
        },
      },
    ])
    // A request that is lost waits for the schedule.
    wakeBacktests = () => void jobs.request('backtests').catch(() => log.write(2, 'backtests.wake-failed'))
    wakeModels = () => void jobs.request('models').catch(() => log.write(2, 'models.wake-failed'))
    wakeEnvironments = afterSeconds =>
      void jobs.request('environments', afterSeconds).catch(() => log.write(2, 'environments.wake-failed'))
    beforeStore(() => jobs.stop())
    beforeStore(() => Promise.all([backtests.stop(), fits.stop()]))
    const ready = seedDemoData(settings, store, engine, devices, say).then(() => {
      seeded = true
      say(`Assay is ready: ${publicUrl ?? `http://localhost:${listener.port}`}`)
    })
    // Whoever starts the service awaits it; a stop in the middle of seeding must not end the process.
    ready.catch(() => undefined)
    return { ready, close, abandon: () => store.abandon() }
  } catch (error) {
    await close()
    throw error
  } finally {
    told()
  }
}

/** Says that something takes its time, after a second and then every five. */
function reportSlowProgress(say: (line: string) => void, what: string): () => void {
  const started = Date.now()
  const first = setTimeout(() => say(`${what} ...`), 1000)
  const more = setInterval(() => say(`${what} ... ${Math.round((Date.now() - started) / 1000)} s`), 5000)
  return () => {
    clearTimeout(first)
    clearInterval(more)
  }
}
