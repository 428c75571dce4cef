import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventPlaces } from '../../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { storePurchase } from '../testing/stored-purchase.ts'

const hour = 3_600_000
let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())

const insert = (externalId: string, hoursAgo: number, request: Record<string, unknown>) =>
  storePurchase(bench.store, {
    environmentId: places.eu,
    externalId,
    at: new Date(now.getTime() - hoursAgo * hour),
    request,
  })
const read = (id: string) => bench.call('support', 'GET', `/environments/${places.eu}/events/purchase/${id}/places`)
const address = (city: string, country = 'US') => ({ street1: '1 Main St', city, zipCode: '1', country })
const order = (more: Record<string, unknown> = {}) => ({
  deviceContext: { ipAddress: '203.0.113.7' },
  paymentInstrumentList: [{ billingAddress: address('New York') }],
  shippingAddress: address('Seattle'),
  ...more,
})
const counts = async (id: string) =>
  ((await read(id)).json as EventPlaces).places.map(({ id: place, otherEvents }) => [
    place,
    otherEvents && [otherEvents.sharing, otherEvents.count],
  ])
it('counts the other events with the same IP address or postal code in 90 days', async () => {
  await insert('first', 0, order())
  await insert('same-ip', 1, order({ shippingAddress: address('Portland', 'CA'), paymentInstrumentList: [] }))
  await insert('same-code', 2, order({ deviceContext: { ipAddress: '203.0.113.99' } }))
  await insert('same-city', 2, { shippingAddress: { ...address('Seattle'), zipCode: '2' } })
  await insert('too-old', 91 * 24, order())
  await insert('store', 3, { user: { userId: 'other' }, storeAddress: 'Pier 1' })
  expect(await counts('first')).toEqual([
    ['ip', ['ip', 1]],
    ['billing-1', ['postalCode', 1]],
    ['shipping', ['postalCode', 1]],
  ])
  expect(await counts('same-ip')).toEqual([
    ['ip', ['ip', 1]],
    ['shipping', ['postalCode', 0]],
  ])
  expect(await counts('store')).toEqual([['store', null]])
})
it('counts an event once that is billed and shipped to one postal code, however the code is written', async () => {
  const at = (zipCode: string) => ({ shippingAddress: { country: 'gb', zipCode } })
  await insert('gb-1', 0, at('SW1A 1AA'))
  await insert('gb-2', 0, {
    ...at('sw1a1aa'),
    paymentInstrumentList: [{ billingAddress: at('SW1A-1AA').shippingAddress }],
  })
  expect(await counts('gb-1')).toEqual([['shipping', ['postalCode', 1]]])
  await insert('us-1', 0, { shippingAddress: { country: 'US', zipCode: '98101-1234' } })
  await insert('us-2', 0, { shippingAddress: { country: 'US', zipCode: '98101' } })
  await insert('de', 0, { shippingAddress: { country: 'DE', zipCode: '98101' } })
  expect(await counts('us-1')).toEqual([['shipping', ['postalCode', 1]]])
})
it('counts the same address where a country has no postal codes, and nothing without a street', async () => {
  const dubai = { street1: '1 Creek Rd', city: 'Dubai', country: 'AE' }
  await insert('ae-1', 0, { shippingAddress: dubai })
  await insert('ae-2', 0, { shippingAddress: dubai })
  await insert('ae-3', 0, { shippingAddress: { city: 'Dubai', country: 'AE' } })
  expect(await counts('ae-1')).toEqual([['shipping', ['address', 1]]])
  expect(await counts('ae-3')).toEqual([['shipping', null]])
})
it('counts no more than 10,000 events, and says that there may be more', async () => {
  await insert('busy', 0, { shippingAddress: { country: 'FR', zipCode: '75001' } })
  const more = (number: number) =>
    sql`insert into event_entity (environment_id, entity_type, entity_value, at, event_id, event_type, display)
      select ${places.eu}::uuid, 'postalCode', 'fr 75001', ${now}::timestamptz, gen_random_uuid(), 'purchase', ''
      from generate_series(1, ${number}::int)`.execute(bench.store.db)
  const counted = async () => ((await read('busy')).json as EventPlaces).places[0]?.otherEvents
  await more(10_000)
  expect(await counted()).toEqual({ sharing: 'postalCode', count: 10_000, complete: true })
  await more(1)
  expect(await counted()).toEqual({ sharing: 'postalCode', count: 10_000, complete: false })
})
