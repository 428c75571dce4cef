import { expect, test } from 'vitest'
import { createBufferArena } from './buffer-arena.ts'

test('an allocated buffer is exclusive until the reset, and its memory is used again afterwards', () => {
  const scratch = createBufferArena()
  const [one, two] = [scratch.allocate(1000).fill(1), scratch.allocate(2000).fill(2)]
  expect([one.length, two.length]).toEqual([1000, 2000])
  expect(one.every(byte => byte === 1)).toBe(true)
  scratch.reset()
  expect(scratch.allocate(1000).buffer).toBe(one.buffer)
})

test('more than it holds is given all the same, and held from the next time on', () => {
  const scratch = createBufferArena()
  const large = 300 * 1024
  const before = [scratch.allocate(large).fill(1), scratch.allocate(large).fill(2)]
  expect(before.map(each => each[large - 1])).toEqual([1, 2])
  expect(before[0]?.buffer).not.toBe(before[1]?.buffer)
  scratch.reset()
  const after = [scratch.allocate(large), scratch.allocate(large)]
  expect(after[0]?.buffer).toBe(after[1]?.buffer)
})

test('a buffer that is far too large is not retained', () => {
  const scratch = createBufferArena()
  const huge = 40 * 1024 * 1024
  scratch.allocate(huge)
  scratch.reset()
  const [again, small] = [scratch.allocate(huge), scratch.allocate(10)]
  expect(again.length).toBe(huge)
  expect(again.buffer).not.toBe(small.buffer)
})
