import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatchQueue } from './batch-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first portion is taken at once, the others one per task, and the end is told once', () => {
  const taken: number[][] = []
  const done = vi.fn()
  createBatchQueue<number>(2).start([1, 2, 3, 4, 5], some => taken.push([...some]), done)
  expect(taken).toEqual([[1, 2]])
  vi.runAllTimers()
  expect(taken).toEqual([[1, 2], [3, 4], [5]])
  expect(done).toHaveBeenCalledTimes(1)
})

test('nothing to take is done at once', () => {
  const done = vi.fn()
  createBatchQueue<number>().start([], () => undefined, done)
  expect(done).toHaveBeenCalledTimes(1)
})

test('a newer call and a stop end what was under way', () => {
  const taken: number[] = []
  const done = vi.fn()
  const feed = createBatchQueue<number>(1)
  feed.start([1, 2, 3], some => taken.push(...some), done)
  feed.start([7, 8], some => taken.push(...some), done)
  vi.runAllTimers()
  expect(taken).toEqual([1, 7, 8])
  feed.start([9, 10], some => taken.push(...some), done)
  feed.stop()
  vi.runAllTimers()
  expect(taken).toEqual([1, 7, 8, 9])
  expect(done).toHaveBeenCalledTimes(1)
})
