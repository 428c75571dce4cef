import type { SearchCondition } from '@assay/risk-service/contract'
import { describe, expect, it } from 'vitest'
import { fromColumnFilters, toColumnFilters } from './column-filters.ts'

const filter = (field: string, operator: string, ...values: string[]) => ({ id: field, field, operator, values })

describe.each<[string, ReturnType<typeof filter>, SearchCondition[]]>([
  ['a text', filter('email', 'contains', 'shop'), [{ column: 'email', op: 'contains', value: 'shop' }]],
  ['an empty one', filter('label', 'empty'), [{ column: 'label', op: 'null' }]],
  ['a least number', filter('riskScore', 'gte', '600'), [{ column: 'riskScore', op: 'gte', value: 600 }]],
  [
    'a range of dollars',
    filter('amountUsd', 'between', '10', '20.5'),
    [{ column: 'amountUsd', op: 'between', value: [1000, 2050] }],
  ],
  ['a day', filter('at', 'on', '2026-11-20'), [{ column: 'at', op: 'on', value: '2026-11-20' }]],
  [
    'days',
    filter('at', 'between', '2026-11-18', '2026-11-20'),
    [{ column: 'at', op: 'between', value: ['2026-11-18', '2026-11-20'] }],
  ],
  ['after a day', filter('at', 'after', '2026-11-20'), [{ column: 'at', op: 'after', value: '2026-11-20' }]],
  ['before a day', filter('at', 'before', '2026-11-20'), [{ column: 'at', op: 'before', value: '2026-11-20' }]],
  [
    'some of a few',
    filter('decision', 'in', 'Reject', 'Review'),
    [{ column: 'decision', op: 'in', value: ['Reject', 'Review'] }],
  ],
  [
    'none of several',
    filter('ipCountry', 'notIn', 'DE', 'FR'),
    [{ column: 'ipCountry', op: 'notIn', value: ['DE', 'FR'] }],
  ],
])('%s', (_name, head, conditions) => {
  it('the filter of a column is written into the address', () =>
    expect(fromColumnFilters([], [head])).toEqual(conditions))
  it('the filter of a column is read from the address', () => expect(toColumnFilters(conditions)).toEqual([head]))
})

it('the filter of a column leaves what another column or the bar says as it is', () => {
  const conditions: SearchCondition[] = [
    { column: 'at', op: 'gte', value: '2026-11-21T02:00:00.000Z' },
    { column: 'email', op: 'contains', value: 'a' },
    { column: 'email', op: 'contains', value: 'b' },
    { column: 'rule', op: 'eq', value: 'R' },
  ]
  expect(toColumnFilters(conditions)).toEqual([filter('rule', 'eq', 'R')])
  expect(fromColumnFilters(conditions, [filter('rule', 'eq', 'S'), filter('riskScore', 'lte', '10')])).toEqual([
    ...conditions.slice(0, 3),
    { column: 'rule', op: 'eq', value: 'S' },
    { column: 'riskScore', op: 'lte', value: 10 },
  ])
})

it('the filter of a column takes a cleared filter away', () => {
  const conditions: SearchCondition[] = [
    { column: 'riskScore', op: 'gte', value: 1 },
    { column: 'riskScore', op: 'lte', value: 2 },
    { column: 'label', op: 'null' },
    { column: 'itemCount', op: 'between', value: [1, 2] },
  ]
  // Two conditions on one column are shown by the bar alone.
  expect(fromColumnFilters(conditions, [filter('label', 'empty')])).toEqual(conditions.slice(0, 3))
})

it('the filter of a column puts the ends of a range in order and drops what is none', () => {
  const range = [{ column: 'riskScore', op: 'between', value: [9, 10] }]
  expect(fromColumnFilters([], [filter('riskScore', 'between', '9', '10')])).toEqual(range)
  expect(fromColumnFilters([], [filter('riskScore', 'between', '10', '9')])).toEqual(range)
  expect(fromColumnFilters([], [filter('at', 'between', '2026-11-20', '2026-11-18')])).toEqual([
    { column: 'at', op: 'between', value: ['2026-11-18', '2026-11-20'] },
  ])
  expect(fromColumnFilters([], [filter('at', 'on', 'nonsense'), filter('riskScore', 'gte', 'x')])).toEqual([])
})
