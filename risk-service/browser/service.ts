import type { PGlite } from '@electric-sql/pglite'
import { CompiledQuery, Kysely } from 'kysely'
import { runBacktests } from '../backtests/jobs.ts'
import { runBacktest } from '../backtests/run.ts'
import { isSeeded, seedDemo } from '../demo/seed.ts'
import { seedTenants } from '../demo/tenants.ts'
import { closedHttp, createCallBook } from '../engine/calls/book.ts'
import { createSealer } from '../engine/calls/seal.ts'
import { createEngine } from '../engine/index.ts'
import { createListBook } from '../engine/lists/book.ts'
import { openVelocities } from '../engine/velocities/index.ts'
import type { EnvironmentEvents } from '../environments/events.ts'
import { advanceEnvironments } from '../environments/provisioning.ts'
import type { EnvironmentRow } from '../environments/tree.ts'
import { createApp } from '../http/app.ts'
import { createConsoleApi } from '../http/console-api.ts'
import { createMetrics } from '../http/health.ts'
import { createRiskApi } from '../http/risk-api/index.ts'
import { tellDecisions } from '../live/decision-counter.ts'
import { createHub } from '../live/hub.ts'
import { measuredEngine } from '../measured-engine.ts'
import { tellEnvironmentChanges } from '../notifications/environment-notices.ts'
import type { Logger, Ports } from '../ports.ts'
import { learn } from '../scoring/learn.ts'
import { runFits } from '../scoring/run-fits.ts'
import type { Ask } from '../scoring/training.ts'
import { createEventWriter } from '../store/event-writer.ts'
import { ipCountry } from '../store/ip-country.ts'
import { migrate } from '../store/migrate.ts'
import { ensurePartitions } from '../store/partitions.ts'
import type { Database } from '../store/schema.ts'
import { fillEnvironment } from '../templates/fill.ts'
import { type DatabaseCondition, shareConnection } from './connection.ts'
import { browserDialect } from './dialect.ts'
import { type BrowserIdentity, createBrowserIdentity } from './identity.ts'
import { startBrowserJobs } from './jobs.ts'
import { newId } from './new-id.ts'
import { samplePurchase } from './purchases.ts'
import { seedStates } from './states.ts'
import { plainArrays, writerConnection } from './writer-connection.ts'

export interface BrowserServiceOptions {
  database: PGlite
  version: string
  /** Purchases of the sample, over all environments. */
  events?: number
  clock?: () => Date
  log?: Logger
  /** How rules are compiled: closures need no code generation, which a page's policy forbids. */
  mode?: 'code' | 'closures'
  /** Share done, 0 to 1. */
  onProgress?: (share: number) => void
}

export interface BrowserService {
  /** Answers as the server does: console API, risk API, telemetry intake, health. */
  fetch: (request: Request) => Promise<Response>
  identity: Pick<BrowserIdentity, 'userToken' | 'applicationToken'>
  /** For testers: what calls find from now on. */
  setCondition: (condition: DatabaseCondition) => Promise<void>
  /** Sends a purchase of the demo's generator to the risk API, as a shop does. */
  sendPurchase: (
    environmentId: string,
    kind: 'ordinary' | 'suspicious',
  ) => Promise<{ status: number; id: string; answer: unknown }>
  /** Everything that is stored, for `openDatabase`. */
  dump: () => Promise<Blob>
  close: () => Promise<void>
}

const sampleDays = 14
const sampleEvents = 5000
/** Share of the work that is done when the tables are there. */
const schemaShare = 0.1
const silent: Logger = { write: () => undefined }

/**
 * The service in the memory of a page: the same migrations, engine, handlers and jobs over a database that ends with
 * the page, filled by the demo's generator. What differs is named here and nowhere else: database, tokens, ids, timers.
 */
export async function startBrowserService(options: BrowserServiceOptions): Promise<BrowserService> {
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
  const db = new Kysely<Database>({ dialect: browserDialect(connection) })
  await migrate(db)
  await ensurePartitions(db, clock(), 1)
  await seedTenants(db)
  onProgress(schemaShare)

  const ports: Ports = { db, clock, newId, log }
  const live = createHub({ epoch: newId() })
  const writer = tellDecisions(
    await createEventWriter({
      connect: () => Promise.resolve(writerConnection(connection)),
      encode: () => plainArrays,
      log,
    }),
    live,
  )
  const lists = createListBook(ports)
  const velocities = await openVelocities(ports)
  const engine = await createEngine({ ...ports, writer, velocities, countryOf: ipCountry, mode, lists })
  const identity = await createBrowserIdentity(ports)
  const metrics = createMetrics()
  let wake: EnvironmentEvents['wake'] = () => undefined
  let wakeTests = (): void => undefined
  let wakeModels = (): void => undefined
  const changed = tellEnvironmentChanges({ ports, live })
  const environments: EnvironmentEvents = {
    onEnvironmentChange: change => void changed(change),
    wake: seconds => wake(seconds),
  }
  const app = createApp({
    ports,
    riskApi: createRiskApi({
      ...ports,
      engine: measuredEngine(engine, metrics),
      verifier: identity.verifier,
      environments,
      version: version.split('.').slice(0, 2).join('.'),
    }),
    consoleApi: createConsoleApi({
      ports,
      engine,
      lists,
      environments,
      models: { wake: () => wakeModels() },
      backtests: { wake: () => wakeTests() },
      live,
      verifier: identity.verifier,
      version,
    }),
    health: {
      metrics,
      checks: {
        database: async () => (await db.selectFrom('tenant').select('id').limit(1).execute()).length > 0,
        demoData: () => isSeeded(db),
      },
    },
    clientOf: () => 'page',
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

  // Nothing is called from inside the page: external calls of a template are there, and answer with their defaults.
  const calls = createCallBook({ ...ports, http: closedHttp, sealer: createSealer(newId()) })
  const provisioner = {
    ...ports,
    environments,
    reloadRules: () => engine.reloadRules(),
    fill: (row: EnvironmentRow) => fillEnvironment({ ...ports, calls }, row),
  }
  const jobs = startBrowserJobs({ everySeconds: 60, run: () => advanceEnvironments(provisioner) }, log)
  const tests = startBrowserJobs(
    {
      everySeconds: 300,
      run: async () => {
        await runBacktests({
          ...ports,
          perform: (input, hooks) => runBacktest({ ...ports, countryOf: ipCountry, mode }, input, hooks),
        })
        return { again: null }
      },
    },
    log,
  )
  wakeTests = () => tests.request()
  const ask: Ask = (text, values) => db.executeQuery(CompiledQuery.raw(text, [...values]))
  const models = startBrowserJobs(
    {
      everySeconds: 86_400,
      run: () =>
        runFits({
          ...ports,
          perform: task => learn(ask, task),
          reload: environmentId => engine.reloadRules(environmentId),
        }),
    },
    log,
  )
  wakeModels = () => models.request()
  wake = seconds => jobs.request(seconds)
  return {
    fetch: async request => app.fetch(request),
    identity,
    setCondition: condition => connection.setCondition(condition),
    async sendPurchase(environmentId, kind) {
      const body = samplePurchase(kind, clock())
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
      jobs.stop()
      tests.stop()
      models.stop()
      live.close()
      await engine.close()
      await database.close()
    },
  }
}
