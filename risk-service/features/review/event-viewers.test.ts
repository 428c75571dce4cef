import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { EventViewer } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { storePurchase } from './testing/stored-purchase.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  await storePurchase(bench.store, {
    environmentId: places.eu,
    externalId: 'p-1',
    at: now,
    request: { purchaseId: 'p-1', user: { userId: 'u-1' } },
  })
})
afterAll(() => bench.close())

const report = (who: string, left = false, id = 'p-1', environment: string = places.eu) =>
  bench.call(who, 'POST', `/environments/${environment}/events/purchase/${id}/viewers`, { left })
const names = async (...call: Parameters<typeof report>) =>
  ((await report(...call)).json as EventViewer[]).map(({ name }) => name)

it('who looks at an event is listed, told to others at once, and gone when the page is left', async () => {
  const publish = vi.spyOn(bench.live, 'publish')
  expect(await names('support')).toEqual(['Name of support'])
  expect(await names('viewer')).toEqual(['Name of support', 'Name of viewer'])
  expect(publish.mock.calls.map(([{ event, audience }]) => [event, audience.capability])).toEqual([
    [{ kind: 'viewers', environmentId: places.eu, eventType: 'purchase', eventId: 'p-1' }, 'search'],
    [{ kind: 'viewers', environmentId: places.eu, eventType: 'purchase', eventId: 'p-1' }, 'search'],
  ])
  // Reporting again is nothing new.
  await names('viewer')
  expect(publish).toHaveBeenCalledTimes(2)
  expect(await names('viewer', true)).toEqual(['Name of support'])
  expect(publish).toHaveBeenCalledTimes(3)
  await names('support', true)
})

it('names are given only to those who see the event', async () => {
  await report('support')
  for (const [who, id, environment] of [
    ['support', 'nothing', places.eu],
    ['support', 'p-1', places.us],
    ['outsider', 'p-1', places.eu],
    ['outsider', 'p-1', places.foreign],
    ['application', 'p-1', places.eu],
  ] as const)
    expect([who, (await report(who, false, id, environment)).status]).toEqual([who, 404])
  expect(await names('support', true)).toEqual([])
})
