import { describe, expect, it } from 'vitest'
import { createFixedWindowLimiter } from './fixed-window-limiter.ts'
import { createSlidingWindowLimiter } from './sliding-window-limiter.ts'
import { createStreamLimiter } from './stream-limiter.ts'
import { createTokenBucketLimiter } from './token-bucket-limiter.ts'

const at = (ms: number) => new Date(ms)

describe('a token bucket', () => {
  it('takes the burst at once, then the rate, and says how long to wait', () => {
    let now = 0
    const { take } = createTokenBucketLimiter(() => now)
    const limit = { perSecond: 0.5, burst: 2 }
    expect([take('a', limit), take('a', limit), take('a', limit)]).toEqual([0, 0, 2])
    expect(take('b', limit)).toBe(0)
    now = 2000
    expect([take('a', limit), take('a', limit)]).toEqual([0, 2])
  })
})

describe('a sliding window', () => {
  it('takes so many in any span of its length, by key', () => {
    const { take } = createSlidingWindowLimiter({ limit: 2, windowMs: 1000 })
    expect([take('a', at(0)), take('a', at(900)), take('a', at(999))]).toEqual([true, true, false])
    expect(take('b', at(999))).toBe(true)
    // What was refused does not count.
    expect([take('a', at(1000)), take('a', at(1001))]).toEqual([true, false])
  })
})

describe('a fixed window', () => {
  it('takes so many in each minute of the clock, by key, and says when the next begins', () => {
    const { take } = createFixedWindowLimiter({ limit: 2, windowMs: 60_000 })
    expect([take('a', at(120_000)), take('a', at(121_500)), take('a', at(121_500))]).toEqual([0, 0, 59])
    expect(take('b', at(121_500))).toBe(0)
    expect(take('a', at(179_999))).toBe(1)
    expect(take('a', at(180_000))).toBe(0)
  })
})

describe('open streams', () => {
  it('are limited by person and altogether, and a place is given back once', () => {
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
