import { expect, test } from 'vitest'
import { moveId, targetIndexOfKey } from './order.ts'

test('an entry goes to its place and the others keep their order', () => {
  expect(moveId(['a', 'b', 'c', 'd'], 'a', 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moveId(['a', 'b', 'c', 'd'], 'd', 0)).toEqual(['d', 'a', 'b', 'c'])
})

test('past the ends is at the ends; what moves nowhere leaves the list itself', () => {
  const ids = ['a', 'b', 'c']
  expect(moveId(ids, 'b', 9)).toEqual(['a', 'c', 'b'])
  expect(moveId(ids, 'b', -3)).toEqual(['b', 'a', 'c'])
  expect(moveId(ids, 'c', 7)).toBe(ids)
  expect(moveId(ids, 'unknown', 0)).toBe(ids)
})

test('arrows go one further, Home and End to the ends', () => {
  expect([
    targetIndexOfKey('ArrowUp', 3, 9),
    targetIndexOfKey('ArrowDown', 3, 9),
    targetIndexOfKey('Home', 3, 9),
    targetIndexOfKey('End', 3, 9),
    targetIndexOfKey('Enter', 3, 9),
  ]).toEqual([2, 4, 0, 8, undefined])
})
