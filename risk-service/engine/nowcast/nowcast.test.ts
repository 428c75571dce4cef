import { describe, expect, it } from 'vitest'
import { seededRandom } from '../lib/testing/seeded-random.ts'
import { type DelayCount, fewestFrauds, fitDelayCurve } from './delay-curve.ts'
import { type NowcastDay, nowcast } from './nowcast.ts'
import { simulatedFrauds } from './testing/simulated-frauds.ts'

/** Days 0, 1 and 2 of transactions, seen at the end of day 2. */
const triangle: DelayCount[] = [
  { day: 0, delay: 0, count: 40 },
  { day: 0, delay: 1, count: 40 },
  { day: 0, delay: 2, count: 20 },
  { day: 1, delay: 0, count: 20 },
  { day: 1, delay: 1, count: 28 },
  { day: 2, delay: 0, count: 12 },
]

describe('the delay curve', () => {
  it('is the chain ladder of the days', () => {
    const curve = fitDelayCurve(triangle, 2, 0)
    // Of delay 2: 20 of 100. Of delay 1: 68 of 128 (days 0 and 1). So 80 % are known after a day, 80 % × 60/128 at once.
    expect(curve?.reported).toEqual([0.8 * (60 / 128), 0.8, 1])
    expect(curve?.frauds).toBe(160)
    expect(curve?.horizon).toBe(2)
    expect(curve?.relativeVariance[1]).toBeCloseTo(20 / (100 * 80), 12)
    expect(curve?.relativeVariance[0]).toBeCloseTo(20 / (100 * 80) + 68 / (128 * 60), 12)
  })

  it('is not fitted from too few frauds, and leaves out what it cannot know yet', () => {
    const few = [{ day: 0, delay: 0, count: fewestFrauds - 1 }]
    expect(fitDelayCurve(few, 9, 0)).toBeNull()
    expect(fitDelayCurve([...few, { day: 0, delay: 10, count: 5 }], 9, 0)).toBeNull()
    expect(fitDelayCurve([...few, { day: -1, delay: 1, count: 5 }], 9, 0)).toBeNull()
    expect(fitDelayCurve([...few, { day: 0, delay: 9, count: 1 }], 9, 0)?.frauds).toBe(fewestFrauds)
    expect(fitDelayCurve([{ day: 0, delay: 0, count: 50 }], 0, 0)).toBeNull()
  })

  it('is flat where all frauds are known at once', () => {
    const curve = fitDelayCurve([{ day: 0, delay: 0, count: 50 }], 5, 0)
    expect(curve?.reported).toEqual([1, 1, 1, 1, 1, 1])
  })

  it('starts at the shortest delay that was seen', () => {
    const curve = fitDelayCurve([{ day: 0, delay: 2, count: 50 }], 5, 0)
    expect(curve?.reported).toEqual([0, 0, 1, 1, 1, 1])
  })
})

describe('the expected fraud rate', () => {
  const curve = { frauds: 200, horizon: 2, reported: [0.5, 0.8, 1], relativeVariance: [0.01, 0.0025, 0] }
  const day = (number: number, fraud: number): NowcastDay => ({
    day: number,
    confirmed: 1000,
    fraud,
    squares: fraud,
    frauds: fraud,
  })

  it('divides each day by what is known at its age', () => {
    const result = nowcast([day(0, 10), day(1, 8), day(2, 5)], curve, 2)
    expect(result.observed).toBeCloseTo(23 / 3000, 12)
    expect(result.expected).toBeCloseTo(30 / 3000, 12)
    expect(result.reported).toBeCloseTo(23 / 30, 12)
    const chance = (8 * 0.2) / 0.64 + (5 * 0.5) / 0.25
    const ofCurve = 10 * 0.05 + 10 * 0.1
    expect(result.margin).toBeCloseTo((1.959963984540054 * Math.sqrt(chance + ofCurve ** 2)) / 3000, 12)
    expect(result.low).toBeGreaterThanOrEqual(result.observed ?? 1)
  })

  it('is what is known once everything is', () => {
    const result = nowcast([day(-30, 10)], curve, 2)
    expect(result).toMatchObject({ observed: 0.01, expected: 0.01, margin: 0, low: 0.01, high: 0.01, reported: 1 })
  })

  it('refuses a period with too few frauds, one that is too young, and one without volume', () => {
    expect(nowcast([day(0, 4)], curve, 2)).toMatchObject({ observed: 0.004, expected: null, reported: 1 })
    const slow = { ...curve, reported: [0.1, 0.8, 1] }
    expect(nowcast([day(2, 40)], slow, 2)).toMatchObject({ observed: 0.04, expected: null, margin: null })
    expect(nowcast([day(2, 40)], { ...curve, reported: [0, 0.8, 1] }, 2)).toMatchObject({
      expected: null,
      reported: null,
    })
    expect(nowcast([], curve, 2)).toMatchObject({ observed: null, expected: null })
  })

  it('never exceeds one', () => {
    const result = nowcast([{ day: 2, confirmed: 10, fraud: 8, squares: 8, frauds: 8 }], curve, 2)
    expect(result).toMatchObject({ expected: 1, high: 1 })
  })
})

describe('on simulated delays', () => {
  it('meets the final rate where the rate of the day is far below, with a band that is true 95 times of 100', () => {
    const random = seededRandom(20_261_127)
    const asOf = 199
    const months = { first: 140, last: 179 }
    const errors: number[] = []
    let inside = 0
    const runs = 200
    for (let run = 0; run < runs; run++) {
      const { counts, ofDay } = simulatedFrauds({ days: asOf + 1, perDay: 6, meanDelay: 35, random })
      const curve = fitDelayCurve(counts, asOf, 0)
      expect(curve).not.toBeNull()
      if (!curve) continue
      const days = ofDay.slice(months.first, months.last + 1).map((delays, index): NowcastDay => {
        const number = months.first + index
        const fraud = delays.filter(delay => number + delay <= asOf).length
        return { day: number, confirmed: 1000, fraud, squares: fraud, frauds: fraud }
      })
      const final = ofDay
        .slice(months.first, months.last + 1)
        .reduce((sum, delays) => sum + delays.filter(delay => delay <= curve.horizon).length, 0)
      const result = nowcast(days, curve, asOf)
      const truth = final / (days.length * 1000)
      expect(result.observed).toBeLessThan(0.85 * truth)
      errors.push((result.expected ?? 0) / truth - 1)
      if ((result.low ?? 1) <= truth && truth <= (result.high ?? 0)) inside += 1
    }
    const bias = errors.reduce((sum, error) => sum + error, 0) / runs
    expect(Math.abs(bias)).toBeLessThan(0.02)
    expect(inside / runs).toBeGreaterThan(0.91)
    expect(inside / runs).toBeLessThan(1)
  })
})
