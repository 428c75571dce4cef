import { expect, it } from 'vitest'
import { latencyBandOf, latencyBounds } from '../../contract/common/latency-bands.ts'
import { latencyOverTime, percentilesOf, spreadOf } from './percentiles.ts'

const bandsOf = (latencies: readonly number[]): number[] => {
  const bands = new Array<number>(latencyBounds.length + 1).fill(0)
  for (const latency of latencies) bands[latencyBandOf(latency)] = (bands[latencyBandOf(latency)] ?? 0) + 1
  return bands
}

it('a latency is in the band whose upper bound it does not exceed', () => {
  expect([0, 1, 1.01, 5000, 5001].map(latencyBandOf)).toEqual([0, 0, 1, latencyBounds.length - 1, latencyBounds.length])
})

it('without calls there are none', () => expect(percentilesOf(bandsOf([]), 0)).toBeNull())

it('calls of a band are taken as evenly spread', () => {
  // 50 calls up to 100 ms (80 to 100) and 50 up to 200 ms (150 to 200): worked by hand.
  const bands = bandsOf([...new Array<number>(50).fill(90), ...new Array<number>(50).fill(180)])
  expect(percentilesOf(bands, 200)).toEqual({ p50: 100, p95: 195, p99: 199 })
})

it('none exceeds the longest call', () => {
  expect(percentilesOf(bandsOf([9000]), 9000)).toEqual({ p50: 7000, p95: 8800, p99: 8960 })
  expect(percentilesOf(bandsOf([3]), 2.5)?.p99).toBeLessThanOrEqual(2.5)
})

it('an estimate is within the band of the exact percentile', () => {
  const latencies = Array.from({ length: 1000 }, (_, n) => 1 + ((n * 7919) % 1000) ** 1.2)
  const sorted = latencies.toSorted((a, b) => a - b)
  const estimate = percentilesOf(bandsOf(latencies), sorted.at(-1) ?? 0)
  for (const [share, value] of [
    [0.5, estimate?.p50],
    [0.95, estimate?.p95],
    [0.99, estimate?.p99],
  ] as const) {
    const exact = sorted[Math.ceil(share * 1000) - 1] ?? 0
    expect(Math.abs(latencyBandOf(value ?? 0) - latencyBandOf(exact))).toBeLessThanOrEqual(1)
  }
})

it('over time a step without calls has none, and each one ends with its own longest call', () => {
  // 100 calls up to 40 ms (30 to 40), then none, then one of 9 s (5 s to 9 s): worked by hand.
  const bandSums = [
    { step: 0, band: latencyBandOf(40), calls: 100 },
    { step: 2, band: latencyBounds.length, calls: 1 },
  ]
  const stepSums = [
    { step: 0, longestMs: 40 },
    { step: 0, longestMs: 12 },
    { step: 2, longestMs: 9000 },
  ]
  expect(latencyOverTime(bandSums, stepSums, 3)).toEqual({
    p50: [35, null, 7000],
    p95: [39.5, null, 8800],
    p99: [39.9, null, 8960],
  })
})

it('the spread begins with the fastest call and ends with the slowest', () => {
  expect(spreadOf(bandsOf([]))).toEqual([])
  expect(spreadOf(bandsOf([0.5, 2.5]))).toEqual([
    { from: 0, to: 1, calls: 1 },
    { from: 1, to: 2, calls: 0 },
    { from: 2, to: 3, calls: 1 },
  ])
  expect(spreadOf(bandsOf([9000]))).toEqual([{ from: 5000, to: null, calls: 1 }])
})
