import { describe, expect, it } from 'vitest'
import { Flight } from './flight.ts'

describe('Flight', () => {
  it('begins with the second fast frame and ends when it slows', () => {
    const flight = new Flight()
    expect([6000, 12_000, 18_000, 18_050].map(top => flight.moved(top, 800))).toEqual([false, true, true, false])
  })
  it('does not begin with single jumps or reading speed', () => {
    const flight = new Flight()
    expect([100_000, 100_080, 500, 600, 700].map(top => flight.moved(top, 800))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })
  it('keeps flying at a steady speed near the limit', () => {
    const flight = new Flight()
    expect([300, 600, 750, 900].map(top => flight.moved(top, 800))).toEqual([false, true, true, true])
    flight.rest(900)
    expect(flight.moved(1200, 800)).toBe(false)
  })
})
