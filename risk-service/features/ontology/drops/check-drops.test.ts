import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FieldDrop, Notification } from '../../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { checkFieldDrops } from './check-drops.ts'
import { findStreams } from './fill-store.ts'

const hour = 3_600_000
const day = 24 * hour

let bench: ConsoleBench
let clock = now
const check = () =>
  checkFieldDrops({ ports: { db: bench.store.db, clock: () => clock, newId: randomUUID }, live: bench.live })
const drops = async (as = 'engineer', environment: string = places.root) =>
  (await bench.call(as, 'GET', `/environments/${environment}/ontology/purchase/drops`)).json as FieldDrop[]
const notified = async () => {
  const { items } = (await bench.call('admin', 'GET', '/notifications')).json as unknown as { items: Notification[] }
  return items.filter(({ event }) => event === 'FieldDropped')
}

/** Stores purchases of one hour, one a minute. */
async function buy(
  start: number,
  minutes: number,
  client: string,
  fields: object,
  environmentId: string = places.root,
) {
  const { db } = bench.store
  const keys = Array.from({ length: minutes }, (_, minute) => ({
    environment_id: environmentId,
    at: new Date(start + minute * 60_000),
    event_id: randomUUID(),
  }))
  await db
    .insertInto('event')
    .values(
      keys.map(key => ({
        ...key,
        event_type: 'purchase',
        external_id: key.event_id,
        assessment_type: 'Protect',
        decision: 'Approve',
        reason: '',
        risk_score: 0,
      })),
    )
    .execute()
  await db
    .insertInto('event_body')
    .values(
      keys.map(key => ({
        ...key,
        request: JSON.stringify(fields),
        enrichment: JSON.stringify({ apiClient: client }),
        explanation: '{}',
      })),
    )
    .execute()
  const hours = Map.groupBy(keys, ({ at }) => Math.floor(at.getTime() / hour) * hour)
  for (const [at, some] of hours)
    await db
      .insertInto('event_hour')
      .values({
        environment_id: environmentId,
        event_type: 'purchase',
        hour: new Date(at),
        decision: 'Approve',
        score_band: 1,
        events: some.length,
        amount_usd: 0,
      })
      .onConflict(conflict => conflict.doNothing())
      .execute()
}
const whole = { currency: 'EUR', salesTax: 1, user: { userId: 'u-1', email: 'kim@contoso.com' } }

beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  await db
    .insertInto('api_client')
    .values({
      client_id: 'shop',
      tenant_id: places.tenant,
      environment_id: places.root,
      principal_id: randomUUID(),
      display_name: 'Web shop',
    })
    .execute()
  // 40 events of each client in the same hour of the six days before.
  for (let n = 1; n <= 6; n++) {
    await buy(now.getTime() - n * day - 50 * 60_000, 40, 'shop', whole)
    await buy(now.getTime() - n * day - 49.5 * 60_000, 40, 'app', whole)
  }
  // In the last hour nobody sends the address, and only the latest two events have the tax.
  const user = { userId: 'u-1' }
  await buy(now.getTime() - 50 * 60_000, 38, 'shop', { currency: 'EUR', user })
  await buy(now.getTime() - 12 * 60_000, 2, 'shop', { ...whole, user })
  await buy(now.getTime() - 49.5 * 60_000, 40, 'app', whole)
  // Five events are no evidence.
  await buy(now.getTime() - 45 * 60_000, 5, 'shop', {}, places.eu)
})
afterAll(() => bench.close())

it('fields that one API client no longer sends are reported once, with what it means', async () => {
  await check()
  await check()
  const dropped = {
    environmentId: places.root,
    client: { id: 'shop', name: 'Web shop' },
    usual: { filled: 240, events: 240 },
    isMissingLimited: false,
    since: new Date(now.getTime() - hour).toISOString(),
  }
  expect(await drops()).toMatchObject([
    { ...dropped, field: 'user.email', recent: { filled: 0, events: 40 }, missing: 40 },
    { ...dropped, field: 'salesTax', recent: { filled: 2, events: 40 }, missing: 38 },
  ])
  expect(await notified()).toMatchObject([
    { type: 'Warning', environmentId: places.root, params: { more: 1, client: 'Web shop' } },
  ])
})
it('the number of events without the field is a lower bound where an hour was not read to its end', async () => {
  const { db } = bench.store
  const fills = db
    .updateTable('field_fill')
    .where('client_id', '=', 'app')
    .where('field', '=', '')
    .where('hour', '=', new Date(Math.floor((now.getTime() - hour) / hour) * hour))
  await fills.set({ events: 1990 }).execute()
  expect((await drops()).map(({ isMissingLimited }) => isMissingLimited)).toEqual([true, true])
})
it('drops are seen in the environments of the caller alone', async () => {
  expect(await drops('local', places.eu)).toEqual([])
  for (const [as, environment, status] of [
    ['local', places.root, 404],
    ['outsider', places.root, 404],
    ['engineer', places.foreign, 404],
  ] as const)
    expect((await bench.call(as, 'GET', `/environments/${environment}/ontology/purchase/drops`)).status).toBe(status)
})
it('a drop ends by itself when the field is back, and not before', async () => {
  clock = new Date(now.getTime() + 30 * 60_000)
  await buy(now.getTime() + 60_000, 10, 'shop', whole)
  await check()
  expect(await drops()).toHaveLength(2)
  clock = new Date(now.getTime() + 70 * 60_000)
  await buy(now.getTime() + 20 * 60_000, 40, 'shop', whole)
  await check()
  expect(await drops()).toEqual([])
  expect(await notified()).toHaveLength(1)
})
it.each([
  ['a week after it was found, when the absence is usual', { found_at: new Date(now.getTime() - 170 * hour) }],
  ['when its API client has sent nothing for a day', { client_id: 'gone' }],
])('a drop ends %s', async (_, fields) => {
  const { db } = bench.store
  const drop = {
    environment_id: places.root,
    event_type: 'purchase',
    client_id: 'shop',
    since: now,
    found_at: now,
    ended_at: null,
    usual_filled: 240,
    usual_events: 240,
    recent_filled: 0,
    recent_events: 40,
    q: 0,
  }
  await db
    .insertInto('field_drop')
    .values([
      { ...drop, id: randomUUID(), field: 'stale', ...fields },
      { ...drop, id: randomUUID(), field: 'recent' },
    ])
    .execute()
  await check()
  expect((await drops()).map(({ field }) => field)).toEqual(['recent'])
  await db.deleteFrom('field_drop').execute()
})
it('an hour whose events cannot be read is counted once', async () => {
  const { db } = bench.store
  const key = { environment_id: places.root, event_type: 'gone', hour: new Date(now.getTime() - 30 * hour) }
  await db
    .insertInto('event_hour')
    .values({ ...key, decision: 'Approve', score_band: 1, events: 50, amount_usd: 0 })
    .execute()
  await check()
  const counted = db.selectFrom('field_fill').select(['field', 'events']).where('event_type', '=', 'gone')
  expect(await counted.execute()).toEqual([{ field: '', events: 0 }])
  await sql`update field_fill set events = 7 where event_type = 'gone'`.execute(db)
  await check()
  expect(await counted.execute()).toEqual([{ field: '', events: 7 }])
})
it('assessments are compared however many hours wait to be counted', async () => {
  expect(await findStreams(bench.store.db, now, 20)).toEqual([{ environmentId: places.root, eventType: 'purchase' }])
})
