import type { PGlite } from '@electric-sql/pglite'
import { CompiledQuery, Kysely } from 'kysely'
import { createCallRegistry } from '../engine/calls/call-registry.ts'
import { closedHttp } from '../engine/calls/closed-http.ts'
import { createSecretCipher } from '../engine/calls/secret-encryption.ts'
import { createEngine } from '../engine/index.ts'
import { createListRegistry } from '../engine/lists/list-registry.ts'
import { openVelocityStore } from '../engine/velocities/index.ts'
import { runBacktests } from '../features/backtests/backtest-job.ts'
import { createBacktestPerformer } from '../features/backtests/perform-backtest.ts'
import { createCaseClock } from '../features/cases/clock/case-clock.ts'
import { runDualRuns } from '../features/dual-runs/dual-run-job.ts'
import { createMirrorComparer } from '../features/dual-runs/mirror/compare-mirrors.ts'
import { receiveMirroredEvents } from '../features/dual-runs/mirror/receive-events.ts'
import { createDualRunPerformer } from '../features/dual-runs/perform-dual-run.ts'
import { advanceEnvironments, type ProvisioningContext } from '../features/environments/provisioning.ts'
import { runTrainings } from '../features/models/training/run-trainings.ts'
import { train } from '../features/models/training/train.ts'
import type { RunQuery } from '../features/models/training/training-data.ts'
import { notifyEnvironmentChanges } from '../features/notifications/environment-notifications.ts'
import { createVerdictReader } from '../features/reports/read-verdicts.ts'
import { refreshReports } from '../features/reports/refresh/refresh-reports.ts'
import { applyPendingTemplate } from '../features/templates/apply-template.ts'
import { createApp } from '../http/app.ts'
import { createConsoleApi } from '../http/console-api/console-api.ts'
import { withEngineMetrics } from '../http/engine-metrics.ts'
import { createMetrics } from '../http/health.ts'
import { createUnitLog } from '../http/risk-api/metering/unit-log.ts'
import { createRiskApi } from '../http/risk-api/risk-api.ts'
import type { EnvironmentEvents } from '../kernel/environments/environment-events.ts'
import { ipCountry } from '../kernel/ip-country.ts'
import { publishDecisionCounts } from '../kernel/live/decision-counter.ts'
import { createLiveHub } from '../kernel/live/live-hub.ts'
import { createEventWriter } from '../kernel/store/events/event-writer.ts'
import { ensurePartitions } from '../kernel/store/maintenance/partitions.ts'
import { migrate } from '../kernel/store/migrate.ts'
import { newId } from '../kernel/store/new-id.ts'
import { startTimedWork } from '../kernel/timed-work.ts'
import type { Database } from '../ports/database.ts'
import type { Logger, Ports } from '../ports/index.ts'
import { isSeeded, seedDemo } from '../tools/demo/seed/seed.ts'
import { seedTenants } from '../tools/demo/seed/seed-tenants.ts'
import { type DatabaseCondition, shareConnection } from './connection.ts'
import { createPGliteDialect } from './dialect.ts'
import { createSampleDataIdentity, type SampleDataIdentity } from './identity.ts'
import { createSamplePurchase } from './sample-purchase.ts'
import { seedStates } from './seed-states.ts'
import { startSubjectRequests } from './subject-requests.ts'
import { createWriterConnection, encodeArrays } from './writer-connection.ts'

export interface SampleDataServiceOptions {
  database: PGlite
  version: string
  /** Number of sample purchases, over all environments. */
  events?: number
  clock?: () => Date
  log?: Logger
  /** Questions to the assistant that an account may ask in a minute; absent: the usual number. */
  questionsPerMinute?: number
  /** How rules are compiled: closures need no code generation, which a page's policy forbids. */
  mode?: 'code' | 'closures'
  /** Receives the completed share, 0 to 1. */
  onProgress?: (share: number) => void
}

export interface SampleDataService {
  /** Answers like the server: console API, risk API, telemetry intake, health. */
  fetch: (request: Request) => Promise<Response>
  identity: Pick<SampleDataIdentity, 'userToken' | 'applicationToken'>
  /** For testers: sets the condition of the database for all following calls. */
  setCondition: (condition: DatabaseCondition) => Promise<void>
  /** Sends a purchase of the demo's generator to the risk API, as a shop does. */
  sendPurchase: (
    environmentId: string,
    kind: 'ordinary' | 'suspicious',
  ) => Promise<{ status: number; id: string; answer: unknown }>
  /** Returns everything that is stored, for `openDatabase`. */
  dump: () => Promise<Blob>
  close: () => Promise<void>
}

const sampleDays = 14
const sampleEvents = 5000
/** Share of the work that is done when the tables exist. */
const schemaShare = 0.1
const silent: Logger = { write: () => undefined }

/**
 * Starts the service in the memory of a page: the same migrations, engine, handlers and jobs over a database that ends
 * with the page, filled by the demo's generator. All differences are defined here and nowhere else: database, tokens,
 * ids, timers.
 */
export async function startSampleDataService(options: SampleDataServiceOptions): Promise<SampleDataService> {
  const {
    database,
    version,
    events = sampleEvents,
    clock = () => new Date(),
    log = silent,
    mode = 'closures',
    onProgress = () => undefined,
  } = options
  const connection = shareConnection(database)
  const db = new Kysely<Database>({ dialect: createPGliteDialect(connection) })
  await migrate(db)
  await ensurePartitions(db, clock(), 1)
  await seedTenants(db)
  onProgress(schemaShare)

  const ports: Ports = { db, clock, newId, log }
  const live = createLiveHub({ epoch: newId() })
  const writer = publishDecisionCounts(
    await createEventWriter({
      connect: () => Promise.resolve(createWriterConnection(connection)),
      encode: () => encodeArrays,
      log,
    }),
    live,
  )
  const lists = createListRegistry(ports)
  const velocities = await openVelocityStore(ports)
  const engine = await createEngine({ ...ports, writer, velocities, countryOf: ipCountry, mode, lists })
  const identity = await createSampleDataIdentity(ports)
  const metrics = createMetrics()
  let wake: EnvironmentEvents['wake'] = () => undefined
  let wakeTests = (): void => undefined
  let wakeModels = (): void => undefined
  let wakeSubjectRequests = (): void => undefined
  const caseClock = createCaseClock({ ports, engine, live })
  const cases = startTimedWork({ everySeconds: 5, run: caseClock.run }, log)
  const changed = notifyEnvironmentChanges({ ports, live })
  const environments: EnvironmentEvents = {
    onEnvironmentChange: change => void changed(change),
    wake: seconds => wake(seconds),
  }
  const units = createUnitLog(ports)
  const app = createApp({
    ports,
    riskApi: createRiskApi({
      ...ports,
      engine: withEngineMetrics(engine, metrics),
      verifier: identity.verifier,
      environments,
      units,
      receiveMirrored: (environmentId, body, receivedAt) =>
        receiveMirroredEvents({ db, engine, wake: () => wakeTests() }, environmentId, body, receivedAt),
      version: version.split('.').slice(0, 2).join('.'),
    }),
    consoleApi: createConsoleApi({
      ports,
      engine,
      lists,
      cases: { wake: () => cases.request() },
      environments,
      models: { wake: () => wakeModels() },
      backtests: { wake: () => wakeTests() },
      dualRuns: { wake: () => wakeTests() },
      subjectRequests: { wake: () => wakeSubjectRequests() },
      metering: { flush: units.flush, processor: () => null },
      live,
      verifier: identity.verifier,
      questionsPerMinute: options.questionsPerMinute,
      version,
    }),
    health: {
      metrics,
      checks: {
        database: async () => (await db.selectFrom('tenant').select('id').limit(1).execute()).length > 0,
        demoData: () => isSeeded(db),
      },
    },
    addressOf: () => 'page',
  })
  await seedDemo({
    db,
    engine,
    events,
    days: sampleDays,
    now: clock(),
    onProgress: share => onProgress(schemaShare + (1 - schemaShare) * share),
  })
  await seedStates(ports)
  await engine.reloadRules()
  await database.exec('analyze')

  // The page makes no outgoing calls: external calls of a template exist, and return their defaults.
  const calls = createCallRegistry({ ...ports, http: closedHttp, cipher: createSecretCipher(newId()) })
  const provisioning: ProvisioningContext = {
    ...ports,
    environments,
    reloadRules: () => engine.reloadRules(),
    applyTemplate: row => applyPendingTemplate({ ...ports, calls }, row),
  }
  const jobs = startTimedWork({ everySeconds: 60, run: () => advanceEnvironments(provisioning) }, log)
  const mirrors = createMirrorComparer({ ...ports, countryOf: ipCountry, mode })
  const tests = startTimedWork(
    {
      everySeconds: 300,
      run: async () => {
        const perform = createBacktestPerformer({
          ...ports,
          countryOf: ipCountry,
          mode,
          readVerdicts: createVerdictReader(db),
        })
        await runBacktests({ ...ports, perform }, 'routing')
        await runBacktests({ ...ports, perform })
        await runBacktests({ ...ports, perform }, 'outage')
        await runBacktests({ ...ports, perform }, 'history')
        await mirrors.work()
        await runDualRuns({ ...ports, perform: createDualRunPerformer({ ...ports, countryOf: ipCountry, mode }) })
        return { again: null }
      },
    },
    log,
  )
  wakeTests = () => tests.request()
  const runQuery: RunQuery = (text, values) => db.executeQuery(CompiledQuery.raw(text, [...values]))
  const models = startTimedWork(
    {
      everySeconds: 86_400,
      run: () =>
        runTrainings({
          ...ports,
          perform: task => train(runQuery, task),
          reload: environmentId => engine.reloadRules(environmentId),
        }),
    },
    log,
  )
  wakeModels = () => models.request()
  const reports = startTimedWork(
    {
      everySeconds: 3600,
      run: async () => {
        await refreshReports(ports)
        return { again: null }
      },
    },
    log,
  )
  reports.request(1)
  const subjectRequests = startSubjectRequests({ ports, live })
  wakeSubjectRequests = () => subjectRequests.request()
  wake = seconds => jobs.request(seconds)
  return {
    fetch: async request => app.fetch(request),
    identity,
    setCondition: condition => connection.setCondition(condition),
    async sendPurchase(environmentId, kind) {
      const body = createSamplePurchase(kind, clock())
      const answer = await app.fetch(
        new Request('https://page.invalid/v1.0/merchantservices/events/purchase', {
          method: 'POST',
          body: JSON.stringify(body),
          headers: {
            authorization: `Bearer ${await identity.applicationToken()}`,
            'content-type': 'application/json',
            'x-ms-dfpenvid': environmentId,
          },
        }),
      )
      return { status: answer.status, id: String(body['purchaseId']), answer: (await answer.json()) as unknown }
    },
    dump: () => database.dumpDataDir('gzip'),
    async close() {
      await reports.stop()
      await jobs.stop()
      await cases.stop()
      await caseClock.settle()
      await tests.stop()
      await models.stop()
      await subjectRequests.stop()
      live.close()
      await engine.close()
      await database.close()
    },
  }
}
