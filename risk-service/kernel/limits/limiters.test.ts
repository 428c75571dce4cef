import { describe, expect, it } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'
import { createFixedWindowLimiter } from './fixed-window-limiter.ts'
import { createTokenBucketLimiter } from './token-bucket-limiter.ts'

let now = 0
const clock = () => now
const at = <Result>(ms: number, acquire: () => Result): Result => {
  now = ms
  return acquire()
}

describe('a token bucket', () => {
  it('a token bucket takes the burst at once, then the rate, and says how long to wait', () => {
    now = 0
    const { acquire } = createTokenBucketLimiter(clock)
    const limit = { perSecond: 0.5, burst: 2 }
    expect([acquire('a', limit), acquire('a', limit), acquire('a', limit)]).toEqual([0, 0, 2])
    expect(acquire('b', limit)).toBe(0)
    now = 2000
    expect([acquire('a', limit), acquire('a', limit)]).toEqual([0, 2])
  })
})

describe('a fixed window', () => {
  it('a fixed window takes so many in each minute of the clock, by key, and says when the next begins', () => {
    const { acquire } = createFixedWindowLimiter({ limit: 2, windowMs: 60_000, now: clock })
    expect([at(120_000, () => acquire('a')), at(121_500, () => acquire('a')), at(121_500, () => acquire('a'))]).toEqual(
      [0, 0, 59],
    )
    expect(at(121_500, () => acquire('b'))).toBe(0)
    expect(at(179_999, () => acquire('a'))).toBe(1)
    expect(at(180_000, () => acquire('a'))).toBe(0)
  })
})

describe('several processes', () => {
  it('each process accepts its share of a limit, from the moment on at which another one joins', () => {
    now = 0
    let processes = 1
    const { acquire } = createTokenBucketLimiter(clock, () => processes)
    const limit = { perSecond: 4, burst: 8 }
    const accepted = (calls: number) =>
      Array.from({ length: calls }, () => acquire('a', limit)).filter(each => each === 0)
    expect(accepted(20)).toHaveLength(8)
    now = 10_000
    processes = 2
    expect(accepted(20)).toHaveLength(4)
    now = 11_000
    expect(accepted(20)).toHaveLength(2)
    // A share of a burst is one call at least.
    processes = 64
    now = 60_000
    expect(accepted(20)).toHaveLength(1)
  })

  it('a window is divided among processes', () => {
    now = 0
    const { acquire } = createFixedWindowLimiter({
      limit: 10,
      total: 15,
      windowMs: 60_000,
      now: clock,
      processes: () => 3,
    })
    expect([acquire('a', 4), acquire('a', 1), acquire('b', 1), acquire('b', 1)]).toEqual([0, 60, 0, 60])
  })
})

describe('a weighted window', () => {
  it('a window takes what fits by key and of all keys, and charges nothing for what it refuses', () => {
    now = 0
    const { acquire } = createFixedWindowLimiter({ limit: 10, total: 15, windowMs: 60_000, now: clock })
    expect([acquire('a', 8), acquire('a', 3), acquire('a', 2)]).toEqual([0, 60, 0])
    expect([acquire('b', 6), acquire('b', 5), acquire('c', 1)]).toEqual([60, 0, 60])
    expect(at(60_000, () => acquire('a', 10))).toBe(0)
  })
})

describe('open streams', () => {
  it('open streams are limited by person and altogether, and a place is given back once', () => {
    const { acquire, hasPlace, isFull, inUse } = createConcurrencyLimiter({ perKey: 2, altogether: 3 })
    const [first, second] = [acquire('a'), acquire('a')]
    expect([first === null, second === null, acquire('a')]).toEqual([false, false, null])
    expect([hasPlace('a'), hasPlace('b')]).toEqual([false, true])
    expect(acquire('b')).not.toBeNull()
    expect([acquire('c'), isFull(), inUse()]).toEqual([null, true, 3])
    first?.()
    first?.()
    expect([acquire('a') === null, acquire('a')]).toEqual([false, null])
  })
})
