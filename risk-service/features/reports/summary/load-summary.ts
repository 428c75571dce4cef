import { reportsLimits, type SummaryMetric, summaryMetrics } from '../../../contract/reports/report-definitions.ts'
import type { AttributeValues, SummaryInput, SummaryReport, SummaryShares } from '../../../contract/reports/reports.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { type DayRange, dayName, dayNumberOf, rangeBefore, rangeOf } from '../../case-report/figures/periods.ts'
import { summaryKpisOf } from '../model/figures/summary-kpis.ts'
import { distributionOf, periodsOfRange, type SeriesRange, timeSeriesOf } from '../model/figures/time-series.ts'
import { totalsOf } from '../model/figures/totals.ts'
import { transactionStatuses } from '../model/records/derived-flags.ts'
import { scoreRangeOf } from '../model/records/filter-records.ts'
import { otherStatus } from '../model/records/outcome-code.ts'
import { compareNames, sumOf } from '../model/volumes/volume.ts'
import { firstReportDay } from '../refresh/refresh-reports.ts'
import {
  type OutcomeVolume,
  readAttributeValues,
  readLaterDays,
  readOutcomes,
  readRefresh,
  type TransactionFilter,
} from './summary-reads.ts'
import { outcomeRecords, receiveRecords, type VolumeRecord } from './volume-records.ts'

export type ReportCall = Pick<EnvironmentCallContext, 'ports' | 'db' | 'scope'>

interface ReportCoverage {
  environmentIds: readonly string[]
  /** When transactions were last read; null: not yet. */
  refreshedAt: Date | null
  /** Whether there is any transaction without the filters. */
  hasData: boolean
  asOf: Date
  /** The first day that reports cover. */
  firstDay: number
  range: DayRange
  /** The range of equal length before; null where reports do not reach so far back. */
  before: DayRange | null
}

/** Returns the environments that a report covers. @throws ValidationError for one outside the environment of the call */
function environmentsOf({ scope }: ReportCall, environmentIds: readonly string[]): readonly string[] {
  const foreign = environmentIds.findIndex(id => !scope.includes(id))
  if (foreign >= 0) throw new ValidationError(['environmentIds', foreign], 'Choose this environment or one below it.')
  return environmentIds.length === 0 ? scope : environmentIds
}

/**
 * Returns what a report covers: environments, days, and the time of the figures (that of the call before the first
 * refresh). @throws ValidationError naming the field
 */
export async function openReport(
  call: ReportCall,
  input: Pick<SummaryInput, 'environmentIds' | 'from' | 'to'>,
): Promise<ReportCoverage> {
  const environmentIds = environmentsOf(call, input.environmentIds)
  const { refreshedAt, transactions } = await readRefresh(call.db, environmentIds)
  const now = call.ports.clock()
  const asOf = refreshedAt ?? now
  const firstDay = firstReportDay(asOf)
  const range = rangeOf(input.from, input.to)
  if (range.from < firstDay || range.to - 1 > dayNumberOf(now.getTime()))
    throw new ValidationError([range.from < firstDay ? 'from' : 'to'], 'Choose dates within the last four months.')
  const before = rangeBefore(range)
  return {
    environmentIds,
    refreshedAt,
    hasData: transactions > 0,
    asOf,
    firstDay,
    range,
    before: before.from >= firstDay ? before : null,
  }
}

/** Computes the Summary report. @throws ValidationError naming the field */
export async function loadSummary(call: ReportCall, input: SummaryInput, signal?: AbortSignal): Promise<SummaryReport> {
  const { environmentIds, refreshedAt, hasData, asOf, firstDay, range, before } = await openReport(call, input)
  const filter = filterOf(input, environmentIds)
  const [outcomes, chargebacks, settled] = await Promise.all([
    readOutcomes(call.db, filter, before ? { from: before.from, to: range.to } : range, signal),
    readLaterDays(call.db, filter, 'chargeback', range, signal),
    readLaterDays(call.db, filter, 'settled', range, signal),
  ])
  const during = ({ from, to }: DayRange): OutcomeVolume[] => outcomes.filter(({ day }) => day >= from && day < to)
  const records = outcomeRecords(during(range), input.view)
  const received = receiveRecords({ own: records, chargebacks, settled }, input.view)
  const series = (metric: SummaryMetric) =>
    timeSeriesOf(metric === 'chargebackByReceive' ? received : records, metric, input).map(({ volume, rate }) => ({
      volume,
      rate,
    }))
  return {
    refreshedAt: refreshedAt?.toISOString() ?? null,
    firstDay: dayName(firstDay),
    hasData,
    confirmed: confirmedOf(during(range)),
    kpis: summaryKpisOf(totalsOf(records)),
    previous: before ? summaryKpisOf(totalsOf(outcomeRecords(during(before), input.view))) : null,
    periods: periodsOfRange(input, asOf.getTime()),
    series: Object.fromEntries(summaryMetrics.map(metric => [metric, series(metric)])) as SummaryReport['series'],
    distributions: {
      decisions: distributionOf(
        records,
        ['Approve', 'Review', 'Challenge', 'Reject', ''],
        ({ record }) => record.decision ?? '',
        input,
      ),
      statuses: distributionOf(records, transactionStatuses, ({ status }) => status, input),
      observed: observedOf(records, input),
    },
  }
}

/** Returns which transactions a report counts. */
export function filterOf(
  input: Pick<SummaryInput, 'scoreFrom' | 'scoreTo' | 'attributes'>,
  environmentIds: readonly string[],
): TransactionFilter {
  const [low, high] = scoreRangeOf(input.scoreFrom, input.scoreTo)
  return {
    environmentIds,
    scores: low <= 0 && high >= 999 ? null : [low, high],
    attributes: input.attributes,
  }
}

/** Counts the transactions that are known to be fraud or none, whatever the view. */
function confirmedOf(outcomes: readonly OutcomeVolume[]): number {
  const { fraud, nonFraud } = totalsOf(outcomeRecords(outcomes, 'count'))
  return fraud + nonFraud
}

/** Returns the most frequent statuses of the latest event; the others are one, and what has none is left out. */
function observedOf(records: readonly VolumeRecord[], range: SeriesRange): SummaryShares {
  const { values, valueOf } = observedValuesOf(records)
  return distributionOf(
    records.filter(each => valueOf(each) !== null),
    values,
    each => valueOf(each) ?? '',
    range,
  )
}

/**
 * Returns the most frequent statuses of the latest event, followed by an empty text that stands for the others where
 * there are some, and what finds the one of a record; null: it has none.
 */
export function observedValuesOf(records: readonly VolumeRecord[]) {
  const seen = records.flatMap(({ observed, weight }) =>
    observed === null ? [] : [{ observed: String(observed), weight }],
  )
  const sums = [...Map.groupBy(seen, ({ observed }) => observed)]
    .map(([value, some]) => ({ value, volume: sumOf(some.map(({ weight }) => weight)) }))
    .sort((left, right) => right.volume - left.volume || compareNames(left.value, right.value))
  const frequent = sums
    .filter(({ value }) => value !== otherStatus)
    .slice(0, reportsLimits.observedStatuses)
    .map(({ value }) => value)
  return {
    values: sums.length > frequent.length ? [...frequent, ''] : frequent,
    valueOf: ({ observed }: Pick<VolumeRecord, 'observed'>): string | null =>
      observed === null ? null : frequent.includes(observed) ? observed : '',
  }
}

/** Returns the values by which reports can be filtered. @throws ValidationError naming the field */
export async function loadAttributeValues(
  call: ReportCall,
  input: { environmentIds: readonly string[] },
  signal?: AbortSignal,
): Promise<AttributeValues> {
  const environmentIds = environmentsOf(call, input.environmentIds)
  return { attributes: await readAttributeValues(call.db, environmentIds, reportsLimits.values, signal) }
}
