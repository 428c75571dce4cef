import { describe, expect, it } from 'vitest'
import { createBreaker } from './breaker.ts'

const start = 1_000_000

describe('circuit breaker', () => {
  it('opens after 20 failures in a row, for ten seconds, then lets one call try', () => {
    const breaker = createBreaker()
    for (let at = 0; at < 19; at++) breaker.note(start + at, false)
    expect(breaker.take(start + 20)).toBe(true)
    breaker.note(start + 20, false)
    expect(breaker.openUntil(start + 21)).toBe(start + 20 + 10_000)
    expect(breaker.take(start + 10_019)).toBe(false)
    expect(breaker.take(start + 10_020)).toBe(true)
    expect(breaker.take(start + 10_021)).toBe(false)
    breaker.note(start + 10_100, false)
    expect(breaker.take(start + 20_099)).toBe(false)
    expect(breaker.take(start + 20_100)).toBe(true)
    breaker.note(start + 20_200, true)
    expect(breaker.take(start + 20_201)).toBe(true)
    expect(breaker.openUntil(start + 20_201)).toBeNull()
  })

  it('begins to count anew with a success', () => {
    const breaker = createBreaker()
    for (let round = 0; round < 4; round++) {
      for (let at = 0; at < 19; at++) breaker.note(start, false)
      breaker.note(start, true)
    }
    expect(breaker.take(start)).toBe(true)
  })

  it('opens when half of at least 100 calls in 30 seconds failed', () => {
    const breaker = createBreaker()
    for (let at = 0; at < 99; at++) breaker.note(start + at * 100, at % 2 === 0)
    expect(breaker.openUntil(start + 10_000)).toBeNull()
    breaker.note(start + 10_000, false)
    expect(breaker.openUntil(start + 10_001)).not.toBeNull()
  })

  it('forgets what is older than 30 seconds', () => {
    const breaker = createBreaker()
    for (let at = 0; at < 99; at++) breaker.note(start, at % 2 === 0)
    for (let at = 0; at < 10; at++) breaker.note(start + 31_000, at % 2 === 0)
    expect(breaker.openUntil(start + 31_000)).toBeNull()
  })

  it('takes no notice of calls that end while it is open', () => {
    const breaker = createBreaker()
    for (let at = 0; at < 20; at++) breaker.note(start, false)
    breaker.note(start + 500, true)
    expect(breaker.take(start + 600)).toBe(false)
  })
})
