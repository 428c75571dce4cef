import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EntityUsers } from '../../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { storePurchase } from '../testing/stored-purchase.ts'

const day = 86_400_000
let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())

const insert = (externalId: string, daysAgo: number, userId: string, more: Record<string, unknown> = {}) =>
  storePurchase(bench.store, {
    environmentId: places.eu,
    externalId,
    at: new Date(now.getTime() - daysAgo * day),
    request: { user: { userId, email: 'shared@example.com' }, ...more },
  })
const read = (id: string, environment: string = places.eu, who = 'support') =>
  bench.call(who, 'GET', `/environments/${environment}/events/purchase/${id}/users`)
const device = (id: string, instrument: string) => ({
  deviceContext: { externalDeviceId: id },
  paymentInstrumentList: [{ merchantPaymentInstrumentId: instrument }],
})

it('counts the other users of each entity in 90 days, whatever their spelling, and the instruments of a device', async () => {
  await insert('now', 0, 'Ann', device('d-1', 'pi-1'))
  await insert('again', 1, 'ANN', device('d-1', 'pi-2'))
  await insert('other', 2, 'bob', device('D-1', 'pi-1'))
  await insert('third', 3, 'eve', device('d-1', 'pi-3'))
  await insert('old', 91, 'zoe', device('d-1', 'pi-9'))
  const { json, status } = await read('now')
  expect(status).toBe(200)
  const counts = Object.fromEntries((json as EntityUsers[]).map(({ type, ...figures }) => [type, figures]))
  expect(counts).toMatchObject({
    user: { users: 0, instruments: null, complete: true },
    email: { users: 2, instruments: null },
    device: { users: 2, instruments: 3, complete: true },
    payment: { users: 1, instruments: null },
  })
})

it('knows no other event, and is refused to who does not see the environment', async () => {
  expect((await read('none')).status).toBe(404)
  expect((await read('now', places.foreign)).status).toBe(404)
})
