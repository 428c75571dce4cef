import { expect, it } from 'vitest'
import {
  allConditions,
  defaultSearch,
  parseSearch,
  type SearchFilterState,
  type SearchState,
  searchParameters,
} from './search-url.ts'

const filterOf = (filter: Partial<SearchFilterState>): SearchFilterState => ({ ...defaultSearch.filter, ...filter })

const states: SearchState[] = [
  defaultSearch,
  {
    ...defaultSearch,
    filter: filterOf({ period: '90d', conditions: [{ column: 'decision', op: 'in', value: ['Reject', 'Review'] }] }),
  },
  {
    ...defaultSearch,
    filter: filterOf({
      period: 'all',
      conditions: [
        { column: 'rule', op: 'in', value: ['A, B', 'C:D'] },
        { column: 'email', op: 'contains', value: 'a+b:c@x.example' },
      ],
    }),
  },
  {
    eventType: 'accountlogin',
    filter: filterOf({
      period: '1h',
      conditions: [
        { column: 'riskScore', op: 'gte', value: 600 },
        { column: 'at', op: 'lte', value: '2026-11-21T10:00:00Z' },
      ],
    }),
    sort: { column: 'amount', direction: 'asc' },
    row: 'P 1/2',
  },
  { ...defaultSearch, filter: filterOf({ conditions: [{ column: 'label', op: 'empty' }] }) },
  {
    ...defaultSearch,
    filter: filterOf({
      dates: { from: '2026-11-01', to: '2026-11-21' },
      match: 'any',
      conditions: [{ column: 'shippingAddress.zipCode', op: 'startsWith', value: '20' }],
      groups: [
        {
          match: 'any',
          conditions: [
            { column: 'ip', op: 'inNetwork', value: '2001:db8::/32' },
            { column: 'totalAmount', op: 'between', value: [1, 99.5] },
          ],
        },
        {
          match: 'all',
          conditions: [
            { column: 'user.creationDate', op: 'between', value: ['2026-11-01', '2026-11-03'] },
            { column: 'at', op: 'lastDays', value: 3 },
            { column: 'latestBankEvent.status', op: 'notIn', value: ['A,B', 'C'] },
          ],
        },
      ],
    }),
  },
]

it.each(states)('a search survives the address: %j', state => {
  expect(parseSearch(new URLSearchParams(searchParameters(state).toString()))).toEqual(state)
})

it('a search leaves defaults out of the address', () => {
  expect(searchParameters(defaultSearch).toString()).toBe('')
})

it('a search drops what makes no sense and keeps the rest', () => {
  expect(
    parseSearch(
      new URLSearchParams(
        'type=no%20type&period=2y&f=no%20field:eq:1&f=rule:in:100%25&f=email:frobs:x&f=ip:eq:198.51.100.7&sort=nope:asc',
      ),
    ),
  ).toEqual({
    ...defaultSearch,
    filter: filterOf({
      conditions: [
        { column: 'rule', op: 'in', value: ['100%'] },
        { column: 'ip', op: 'eq', value: '198.51.100.7' },
      ],
    }),
  })
})

it('a search keeps a condition on a field that is gone: without it, other events would be shown', () => {
  expect(allConditions(parseSearch(new URLSearchParams('f=retired.field:eq:1&f2=ip:null')).filter)).toEqual([
    { column: 'retired.field', op: 'eq', value: '1' },
    { column: 'ip', op: 'null' },
  ])
})

it('a search has at most five conditions in a group, three groups, and days in their order', () => {
  const six = Array(6).fill('f=bin:eq:4111').join('&')
  const { filter } = parseSearch(
    new URLSearchParams(`${six}&f1=ip:null&f2=ip:null&f3=ip:null&dates=2026-11-21_2026-11-01`),
  )
  expect([filter.conditions.length, filter.groups.length, filter.dates]).toEqual([5, 2, undefined])
})
