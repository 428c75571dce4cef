import { describe, expect, it } from 'vitest'
import { describeSteps, halfOf } from './step-facts.ts'

const counts = { counts: true }

/** Poisson counts of one mean, the same in every run. */
function poisson(mean: number, length: number, seed: number): number[] {
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (state + 1) / 2_147_483_649
  }
  return Array.from({ length }, () => {
    let [product, count] = [random(), 0]
    while (product > Math.exp(-mean)) {
      product *= random()
      count++
    }
    return count
  })
}

describe('counts', () => {
  it('finds the largest change between neighbours, with its figures', () => {
    const facts = describeSteps([41, 44, 38, 40, 82, 90, 85, 88], counts)
    expect(facts?.change).toMatchObject({ from: 3, to: 4, before: 40, after: 82 })
    expect(facts).toMatchObject({ low: 38, lowAt: 2, high: 90, highAt: 5, trend: 'rising', isSteady: false })
  })

  it('takes the largest of several changes, falls as well', () => {
    expect(describeSteps([100, 200, 205, 20, 22], counts)?.change).toMatchObject({ from: 2, to: 3, after: 20 })
  })

  it('reports no change that chance makes: 40 and 52 are the same', () => {
    expect(describeSteps([40, 47, 44, 52, 43, 49], counts)).toMatchObject({
      isSteady: true,
      change: null,
      trend: 'steady',
    })
    // A doubling of little is chance: 3 and 6, but not 300 and 600.
    expect(describeSteps([3, 3, 6, 6], counts)).toMatchObject({ isSteady: true, change: null })
    expect(describeSteps([300, 300, 600, 600], counts)?.change).toMatchObject({ from: 1, to: 2 })
  })

  it('is the bound of Hoeffding and Bonferroni: one pair, (b - a)² > 2 (a + b) ln 40', () => {
    // 2 · 40 · ln 40 = 295.1, so a difference of 17.18 at a sum of 40; 2 · 36 · ln 40 = 265.6, so 16.3.
    expect(describeSteps([10, 26], counts)?.change ?? null).toBeNull()
    expect(describeSteps([11, 29], counts)?.change).toMatchObject({ before: 11, after: 29 })
  })

  it('raises a false alarm in at most one of twenty series', () => {
    const alarms = Array.from({ length: 400 }, (_, i) => describeSteps(poisson(20, 48, i + 1), counts)).filter(
      facts => facts?.change !== null,
    )
    expect(alarms.length).toBeLessThanOrEqual(20)
  })

  it('leaves out changes of less than a tenth, however certain', () => {
    expect(describeSteps([1_000_000, 1_050_000, 1_000_000], counts)).toMatchObject({ isSteady: true, change: null })
  })

  it('has no trend that chance makes', () => {
    expect(describeSteps([9, 9, 9, 40, 12, 13, 12], counts)?.trend).toBe('steady')
    expect(describeSteps([90, 95, 100, 180, 190, 200], counts)?.trend).toBe('rising')
  })
})

describe('steps', () => {
  it('leaves out what is not complete', () => {
    const values = [5, 100, 104, 98, 101, 12]
    expect(describeSteps(values, { ...counts, start: 1, end: 5 })).toMatchObject({
      low: 98,
      lowAt: 3,
      high: 104,
      highAt: 2,
      isSteady: true,
      change: null,
    })
    expect(describeSteps(values, { ...counts, start: 0, end: 5 })?.change).toMatchObject({ from: 0, to: 1 })
  })

  it('compares no steps across a gap or a break', () => {
    expect(describeSteps([100, null, 400, 410], counts)?.change).toBeNull()
    expect(describeSteps([100, 400, 410], { ...counts, follows: index => index !== 1 })?.change).toBeNull()
  })

  it('has nothing without a value, and says one value as it is', () => {
    expect(describeSteps([], counts)).toBeNull()
    expect(describeSteps([null, Number.NaN], counts)).toBeNull()
    expect(describeSteps([7], counts)).toMatchObject({ low: 7, high: 7, isSteady: true, change: null })
    expect(describeSteps([0, 0, 0], counts)).toMatchObject({ low: 0, high: 0, isSteady: true })
  })
})

describe('other values', () => {
  it('are compared with their usual difference', () => {
    expect(describeSteps([0.02, 0.021, 0.019, 0.02, 0.08, 0.079])?.change).toMatchObject({ from: 3, to: 4 })
    expect(describeSteps([0.02, 0.05, 0.01, 0.06, 0.02, 0.05])?.change).toBeNull()
  })

  it('are never counts where they are fractions', () => {
    expect(describeSteps([10.5, 11.5, 80.5, 81.5], counts)).toMatchObject({ counted: false })
  })

  it('may be below zero', () => {
    expect(describeSteps([-5, -4, -6, 40, 41])).toMatchObject({ low: -6, high: 41, change: { from: 2, to: 3 } })
  })
})

it('half of a distribution lies up to the step where half of its sum is reached', () => {
  expect(halfOf([5, 1, 1, 3])).toBe(0)
  expect(halfOf([1, 2, 3, 4])).toBe(2)
  expect(halfOf([0, null, 0])).toBe(-1)
  expect(halfOf([-10, 4, 4])).toBe(1)
})
