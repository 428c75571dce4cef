import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelTraining, ModelVersion } from '../../contract/models/models.ts'
import { createEngine, type Engine } from '../../engine/index.ts'
import { createConsoleApi } from '../../http/console-api/console-api.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { createTrainingRunner } from '../../http/node/training-runner.ts'
import { openClient } from '../../kernel/store/connection/connection.ts'
import { createEventWriter } from '../../kernel/store/events/event-writer.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { runTrainings } from './training/run-trainings.ts'
import { type TrainingTask, train } from './training/train.ts'
import { loadTrainingData, type RunQuery } from './training/training-data.ts'

/** Rings of eight users on a device are fraud, everybody else is not: 800 purchases over 80 days, labelled. */
let bench: ConsoleBench
let engine: Engine
let app: ReturnType<typeof createConsoleApi>
let woken = 0
const start = Date.parse('2025-08-01T00:00:00Z')
const day = 86_400_000
let now = new Date(start + 85 * day)

beforeAll(async () => {
  bench = await openConsoleBench()
  const ports = { db: bench.store.db, clock: () => now, newId: () => randomUUID(), log: silentLog }
  const writer = await createEventWriter({ connect: bench.store.writer, log: silentLog })
  engine = await createEngine({ ...ports, writer, countryOf: () => 'DE', historyTimeoutMs: 20_000 })
  app = createConsoleApi({
    ports,
    engine,
    version: '0.0.0',
    models: {
      wake: () => {
        woken++
      },
    },
    verifier: { user: token => Promise.resolve(bench.person(token)) },
  })
  const jobs: Promise<unknown>[] = []
  for (let index = 0; index < 800; index++) {
    const ring = index % 8 === 0
    jobs.push(
      buy(`p${index}`, {
        user: `u${index}`,
        device: ring ? `ring${Math.floor(index / 80)}` : `d${index}`,
        at: new Date(start + index * (day / 10)),
      }).then(() => label(`p${index}`, ring)),
    )
    if (jobs.length >= 50) await Promise.all(jobs.splice(0))
  }
  await Promise.all(jobs)
}, 120_000)
afterAll(async () => {
  await engine.close()
  await bench.close()
})

async function buy(
  id: string,
  { user, device, at = now }: { user: string; device: string; at?: Date },
): Promise<{ RiskScore: number; ReasonCodes: string }> {
  const result = await engine.decide({
    environmentId: places.root,
    eventType: 'purchase',
    correlationId: null,
    receivedAt: now,
    backfill: true,
    diagnostics: false,
    body: {
      purchaseId: id,
      assessmentType: 'Protect',
      merchantLocalDate: at.toISOString(),
      totalAmount: 40,
      currency: 'USD',
      salesTax: 0,
      _metadata: { trackingId: id, merchantTimeStamp: at.toISOString() },
      user: { userId: user },
      deviceContext: { deviceContextId: id, externalDeviceId: device, ipAddress: '203.0.113.10' },
    },
  })
  if (result.kind !== 'answer') throw new Error(JSON.stringify(result))
  return (JSON.parse(result.answer) as { resultDetails: { RiskScore: number; ReasonCodes: string } }).resultDetails
}
const label = (id: string, isFraud: boolean): Promise<unknown> =>
  engine.ingestLabel({
    environmentId: places.root,
    correlationId: null,
    receivedAt: now,
    body: {
      labelObjectType: 'Purchase',
      labelObjectId: id,
      labelSource: 'ManualReview',
      isFraud,
      labelState: 'Accepted',
      eventTimeStamp: now.toISOString(),
      _metadata: { trackingId: randomUUID(), merchantTimeStamp: now.toISOString() },
    },
  })
const runPendingTrainings = (perform = createTrainingRunner(bench.store.target).perform) =>
  runTrainings({
    db: bench.store.db,
    clock: () => now,
    newId: () => randomUUID(),
    log: silentLog,
    perform,
    reload: id => engine.reloadRules(id),
  })
/** Trains in this thread: a separate one would yield to all other work of the tests. */
const here = (task: TrainingTask) => train((text, values) => bench.store.pool.query(text, [...values]), task)

async function call<T>(
  method: string,
  path: string,
  { as = 'engineer', environment = places.root as string } = {},
): Promise<{ status: number; body: T }> {
  const response = await app.request(`/api/console/v1/environments/${environment}/models${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })
  return { status: response.status, body: (await response.json()) as T }
}
interface Listed {
  versions: ModelVersion[]
  labels: { rows: number; frauds: number }
  training: ModelTraining | null
}
const audited = async () =>
  (
    await bench.store.db
      .selectFrom('audit_log')
      .select(['operation', 'after'])
      .where('resource_type', '=', 'Model')
      .orderBy('at')
      .execute()
  ).map(({ operation }) => operation)

describe('models of an environment', () => {
  it('models of an environment are the shipped ones before there is another', async () => {
    const { status, body } = await call<Listed>('GET', '/risk')
    expect(status).toBe(200)
    expect(body).toEqual({
      versions: [
        {
          version: 0,
          shipped: true,
          active: true,
          trainedAt: null,
          trainedBy: null,
          rows: null,
          auc: null,
          caughtAtOnePercent: null,
          weak: false,
        },
      ],
      labels: { rows: 800, frauds: 100 },
      training: null,
    })
    expect((await call('GET', '/bot/versions/0')).body).toMatchObject({ shipped: true, active: true, card: null })
  })

  it('models of an environment are trained on request, in another thread, and score from then on', {
    timeout: 60_000,
  }, async () => {
    const before = await buy('before', { user: 'new1', device: 'ring9' })
    const trainingId = randomUUID()
    const requested = await call<ModelTraining>('PUT', `/risk/trainings/${trainingId}`)
    expect(requested).toMatchObject({
      status: 200,
      body: { id: trainingId, state: 'waiting', requestedBy: 'Name of engineer' },
    })
    expect((await call('PUT', `/risk/trainings/${trainingId}`)).body).toMatchObject({ id: trainingId })
    expect(woken).toBe(2)
    expect(await call('PUT', `/risk/trainings/${randomUUID()}`)).toMatchObject({ status: 409 })
    await runPendingTrainings()
    expect((await call('GET', `/trainings/${trainingId}`)).body).toMatchObject({
      state: 'done',
      progress: 1,
      rows: 800,
      frauds: 100,
      version: 1,
    })
    const { body } = await call<ModelVersion & { card: { features: { id: string }[]; auc: number } }>(
      'GET',
      '/risk/versions/1',
    )
    expect(body).toMatchObject({
      version: 1,
      active: true,
      shipped: false,
      trainedBy: 'Name of engineer',
      rows: 800,
      weak: false,
    })
    expect(body.card.auc).toBeGreaterThan(0.8)
    expect(body.card.features.map(({ id }) => id)).toContain('users.device')
    const shared = await buy('shared', { user: 'new2', device: 'ring9' })
    const alone = await buy('alone', { user: 'new3', device: 'of my own' })
    expect(shared.RiskScore).toBeGreaterThan(before.RiskScore)
    expect(shared.RiskScore).toBeGreaterThan(alone.RiskScore + 200)
    const stored = await bench.store.db
      .selectFrom('event')
      .innerJoin('event_body', 'event_body.event_id', 'event.event_id')
      .select('explanation')
      .where('external_id', '=', 'shared')
      .executeTakeFirstOrThrow()
    const { contributions } = stored.explanation as { contributions: { code: string; value: number; points: number }[] }
    expect(150 + contributions.reduce((sum, { points }) => sum + points, 0)).toBeGreaterThanOrEqual(shared.RiskScore)
    // Ten users of the ring, and the two purchases of this test, which count for each other immediately.
    expect(contributions.find(({ code }) => code === 'signal:users.device')?.value).toBe(11)
    expect(await audited()).toEqual(['Start'])
  })

  it('models of an environment are learnt from every event once, however many are read at a time', async () => {
    const client = await openClient(bench.store.target, 'test')
    const shares: number[] = []
    const ask: RunQuery = (text, values) => client.query(text, [...values])
    const whole = await loadTrainingData(ask, places.root, 'risk', () => undefined)
    const paged = await loadTrainingData(ask, places.root, 'risk', share => shares.push(share), 7)
    await client.end()
    expect(whole.sample.labels).toHaveLength(800)
    expect(paged).toEqual(whole)
    expect(shares.length).toBeGreaterThan(110)
    expect(shares.at(-1)).toBe(1)
  })

  it('models of an environment go back to another version, and to the shipped one, without a restart', async () => {
    const trained = await buy('f1', { user: 'new4', device: 'ring8' })
    expect((await call('POST', '/risk/versions/0/activate')).body).toMatchObject({ version: 0, active: true })
    expect((await call('POST', '/risk/versions/0/activate')).status).toBe(200)
    const shipped = await buy('f2', { user: 'new5', device: 'ring8' })
    expect(shipped.RiskScore).toBeLessThan(trained.RiskScore)
    expect((await call<Listed>('GET', '/risk')).body.versions.map(({ version, active }) => [version, active])).toEqual([
      [1, false],
      [0, true],
    ])
    await call('POST', '/risk/versions/1/activate')
    expect((await buy('f3', { user: 'new6', device: 'ring8' })).RiskScore).toBeGreaterThan(shipped.RiskScore)
    expect(await audited()).toEqual(['Start', 'Activate', 'Activate'])
    expect((await call('POST', '/risk/versions/9/activate')).status).toBe(404)
  })

  it('models of an environment are refused with the reason, and cancelled without a trace', {
    timeout: 60_000,
  }, async () => {
    const few = randomUUID()
    await call('PUT', `/bot/trainings/${few}`)
    await runPendingTrainings()
    expect((await call('GET', `/trainings/${few}`)).body).toMatchObject({
      state: 'refused',
      reason: 'tooFewLabels',
      rows: 0,
      frauds: 0,
      version: null,
    })
    now = new Date(now.getTime() + 1000)
    const stopped = randomUUID()
    await call('PUT', `/risk/trainings/${stopped}`)
    expect((await call('POST', `/trainings/${stopped}/cancel`)).body).toMatchObject({ state: 'cancelled' })
    await runPendingTrainings()
    expect((await call<Listed>('GET', '/risk')).body).toMatchObject({
      versions: [{ version: 1, active: true }, { version: 0 }],
      training: { id: stopped, state: 'cancelled' },
    })
    expect((await call('GET', `/trainings/${randomUUID()}`)).status).toBe(404)
  })

  it('the models stay as somebody chose while a training ran, and the trained version is stored beside them', {
    timeout: 60_000,
  }, async () => {
    now = new Date(now.getTime() + 1000)
    const trainingId = randomUUID()
    await call('PUT', `/risk/trainings/${trainingId}`)
    expect((await call('PUT', `/bot/trainings/${trainingId}`)).status).toBe(409)
    await runPendingTrainings(async task => {
      const learnt = await here(task)
      await call('POST', '/risk/versions/0/activate')
      return learnt
    })
    const { versions, training } = (await call<Listed>('GET', '/risk')).body
    expect(training).toMatchObject({ id: trainingId, state: 'done', version: 2 })
    expect(versions.map(({ version, active }) => [version, active])).toEqual([
      [2, false],
      [1, false],
      [0, true],
    ])
    await call('POST', '/risk/versions/1/activate')
    await bench.store.db.deleteFrom('model_version').where('version', '=', 2).execute()
  })

  it('the choice of a person also stands when a training ends at that very moment', { timeout: 60_000 }, async () => {
    let learnt: Awaited<ReturnType<typeof here>> | undefined
    for (let ms = 0; ms < 12; ms++) {
      now = new Date(now.getTime() + 1000)
      await call('PUT', `/risk/trainings/${randomUUID()}`)
      let chosen: Promise<{ status: number }> | undefined
      await runPendingTrainings(async task => {
        learnt ??= await here(task)
        chosen = new Promise(resolve => {
          setTimeout(resolve, ms)
        }).then(() => call('POST', '/risk/versions/0/activate'))
        return learnt
      })
      expect((await chosen)?.status).toBe(200)
      expect(
        (await call<Listed>('GET', '/risk')).body.versions.filter(({ active }) => active).map(({ version }) => version),
        `${ms} ms`,
      ).toEqual([0])
      await call('POST', '/risk/versions/1/activate')
    }
    await bench.store.db.deleteFrom('model_version').where('version', '>', 1).execute()
  })

  it('the training begins anew after a stop; one that fails is reported and does not delay the others', {
    timeout: 60_000,
  }, async () => {
    now = new Date(now.getTime() + 1000)
    const [first, second] = [randomUUID(), randomUUID()]
    await call('PUT', `/risk/trainings/${first}`)
    const runner = createTrainingRunner(bench.store.target)
    await runPendingTrainings((task, goOn) => {
      const trained = runner.perform(task, goOn)
      void runner.stop()
      return trained
    })
    expect((await call('GET', `/trainings/${first}`)).body).toMatchObject({ state: 'running', version: null })
    now = new Date(now.getTime() + 1000)
    await call('PUT', `/bot/trainings/${second}`)
    await runPendingTrainings(task => (task.kind === 'risk' ? Promise.reject(new Error('Broken')) : here(task)))
    expect((await call('GET', `/trainings/${first}`)).body).toMatchObject({ state: 'failed', version: null })
    expect((await call('GET', `/trainings/${second}`)).body).toMatchObject({ state: 'refused' })
  })

  it('models of an environment are trained anew a week later, when enough labels have come', {
    timeout: 60_000,
  }, async () => {
    now = new Date(start + 95 * day)
    await bench.store.db
      .updateTable('event_label')
      .set({ received_at: new Date(start + 80 * day) })
      .execute()
    await runPendingTrainings()
    expect((await call<Listed>('GET', '/risk')).body.versions).toHaveLength(2)
    await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        buy(`later${index}`, { user: `l${index}`, device: index % 6 === 0 ? 'ringlater' : `l${index}` }).then(() =>
          label(`later${index}`, index % 6 === 0),
        ),
      ),
    )
    await runPendingTrainings()
    const { versions } = (await call<Listed>('GET', '/risk')).body
    expect(versions.map(({ version, trainedBy }) => [version, trainedBy])).toEqual([
      [2, null],
      [1, 'Name of engineer'],
      [0, null],
    ])
  })

  it('models of an environment are shown to those who may read rules, and changed by those who may write them', async () => {
    expect((await call('GET', '/risk', { as: 'viewer' })).status).toBe(200)
    for (const [method, path] of [
      ['PUT', `/risk/trainings/${randomUUID()}`],
      ['POST', '/risk/versions/0/activate'],
      ['POST', `/trainings/${randomUUID()}/cancel`],
    ] as const) {
      expect(await call(method, path, { as: 'viewer' })).toMatchObject({ status: 403 })
    }
    expect((await call('GET', '/risk', { as: 'support' })).status).toBe(403)
    expect((await call('GET', '/risk', { as: 'outsider' })).status).toBe(404)
    expect((await call('GET', '/risk', { environment: places.foreign })).status).toBe(404)
    expect((await call('GET', '/risk/versions/1', { environment: places.eu })).status).toBe(404)
    expect((await call('GET', '/other')).status).toBe(422)
    for (const [version, expected] of [
      ['99999999999', 422],
      ['2147483647', 404],
      ['-1', 422],
      ['1.5', 400],
      ['x', 400],
    ] as const) {
      expect([version, (await call('GET', `/risk/versions/${version}`)).status]).toEqual([version, expected])
      expect([version, (await call('POST', `/risk/versions/${version}/activate`)).status]).toEqual([version, expected])
    }
  })
})
