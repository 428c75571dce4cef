import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTimedWork } from './timed-work.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const nothing = Promise.resolve({ again: null })

it('timed work that fails for long is logged once, and again after it succeeded', async () => {
  let fails = true
  const written: string[] = []
  const work = startTimedWork(
    { everySeconds: 1, run: () => (fails ? Promise.reject(new TypeError('away')) : nothing) },
    { write: (_level, event, fields) => written.push(`${event} ${fields?.['name']}`) },
  )
  await vi.advanceTimersByTimeAsync(5000)
  expect(written).toEqual(['jobs.failed TypeError'])
  fails = false
  await vi.advanceTimersByTimeAsync(2000)
  fails = true
  await vi.advanceTimersByTimeAsync(2000)
  expect(written).toHaveLength(2)
  await work.stop()
})

it('timed work that takes longer than its interval does not pile up, and a request runs after it', async () => {
  let runs = 0
  const work = startTimedWork(
    {
      everySeconds: 1,
      run: async () => {
        runs++
        await new Promise(resolve => setTimeout(resolve, 3500))
        return { again: null }
      },
    },
    { write: () => undefined },
  )
  await vi.advanceTimersByTimeAsync(1000)
  work.request()
  await vi.advanceTimersByTimeAsync(3400)
  expect(runs).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(runs).toBe(2)
  const stopped = work.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  await stopped
  expect(runs).toBe(2)
})
