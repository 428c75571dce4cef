import { expect, it } from 'vitest'
import { defaultSearch, parseSearch, type SearchState, searchParameters } from './search-url.ts'

const states: SearchState[] = [
  defaultSearch,
  {
    ...defaultSearch,
    filter: { period: '90d', conditions: [{ column: 'decision', op: 'in', value: ['Reject', 'Review'] }] },
  },
  {
    ...defaultSearch,
    filter: {
      period: 'all',
      conditions: [
        { column: 'rule', op: 'in', value: ['A, B', 'C:D'] },
        { column: 'email', op: 'contains', value: 'a+b:c@x.example' },
      ],
    },
  },
  {
    eventType: 'accountlogin',
    filter: {
      period: '1h',
      conditions: [
        { column: 'riskScore', op: 'gte', value: 600 },
        { column: 'at', op: 'lte', value: '2026-11-21T10:00:00Z' },
      ],
    },
    sort: { column: 'amount', direction: 'asc' },
    row: 'P 1/2',
  },
  { ...defaultSearch, filter: { period: '7d', conditions: [{ column: 'label', op: 'empty' }] } },
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
        'type=no%20type&period=2y&f=nonsense:eq:1&f=rule:in:100%25&f=email:frobs:x&f=ip:eq:198.51.100.7&sort=nope:asc',
      ),
    ),
  ).toEqual({
    ...defaultSearch,
    filter: {
      period: '7d',
      conditions: [
        { column: 'rule', op: 'in', value: ['100%'] },
        { column: 'ip', op: 'eq', value: '198.51.100.7' },
      ],
    },
  })
})
