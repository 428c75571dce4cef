import { expect, it } from 'vitest'
import { periodFilter } from './period-filter.ts'

const from = '2026-11-20T00:00:00.000Z'

it('figures of days lead to the events from the first of these days on', () => {
  expect(periodFilter({ bucket: 'day', from }, '7d', [{ column: 'label', op: 'empty' }])).toEqual({
    period: 'all',
    conditions: [
      { column: 'at', op: 'gte', value: from },
      { column: 'label', op: 'empty' },
    ],
  })
})

it('figures of hours lead to the last hours', () => {
  expect(periodFilter({ bucket: 'hour', from }, '24h', [])).toEqual({ period: '24h', conditions: [] })
  expect(periodFilter(undefined, '7d', [])).toEqual({ period: '7d', conditions: [] })
})
