import { readFileSync } from 'node:fs'
import path from 'node:path'
import { rootCertificates } from 'node:tls'
import { createBacktestRunner } from './backtest-runner.ts'
import { runBacktests } from './backtests/jobs.ts'
import { createDeviceStore, type DeviceStore } from './devices/book.ts'
import { createCallBook } from './engine/calls/book.ts'
import type { MeteredCall } from './engine/calls/meter.ts'
import { createSealer } from './engine/calls/seal.ts'
import { createEngine } from './engine/index.ts'
import { createListBook } from './engine/lists/book.ts'
import { createListSources } from './engine/lists/sources.ts'
import { openVelocities } from './engine/velocities/index.ts'
import type { EnvironmentEvents } from './environments/events.ts'
import { advanceEnvironments } from './environments/provisioning.ts'
import type { EnvironmentRow } from './environments/tree.ts'
import { createApp } from './http/app.ts'
import { createConsoleApi } from './http/console-api.ts'
import { createClientSide } from './http/device-intake/client-side.ts'
import { createDeviceIntake } from './http/device-intake/index.ts'
import { createMetrics } from './http/health.ts'
import { createOutgoing } from './http/node/outgoing.ts'
import { addressReader, clientAddress, createHttpServer, hostReader, originReader } from './http/node/server.ts'
import { appVersionOf, createRiskApi } from './http/risk-api/index.ts'
import { createBuildReader, createConsole, createSignInPage } from './http/static.ts'
import { createIdentity } from './identity/index.ts'
import { listen } from './listen.ts'
import { sweepSupportEntries } from './lists/sweep.ts'
import { tellDecisions } from './live/decision-counter.ts'
import { createHub } from './live/hub.ts'
import { createLogger } from './logger.ts'
import { measuredEngine, measureVelocities } from './measured-engine.ts'
import { tellEnvironmentChanges } from './notifications/environment-notices.ts'
import type { KeyVault, Ports } from './ports.ts'
import { createFitRunner } from './scoring/fit-runner.ts'
import { runFits } from './scoring/run-fits.ts'
import { loadSecretKey, type Settings } from './settings.ts'
import { binaryArray } from './store/binary-arrays.ts'
import { hearChanges } from './store/changes.ts'
import { createEventWriter } from './store/event-writer.ts'
import { openStore, StartError, type Store, type StoreHealth } from './store/index.ts'
import { ipCountry } from './store/ip-country.ts'
import { startJobs } from './store/jobs.ts'
import { newId } from './store/new-id.ts'
import { fillEnvironment } from './templates/fill.ts'
import { fillingBelow } from './templates/filling.ts'
import { runBackfills } from './velocity-backfill/index.ts'

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
  const told = slowly(say, 'Starting')
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
    if (settings.demo) await (await import('./demo/tenants.ts')).seedTenants(store.db)
    const live = createHub({ epoch: newId() })
    // Streams would keep the listener from closing: they end before it.
    closers.unshift(() => live.close())
    const writer = tellDecisions(await createEventWriter({ connect: store.writer, log }), live)
    const metrics = createMetrics()
    const outgoing = {
      sealer: createSealer(secretKey),
      vault: vault ?? null,
      http: createOutgoing({
        privateHosts: settings.outgoingPrivate,
        ...(authorities === null ? {} : { ca: authorities }),
      }),
      onCall: ({ kind, error, latencyMs }: MeteredCall) => {
        metrics.count('assay_outgoing_calls_total', { kind, result: error ?? 'success' })
        metrics.observe('assay_outgoing_call_seconds', latencyMs / 1000, { kind })
      },
    }
    const sources = createListSources({ ...ports, ...outgoing })
    const lists = createListBook({ ...ports, sources })
    const calls = createCallBook({
      ...ports,
      ...outgoing,
      ...(settings.entraAuthority === null ? {} : { entraAuthority: settings.entraAuthority }),
    })
    const devices = await createDeviceStore(ports)
    const velocities = await openVelocities(ports, { maintenance: store.maintenance, encode: binaryArray })
    const engine = await createEngine({ ...ports, writer, velocities, countryOf: ipCountry, lists, devices, calls })
    const beforeStore = (step: () => Promise<unknown> | void) => closers.splice(2, 0, step)
    // What is registered later ends earlier: experiments may still call.
    beforeStore(() => sources.flush())
    beforeStore(() => calls.close())
    beforeStore(() => engine.close())
    beforeStore(
      hearChanges(store.listener, log, environmentId => {
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
    measureVelocities(metrics, velocities)
    metrics.gauge(
      'assay_score_history_unread',
      'Histories of entities that a score had to do without, since the start',
      () => engine.unreadHistories(),
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
    const fits = createFitRunner(store.target)
    const environmentChanged = tellEnvironmentChanges({ ports, live })
    const environments: EnvironmentEvents = {
      onEnvironmentChange: change => void environmentChanged(change),
      wake: afterSeconds => wakeEnvironments(afterSeconds),
    }
    const measured = measuredEngine(engine, metrics)
    const release = version.split('.').slice(0, 2).join('.')
    const appVersion = appVersionOf(release, ports.clock())
    const app = createApp({
      ports,
      riskApi: createRiskApi({
        ...ports,
        engine: measured,
        verifier: identity.verifier,
        environments,
        fillingBelow: (tree, parentId, templateId) =>
          fillingBelow({ db: ports.db, tree, engine, calls }, parentId, templateId),
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
      console: createConsole({
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
      fill: (row: EnvironmentRow) => fillEnvironment({ ...ports, db: store.maintenance, calls }, row),
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
          runFits({
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
          await sweepSupportEntries(store.maintenance, ports.clock())
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
    const ready = seed(settings, store, engine, devices, say).then(() => {
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

/** The authorities of the installation beside those that Node trusts. */
function readAuthorities(file: string): string {
  let given: string
  try {
    given = readFileSync(file, 'utf8')
  } catch {
    throw new StartError('setting-invalid', `The file ${file} of ASSAY_OUTGOING_CA cannot be read.`)
  }
  if (!given.includes('-----BEGIN CERTIFICATE-----'))
    throw new StartError('setting-invalid', `The file ${file} of ASSAY_OUTGOING_CA holds no certificate in PEM form.`)
  return [...rootCertificates, given].join('\n')
}

async function seed(
  settings: Settings,
  store: Store,
  engine: Awaited<ReturnType<typeof createEngine>>,
  devices: DeviceStore,
  say: (line: string) => void,
): Promise<void> {
  if (!settings.demo) return
  const { isSeeded, seedDemo } = await import('./demo/seed.ts')
  if (await isSeeded(store.db)) return
  say('Making demo data; sign-in is possible already')
  let last = Date.now()
  await seedDemo({
    db: store.db,
    engine,
    devices,
    ...(settings.demoEvents === null ? {} : { events: settings.demoEvents }),
    onProgress: share => {
      if (Date.now() - last < 1000) return
      last = Date.now()
      say(`Making demo data ... ${Math.round(share * 100)} %`)
    },
  })
  // The planner knows nothing yet about tables that were empty a moment ago.
  await store.maintenancePool.query('analyze')
}

/** Says that something takes its time, after a second and then every five. */
function slowly(say: (line: string) => void, what: string): () => void {
  const started = Date.now()
  const first = setTimeout(() => say(`${what} ...`), 1000)
  const more = setInterval(() => say(`${what} ... ${Math.round((Date.now() - started) / 1000)} s`), 5000)
  return () => {
    clearTimeout(first)
    clearInterval(more)
  }
}
