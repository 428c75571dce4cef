import type { ReportBucket } from '../../../../contract/cases/report/report-definitions.ts'
import type { ReportGrain } from '../../../../contract/reports/report-definitions.ts'
import { dayName, periodIndexOf, periodStart, periodsOf, rangeOf } from '../../../case-report/figures/periods.ts'
import type { AssessedRecord } from '../records/assessed-record.ts'
import { instantOf } from '../records/report-record.ts'
import { rateOf, Sum, withoutNoise } from '../volumes/volume.ts'

/** The periods of the case report by the names of those of reports. */
export const buckets: Readonly<Record<ReportGrain, ReportBucket>> = { day: 'daily', week: 'weekly', month: 'monthly' }

/** The time at which a record counts; null: it does not. */
type Dating = (each: AssessedRecord) => string | null
/** A volume, and the volumes whose sum is the denominator of its rate. */
interface Metric {
  part: Dating
  whole: readonly Dating[]
}

const when =
  (applies: (each: AssessedRecord) => boolean, time: Dating = ({ record }) => record.time): Dating =>
  each =>
    applies(each) ? time(each) : null

const always = when(() => true)
const isFraud = ({ fraud }: AssessedRecord): boolean => fraud.status === 'fraud'
const isConfirmed = ({ fraud }: AssessedRecord): boolean => fraud.status !== 'unknown'
const isDecided =
  (decision: string) =>
  ({ record }: AssessedRecord): boolean =>
    record.decision === decision
const hasChargeback = ({ flags }: AssessedRecord): boolean => flags.fraudChargeback
const isSettled = ({ flags }: AssessedRecord): boolean => flags.settled
const chargebackReceived = when(hasChargeback, ({ flags }) => flags.chargebackReceived)
const signalReceived: Dating = ({ fraud }) => fraud.received

const metrics = {
  transactions: { part: always, whole: [] },
  fraud: { part: when(isFraud), whole: [when(isConfirmed)] },
  ruleReject: { part: when(isDecided('Reject')), whole: [always] },
  bank: { part: when(({ flags }) => flags.bankApproved), whole: [when(({ flags }) => flags.sentToBank)] },
  chargebackByTransaction: { part: when(hasChargeback), whole: [when(isSettled)] },
  // Received chargebacks belong to earlier transactions: the denominator is the sum of what came in and what settled.
  chargebackByReceive: {
    part: chargebackReceived,
    whole: [chargebackReceived, when(isSettled, ({ flags }) => flags.settleTime)],
  },
  fraudByReceived: { part: when(isFraud, signalReceived), whole: [when(isConfirmed, signalReceived)] },
} as const satisfies Record<string, Metric>
export type SeriesMetric = keyof typeof metrics
export const seriesMetrics = Object.keys(metrics) as SeriesMetric[]

export interface SeriesRange {
  grain: ReportGrain
  /** Days of UTC, both included. */
  from: string
  to: string
}

/**
 * Returns the periods that touch a range by their first days. Partial: cut by the range, or not over yet.
 * @param now milliseconds
 */
export const periodsOfRange = ({ grain, from, to }: SeriesRange, now: number) =>
  periodsOf(rangeOf(from, to), buckets[grain], now).map(({ from: first, partial }) => ({
    start: dayName(periodStart(first, buckets[grain])),
    partial,
  }))

/** Returns the first days of the periods that touch a range, and a sum of records by period. */
function periodSums({ grain, from, to }: SeriesRange) {
  const periods = periodsOf(rangeOf(from, to), buckets[grain], 0)
  return {
    names: periods.map(period => dayName(periodStart(period.from, buckets[grain]))),
    sum(records: readonly AssessedRecord[], dating: Dating): number[] {
      const sums = periods.map(() => new Sum())
      for (const each of records) {
        const time = dating(each)
        if (time !== null) sums[periodIndexOf(periods, instantOf(time))]?.add(each.weight)
      }
      return sums.map(({ value }) => value)
    },
  }
}

/** Returns volume and rate of a metric per period, empty periods included. */
export function timeSeriesOf(records: readonly AssessedRecord[], metric: SeriesMetric, range: SeriesRange) {
  const { names, sum } = periodSums(range)
  const { part, whole }: Metric = metrics[metric]
  const volumes = sum(records, part)
  const wholes = whole.map(dating => sum(records, dating))
  return names.map((period, index) => {
    const volume = volumes[index] ?? 0
    const denominator = wholes.reduce((total, each) => total + (each[index] ?? 0), 0)
    return { period, volume, rate: rateOf(volume, withoutNoise(denominator)) }
  })
}

/** Returns the volume of each value in each period, and of nothing else: values that are not listed are left out. */
export function distributionOf<Counted extends AssessedRecord>(
  records: readonly Counted[],
  values: readonly string[],
  valueOf: (each: Counted) => string,
  range: SeriesRange,
) {
  const { names, sum } = periodSums(range)
  const byValue = values.map(value =>
    sum(
      records.filter(each => valueOf(each) === value),
      always,
    ),
  )
  return { values: [...values], volumes: names.map((_, index) => byValue.map(volumes => volumes[index] ?? 0)) }
}

/** Returns the share of each decision per period; null where nothing came in. */
export function decisionSeriesOf(records: readonly AssessedRecord[], range: SeriesRange) {
  const { names, sum } = periodSums(range)
  const all = sum(records, always)
  const shares = (decision: string): (number | null)[] =>
    sum(records, when(isDecided(decision))).map((volume, index) => rateOf(volume, all[index] ?? 0))
  const [approve, reject, review, challenge] = ['Approve', 'Reject', 'Review', 'Challenge'].map(shares)
  return names.map((period, index) => ({
    period,
    approve: approve?.[index] ?? null,
    reject: reject?.[index] ?? null,
    review: review?.[index] ?? null,
    challenge: challenge?.[index] ?? null,
  }))
}
