import type { DelayCurve } from '../../../../engine/nowcast/delay-curve.ts'
import { type NowcastDay, nowcast } from '../../../../engine/nowcast/nowcast.ts'
import { type DayRange, periodIndexOf, periodsOf, rangeOf } from '../../../case-report/figures/periods.ts'
import { sumOf } from '../volumes/volume.ts'
import { buckets, type SeriesRange } from './time-series.ts'

/** What the fraud rate of a period is expected to be once every label has come. */
export interface ExpectedRate {
  /** Whether so much fraud is still to become known that the rate of today is too low. */
  arriving: boolean
  /** Null: the labels have come, or the period is too young or has too few frauds to say. */
  expected: number | null
  /** Half of the band of 95 % around it, and its limits. */
  margin: number | null
  low: number | null
  high: number | null
}

/** Share of known fraud from which on the labels of a period have come. */
const arrivedShare = 0.95
const dayMs = 86_400_000

/**
 * Expects the fraud rate of each period that touches a range.
 * @param days what is known of each day, in days since 1970; those after `asOf` are left out
 * @param asOf last whole day at the time of the figures
 */
export function expectedRates(
  days: readonly NowcastDay[],
  curve: DelayCurve,
  asOf: number,
  { grain, from, to }: SeriesRange,
): ExpectedRate[] {
  const periods = periodsOf(rangeOf(from, to), buckets[grain], 0)
  const byPeriod = Map.groupBy(
    days.filter(({ day }) => day <= asOf),
    ({ day }) => periodIndexOf(periods, day * dayMs),
  )
  return periods.map((period, index) => {
    const { observed, expected, margin, low, high, reported } = nowcast(byPeriod.get(index) ?? [], curve, asOf)
    // What has nothing confirmed yet is as late as its days are young.
    const share = observed === null ? shareByAge(period, curve, asOf) : (reported ?? 0)
    const arriving = period.to - 1 > asOf || share < arrivedShare
    return arriving
      ? { arriving, expected, margin, low, high }
      : { arriving, expected: null, margin: null, low: null, high: null }
  })
}

/** Returns which share of the fraud of an average day of a period is known by its age. */
function shareByAge({ from, to }: DayRange, { reported, horizon }: DelayCurve, asOf: number): number {
  const days = Array.from({ length: to - from }, (_, index) => from + index)
  return sumOf(days.map(day => reported[Math.min(horizon, Math.max(0, asOf - day))] ?? 0)) / days.length
}
