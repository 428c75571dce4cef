import { describe, expect, it } from 'vitest'
import { runSync } from '../../contract/cooperative.ts'
import { seededRandom } from '../lib/testing/seeded-random.ts'
import { type AlertCondition, type AlertDefinition, evaluateAlert } from './alert-condition.ts'
import { type AlertSeries, type AlertStep, sumSeries } from './alert-series.ts'
import { chanceOf } from './chance.ts'
import { findIncidents as findIncidentsInSlices } from './incidents.ts'
import { usualOf } from './usual.ts'

const findIncidents = (...of: Parameters<typeof findIncidentsInSlices>) => runSync(findIncidentsInSlices(...of))

const week = 7
const counts = (...values: number[]): AlertSeries => ({
  steps: values.map(count => ({ count, of: null })),
  stepsPerWeek: week,
})
const shares = (...values: [number, number][]): AlertSeries => ({
  steps: values.map(([count, of]) => ({ count, of })),
  stepsPerWeek: week,
})
const alert = (condition: AlertCondition, own: Partial<AlertDefinition> = {}): AlertDefinition => ({
  condition,
  steps: 1,
  fewest: 0,
  ...own,
})
const stateAt = (series: AlertSeries, definition: AlertDefinition, last: number) =>
  evaluateAlert(sumSeries(series), definition, last, series.stepsPerWeek)?.state

/** Four equal weeks of steps with a count, then a last step. */
const fourWeeks = (count: number, last: number): AlertSeries => counts(...Array(week * 4).fill(count), last)

describe('windows', () => {
  it('sum their steps, and are missing where they begin before the series', () => {
    const sums = sumSeries(counts(1, 2, 4, 8))
    expect(sums.window(3, 2)).toEqual({ count: 12, of: null, value: 12 })
    expect(sums.window(0, 2)).toBeNull()
    expect(sums.window(4, 1)).toBeNull()
  })

  it('are shares of what they count, and nothing where nothing was counted', () => {
    const sums = sumSeries(shares([1, 4], [3, 4], [0, 0]))
    expect(sums.window(1, 2)).toEqual({ count: 4, of: 8, value: 0.5 })
    expect(sums.window(2, 1)).toEqual({ count: 0, of: 0, value: null })
  })
})

describe('the usual', () => {
  it('is the median of the same hour of the weeks before, which one strange week does not move', () => {
    const steps = Array(week * 5 + 1).fill(3)
    for (const [weeksBefore, value] of [
      [1, 10],
      [2, 12],
      [3, 500],
      [4, 11],
      [5, 13],
    ] as const)
      steps[week * 5 - weeksBefore * week] = value
    const usual = usualOf(sumSeries(counts(...steps)), week * 5, 1, week)
    // Deviations from 12: 2, 0, 488, 1, 1; their median is 1.
    expect(usual).toEqual({ value: 12, spread: 1 / 0.6745, weeks: 5, count: 546, of: null })
  })

  it('needs three weeks', () => {
    expect(usualOf(sumSeries(counts(...Array(week * 2 + 1).fill(5))), week * 2, 1, week)).toBeNull()
    expect(usualOf(sumSeries(counts(...Array(week * 3 + 1).fill(5))), week * 3, 1, week)?.weeks).toBe(3)
  })

  it('differs by chance as often as the exact tests say', () => {
    const usual = { value: 2, spread: 0, weeks: 3, count: 6, of: null }
    // Of 10 events in four equal weeks, at least 4 in the last: 1 - sum of C(10, k) 0.25^k 0.75^(10 - k) for k < 4.
    expect(chanceOf({ count: 4, of: null, value: 4 }, usual)).toBeCloseTo(0.2241249, 7)
    // None of 6: 0.75^6.
    expect(chanceOf({ count: 0, of: null, value: 0 }, usual)).toBeCloseTo(0.75 ** 6, 12)
    // 4 of 4 beside 0 of 4: one of C(8, 4) ways.
    const share = { ...usual, count: 0, of: 4 }
    expect(chanceOf({ count: 4, of: 4, value: 1 }, share)).toBeCloseTo(1 / 70, 12)
    expect(chanceOf({ count: 0, of: 0, value: null }, share)).toBe(1)
    // Large numbers cost no more: the normal distribution has 0.00135 beyond three deviations.
    const many = { value: 1e6, spread: 0, weeks: 1, count: 1e6, of: null }
    const three = 1e6 + 3 * Math.SQRT2 * 1e3
    expect(chanceOf({ count: three | 0, of: null, value: three }, many)).toBeCloseTo(0.00135, 4)
  })
})

describe('an alert', () => {
  it('fires above and below a limit, not at it', () => {
    const series = shares([5, 100])
    expect(stateAt(series, alert({ kind: 'above', value: 0.049 }), 0)).toBe('fires')
    expect(stateAt(series, alert({ kind: 'above', value: 0.05 }), 0)).toBe('calm')
    expect(stateAt(series, alert({ kind: 'below', value: 0.05 }), 0)).toBe('calm')
    expect(stateAt(series, alert({ kind: 'below', value: 0.051 }), 0)).toBe('fires')
  })

  it('says nothing of too few events', () => {
    const above = alert({ kind: 'above', value: 0.1 }, { fewest: 20 })
    expect(stateAt(shares([9, 19]), above, 0)).toBe('unknown')
    expect(stateAt(shares([9, 20]), above, 0)).toBe('fires')
    expect(stateAt(shares([0, 0]), alert({ kind: 'below', value: 0.1 }), 0)).toBe('unknown')
    // Of a plain count they are no attack.
    expect(stateAt(counts(19), alert({ kind: 'above', value: 10 }, { fewest: 20 }), 0)).toBe('calm')
    expect(stateAt(fourWeeks(1, 19), alert({ kind: 'rises', times: 2 }, { fewest: 20 }), week * 4)).toBe('calm')
    // Few events are what this one is about.
    expect(stateAt(counts(3), alert({ kind: 'below', value: 5 }, { fewest: 20 }), 0)).toBe('fires')
  })

  it('fires on a change that is large beside the usual and beside chance', () => {
    const twice = alert({ kind: 'rises', times: 2 })
    expect(stateAt(fourWeeks(100, 200), twice, week * 4)).toBe('fires')
    expect(stateAt(fourWeeks(100, 199), twice, week * 4)).toBe('calm')
    // Four instead of two is twice as many, and within chance.
    expect(stateAt(fourWeeks(2, 4), twice, week * 4)).toBe('calm')
    const half = alert({ kind: 'falls', times: 2 })
    expect(stateAt(fourWeeks(100, 50), half, week * 4)).toBe('fires')
    expect(stateAt(fourWeeks(100, 51), half, week * 4)).toBe('calm')
    expect(stateAt(fourWeeks(4, 0), alert({ kind: 'falls', times: 4 }), week * 3)).toBe('calm')
    expect(stateAt(fourWeeks(5, 1), half, week * 4)).toBe('calm')
    expect(stateAt(fourWeeks(30, 0), alert({ kind: 'falls', times: 2 }, { fewest: 40 }), week * 4)).toBe('unknown')
    expect(stateAt(counts(100, 900), twice, 1)).toBe('unknown')
  })

  it('notices silence only where there usually is something', () => {
    expect(stateAt(fourWeeks(20, 0), alert({ kind: 'silent', usual: 10 }), week * 4)).toBe('fires')
    expect(stateAt(fourWeeks(20, 1), alert({ kind: 'silent', usual: 10 }), week * 4)).toBe('calm')
    expect(stateAt(fourWeeks(5, 0), alert({ kind: 'silent', usual: 10 }), week * 4)).toBe('calm')
    expect(stateAt(counts(0), alert({ kind: 'silent', usual: 10 }), 0)).toBe('unknown')
  })
})

describe('incidents', () => {
  const above = (steps: number) => alert({ kind: 'above', value: 10 }, { steps })

  it('are one for each stretch, with its worst window', () => {
    const found = findIncidents(counts(0, 11, 30, 12, 0, 0, 50), above(1))
    expect(found.map(({ from, to, open, peak }) => ({ from, to, open, peak: peak.figures.value }))).toEqual([
      { from: 1, to: 3, open: false, peak: 30 },
      { from: 6, to: 6, open: true, peak: 50 },
    ])
  })

  it('go on over a pause that is shorter than the window', () => {
    // Windows of two steps: 11, 11, 0, 11, … : the calm one between does not end it.
    const found = findIncidents(counts(11, 0, 0, 11, 0, 0, 0), above(2))
    expect(found.map(({ from, to, open }) => ({ from, to, open }))).toEqual([{ from: 1, to: 4, open: false }])
  })

  it('go on while nothing can be said, and start after the history', () => {
    const quiet: AlertStep[] = [
      { count: 9, of: 10 },
      { count: 0, of: 0 },
      { count: 9, of: 10 },
    ]
    const series = { steps: quiet, stepsPerWeek: week }
    const rate = alert({ kind: 'above', value: 0.5 })
    expect(findIncidents(series, rate)).toHaveLength(1)
    expect(findIncidents(series, rate, 1).map(({ from }) => from)).toEqual([2])
  })

  it('end after a week of which nothing could be said', () => {
    const nothing = Array.from({ length: week + 1 }, (): [number, number] => [0, 0])
    const rate = alert({ kind: 'above', value: 0.5 })
    const ends = (length: number) => findIncidents(shares([9, 10], ...nothing.slice(0, length)), rate)[0]?.open
    expect(ends(week - 1)).toBe(true)
    expect(ends(week)).toBe(false)
    expect(findIncidents(shares([9, 10], ...nothing, [9, 10]), rate)).toHaveLength(2)
  })

  it('count windows of which nothing can be said as time that was calm, once one was', () => {
    const twoSteps = alert({ kind: 'above', value: 0.5 }, { steps: 3, fewest: 5 })
    // Windows of three steps: fires, calm, unknown, unknown, calm.
    const series = shares([9, 9], [0, 0], [0, 0], [0, 9], [0, 0], [0, 0], [0, 0], [0, 9])
    expect(findIncidents(series, twoSteps, 2).map(({ from, open }) => [from, open])).toEqual([[2, false]])
  })

  it('yield between slices', () => {
    const work = findIncidentsInSlices(counts(...Array(1000).fill(11)), above(1))
    expect(work.next().done).toBe(false)
    expect(runSync(work)).toMatchObject([{ from: 0, to: 999 }])
  })

  it('take the lowest value as the worst of a fall', () => {
    expect(
      findIncidents(counts(9, 2, 5), alert({ kind: 'below', value: 10 })).map(each => each.peak.figures.value),
    ).toEqual([2])
  })

  it('are at most one a week on quiet traffic, and name the hour of an attack', () => {
    const random = seededRandom(7)
    const hoursPerWeek = 168
    const hours = hoursPerWeek * 12
    const busy = (hour: number) => 20 + 15 * Math.sin((2 * Math.PI * (hour % 24)) / 24)
    const poisson = (mean: number) => {
      let count = 0
      for (let time = -Math.log(1 - random()); time < mean; time -= Math.log(1 - random())) count += 1
      return count
    }
    const steps = Array.from({ length: hours }, (_, hour): AlertStep => {
      const of = poisson(busy(hour))
      return { count: Array.from({ length: of }).filter(() => random() < 0.05).length, of }
    })
    const attack = hours - 40
    steps[attack] = { count: 60, of: 90 }
    const series = { steps, stepsPerWeek: hoursPerWeek }
    const found = findIncidents(series, alert({ kind: 'rises', times: 2 }, { fewest: 20 }), hoursPerWeek * 4)
    expect(found.some(({ from, to }) => from <= attack && attack <= to)).toBe(true)
    expect(found.length - 1).toBeLessThanOrEqual(8)
  })
})
