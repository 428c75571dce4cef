import { describe, expect, it } from 'vitest'
import { createFixedWindowLimiter } from './fixed-window-limiter.ts'
import { createSlidingWindowLimiter } from './sliding-window-limiter.ts'
import { createStreamLimiter } from './stream-limiter.ts'
import { createTokenBucketLimiter } from './token-bucket-limiter.ts'

const at = (ms: number) => new Date(ms)

describe('a token bucket', () => {
  it('a token bucket takes the burst at once, then the rate, and says how long to wait', () => {
    let now = 0
    const { acquire } = createTokenBucketLimiter(() => now)
    const limit = { perSecond: 0.5, burst: 2 }
    expect([acquire('a', limit), acquire('a', limit), acquire('a', limit)]).toEqual([0, 0, 2])
    expect(acquire('b', limit)).toBe(0)
    now = 2000
    expect([acquire('a', limit), acquire('a', limit)]).toEqual([0, 2])
  })
})

describe('a sliding window', () => {
  it('a sliding window takes so many in any span of its length, by key', () => {
    const { acquire } = createSlidingWindowLimiter({ limit: 2, windowMs: 1000 })
    expect([acquire('a', at(0)), acquire('a', at(900)), acquire('a', at(999))]).toEqual([true, true, false])
    expect(acquire('b', at(999))).toBe(true)
    // Refused calls do not count.
    expect([acquire('a', at(1000)), acquire('a', at(1001))]).toEqual([true, false])
  })
})

describe('a fixed window', () => {
  it('a fixed window takes so many in each minute of the clock, by key, and says when the next begins', () => {
    const { acquire } = createFixedWindowLimiter({ limit: 2, windowMs: 60_000 })
    expect([acquire('a', at(120_000)), acquire('a', at(121_500)), acquire('a', at(121_500))]).toEqual([0, 0, 59])
    expect(acquire('b', at(121_500))).toBe(0)
    expect(acquire('a', at(179_999))).toBe(1)
    expect(acquire('a', at(180_000))).toBe(0)
  })
})

describe('open streams', () => {
  it('open streams are limited by person and altogether, and a place is given back once', () => {
    const { acquire } = createStreamLimiter({ perPerson: 2, altogether: 3 })
    const [first, second] = [acquire('a'), acquire('a')]
    expect([first === null, second === null, acquire('a')]).toEqual([false, false, null])
    expect(acquire('b')).not.toBeNull()
    expect(acquire('c')).toBeNull()
    first?.()
    first?.()
    expect([acquire('a') === null, acquire('a')]).toEqual([false, null])
  })
})
