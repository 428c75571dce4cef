import { expect, it } from 'vitest'
import { type ActivityEvent, activityFigures } from './activity-figures.ts'

const hour = 3_600_000
const T = Date.parse('2025-03-03T09:00:00Z')
const current = { merchantAt: T, at: T, instruments: ['pi-1'] }
const event = (externalId: string, hoursAgo: number, more: Partial<ActivityEvent> = {}): ActivityEvent => ({
  externalId,
  originalOrderId: null,
  merchantAt: T - hoursAgo * hour,
  at: T - hoursAgo * hour,
  amountUsd: 1000,
  ipCountry: 'US',
  instruments: ['pi-1'],
  statuses: [],
  ...more,
})
const status = (type: string, hoursAgo: number, receivedHoursAgo = hoursAgo) => ({
  type,
  happenedAt: T - hoursAgo * hour,
  receivedAt: T - receivedHoursAgo * hour,
})
const figures = (events: ActivityEvent[]) =>
  Object.fromEntries(
    activityFigures(current, events).map(({ measure, before, now }) => [
      measure,
      [Object.values(before), Object.values(now)],
    ]),
  )
const same = (...values: number[]) => [values, values]

it('transactions are counted back from the merchant’s time of the event: hour, day, week, all', () => {
  const found = figures([
    event('a', 0.5, { amountUsd: 100 }),
    event('b', 1, { amountUsd: 200 }),
    event('c', 23, { amountUsd: 400, instruments: ['pi-2'], ipCountry: 'DE' }),
    event('d', 24 * 7, { amountUsd: 800, instruments: ['pi-2', 'pi-3'], ipCountry: null }),
    event('e', 24 * 400, { amountUsd: null }),
    // After the event by the merchant's clock, although assessed before it.
    event('later', -0.1, { at: T - hour }),
  ])
  expect(found['count']).toEqual(same(2, 3, 4, 5))
  expect(found['sum']).toEqual(same(300, 700, 1500, 1500))
  expect(found['instrumentCount']).toEqual(same(2, 2, 2, 3))
  expect(found['instrumentSum']).toEqual(same(300, 300, 300, 300))
  expect(found['instruments']).toEqual(same(1, 2, 3, 3))
  expect(found['ipCountries']).toEqual(same(1, 2, 2, 2))
})

it('attempts of one order count once, as the latest of them', () => {
  const found = figures([
    event('order', 30, { amountUsd: 100, statuses: [status('Failed', 30)] }),
    event('try-2', 20, { originalOrderId: 'order', amountUsd: 300, statuses: [status('Approved', 19)] }),
    event('try-1', 25, { originalOrderId: 'order', amountUsd: 200, statuses: [status('Failed', 25)] }),
    event('other', 30, { amountUsd: 7 }),
  ])
  expect(found['count']).toEqual(same(0, 1, 2, 2))
  expect(found['sum']).toEqual(same(0, 300, 307, 307))
  expect(found['successfulCount']).toEqual(same(0, 1, 1, 1))
  expect(found['failedCount']).toEqual(same(0, 0, 0, 0))
})

it('the latest status decides, and what arrived after the event is told from what was there', () => {
  const found = figures([
    event('a', 10, { amountUsd: 100, statuses: [status('Approved', 9), status('Rejected', 5, -2)] }),
    event('b', 3, { amountUsd: 50, statuses: [status('Failed', 2), status('Approved', 2.5)] }),
    // Imported after the event was assessed.
    event('late', 4, { at: T + hour, amountUsd: 30, statuses: [status('Rejected', 3, -1)] }),
  ])
  expect(found['count']).toEqual([
    [0, 2, 2, 2],
    [0, 3, 3, 3],
  ])
  expect(found['successfulSum']).toEqual([
    [0, 100, 100, 100],
    [0, 0, 0, 0],
  ])
  expect(found['rejectedCount']).toEqual([
    [0, 0, 0, 0],
    [0, 2, 2, 2],
  ])
  expect(found['rejectedSum']?.[1]).toEqual([0, 130, 130, 130])
  expect(found['failedCount']).toEqual(same(0, 1, 1, 1))
})

it('a user without earlier events has zeros', () => {
  expect(figures([])['count']).toEqual(same(0, 0, 0, 0))
})
