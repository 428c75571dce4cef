import { expect, it } from 'vitest'
import { SlotPool, StableRowCount } from './slot-pool.ts'

it('the slot pool keeps slots of rows that stay and reuses those of rows that leave', () => {
  const pool = new SlotPool()
  expect(pool.assign([0, 1, 2])).toEqual([0, 1, 2])
  expect(pool.assign([1, 2, 3])).toEqual([1, 2, 0])
  expect(pool.assign([1, 2, 3])).toEqual([1, 2, 0])
  // Row 2 has the focus and stays while the window jumps.
  const jumped = pool.assign([2, 500, 501])
  expect(jumped[0]).toBe(2)
  expect(new Set(jumped)).toEqual(new Set([0, 1, 2]))
})

it('the slot pool moves no element while scrolling and restores the order of rows at rest', () => {
  const pool = new SlotPool()
  const still = pool.assign([0, 1, 2])
  expect(pool.arrange(still, false)).toEqual([0, 1, 2])
  const moving = pool.assign([1, 2, 3])
  expect(moving).toEqual([1, 2, 0])
  expect(pool.arrange(moving, true)).toEqual([0, 1, 2])
  expect(pool.arrange(moving, false)).toEqual([1, 2, 0])
})

it('the slot pool draws as many rows wherever between two rows the view begins, and fewer once the view is smaller', () => {
  const span = new StableRowCount()
  expect(span.endOf({ startIndex: 0, endIndex: 20 })).toBe(20)
  expect(span.endOf({ startIndex: 3, endIndex: 24 })).toBe(24)
  expect(span.endOf({ startIndex: 5, endIndex: 25 })).toBe(26)
  expect(span.endOf({ startIndex: 8, endIndex: 18 })).toBe(18)
})
