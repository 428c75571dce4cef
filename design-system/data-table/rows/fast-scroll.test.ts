import { describe, expect, it } from 'vitest'
import { FastScroll } from './fast-scroll.ts'

describe('Flight', () => {
  it('Flight begins with the second fast frame and ends when it slows', () => {
    const flight = new FastScroll()
    expect([6000, 12_000, 18_000, 18_050].map(top => flight.update(top, 800))).toEqual([false, true, true, false])
  })
  it('Flight does not begin with single jumps or reading speed', () => {
    const flight = new FastScroll()
    expect([100_000, 100_080, 500, 600, 700].map(top => flight.update(top, 800))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })
  it('Flight keeps flying at a steady speed near the limit', () => {
    const flight = new FastScroll()
    expect([300, 600, 750, 900].map(top => flight.update(top, 800))).toEqual([false, true, true, true])
    flight.reset(900)
    expect(flight.update(1200, 800)).toBe(false)
  })
})
