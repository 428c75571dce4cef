import { expect, it } from 'vitest'
import { heatDomain, heatStep, labelWidth, nextOrder, orderBy } from './heat.ts'

it('the heat map divides the range into eight equal steps', () => {
  expect([0, 12.4, 12.5, 50, 87.4, 87.5, 100, 120, -5].map(value => heatStep(value, 0, 100))).toEqual([
    0, 0, 1, 4, 6, 7, 7, 7, 0,
  ])
  expect(heatStep(5, 5, 5)).toBe(0)
  expect(heatStep(5, Number.NaN, 3)).toBe(0)
})

it('the heat map takes its ends from the matrix', () => {
  expect(
    heatDomain(
      [
        [1, null],
        [Number.NaN, 9],
      ],
      'value',
    ),
  ).toEqual({ low: 1, high: 9 })
  expect(heatDomain([[-0.8, 0.2]], 'magnitude')).toEqual({ low: 0, high: 0.8 })
  expect(heatDomain([], 'value')).toEqual({ low: 0, high: 0 })
})

it('the heat map sorts an axis in three turns, gaps last', () => {
  expect(orderBy([3, null, 9, 5], 'descending')).toEqual([2, 3, 0, 1])
  expect(orderBy([3, null, 9, 5], 'ascending')).toEqual([0, 3, 2, 1])
  expect(orderBy([3, null], 'given')).toEqual([0, 1])
  expect([nextOrder('given'), nextOrder('descending'), nextOrder('ascending')]).toEqual([
    'descending',
    'ascending',
    'given',
  ])
})

it('names of rows get room for the longest, at most a third of the plot', () => {
  expect(labelWidth([{ label: 'Mon' }], 900, false)).toBe('max(6.5rem, min(1.89rem, 300px))')
  expect(labelWidth([{ label: 'Mon' }, { label: 'Gift cards (Harbor EU)' }], 360, true)).toBe(
    'max(4.5rem, min(10.11rem, 120px))',
  )
  expect(labelWidth([], 900, false)).toBe('max(6.5rem, min(0.75rem, 300px))')
})
