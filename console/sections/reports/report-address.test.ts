import { reportAttributes } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { applySearchState, parseSearchState } from '../../platform/router/use-search-state.ts'
import { isFiltered, pickerRangeOf, rangeOfPicker, reportParameters, summaryInputOf } from './report-address.ts'

const stateOf = (query: string) => parseSearchState(reportParameters, new URLSearchParams(query))
const whole = { amounts: true, filters: reportAttributes, dataFilters: [] }
const environmentId = '20000000-0000-4000-8000-000000000001'

it.each([
  ['the end of summer time', '2026-11-01', '2026-10-03'],
  ['the beginning of summer time', '2026-04-01', '2026-03-03'],
  ['a leap day', '2028-03-01', '2028-02-01'],
])('a range of thirty days across %s has thirty days', (_case, today, from) => {
  expect(summaryInputOf(stateOf(''), environmentId, today, whole)).toMatchObject({ from, to: today })
})

it('a range that was picked comes back as it was, both days included', () => {
  const state = stateOf('from=2026-10-20&to=2026-10-31')
  const picked = pickerRangeOf(state, '2026-11-01')
  expect(picked).toEqual({ kind: 'absolute', from: '2026-10-20T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' })
  expect(rangeOfPicker(picked, '2026-11-01')).toMatchObject({ from: '2026-10-20', to: '2026-10-31' })
})

it('the assessment stands in the address, unless it is the first one', () => {
  const addressOf = (query: string) =>
    applySearchState(reportParameters, new URLSearchParams(), stateOf(query)).get('assessment')
  expect(stateOf('').assessment).toBe('purchase')
  expect(addressOf('assessment=purchase')).toBeNull()
  expect(addressOf('assessment=Transfers')).toBe('Transfers')
})

it('asks for no more than reports of the assessment offer', () => {
  const state = stateOf('assessment=Transfers&view=amount&country=HR&segment=a')
  const inputOf = (amounts: boolean) =>
    summaryInputOf(state, environmentId, '2026-11-01', { amounts, filters: ['country'], dataFilters: [] })
  expect(inputOf(true)).toMatchObject({ view: 'amount', attributes: { country: ['HR'], segment: [] } })
  expect(inputOf(false)).toMatchObject({ view: 'count' })
})

it('values of fields stand in the address with their paths, whatever characters they have', () => {
  const values = { 'transaction.txnType': ['a,b;c:d', 'é'], 'custom.tier': ['1'], 'custom.none': [] }
  const address = applySearchState(reportParameters, new URLSearchParams(), { dataFilters: values })
  const state = stateOf(address.toString())
  expect(state.dataFilters).toEqual({ 'transaction.txnType': ['a,b;c:d', 'é'], 'custom.tier': ['1'] })
  expect(isFiltered(state)).toBe(true)
  expect(isFiltered(stateOf(''))).toBe(false)
  const { dataFilters } = summaryInputOf(state, environmentId, '2026-11-01', {
    ...whole,
    dataFilters: ['custom.tier', 'custom.other'],
  })
  expect(dataFilters).toEqual({ 'custom.tier': ['1'] })
})

it.each([
  'dataFilters=',
  'dataFilters=;;',
  'dataFilters=a b:1',
  'dataFilters=custom.tier',
  'dataFilters=custom.tier:%',
])('an address of which nothing is left has no field: %s', query => expect(stateOf(query).dataFilters).toEqual({}))
