import { expect, test } from 'vitest'
import { placed, placeOfKey } from './order.ts'

test('an entry goes to its place and the others keep their order', () => {
  expect(placed(['a', 'b', 'c', 'd'], 'a', 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(placed(['a', 'b', 'c', 'd'], 'd', 0)).toEqual(['d', 'a', 'b', 'c'])
})

test('past the ends is at the ends; what moves nowhere leaves the list itself', () => {
  const ids = ['a', 'b', 'c']
  expect(placed(ids, 'b', 9)).toEqual(['a', 'c', 'b'])
  expect(placed(ids, 'b', -3)).toEqual(['b', 'a', 'c'])
  expect(placed(ids, 'c', 7)).toBe(ids)
  expect(placed(ids, 'unknown', 0)).toBe(ids)
})

test('arrows go one further, Home and End to the ends', () => {
  expect([
    placeOfKey('ArrowUp', 3, 9),
    placeOfKey('ArrowDown', 3, 9),
    placeOfKey('Home', 3, 9),
    placeOfKey('End', 3, 9),
    placeOfKey('Enter', 3, 9),
  ]).toEqual([2, 4, 0, 8, undefined])
})
