import { expect, it } from 'vitest'
import { countryOptions } from './country-options.ts'
import { requestFilter, usableConditions } from './explorer-filters.ts'

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

it('what the service refuses comes within its bounds, or is left out', () => {
  const typed = [
    { field: 'score', operator: 'atLeast', values: ['1001'] },
    { field: 'score', operator: 'atMost', values: ['-3'] },
    { field: 'shared', operator: 'atLeast', values: ['0'] },
    { field: 'amount', operator: 'atMost', values: ['1e300'] },
    { field: 'countries', operator: 'in', values: ['Germany', 'fr'] },
  ]
  expect(requestFilter(typed)).toEqual({
    riskScore: { from: 1000, to: 0 },
    minShared: 1,
    amountUsd: { to: 100_000_000_000 },
    countries: ['FR'],
  })
  expect(usableConditions([{ field: 'countries', operator: 'in', values: ['Germany'] }])).toEqual([])
  expect(requestFilter([{ field: 'shared', operator: 'atLeast', values: ['21'] }])).toEqual({ minShared: 20 })
})

it('events are chosen by environment and assessment', () => {
  const environment = 'a55a0002-0000-4000-8000-000000000002'
  expect(
    requestFilter([
      { field: 'environments', operator: 'in', values: [environment, 'Harbor'] },
      { field: 'eventTypes', operator: 'in', values: ['purchase', 'no key'] },
    ]),
  ).toEqual({ environmentIds: [environment], eventTypes: ['purchase'] })
})

it('countries are chosen by their names in the language of the reader', () => {
  const options = countryOptions('de')
  expect(options).toHaveLength(249)
  expect(options).toContainEqual({ value: 'BE', label: 'Belgien' })
  expect(options.findIndex(({ value }) => value === 'AT')).toBeGreaterThan(
    options.findIndex(({ value }) => value === 'BE'),
  )
})
