import { expect, it } from 'vitest'
import { type BarItem, barRows, funnelRows } from './bars.ts'

const items: BarItem[] = [
  { id: 'a', label: 'A', value: 3 },
  { id: 'b', label: 'B', value: 9 },
  { id: 'c', label: 'C', value: null },
  { id: 'd', label: 'D', value: -2 },
  { id: 'e', label: 'E', value: 5 },
]
const ids = (rows: readonly { id: string }[]) => rows.map(row => row.id).join('')

it('the bar chart sorts, gaps last', () => {
  expect(ids(barRows(items, 'descending', 99, 'Other'))).toBe('beadc')
  expect(ids(barRows(items, 'ascending', 99, 'Other'))).toBe('daebc')
  expect(ids(barRows(items, 'given', 99, 'Other'))).toBe('abcde')
})

it('the bar chart adds the rest up at the end', () => {
  const rows = barRows(items, 'descending', 2, 'Other')
  expect(rows.map(row => [row.label, row.value, row.items])).toEqual([
    ['B', 9, 1],
    ['E', 5, 1],
    ['Other', 1, 3],
  ])
  // A rest of one row would show less than the row it replaces.
  expect(barRows(items, 'descending', 4, 'Other')).toHaveLength(5)
  expect(barRows([], 'descending', 4, 'Other')).toEqual([])
  expect(
    barRows(
      items.map(item => ({ ...item, value: Number.NaN })),
      'ascending',
      1,
      'Other',
    ).at(-1)?.value,
  ).toBeNull()
})

it('rates the steps of a funnel', () => {
  const rows = funnelRows([
    { id: '1', label: 'Started', value: 1000 },
    { id: '2', label: 'Verified', value: 620 },
    { id: '3', label: 'Paid', value: 403 },
  ])
  expect(rows.map(row => [row.ofStep, row.ofAll])).toEqual([
    [null, 1],
    [0.62, 0.62],
    [0.65, 0.403],
  ])
  expect(
    funnelRows([
      { id: '1', label: 'Started', value: null },
      { id: '2', label: 'Paid', value: -4 },
    ]).map(row => [row.value, row.ofStep, row.ofAll]),
  ).toEqual([
    [0, null, null],
    [0, null, null],
  ])
})
