import {
  defaultFraudSignals,
  defaultNonFraudSignals,
  reportAttributes,
  reportsLimits,
  type SummaryMetric,
  scoreTypesOf,
  summaryMetrics,
  transactionStatuses,
} from '../../../contract/reports/report-definitions.ts'
import type { AttributeValues, SummaryInput, SummaryReport, SummaryShares } from '../../../contract/reports/reports.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { inSnapshot } from '../../../kernel/store/connection/snapshot.ts'
import { type DayRange, dayName, dayNumberOf, rangeBefore, rangeOf } from '../../case-report/figures/periods.ts'
import { summaryKpisOf } from '../model/figures/summary-kpis.ts'
import { distributionOf, periodsOfRange, type SeriesRange, timeSeriesOf } from '../model/figures/time-series.ts'
import { totalsOf } from '../model/figures/totals.ts'
import { scoreRangeOf } from '../model/records/filter-records.ts'
import { otherStatus } from '../model/records/outcome-code.ts'
import { signalTypeNumbers } from '../model/records/signal-code.ts'
import { compareNames, sumOf } from '../model/volumes/volume.ts'
import { firstReportDay } from '../refresh/report-window.ts'
import { assertFieldsRead, readAttributeValues, readPendingFields } from './filter-value-reads.ts'
import { nowcastSummary } from './nowcast-summary.ts'
import { readRefresh } from './read-state.ts'
import { type OfferedScope, type ReportCall, type ReportScope, reportScopeOf } from './report-scope.ts'
import {
  isUnfiltered,
  type OutcomeVolume,
  readDelays,
  readLaterDays,
  readOutcomes,
  type TransactionFilter,
  withoutFilter,
} from './summary-reads.ts'
import { outcomeRecords, receiveRecords, type VolumeRecord } from './volume-records.ts'

/**
 * Returns the days of a report and of the range of equal length before it, which is null where reports do not reach so
 * far back. @throws ValidationError naming the field, ConflictError for a field that is not read yet
 */
export async function rangesOf(
  { db, ports }: Pick<ReportCall, 'db' | 'ports'>,
  scope: ReportScope,
  input: Pick<SummaryInput, 'from' | 'to' | 'dataFilters'>,
) {
  await assertFieldsRead(db, scope, chosenFieldsOf(input))
  const { refreshedAt, hasTransactions, firstRead } = await readRefresh(db, scope)
  const now = ports.clock()
  const asOf = refreshedAt ?? now
  const firstDay = firstReportDay(asOf)
  const range = rangeOf(input.from, input.to)
  if (range.from < firstDay || range.to - 1 > dayNumberOf(now.getTime()))
    throw new ValidationError([range.from < firstDay ? 'from' : 'to'], 'Choose dates within the last four months.')
  const before = rangeBefore(range)
  return {
    refreshedAt,
    hasTransactions,
    firstRead,
    asOf,
    firstDay,
    range,
    before: before.from >= firstDay ? before : null,
  }
}

/** Computes the Summary report. @throws ValidationError naming the field */
export async function loadSummary(call: ReportCall, input: SummaryInput, signal?: AbortSignal): Promise<SummaryReport> {
  const scope = reportScopeOf(call, input)
  const filter = filterOf(input, scope)
  const read = await readSummary(call, scope, filter, input, signal)
  const { refreshedAt, hasTransactions, firstRead, asOf, firstDay, covered, range, before } = read
  const { outcomes, chargebacks, settled, allDelays, delays } = read
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
    hasData: hasTransactions,
    firstRead,
    confirmed: confirmedOf(during(range)),
    kpis: summaryKpisOf(totalsOf(records)),
    previous: before === null ? null : summaryKpisOf(totalsOf(outcomeRecords(during(before), input.view))),
    periods: periodsOfRange(input, asOf.getTime()),
    series: Object.fromEntries(summaryMetrics.map(metric => [metric, series(metric)])) as SummaryReport['series'],
    nowcast:
      filter.signals === undefined
        ? nowcastSummary(
            { records, allDelays, delays: delays ?? allDelays, firstDay, asOf: covered.to - 1, view: input.view },
            input,
          )
        : // Delays are those of the usual signals.
          { refusal: 'otherSignals', frauds: 0, periods: [] },
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

/** Reads everything that a Summary counts, as of one moment: a refresh stores transactions and sums in pieces. */
const readSummary = (
  call: ReportCall,
  scope: OfferedScope,
  filter: TransactionFilter,
  input: SummaryInput,
  signal?: AbortSignal,
) =>
  inSnapshot(call.db, async db => {
    const ranges = await rangesOf({ ...call, db }, scope, input)
    const { range, before, firstDay, asOf } = ranges
    const covered = { from: firstDay, to: dayNumberOf(asOf.getTime()) }
    return {
      ...ranges,
      covered,
      outcomes: await readOutcomes(db, filter, { from: before?.from ?? range.from, to: range.to }, signal),
      chargebacks: await readLaterDays(db, filter, 'chargeback', range, signal),
      settled: await readLaterDays(db, filter, 'settled', range, signal),
      allDelays: await readDelays(db, withoutFilter(scope), covered, signal),
      delays: isUnfiltered(filter) ? null : await readDelays(db, filter, range, signal),
    }
  })

/**
 * Returns the transactions that an input asks for, whatever their dates.
 * @throws ValidationError for an attribute by which reports of the assessment are not filtered
 */
export function filterOf(input: SummaryInput, scope: OfferedScope): TransactionFilter {
  const foreign = reportAttributes.find(name => input.attributes[name].length > 0 && !scope.filters.includes(name))
  if (foreign !== undefined)
    throw new ValidationError(['attributes', foreign], 'Reports of this assessment are not filtered by this attribute.')
  assertDataFilters(input, scope)
  if (!scoreTypesOf(scope.eventType).includes(input.scoreType))
    throw new ValidationError(['scoreType'], 'Events of this assessment do not have this score.')
  const [low, high] = scoreRangeOf(input.scoreFrom, input.scoreTo)
  return {
    ...scope,
    scores: low <= 0 && high >= 999 ? null : [low, high],
    attributes: input.attributes,
    dataFilters: input.dataFilters,
    scoreType: input.scoreType,
    finalDecisions: input.finalDecisions,
    decisionRules: input.decisionRules,
    outcomes: input,
    ...signalsOf(input),
  }
}

/** Returns the numbers of the signals that an input chooses; nothing where it chooses none. */
function signalsOf({ fraudTypes, nonFraudTypes }: SummaryInput): Pick<TransactionFilter, 'signals'> {
  if (fraudTypes.length === 0 && nonFraudTypes.length === 0) return {}
  return {
    signals: signalTypeNumbers({
      fraudTypes: fraudTypes.length === 0 ? defaultFraudSignals : fraudTypes,
      nonFraudTypes: nonFraudTypes.length === 0 ? defaultNonFraudSignals : nonFraudTypes,
    }),
  }
}

/** Counts the transactions that are known to be fraud or none, whatever the view. */
export function confirmedOf(outcomes: readonly OutcomeVolume[]): number {
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

/** The fields of which only some values are accepted. */
const chosenFieldsOf = ({ dataFilters }: Pick<SummaryInput, 'dataFilters'>): string[] =>
  Object.keys(dataFilters).filter(path => (dataFilters[path]?.length ?? 0) > 0)

/** @throws ValidationError for a field by which reports of the assessment are not filtered */
function assertDataFilters({ dataFilters }: Pick<SummaryInput, 'dataFilters'>, scope: OfferedScope): void {
  const foreign = Object.keys(dataFilters).find(path => !scope.dataFilters.includes(path))
  if (foreign !== undefined)
    throw new ValidationError(['dataFilters', foreign], 'Reports of this assessment are not filtered by this field.')
}

/** Returns the values by which reports can be filtered. @throws ValidationError naming the field */
export async function loadAttributeValues(
  call: ReportCall,
  input: Pick<SummaryInput, 'environmentId' | 'environmentIds' | 'assessment'>,
  signal?: AbortSignal,
): Promise<Pick<AttributeValues, 'attributes' | 'dataFilters'>> {
  const scope = reportScopeOf(call, input)
  const values = await readAttributeValues(call.db, scope, reportsLimits.values, signal)
  const pending = await readPendingFields(call.db, scope, scope.dataFilters)
  return {
    attributes: Object.fromEntries(
      reportAttributes.map(name => [name, scope.filters.includes(name) ? (values.get(name) ?? []) : []]),
    ) as AttributeValues['attributes'],
    dataFilters: scope.dataFilters.map(field => ({
      field,
      values: pending.has(field) ? null : (values.get(field) ?? []),
    })),
  }
}
