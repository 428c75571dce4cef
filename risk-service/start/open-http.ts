import path from 'node:path'
import { receiveMirroredEvents } from '../features/dual-runs/mirror/receive-events.ts'
import { createLatencyEvents } from '../features/event-tracing/monitoring/latency-events.ts'
import { findParentTemplate } from '../features/templates/pending-template.ts'
import { createApp } from '../http/app.ts'
import { createConsoleApi } from '../http/console-api/console-api.ts'
import { createBuildReader, createSignInPage } from '../http/console-pages.ts'
import { createConsoleSite } from '../http/console-site.ts'
import { createClientSide } from '../http/device-intake/client-side.ts'
import { createDeviceIntake } from '../http/device-intake/device-intake.ts'
import { registerVelocityMetrics, withEngineMetrics } from '../http/engine-metrics.ts'
import type { Metrics } from '../http/health.ts'
import { createMcpServer } from '../http/mcp/mcp-server.ts'
import { sinkOptions } from '../http/node/event-tracing/event-runner.ts'
import { createEventSinks } from '../http/node/event-tracing/event-sinks.ts'
import { createScratchFiles } from '../http/node/event-tracing/scratch-files.ts'
import type { Listener } from '../http/node/listen.ts'
import { createProcessorTime } from '../http/node/metering/processor-time.ts'
import { createUnitFiles } from '../http/node/metering/unit-files.ts'
import { registerOperatingMetrics } from '../http/node/monitoring/operating-metrics.ts'
import { createMonitoringAccess } from '../http/node/monitoring-access.ts'
import { createNameResolver } from '../http/node/outgoing/name-resolver.ts'
import { addressReader, createHttpServer, hostReader, httpsReader, originReader } from '../http/node/server.ts'
import { type Tracing, withDecisionSpans } from '../http/node/tracing/tracing.ts'
import { createUploadFiles } from '../http/node/uploads/upload-files.ts'
import { placeCalls } from '../http/risk-api/metering/call-places.ts'
import { createUnitLog } from '../http/risk-api/metering/unit-log.ts'
import { appVersionOf, createRiskApi } from '../http/risk-api/risk-api.ts'
import { createRiskCallLimiter } from '../http/risk-api/risk-call-limiter.ts'
import { namesDirectoryRoles } from '../kernel/access/directory-roles.ts'
import type { RightsChanges } from '../kernel/access/rights-changes.ts'
import type { EnvironmentEvents } from '../kernel/environments/environment-events.ts'
import { createBrownOutGate } from '../kernel/identity/credentials/brown-out-gate.ts'
import { readCertificate } from '../kernel/identity/credentials/client-certificate.ts'
import { createCredentialCalls } from '../kernel/identity/credentials/credential-calls.ts'
import { createIdentity, type Identity, type IdentityOptions } from '../kernel/identity/sign-in/identity.ts'
import { ipCountry } from '../kernel/ip-country.ts'
import type { LiveHub } from '../kernel/live/live-hub.ts'
import { createMessageTexts } from '../kernel/messages/message-texts.ts'
import { createSecurityLog } from '../kernel/security-log.ts'
import { hasRoom } from '../kernel/settings/disk-room.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import type { ServiceChanges } from '../kernel/store/changes/service-changes.ts'
import { createWriteCheck } from '../kernel/store/events/write-check.ts'
import type { ServiceProcess } from '../kernel/store/processes/service-process.ts'
import type { Store, StoreHealth } from '../kernel/store/store.ts'
import type { Ports } from '../ports/index.ts'
import type { SecretKey } from '../ports/secret-key.ts'
import type { JobRequests } from './job-requests.ts'
import type { OpenedEngine } from './open-engine.ts'
import type { Shutdown } from './process/shutdown.ts'

/** Calls of one user of the console: a page makes some dozens, a person a few pages at once. */
const userRate = { perSecond: 50, burst: 500 }

interface HttpParts {
  /** Folder of the checkout. */
  root: string
  /** Of the service, as in `package.json`. */
  version: string
  listener: Listener
  ports: Ports
  store: Store
  settings: Settings
  secretKey: SecretKey
  opened: OpenedEngine
  changes: ServiceChanges
  member: ServiceProcess
  live: LiveHub
  metrics: Metrics
  /** Null: none are made. */
  tracing: Tracing | null
  environments: EnvironmentEvents
  requests: JobRequests
  rightsChanges: RightsChanges
  /** The demo data is complete, or none is wanted. */
  demoDataComplete: () => boolean
}

/** Opens sign-in and tokens, and has the listener serve them, the risk API, device intake, console API and console. */
export async function openHttp(parts: HttpParts, shutdown: Shutdown): Promise<void> {
  const { root, version, listener, ports, settings, opened, live, metrics, environments, requests } = parts
  const processes = parts.member.count
  const { engine, lists, calls, devices, velocities, outgoing, reachable } = opened
  const consoleFolder = path.join(root, 'console/dist')
  const security = createSecurityLog({ log: ports.log, secretKey: parts.secretKey })
  const credentials = { credentialCalls: createCredentialCalls(ports), brownOuts: createBrownOutGate() }
  const identity = await openIdentity(parts, consoleFolder, { security, ...credentials })
  shutdown.add('identity', () => identity.close())
  parts.rightsChanges.subscribe(() => identity.verifier.invalidate())
  parts.changes.subscribe({
    topics: ['tenants'],
    onChanges: identity.tenants.forget,
    onMissed: identity.tenants.forget,
  })
  const health = describeHealth(parts)
  const measured = withDecisionSpans(withEngineMetrics(engine, metrics), parts.tracing)
  const release = version.split('.').slice(0, 2).join('.')
  const appVersion = appVersionOf(release, ports.clock())
  const { host, demo, demoPublic, publicUrl, trustedProxies } = settings
  const rateLimit =
    settings.rateLimit === null ? {} : { rateLimit: { perSecond: settings.rateLimit, burst: settings.rateLimit * 2 } }
  const underWay = createRiskCallLimiter()
  const addressOf = addressReader({ trustedProxies })
  const latencies = createLatencyEvents(ports, placeCalls)
  shutdown.add('latencies', () => latencies.flush(true))
  const journal = createUnitFiles(path.join(settings.dataDir, 'metering'), ports.log)
  const units = createUnitLog({ ...ports, journal })
  await units.recover()
  const processor = createProcessorTime(units.counted)
  shutdown.add('metering', () => units.flush())
  const consoleApi = createConsoleApi({
    ports,
    engine,
    lists,
    calls,
    environments,
    models: { wake: requests.models },
    backtests: { wake: requests.backtests, sample: opened.sample },
    dualRuns: { wake: requests.dualRuns },
    subjectRequests: { wake: requests.subjectRequests },
    cases: { wake: requests.cases },
    search: { wake: requests.search },
    sinks: createEventSinks({ ...sinkOptions(settings), reachable, http: outgoing.http }),
    openScratchFile: createScratchFiles(settings.dataDir),
    metering: { flush: units.flush, processor },
    uploadFiles: createUploadFiles(settings),
    retail: { connector: opened.retail, wake: requests.retail },
    boosterParticipants: settings.boosterParticipants,
    hasMailServer: settings.mail !== null,
    hasDirectoryRoles: namesDirectoryRoles(settings.authority),
    fingerprintingHosts: settings.fingerprintingHosts,
    readCertificate,
    names: createNameResolver(),
    live,
    userRate,
    processes,
    security,
    addressOf,
    verifier: identity.verifier,
    publicUrl: publicUrl ?? undefined,
    texts: createMessageTexts(path.join(root, 'locales')),
    version,
  })
  const app = createApp({
    ports,
    riskApi: createRiskApi({
      ...ports,
      engine: measured,
      verifier: identity.verifier,
      rightsChanges: parts.rightsChanges,
      processes,
      environments,
      underWay,
      security,
      ...credentials,
      latencies,
      units,
      receiveMirrored: (environmentId, body, receivedAt) =>
        receiveMirroredEvents({ db: ports.db, engine, wake: requests.mirrors }, environmentId, body, receivedAt),
      addressOf,
      findParentTemplate: (tree, parentId, templateId) =>
        findParentTemplate({ db: ports.db, tree, engine, calls }, parentId, templateId),
      version: release,
      appVersion,
      publicUrl: publicUrl ?? undefined,
      ...rateLimit,
    }),
    deviceIntake: createDeviceIntake({
      ...ports,
      devices,
      countryOf: ipCountry,
      rightsChanges: parts.rightsChanges,
      processes,
      addressOf,
      publicUrl: publicUrl ?? undefined,
      hostOf: hostReader({ trustedProxies }),
      hosts: new Set(settings.fingerprintingHosts),
      clientSide: createClientSide({ ...ports, engine: measured, calls, units, processes, ...rateLimit }),
    }),
    consoleApi,
    mcp: createMcpServer({ consoleApi, version, publicUrl: publicUrl ?? undefined }),
    health: {
      ...health,
      refresh: registerOperatingMetrics({ metrics, store: parts.store, settings, version }),
      figures: { velocities: () => velocities.figures(), process: () => processFigures(parts) },
      mayReadFigures: createMonitoringAccess({ token: settings.metricsToken, addressOf }),
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
    addressOf,
    processes,
    consoleOrigins: settings.consoleOrigins,
  })
  const http = createHttpServer({
    app,
    identity,
    metrics,
    tracing: parts.tracing,
    log: ports.log,
    underWay,
    isHttps: httpsReader({ publicUrl, trustedProxies }),
    appVersion,
  })
  listener.serve((request, response) => void http.emit('request', request, response))
}

function openIdentity(
  { ports, settings, secretKey, member }: HttpParts,
  consoleFolder: string,
  watchers: Required<Pick<IdentityOptions, 'security' | 'credentialCalls' | 'brownOuts'>>,
): Promise<Identity> {
  const { host, demo, demoPublic, publicUrl, trustedProxies, productionResource, sandboxResource } = settings
  return createIdentity({
    ...ports,
    ...watchers,
    processes: member.count,
    host,
    demo,
    demoPublic,
    publicUrl,
    trustedProxies,
    productionResource,
    sandboxResource,
    secretKey,
    rates: settings.signInRates,
    external:
      settings.authority !== null && settings.clientId !== null
        ? { authority: settings.authority, clientId: settings.clientId }
        : null,
    signInPage: createSignInPage(consoleFolder),
    build: createBuildReader(consoleFolder, settings.build)().build,
  })
}

/** A process that is further behind decides by rules that others have changed: it gets no traffic. */
const maxLagMs = 10_000

/** This process among those of the service. */
const processFigures = ({ member, opened }: HttpParts) => ({
  id: member.id(),
  stripe: member.stripe(),
  processes: member.count(),
  lagMilliseconds: Math.round(opened.tail.lagMs()),
})

/** What tells that the service works, and the gauges of what only its parts know. */
function describeHealth({ store, settings, opened, member, metrics, demoDataComplete }: HttpParts) {
  const { engine, velocities } = opened
  let strayRows = 0
  metrics.gauge('assay_default_partition_rows', 'Events outside every monthly partition', () => strayRows)
  registerVelocityMetrics(metrics, velocities)
  metrics.gauge('assay_processes', 'Living processes of the service on this database', member.count)
  metrics.gauge(
    'assay_tail_lag_seconds',
    'How far this process may be behind what others wrote',
    () => opened.tail.lagMs() / 1000,
  )
  metrics.counter(
    'assay_score_history_unread',
    'Histories of entities that a score had to do without, since the start',
    () => engine.failedHistoryReads(),
  )
  const healthy = async (question: (health: StoreHealth) => boolean) => {
    const health = await store.health()
    strayRows = health.defaultPartitionRows ?? strayRows
    return question(health)
  }
  return {
    metrics,
    checks: {
      database: () => healthy(({ database }) => database),
      migrations: () => healthy(({ migrations }) => migrations.applied === migrations.expected),
      jobs: () => healthy(({ jobs }) => jobs),
      writes: createWriteCheck({
        lastFailure: opened.lastWriteFailure,
        db: store.db,
        hasRoom: () => (settings.databaseUrl === null ? hasRoom(settings.dataDir) : Promise.resolve(true)),
      }),
      process: async () => member.isAlive(),
      changes: async () => opened.tail.lagMs() < maxLagMs,
      demoData: async () => demoDataComplete(),
    },
  }
}
