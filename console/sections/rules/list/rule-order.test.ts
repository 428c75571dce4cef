import { expect, it } from 'vitest'
import { applyOrder, isSameOrder, movedInOrder } from './rule-order.ts'

it('the rule order moves one id and stops at the ends', () => {
  expect(movedInOrder(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
  expect(movedInOrder(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b'])
  expect(movedInOrder(['a', 'b'], 'b', 1)).toEqual(['a', 'b'])
  expect(movedInOrder(['a', 'b'], 'z', 1)).toEqual(['a', 'b'])
})

it('the rule order shows rows in an unsaved order, with rows that came since at the end', () => {
  const rows = ['a', 'b', 'new'].map(id => ({ id }))
  expect(applyOrder(rows, ['b', 'gone', 'a']).map(row => row.id)).toEqual(['b', 'a', 'new'])
  expect(applyOrder(rows, null)).toEqual(rows)
  expect(isSameOrder(['a'], ['a'])).toBe(true)
  expect(isSameOrder(['a'], ['a', 'b'])).toBe(false)
})
