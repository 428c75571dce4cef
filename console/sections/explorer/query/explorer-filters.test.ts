import { expect, it } from 'vitest'
import { requestFilter } from './explorer-filters.ts'

it('conditions become the filter of a request, amounts in cents', () => {
  expect(
    requestFilter([
      { field: 'score', operator: 'atLeast', values: ['200'] },
      { field: 'score', operator: 'atMost', values: ['900'] },
      { field: 'amount', operator: 'atLeast', values: ['12.5'] },
      { field: 'decisions', operator: 'in', values: ['Reject', 'Nonsense'] },
      { field: 'countries', operator: 'in', values: ['de '] },
      { field: 'types', operator: 'in', values: ['user', 'device'] },
      { field: 'shared', operator: 'atLeast', values: ['2'] },
    ]),
  ).toEqual({
    riskScore: { from: 200, to: 900 },
    amountUsd: { from: 1250 },
    decisions: ['Reject'],
    countries: ['DE'],
    nodeTypes: ['user', 'device'],
    minShared: 2,
  })
})

it('a condition without a usable value is left out', () => {
  expect(
    requestFilter([
      { field: 'score', operator: 'atLeast', values: ['much'] },
      { field: 'amount', operator: 'atLeast', values: [] },
      { field: 'gone', operator: 'in', values: ['x'] },
    ]),
  ).toEqual({})
})
