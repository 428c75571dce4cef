import { expect, it } from 'vitest'
import { applySearchState, parseSearchState } from '../../platform/router/use-search-state.ts'
import { pickerRangeOf, rangeOfPicker, reportInputOf, reportParameters } from './report-address.ts'

const environmentId = '0198a000-0000-7000-8000-000000000001'
const queueId = '0198a000-0000-4000-8000-000000000010'
const today = '2026-11-27'
const stateOf = (query: string) => parseSearchState(reportParameters, new URLSearchParams(query))

it('an address without parameters is six weeks up to today, by weeks, compared with those before', () => {
  expect(reportInputOf(stateOf(''), environmentId, today, 90)).toEqual({
    environmentId,
    from: '2026-10-17',
    to: today,
    bucket: 'weekly',
    environmentIds: [],
    assessments: [],
    queueIds: [],
    reviewerIds: [],
    compare: true,
    maturityDays: 90,
  })
})

it('the maturity of the tenant holds where the address names none', () => {
  const days = (query: string) => reportInputOf(stateOf(query), environmentId, today, 30).maturityDays
  expect([days(''), days('maturity=90'), days('maturity=45')]).toEqual([30, 90, 30])
})

it('every filter of the address reaches the service, and comes back unchanged', () => {
  const query = `grain=daily&range=2026-05-25_2026-11-21&compare=no&assessment=purchase,CardAuthorization&queue=${queueId}&reviewer=${queueId}&environment=${environmentId}&maturity=60`
  const state = stateOf(query)
  expect(reportInputOf(state, environmentId, today, 90)).toEqual({
    environmentId,
    from: '2026-05-25',
    to: '2026-11-21',
    bucket: 'daily',
    environmentIds: [environmentId],
    assessments: ['purchase', 'CardAuthorization'],
    queueIds: [queueId],
    reviewerIds: [queueId],
    compare: false,
    maturityDays: 60,
  })
  const again = applySearchState(reportParameters, new URLSearchParams(), state)
  expect(stateOf(again.toString())).toEqual(state)
})

it.each([
  ['range=2026-11-21_2026-05-25', { days: 42 }],
  ['range=2026-13-01_2026-13-02', { days: 42 }],
  ['range=7d', { days: 42 }],
  ['range=14d', { days: 14 }],
])('a range that makes no sense is the usual one: %s', (query, range) => {
  expect(stateOf(query).range).toEqual(range)
})

it('ids that the service would refuse are left out', () => {
  expect(
    stateOf(`queue=General,${queueId},${queueId}&assessment=a-b&maturity=45&grain=yearly&tab=costs`),
  ).toMatchObject({
    queue: [queueId],
    assessment: [],
    maturity: null,
    grain: 'weekly',
    tab: 'overview',
  })
})

it('the picker has whole days of UTC, the last one included', () => {
  const range = { from: '2026-11-01', to: '2026-11-21' }
  expect(pickerRangeOf(range)).toEqual({
    kind: 'absolute',
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-22T00:00:00.000Z',
  })
  expect(rangeOfPicker(pickerRangeOf(range), today)).toEqual(range)
  expect(rangeOfPicker({ kind: 'relative', amount: 28, unit: 'day' }, today)).toEqual({ days: 28 })
  expect(rangeOfPicker({ kind: 'relative', amount: 3, unit: 'day' }, today)).toEqual({ from: '2026-11-25', to: today })
})
