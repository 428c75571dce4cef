import type { SearchCondition } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { defaultSearch, type SearchFilterState } from '../../../platform/search-url/search-url.ts'
import { choicesOf, comparisonOf, daysBefore, firstDay, withConditions } from './comparison.ts'

const filter = defaultSearch.filter
const condition = (column: string): SearchCondition => ({ column, op: 'null' })
const searched: SearchFilterState = { ...filter, conditions: [condition('email')] }
const now = Date.parse('2026-11-21T12:00:00Z')

it.each<[string, Partial<SearchFilterState>, object | null]>([
  ['an hour', { period: '1h' }, { from: '2026-11-20', to: '2026-11-20' }],
  ['24 hours', { period: '24h' }, { from: '2026-11-19', to: '2026-11-19' }],
  ['7 days', { period: '7d' }, { from: '2026-11-07', to: '2026-11-13' }],
  ['all', { period: 'all' }, null],
  [
    'three days of October',
    { dates: { from: '2026-10-10', to: '2026-10-12' } },
    { from: '2026-10-07', to: '2026-10-09' },
  ],
])('the days before a period of %s are as many, and none of its own', (_, period, days) => {
  expect(daysBefore({ ...filter, ...period }, now, 'UTC')).toEqual(days && { ...days, cut: false })
})

it('only what differs from the first set can be the second', () => {
  const days = { from: '2026-11-01', to: '2026-11-02' }
  expect(choicesOf(filter, true, days)).toEqual(['others'])
  expect(choicesOf(searched, true, days)).toEqual(['results', 'others'])
  expect(choicesOf(filter, false, days)).toEqual(['before', 'dates'])
  expect(choicesOf(filter, false, null)).toEqual(['dates'])
  // All days have every other day among them.
  expect(choicesOf({ ...searched, period: 'all' }, false, null)).toEqual(['others'])
  expect(choicesOf({ ...filter, period: 'all' }, false, null)).toEqual([])
})

it('the days before begin with the first one that can be searched', () => {
  const before = (from: string, to: string) => daysBefore({ ...filter, dates: { from, to } }, now, 'UTC')
  expect(firstDay(now, 'UTC')).toBe('2025-10-21')
  expect(before('2025-10-25', '2025-11-03')).toEqual({ from: '2025-10-21', to: '2025-10-24', cut: true })
  expect(before('2025-10-25', '2025-10-28')).toEqual({ from: '2025-10-21', to: '2025-10-24', cut: false })
  expect(before('2025-10-21', '2025-11-03')).toBeNull()
})

it('all other events of the period have none of the conditions', () => {
  const compared = { environmentId: 'e', eventType: 'purchase', filter: searched, ticked: null, timeZone: 'UTC' }
  const days = { from: '2026-11-01', to: '2026-11-02' }
  expect(comparisonOf({ ...compared, choice: 'others', days: null })).toMatchObject({
    a: { kind: 'search', filter: { period: '7d', conditions: [condition('email')] } },
    b: { kind: 'search', filter: { period: '7d', conditions: [], groups: [] } },
  })
  expect(comparisonOf({ ...compared, choice: 'before', days })).toMatchObject({
    b: { filter: { dates: days, conditions: [condition('email')] } },
  })
})

it('a found value narrows the search, whatever joins its conditions', () => {
  const added = [condition('ip')]
  expect(withConditions(searched, added)?.conditions).toHaveLength(2)
  const any: SearchFilterState = { ...filter, match: 'any', conditions: [condition('email'), condition('phone')] }
  expect(withConditions(any, added)).toMatchObject({
    match: 'all',
    conditions: added,
    groups: [{ match: 'any', conditions: any.conditions }],
  })
  const full = { ...filter, conditions: Array.from({ length: 5 }, () => condition('email')) }
  expect(withConditions(full, added)).toBeNull()
  const groups = [{ match: 'all' as const, conditions: added }]
  expect(withConditions({ ...any, groups }, added)).toBeNull()
})
