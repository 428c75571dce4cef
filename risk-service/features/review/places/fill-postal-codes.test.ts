import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventPlaces } from '../../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { fillPostalCodes } from './fill-postal-codes.ts'

const dayMs = 86_400_000
let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())

async function insert(number: number, type: string, request: object, days = 0): Promise<void> {
  const { db } = bench.store
  const id = `00000000-0000-4000-8000-00000000000${number}`
  const key = { environment_id: places.eu, at: new Date(now.getTime() - days * dayMs - number), event_id: id }
  await db
    .insertInto('event')
    .values({
      ...key,
      event_type: type,
      external_id: id,
      assessment_type: 'Protect',
      decision: 'Approve',
      reason: '',
      risk_score: 1,
    })
    .execute()
  await db
    .insertInto('event_body')
    .values({ ...key, request: JSON.stringify(request), enrichment: '{}', explanation: '{}' })
    .execute()
  await db
    .insertInto('event_key')
    .values({ ...key, event_type: type, external_id: id, answer: '{}' })
    .execute()
}
const codes = async (): Promise<string[]> => {
  const { db } = bench.store
  const rows = await db
    .selectFrom('event_entity')
    .select(['event_type', 'entity_type', 'entity_value'])
    .orderBy('event_type')
    .orderBy('entity_value')
    .execute()
  return rows.map(row => Object.values(row).join(' '))
}
const countsOfFirst = async () => {
  const path = `/environments/${places.eu}/events/purchase/00000000-0000-4000-8000-000000000001/places`
  const { json } = await bench.call('support', 'GET', path)
  return (json as EventPlaces).places.map(({ otherEvents }) => otherEvents?.count ?? null)
}
const fill = (runMs: number) =>
  fillPostalCodes({ db: bench.store.db, clock: () => now }, { events: 1, runMs, rest: () => Promise.resolve() })

it('events of the last 90 days get their postal codes in slices, and until then the map counts none', async () => {
  await insert(1, 'purchase', {
    shippingAddress: { country: 'US', zipCode: '98101-1234' },
    paymentInstrumentList: [
      { billingAddress: { country: 'us', zipCode: ' 98101 ' } },
      { billingAddress: { country: 'GB', zipCode: 'SW1A 1AA' } },
      {},
    ],
  })
  await insert(2, 'accountcreation', {
    address: [
      { addressType: 'Alternative', countryRegion: 'DE', zipCode: '10115' },
      { addressType: 'Primary', countryRegion: 'FR', zipCode: '75001' },
    ],
    paymentInstruments: [{ billingAddress: { countryRegion: 'IT', zipCode: '00118' } }],
  })
  await insert(3, 'purchase', { shippingAddress: { zipCode: '1' }, paymentInstrumentList: 'none', address: 'x' })
  await insert(4, 'purchase', { shippingAddress: { country: 'US', zipCode: '1' } }, 91)
  await bench.store.db
    .insertInto('postal_code_filling')
    .values({ environment_id: places.eu, reached: new Date(now.getTime() + 1) })
    .execute()
  const ofPurchase = ['purchase postalCode gb sw1a1aa', 'purchase postalCode us 98101']

  expect(await fill(0)).toBe(true)
  expect(await codes()).toEqual(ofPurchase)
  expect(await countsOfFirst()).toEqual([null, null, null])
  expect(await fill(60_000)).toBe(false)
  expect(await codes()).toEqual([
    'accountcreation postalCode fr 75001',
    'accountcreation postalCode it 00118',
    ...ofPurchase,
  ])
  expect(await countsOfFirst()).toEqual([0, 0, 0])
})

it('an environment that is being removed is not filled', async () => {
  const { db } = bench.store
  await db.insertInto('postal_code_filling').values({ environment_id: places.us, reached: now }).execute()
  await db.updateTable('environment').set({ status: 'Deleting' }).where('id', '=', places.us).execute()
  expect(await fill(60_000)).toBe(false)
  expect(await db.selectFrom('postal_code_filling').select('environment_id').execute()).toHaveLength(1)
})
