import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCallRegistry } from '../../../engine/calls/call-registry.ts'
import { closedHttp } from '../../../engine/calls/closed-http.ts'
import { createSecretCipher } from '../../../engine/calls/secret-encryption.ts'
import { openVelocityStore, type VelocityStore } from '../../../engine/velocities/index.ts'
import { createAssessment } from '../../../features/assessments/create-assessment.ts'
import { loadBackfills, startBackfill } from '../../../features/velocities/backfill/backfill.ts'
import { runBackfills } from '../../../features/velocities/backfill/run-backfill.ts'
import { findContributingEvents } from '../../../features/velocities/velocity-values.ts'
import { minimalPurchase, type RiskApiUnderTest, startRiskApi } from '../testing/risk-api-bench.ts'

let api: RiskApiUnderTest
let store: VelocityStore
/** Commits whose notification is lost: the process is killed between the write and `apply`. */
let deaf = false
beforeAll(async () => {
  api = await startRiskApi({
    // A busy machine must not delay a purchase: late ones are accepted and not counted.
    purchaseTimeoutMs: 5000,
    calls: ports =>
      createCallRegistry({
        ...ports,
        http: closedHttp,
        cipher: createSecretCipher('a key of an installation for tests'),
      }),
    velocities: async ports => {
      store = await openVelocityStore(ports, { foldIntervalMs: 50, timeoutMs: 5000 })
      return {
        ...store,
        apply: (...of) => {
          if (!deaf) store.apply(...of)
        },
      }
    },
  })
  await createAssessment(api.store.db, {
    id: randomUUID(),
    environmentId: api.ids.root,
    kind: 'wizard',
    template: 'CardPayment',
    apiName: 'Cards',
    friendlyName: 'Cards',
    hasLabel: true,
    observations: [
      { apiName: 'Bank', template: 'Bank' },
      { apiName: 'Loop', template: 'Bank' },
    ],
    sample: {},
    author: { id: randomUUID(), name: 'Test' },
  })
  await addSet(api.ids.root, [
    'SELECT Count() AS backs FROM Chargeback GROUPBY @"purchase.user.userId"',
    'SELECT Sum(@"amount") AS lost FROM Chargeback WHEN @"status" == "Accepted" GROUPBY @"userId"',
    'SELECT Count() AS declined FROM BankEvent WHEN @"status" == "Declined" GROUPBY @"purchase.user.email"',
    'SELECT DistinctCount(@"metadata.primaryEventId") AS seen FROM Cards:Bank GROUPBY @"bank.bankResponseCode"',
  ])
  await addSet(api.ids.child, ['SELECT Count() AS ownDeclined FROM BankEvent GROUPBY @"type"'])
})
afterAll(() => api.close())

async function addSet(environmentId: string, texts: string[]): Promise<string> {
  const id = randomUUID()
  const body = { name: `Set ${id}`, description: '', condition: '', velocities: texts.map(text => ({ text })) }
  await api.store.db
    .insertInto('velocity_set')
    .values({
      id,
      environment_id: environmentId,
      name: body.name,
      status: 'active',
      version: 1,
      body: JSON.stringify(body),
      published_by: randomUUID(),
      published_by_name: 'Test',
      published_at: new Date(),
    })
    .execute()
  const names = texts.map(text => / AS (\w+) /.exec(text)?.[1]?.toLowerCase() ?? '')
  await api.store.db
    .insertInto('velocity')
    .values(names.map(name => ({ environment_id: environmentId, name, id: randomUUID(), set_id: id })))
    .execute()
  await api.engine.reloadRules()
  return id
}
type Json = Record<string, unknown>
const events = '/v1.0/MerchantServices/events'
async function send(event: string, body: Json, environment = api.ids.root): Promise<void> {
  const { status, text } = await api.send(
    { _metadata: {}, ...body },
    { path: event.startsWith('/') ? event : `${events}/${event}`, headers: { 'x-ms-dfpenvid': environment } },
  )
  expect([status, text]).toEqual([200, expect.stringMatching(/"succeeded":true/i)])
}
async function buy(user: string, environment = api.ids.root): Promise<string> {
  const purchase = minimalPurchase({ user: { userId: user, email: `${user}@example.com` } })
  expect((await api.send(purchase, { headers: { 'x-ms-dfpenvid': environment } })).status).toBe(200)
  return String(purchase.purchaseId)
}
const chargeback = (purchaseId: string, more: Json = {}): Json => ({
  chargebackId: `cb-${purchaseId}`,
  purchaseId,
  userId: `of-${purchaseId}`,
  status: 'Accepted',
  bankEventTimestamp: '2025-04-02T10:00:00Z',
  amount: 12.5,
  ...more,
})
const bankEvent = (purchaseId: string, more: Json = {}): Json => ({
  bankEventId: `be-${purchaseId}`,
  purchaseId,
  type: 'Auth',
  status: 'Declined',
  ...more,
})
const read = async (velocity: string, key: string, environment = api.ids.root) =>
  (await api.engine.velocities.read(environment, [{ velocity, key, window: { count: 1, unit: 'd' } }], new Date()))[0]

test('a chargeback counts once by its own attributes and those of its purchase; sent again or changed it adds nothing and takes nothing back', async () => {
  const id = await buy('ann')
  await send('Chargeback', chargeback(id))
  expect([await read('backs', 'ann'), await read('lost', `of-${id}`)]).toEqual([1, 12.5])
  await Promise.all([1, 2, 3].map(() => send('Chargeback', chargeback(id))))
  await send('Chargeback', chargeback(id, { status: 'Reversed', amount: 99 }))
  await store.flush()
  await send('Chargeback', chargeback(id))
  expect([await read('backs', 'ann'), await read('lost', `of-${id}`)]).toEqual([1, 12.5])
  // A stage of its own is a separate event.
  await send('Chargeback', chargeback(id, { bankEventTimestamp: '2025-04-03T10:00:00Z', status: 'Disputed' }))
  expect([await read('backs', 'ann'), await read('lost', `of-${id}`)]).toEqual([2, 12.5])
})

test('many data events and their repeats at once count once each', async () => {
  const id = await buy('many')
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => send('BankEvent', bankEvent(id, { bankEventId: `many-${n % 10}` }))),
  )
  expect(await read('declined', 'many@example.com')).toBe(10)
})

test('a bank event of an environment below counts for it and for the one above; a foreign one for neither', async () => {
  const id = await buy('bob', api.ids.child)
  await send('BankEvent', bankEvent(id), api.ids.child)
  await send('BankEvent', bankEvent('unknown', { type: 'Charge' }), api.ids.child)
  expect([
    await read('declined', 'bob@example.com'),
    await read('ownDeclined', 'Auth', api.ids.child),
    await read('ownDeclined', 'Charge', api.ids.child),
  ]).toEqual([1, 1, 1])
  expect(
    (
      await api.send(
        { _metadata: {}, ...bankEvent(id, { type: 'Charge' }) },
        { path: `${events}/BankEvent`, token: 'theirs' },
      )
    ).status,
  ).toBe(200)
  expect([await read('declined', 'bob@example.com'), await read('ownDeclined', 'Charge', api.ids.child)]).toEqual([
    1, 1,
  ])
})

test('an observation of an assessment of the tenant counts by its key', async () => {
  const observe = (eventId: string, primaryEventId: string) =>
    send('/v1.0/assessment/Cards/observation/Bank', {
      metadata: { primaryEventId, eventId, timestamp: '2025-06-01T12:31:00Z' },
      bank: { type: 'Auth', status: 'Declined', bankResponseCode: '05' },
    })
  await observe('ob-1', 'c-1')
  await observe('ob-1', 'c-2')
  expect(await read('seen', '05')).toBe(1)
  await observe('ob-2', 'c-2')
  await observe('ob-3', 'c-2')
  expect(await read('seen', '05')).toBe(2)
})

test('an observation whose velocity sends observations of its kind does not do so for ever', async () => {
  const body = { name: 'Again', description: '', target: { environmentId: api.ids.root, eventType: 'Cards' } }
  await api.store.db
    .insertInto('external_assessment')
    .values({
      id: randomUUID(),
      environment_id: api.ids.root,
      name: body.name,
      version: 1,
      body: JSON.stringify(body),
      created_at: new Date(),
      updated_at: new Date(),
      updated_by: randomUUID(),
      updated_by_name: 'Test',
    })
    .execute()
  await addSet(api.ids.root, [
    'LET $o = Assessments.Again.Observe("Loop", $baseInput = @@)\nSELECT Count() AS loops FROM Cards:Loop WHEN $o.succeeded != "maybe" GROUPBY @"metadata.primaryEventId"',
  ])
  await send('/v1.0/assessment/Cards/observation/Loop', {
    metadata: { primaryEventId: 'loop', timestamp: '2025-06-01T12:31:00Z' },
    bank: { type: 'Auth', status: 'Declined' },
  })
  expect(
    await api.store.db.selectFrom('data_event').select('event_type').where('subject_id', '=', 'loop').execute(),
  ).toHaveLength(4)
  expect(await read('loops', 'loop')).toBe(4)
})

test('a service that is killed after a commit finds the event in the log, and a retry adds nothing', async () => {
  const id = await buy('eve')
  deaf = true
  await send('Chargeback', chargeback(id))
  deaf = false
  expect(await read('backs', 'eve')).toBe(0)
  await send('Chargeback', chargeback(id))
  const info = api.engine.velocities.find(api.ids.root, 'backs')
  if (info === null) throw new Error('There is no velocity.')
  const next = await openVelocityStore(api.ports, { foldIntervalMs: 1_000_000, timeoutMs: 5000 })
  expect(await next.reader(new Date()).read(info, 'eve', { count: 1, unit: 'd' })).toBe(1)
  await next.close()
})

test('a purchase that cannot be read: the event is accepted, and what it should have counted is counted as missed', async () => {
  const id = await buy('joe')
  const before = store.figures().notCounted
  await sql`alter table event_body rename to event_body_away`.execute(api.store.db)
  try {
    await send('Chargeback', chargeback(id))
    expect(store.figures().notCounted).toBe(before + 2)
    // No velocity names these, so that nothing is read for them.
    await send('Refund', { refundId: 'r', purchaseId: id, userId: 'joe' })
    expect(
      (await api.send({ _metadata: {}, ...chargeback(id) }, { path: `${events}/Chargeback`, token: 'theirs' })).status,
    ).toBe(200)
    expect(store.figures().notCounted).toBe(before + 2)
  } finally {
    await sql`alter table event_body_away rename to event_body`.execute(api.store.db)
  }
  expect(await read('backs', 'joe')).toBe(0)
  expect(
    await api.store.db
      .selectFrom('data_event')
      .select('event_type')
      .where('subject_id', '=', id)
      .where('environment_id', '=', api.ids.root)
      .execute(),
  ).toHaveLength(2)
})

test('the events behind a velocity of chargebacks are not said to be all', async () => {
  expect(
    await findContributingEvents(
      { db: api.store.db, scope: [api.ids.root], velocities: api.engine.velocities },
      { environmentId: api.ids.root, velocity: 'backs', key: 'ann', window: '1d', at: new Date(), limit: 10 },
    ),
  ).toMatchObject({ rows: [], complete: false })
})

test('a back-fill counts stored data events that a set names, in the environment and below, as often as they came', async () => {
  const [above, below] = [await buy('liz'), await buy('liz', api.ids.child)]
  await send('Chargeback', chargeback(above))
  await send('Chargeback', chargeback(above))
  await send('Chargeback', chargeback(below), api.ids.child)
  await send('/v1.0/assessment/Cards/observation/Bank', {
    metadata: { primaryEventId: 'h', eventId: 'h-1', timestamp: '2025-06-01T12:31:00Z' },
    bank: { type: 'Auth', status: 'Declined', bankResponseCode: '51' },
  })
  const setId = await addSet(api.ids.root, [
    'SELECT Count() AS pastBacks FROM Purchase, Chargeback GROUPBY @"purchase.user.userId"',
    'SELECT Count() AS pastSeen FROM cards:bank GROUPBY @"bank.bankResponseCode"',
    'SELECT Count() AS pastBuys FROM Purchase GROUPBY @"user.userId"',
  ])
  const deps = {
    db: api.store.db,
    clock: () => new Date(),
    log: api.ports.log,
    velocities: api.engine.velocities,
    settleMs: 0,
  }
  await startBackfill(deps, api.ids.root, setId, 1)
  expect([await read('pastBacks', 'liz'), await read('pastSeen', '51')]).toEqual([0, 0])
  // The events in between are counted live by the second counters; here the clock is set after them.
  const later = { ...deps, clock: () => new Date(Date.now() + 60_000) }
  expect(await runBackfills(later)).toEqual({ again: null })
  expect([await read('pastBacks', 'liz'), await read('pastSeen', '51'), await read('pastBuys', 'liz')]).toEqual([
    2, 1, 2,
  ])
  const filled = (await loadBackfills(api.store.db, [setId])).get(setId)
  expect([filled?.state, filled?.events]).toEqual(['done', filled?.total])
  await send('Chargeback', chargeback(above, { bankEventTimestamp: '2025-05-01T10:00:00Z' }))
  expect(await read('pastBacks', 'liz')).toBe(3)
})
