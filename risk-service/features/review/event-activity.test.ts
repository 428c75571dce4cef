import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActivityEntry, ActivityFigures } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { storePurchase } from './testing/stored-purchase.ts'

let bench: ConsoleBench
const hour = 3_600_000
const before = (hours: number) => new Date(now.getTime() - hours * hour)
const insert = (
  externalId: string,
  hours: number,
  more: Record<string, unknown> = {},
  environmentId: string = places.eu,
) =>
  storePurchase(bench.store, {
    environmentId,
    externalId,
    at: before(hours),
    request: {
      purchaseId: externalId,
      merchantLocalDate: before(hours).toISOString(),
      totalAmount: 10,
      currency: 'USD',
      user: { userId: 'u-1' },
      paymentInstrumentList: [
        { merchantPaymentInstrumentId: 'pi-1', holderName: 'Ada Lovelace', billingAddress: { city: 'London' } },
      ],
      ...more,
    },
  })
const report = (eventType: string, id: string, hours: number, body: object, environmentId: string = places.eu) =>
  bench.store.db
    .insertInto('data_event')
    .values({
      environment_id: environmentId,
      at: before(hours),
      data_id: randomUUID(),
      event_type: eventType,
      event_key: randomUUID(),
      entity_id: 'x',
      subject_type: 'purchase',
      subject_id: id,
      happened_at: before(hours),
      received_at: before(hours),
      correlation_id: null,
      body: JSON.stringify(body),
    })
    .execute()

beforeAll(async () => {
  bench = await openConsoleBench()
  await insert('now', 0, { totalAmount: 99 })
  await insert('after', -1)
  await insert('try-2', 2, { originalOrderId: 'order' })
  await insert('elsewhere', 2.5, {}, places.us)
  await insert('order', 3, { user: { userId: 'U-1' } })
  await insert('old', 24 * 30, { paymentInstrumentList: [{ merchantPaymentInstrumentId: 'pi-2' }] })
  await insert('stranger', 1, { user: { userId: 'u-2' } })
  await insert('nobody', 1, { user: {} })
  await report('purchasestatus', 'try-2', 1, { statusType: 'Approved', reason: 'OK' })
  await report('purchasestatus', 'try-2', 1.5, { statusType: 'Pending' })
  await report('purchasestatus', 'try-2', 0.5, { statusType: 'Rejected' }, places.us)
  await report('bankevent', 'try-2', 1.7, { status: 'Declined', bankResponseCode: '51' })
})
afterAll(() => bench.close())

const call = (rest: string, id = 'now', who = 'support', environment: string = places.eu) =>
  bench.call(who, 'GET', `/environments/${environment}/events/purchase/${encodeURIComponent(id)}/activity${rest}`)
const page = async (rest = '', id = 'now', environment: string = places.eu) =>
  (await call(rest, id, 'support', environment)).json as { entries: ActivityEntry[]; next: string | null }
const idsOf = ({ entries }: { entries: ActivityEntry[] }) => entries.map(({ row }) => row.externalId)

describe('previous activity', () => {
  it('the earlier events of the user come newest first, with order, status, bank and holder', async () => {
    const found = await page()
    expect([idsOf(found), found.next]).toEqual([['try-2', 'order', 'old'], null])
    expect(found.entries[0]).toMatchObject({
      originalOrderId: 'order',
      holder: 'Ada Lovelace',
      billingCity: 'London',
      status: { type: 'Approved', reason: 'OK', at: before(1).toISOString() },
      bank: { status: 'Declined', code: '51', at: before(1.7).toISOString() },
    })
    expect(found.entries[2]).toMatchObject({ originalOrderId: null, holder: null, status: null, bank: null })
  })
  it('the events come page by page', async () => {
    const first = await page('?limit=2')
    expect(idsOf(first)).toEqual(['try-2', 'order'])
    const second = await page(`?limit=2&cursor=${encodeURIComponent(first.next ?? '')}`)
    expect([idsOf(second), second.next]).toEqual([['old'], null])
  })
  it('a parent includes the environments below it', async () => {
    await insert('at the root', 0, {}, places.root)
    expect(idsOf(await page('', 'at the root', places.root))).toContain('elsewhere')
    expect(idsOf(await page())).not.toContain('elsewhere')
  })
  it('an event without a user has none', async () => {
    expect(await page('', 'nobody')).toEqual({ entries: [], next: null })
    expect((await call('/figures', 'nobody')).json).toMatchObject({ userId: null, complete: true })
  })
  it('what is no cursor, limit or event is refused, also in another environment or tenant', async () => {
    for (const rest of ['?cursor=x', '?cursor=["2025","x"]', '?limit=0', '?limit=101'])
      expect([rest, (await call(rest)).status]).toEqual([rest, 422])
    expect((await call('?cursor=x')).body).toMatchObject({ details: { issues: [{ path: ['cursor'] }] } })
    for (const rest of ['', '/figures']) {
      expect((await call(rest, 'nothing')).status).toBe(404)
      expect((await call(rest, 'now', 'support', places.us)).status).toBe(404)
      expect((await call(rest, 'now', 'outsider')).status).toBe(404)
      expect((await call(rest, 'now', 'application')).status).toBe(404)
    }
  })
})

describe('figures of the activity', () => {
  it('figures come from the stored events: two attempts are one, the event itself is none', async () => {
    const found = (await call('/figures')).json as ActivityFigures
    expect(found).toMatchObject({ userId: 'u-1', instruments: ['pi-1'], complete: true, at: now.toISOString() })
    const of = (measure: string) => found.rows.find(row => row.measure === measure)?.now
    expect(of('count')).toEqual({ hour: 0, day: 1, week: 1, all: 2 })
    expect(of('sum')).toEqual({ hour: 0, day: 1000, week: 1000, all: 2000 })
    expect(of('successfulCount')).toEqual({ hour: 0, day: 1, week: 1, all: 1 })
    expect(of('instrumentCount')).toEqual({ hour: 0, day: 1, week: 1, all: 1 })
    expect(of('instruments')).toEqual({ hour: 0, day: 1, week: 1, all: 2 })
  })
})
