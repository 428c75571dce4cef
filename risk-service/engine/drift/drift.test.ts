import { describe, expect, it } from 'vitest'
import { chiSquareTail } from './chi-square.ts'
import { type DriftSubject, driftLimits, findDrift } from './drift.ts'
import { groupedMedian } from './grouped-median.ts'
import { groupCells, groupCounts, stabilityOf } from './stability-index.ts'

describe('the chi-square distribution', () => {
  // Quantiles as tables print them.
  it.each([
    [3.841458820694124, 1, 0.05],
    [10.827566170662733, 1, 0.001],
    [13.276704135987622, 4, 0.01],
    [16.918977604620448, 9, 0.05],
    [0.3, 3, 0.9600284803],
  ])('at least %d with %d degrees of freedom: %d', (x, degrees, p) => {
    expect(chiSquareTail(x, degrees)).toBeCloseTo(p, 9)
  })
  it('far outside it has a value, and beyond that none', () => {
    // With two degrees of freedom it is exponential.
    expect(chiSquareTail(400, 2) / Math.exp(-200)).toBeCloseTo(1, 10)
    expect(chiSquareTail(0, 5)).toBe(1)
    expect(chiSquareTail(10_000, 1)).toBe(0)
  })
})

describe('the stability index', () => {
  it('adds up (p - q) ln(p / q), and has a probability by its number of events', () => {
    // 0.1 ln 2 + 0.1 ln 1.5 + 0.2 ln 1.4
    const stability = stabilityOf([10_000, 20_000, 70_000], [20_000, 30_000, 50_000])
    expect(stability.index).toBeCloseTo(0.17716, 4)
    expect(stability.excess).toBeCloseTo(stability.index - 2 * (2 / 100_000), 12)
    expect(stabilityOf([10, 20, 70], [20, 30, 50]).p).toBeCloseTo(chiSquareTail(0.1718 * 50, 2), 2)
  })
  it('an empty cell is finite, and equal distributions have none', () => {
    expect(stabilityOf([0, 100], [50, 50]).index).toBeCloseTo(
      (0.5 / 101 - 0.5) * Math.log(0.5 / 101 / 0.5) + (100.5 / 101 - 0.5) * Math.log(100.5 / 101 / 0.5),
      12,
    )
    expect(stabilityOf([30, 70], [30, 70])).toMatchObject({ index: 0, p: 1 })
    expect(stabilityOf([100], [100]).p).toBe(1)
    expect(stabilityOf([0, 0], [30, 70]).p).toBe(1)
  })
  it('cells with few expected events are counted with their neighbours', () => {
    // Half of the events are recent: ten make five expected ones.
    expect(groupCells([50, 3, 2, 40, 1, 1], [50, 2, 3, 40, 1, 1])).toEqual([0, 1, 1, 2, 2, 2])
    expect(groupCounts([50, 3, 2, 40, 1, 1], [0, 1, 1, 2, 2, 2])).toEqual([50, 5, 42])
    expect(groupCells([1, 1], [1, 1])).toEqual([0, 0])
  })
})

it('a median lies in its cell by how many values are below', () => {
  // 10 below 100, 20 from 100 to 199: the 15th value of 30 is a quarter into the second cell.
  expect(groupedMedian([10, 20, 0], 100)).toBe(125)
  expect(groupedMedian([0, 0, 4], 100)).toBe(250)
  expect(groupedMedian([0, 0, 0], 100)).toBeNull()
})

const share = (key: string, recent: [number, number], ...weeks: [number, number][]): DriftSubject<string> => {
  const of = ([count, all]: [number, number]) => ({ count, of: all })
  return { key, kind: 'share', recent: of(recent), weeks: weeks.map(of) }
}
const weeksOf = (count: number, of: number): [number, number][] => Array.from({ length: 4 }, () => [count, of])
const keysOf = (...subjects: DriftSubject<string>[]) => findDrift(subjects).findings.map(({ key }) => key)

describe('what is unusual', () => {
  it('a rule that fires 4.1 % of the events, usually 1.2 %', () => {
    const { findings, comparisons, tooFew } = findDrift([share('rule', [41, 1000], ...weeksOf(12, 1000))])
    expect({ comparisons, tooFew }).toEqual({ comparisons: 1, tooFew: false })
    expect(findings).toMatchObject([{ key: 'rule', recent: 0.041, usual: 0.012, cell: null }])
    // 0.029 ln(0.041 / 0.959 / (0.012 / 0.988)), and the chance of 41 or more of 89 events in a fifth of the time.
    expect(findings[0]?.index).toBeCloseTo(0.0365, 3)
    expect(findings[0]?.q).toBeLessThan(1e-6)
  })
  it('a score of which the middle half moved up, with the cell that gained most', () => {
    const usual = [60, 25, 10, 5, 0, 0, 0, 0, 0, 0].map(count => count * 10)
    const recent = [20, 20, 15, 10, 5, 5, 5, 10, 10, 0].map(count => count * 4)
    const [finding] = findDrift([
      { key: 'score', kind: 'distribution', recent, weeks: Array.from({ length: 4 }, () => usual) },
    ]).findings
    expect(finding).toMatchObject({ key: 'score', recent: null, usual: null })
    expect(finding?.index).toBeGreaterThan(0.25)
    expect([7, 8]).toContain(finding?.cell)
  })
  it('a number of events, also where none arrive', () => {
    const count = (recent: number, ...weeks: number[]) => keysOf({ key: 'volume', kind: 'count', recent, weeks })
    expect(count(400, 120, 118, 125, 117)).toEqual(['volume'])
    expect(count(0, 120, 118, 125, 117)).toEqual(['volume'])
    expect(count(130, 120, 118, 125, 117)).toEqual([])
    // Weeks that differ so much from one another make it usual.
    expect(count(400, 120, 390, 20, 250)).toEqual([])
    // Two weeks are enough, one is not; those before the first event are none.
    expect(count(400, 120, 118, 0, 0)).toEqual(['volume'])
    expect(count(400, 120, 0, 0, 0)).toEqual([])
  })
  it('shares near one are looked at from their other side', () => {
    expect(keysOf(share('fill', [800, 1000], ...weeksOf(990, 1000)))).toEqual(['fill'])
    expect(keysOf(share('fill', [985, 1000], ...weeksOf(990, 1000)))).toEqual([])
  })
  it('large samples make no finding of a small change', () => {
    expect(keysOf(share('rule', [16_000, 1_000_000], ...weeksOf(12_000, 1_000_000)))).toEqual([])
    expect(keysOf(share('rule', [41_000, 1_000_000], ...weeksOf(12_000, 1_000_000)))).toEqual(['rule'])
  })
  it('a share that differs between the weeks as well is usual', () => {
    expect(keysOf(share('rule', [41, 1000], [10, 1000], [40, 1000], [8, 1000], [38, 1000]))).toEqual([])
  })
  it('the largest change comes first, counts before it', () => {
    expect(
      keysOf(share('small', [41, 1000], ...weeksOf(12, 1000)), share('large', [400, 1000], ...weeksOf(12, 1000)), {
        key: 'volume',
        kind: 'count',
        recent: 1000,
        weeks: [100, 100, 100],
      }),
    ).toEqual(['volume', 'large', 'small'])
  })
})

describe('what is not compared', () => {
  it.each([
    ['the window has too few events', share('rule', [20, 49], ...weeksOf(12, 1000))],
    ['the weeks have too few', share('rule', [20, 60], [0, 33], [0, 33], [0, 33])],
    ['only one week has any', share('rule', [20, 60], [1, 1000], [0, 0], [0, 0])],
  ])('%s', (_, subject) => {
    expect(findDrift([subject])).toEqual({ comparisons: 0, tooFew: true, findings: [] })
  })
  it('a number alone makes no comparison of shares', () => {
    const drift = findDrift([{ key: 'volume', kind: 'count', recent: 5, weeks: [100, 100] }])
    expect(drift).toMatchObject({ comparisons: 1, tooFew: true, findings: [{ key: 'volume', recent: 5, usual: 100 }] })
  })
})

it('of many comparisons without a change, next to none is a finding', () => {
  let state = 11
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const draw = (of: number, rate: number) => Array.from({ length: of }, random).filter(each => each < rate).length
  let runs = 0
  for (let run = 0; run < 100; run++) {
    const subjects = Array.from({ length: 30 }, (_, n): DriftSubject<string> => {
      const rate = 0.005 + random() * 0.5
      const once = (): [number, number] => [draw(200, rate), 200]
      return share(String(n), once(), once(), once(), once(), once())
    })
    if (findDrift(subjects).findings.length > 0) runs++
  }
  expect(runs / 100).toBeLessThanOrEqual(driftLimits.falseDiscoveries)
})
