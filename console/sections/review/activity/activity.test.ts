import type { ActivityEntry, ActivityFigures } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { parseSearch } from '../../../platform/search-url/search-url.ts'
import { groupByOrder } from './activity-rows.ts'
import { figureSearch } from './figure-search.ts'

const entry = (externalId: string, originalOrderId: string | null = null) =>
  ({ row: { externalId }, originalOrderId }) as ActivityEntry

it('attempts of one order stand together, in the place of the newest', () => {
  const rows = groupByOrder([entry('c', 'a'), entry('x'), entry('b', 'a'), entry('a'), entry('y')])
  expect(rows.map(({ row, order, attempts }) => [row.externalId, order, attempts])).toEqual([
    ['c', 'a', 3],
    ['b', 'a', 3],
    ['a', 'a', 3],
    ['x', 'x', 1],
    ['y', 'y', 1],
  ])
})

const row = { environmentId: '20000000-0000-4000-8000-000000000002', eventType: 'purchase', externalId: 'p-1' }
const figures: Pick<ActivityFigures, 'userId' | 'instruments' | 'at'> = {
  userId: 'u-1',
  instruments: ['pi-1'],
  at: '2025-03-03T09:00:00.000Z',
}

it('a figure leads to its events: the user, the time before the event, the status and the instrument', () => {
  const filter = (...rest: [Parameters<typeof figureSearch>[2], Parameters<typeof figureSearch>[3]]) =>
    parseSearch(figureSearch(row, figures, ...rest) ?? new URLSearchParams()).filter
  expect(filter('rejectedSum', 'day')).toMatchObject({
    period: 'all',
    conditions: [
      { column: 'userId', op: 'eq', value: 'u-1' },
      { column: 'externalId', op: 'neq', value: 'p-1' },
      { column: 'merchantAt', op: 'between', value: ['2025-03-02T09:00:00.000Z', '2025-03-03T09:00:00.000Z'] },
      { column: 'latestStatus.statusType', op: 'in', value: ['Rejected'] },
    ],
  })
  expect(filter('instrumentCount', 'all').conditions.slice(2)).toEqual([
    { column: 'merchantAt', op: 'lte', value: '2025-03-03T09:00:00.000Z' },
    { column: 'paymentInstrumentList.merchantPaymentInstrumentId', op: 'in', value: ['pi-1'] },
  ])
})

it('a figure without a user or without such a field leads nowhere', () => {
  expect(figureSearch(row, { ...figures, userId: null }, 'count', 'hour')).toBeNull()
  expect(figureSearch(row, { ...figures, instruments: [] }, 'instrumentSum', 'hour')).toBeNull()
  expect(figureSearch({ ...row, eventType: 'transfer' }, figures, 'failedCount', 'hour')).toBeNull()
})
