import type { ReportView } from '../../../contract/reports/report-definitions.ts'
import type { SummaryReport } from '../../../contract/reports/reports.ts'
import { type DelayCount, fitDelayCurve } from '../../../engine/nowcast/delay-curve.ts'
import type { NowcastDay } from '../../../engine/nowcast/nowcast.ts'
import { dayNumberOf } from '../../case-report/figures/periods.ts'
import { type ExpectedRate, expectedRates } from '../model/figures/expected-rates.ts'
import { type SeriesRange, timeSeriesOf } from '../model/figures/time-series.ts'
import { instantOf } from '../model/records/report-record.ts'
import { Sum, sumOf } from '../model/volumes/volume.ts'
import type { DelayVolume } from './summary-reads.ts'
import type { VolumeRecord } from './volume-records.ts'

interface NowcastInput {
  /** Transactions by day and outcome, in the weights of the view. */
  records: readonly VolumeRecord[]
  /** Delays of all transactions of the scope, from which the curve is fitted. */
  allDelays: readonly DelayVolume[]
  /** Delays of the transactions of the report. */
  delays: readonly DelayVolume[]
  /** First day that reports cover, and last whole day at the time of the figures. */
  firstDay: number
  asOf: number
  view: ReportView
}

/**
 * Expects the fraud rate of each period. Refused without answers of a bank, where non-fraud is confirmed as late as fraud
 * and the rate of today is therefore not too low, and with too few frauds.
 */
export function nowcastSummary(
  { records, allDelays, delays, firstDay, asOf, view }: NowcastInput,
  range: SeriesRange,
): SummaryReport['nowcast'] {
  const counts = allDelays.map(({ day, delay, events }): DelayCount => ({ day, delay, count: events }))
  const frauds = sumOf(counts.filter(({ day, delay }) => day + delay <= asOf).map(({ count }) => count))
  if (!records.some(({ flags }) => flags.sentToBank)) return { refusal: 'noBank', frauds, periods: [] }
  const curve = fitDelayCurve(counts, asOf, firstDay)
  if (curve === null) return { refusal: 'fewFrauds', frauds, periods: [] }
  const present = timeSeriesOf(records, 'fraud', range)
  const periods = expectedRates(nowcastDays(records, delays, asOf, view), curve, asOf, range)
  return { refusal: null, frauds, periods: periods.map((each, index) => atLeast(each, present[index]?.rate ?? 0)) }
}

/** An expectation starts from the last whole day: what became known since may be more. */
function atLeast(each: ExpectedRate, present: number): ExpectedRate {
  const { expected, low, high } = each
  if (expected === null || low === null || high === null) return each
  return { ...each, expected: Math.max(expected, present), low: Math.max(low, present), high: Math.max(high, present) }
}

/** Returns what was known of each day of transactions at the end of a day. */
function nowcastDays(
  records: readonly VolumeRecord[],
  delays: readonly DelayVolume[],
  asOf: number,
  view: ReportView,
): NowcastDay[] {
  const confirmed = new Map<number, Sum>()
  for (const { record, fraud, weight } of records) {
    if (fraud.status === 'unknown') continue
    const day = dayNumberOf(instantOf(record.time))
    const sum = confirmed.get(day) ?? new Sum()
    sum.add(weight)
    confirmed.set(day, sum)
  }
  const reported = Map.groupBy(
    delays.filter(({ day, delay }) => day + delay <= asOf),
    ({ day }) => day,
  )
  return [...confirmed].map(([day, sum]) => {
    const some = reported.get(day) ?? []
    const frauds = sumOf(some.map(({ events }) => events))
    const [fraud, squares] =
      view === 'count'
        ? [frauds, frauds]
        : [sumOf(some.map(({ cents }) => cents / 100)), sumOf(some.map(each => each.squares / 10_000))]
    return { day, confirmed: sum.value, fraud, squares, frauds }
  })
}
