import { describe, expect, it } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

const start = 1_000_000

describe('circuit breaker', () => {
  it('the circuit breaker opens after 20 failures in a row, for ten seconds, then lets one call try', () => {
    const breaker = createCircuitBreaker()
    for (let at = 0; at < 19; at++) breaker.record(start + at, false)
    expect(breaker.tryAcquire(start + 20)).toBe(true)
    breaker.record(start + 20, false)
    expect(breaker.openUntil(start + 21)).toBe(start + 20 + 10_000)
    expect(breaker.tryAcquire(start + 10_019)).toBe(false)
    expect(breaker.tryAcquire(start + 10_020)).toBe(true)
    expect(breaker.tryAcquire(start + 10_021)).toBe(false)
    breaker.record(start + 10_100, false)
    expect(breaker.tryAcquire(start + 20_099)).toBe(false)
    expect(breaker.tryAcquire(start + 20_100)).toBe(true)
    breaker.record(start + 20_200, true)
    expect(breaker.tryAcquire(start + 20_201)).toBe(true)
    expect(breaker.openUntil(start + 20_201)).toBeNull()
  })

  it('the circuit breaker begins to count anew with a success', () => {
    const breaker = createCircuitBreaker()
    for (let round = 0; round < 4; round++) {
      for (let at = 0; at < 19; at++) breaker.record(start, false)
      breaker.record(start, true)
    }
    expect(breaker.tryAcquire(start)).toBe(true)
  })

  it('the circuit breaker opens when half of at least 100 calls in 30 seconds failed', () => {
    const breaker = createCircuitBreaker()
    for (let at = 0; at < 99; at++) breaker.record(start + at * 100, at % 2 === 0)
    expect(breaker.openUntil(start + 10_000)).toBeNull()
    breaker.record(start + 10_000, false)
    expect(breaker.openUntil(start + 10_001)).not.toBeNull()
  })

  it('the circuit breaker forgets what is older than 30 seconds', () => {
    const breaker = createCircuitBreaker()
    for (let at = 0; at < 99; at++) breaker.record(start, at % 2 === 0)
    for (let at = 0; at < 10; at++) breaker.record(start + 31_000, at % 2 === 0)
    expect(breaker.openUntil(start + 31_000)).toBeNull()
  })

  it('the circuit breaker takes no notice of calls that end while it is open', () => {
    const breaker = createCircuitBreaker()
    for (let at = 0; at < 20; at++) breaker.record(start, false)
    breaker.record(start + 500, true)
    expect(breaker.tryAcquire(start + 600)).toBe(false)
  })
})
