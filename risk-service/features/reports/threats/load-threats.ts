import {
  fraudFlags,
  type ReportAttribute,
  reportAttributesOf,
  transactionStatuses,
} from '../../../contract/reports/report-definitions.ts'
import type { ThreatsInput, ThreatsReport } from '../../../contract/reports/threats-report.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { inSnapshot } from '../../../kernel/store/connection/snapshot.ts'
import { type DayRange, dayName } from '../../case-report/figures/periods.ts'
import { summaryKpisOf } from '../model/figures/summary-kpis.ts'
import { distributionOf, periodsOfRange, type SeriesMetric, timeSeriesOf } from '../model/figures/time-series.ts'
import { totalsOf } from '../model/figures/totals.ts'
import { assertFieldsRead, readPendingFields } from '../summary/filter-value-reads.ts'
import { confirmedOf, filterOf, rangesOf } from '../summary/load-summary.ts'
import { type OfferedScope, type ReportCall, reportScopeOf } from '../summary/report-scope.ts'
import { type OutcomeVolume, readOutcomes, readSignalDays, type TransactionFilter } from '../summary/summary-reads.ts'
import { outcomeRecords, signalRecords } from '../summary/volume-records.ts'
import { entityRecords, entityRowsOf, largestOf, mostExposedOf, sharesOf, tableOf } from './entity-shares.ts'
import { readCountedFrom, readEntityVolumes, readValuedAttributes } from './threat-reads.ts'

/** Computes the report of threats. @throws ValidationError naming the field */
export async function loadThreats(call: ReportCall, input: ThreatsInput, signal?: AbortSignal): Promise<ThreatsReport> {
  const read = await inSnapshot(call.db, db => readThreats({ ...call, db }, input, signal))
  const { refreshedAt, hasTransactions, firstRead, asOf, firstDay, range, before, outcomes, signals, countedFrom } =
    read
  const during = ({ from, to }: DayRange): OutcomeVolume[] => outcomes.filter(({ day }) => day >= from && day < to)
  const records = outcomeRecords(during(range), input.view)
  const series = (metric: SeriesMetric, of = records) =>
    timeSeriesOf(of, metric, input).map(({ volume, rate }) => ({ volume, rate }))
  const { attribute, entity } = read
  const rows = entityRowsOf(entityRecords(entity.volumes, input.view))
  const chosen = input.value ?? mostExposedOf(rows)
  const [frequent, exposed] = [largestOf(rows, 'volume', chosen), largestOf(rows, 'fraudVolume', chosen)]
  const days = entityRecords(entity.days, input.view)
  const frauds = records.filter(({ fraud }) => fraud.status === 'fraud')
  return {
    refreshedAt: refreshedAt?.toISOString() ?? null,
    firstDay: dayName(firstDay),
    hasData: hasTransactions,
    firstRead,
    confirmed: confirmedOf(during(range)),
    kpis: summaryKpisOf(totalsOf(records)),
    previous: before === null ? null : summaryKpisOf(totalsOf(outcomeRecords(during(before), input.view))),
    periods: periodsOfRange(input, asOf.getTime()),
    series: {
      transactions: series('transactions'),
      fraud: series('fraud'),
      fraudByReceived: series('fraudByReceived', signalRecords(signals, input.view)),
    },
    distributions: {
      fraudStatuses: distributionOf(frauds, transactionStatuses, ({ status }) => status, input),
      fraudFlags: distributionOf(records, fraudFlags, ({ fraudFlag }) => fraudFlag ?? '', input),
    },
    entity: {
      attribute,
      countedFrom,
      chosen,
      ...tableOf(rows),
      transactions: sharesOf(days, frequent, input),
      fraud: sharesOf(
        days.filter(({ fraud }) => fraud.status === 'fraud'),
        exposed,
        input,
      ),
    },
  }
}

/** What the table is of where the values of all fields on offer are still being read. */
const blankAttribute: ReportAttribute = 'country'

/** Reads everything that a report of threats counts. */
async function readThreats(call: ReportCall, input: ThreatsInput, signal?: AbortSignal) {
  const { db } = call
  const scope = reportScopeOf(call, input)
  const filter = filterOf(input, scope)
  const attribute = await entityOf(call, scope, input)
  const ranges = await rangesOf(call, scope, input)
  const { range, before } = ranges
  const choice = { attribute, view: input.view, value: input.value }
  return {
    ...ranges,
    attribute,
    entity: await readEntityVolumes(db, filter, choice, range, signal),
    outcomes: await readOutcomes(db, filter, { from: before?.from ?? range.from, to: range.to }, signal),
    signals: await readSignalDays(db, filter, range, signal),
    countedFrom: await countedFromOf(call, filter, range, signal),
  }
}

/**
 * Returns the first day that values are counted of, where other figures of the report cover days before it: these may be
 * stored sums, which stay when the events of their days are removed.
 */
async function countedFromOf(
  { db }: Pick<ReportCall, 'db'>,
  filter: TransactionFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<string | null> {
  const first = await readCountedFrom(db, filter, range, signal)
  return first === null ? null : dayName(first)
}

/**
 * Returns the attribute of a report, one of the filters that are offered: where the input names none, the first one of
 * which there are values.
 * @throws ValidationError for one that is not offered, ConflictError for a field whose values are still being read
 */
async function entityOf(
  { db }: Pick<ReportCall, 'db'>,
  scope: OfferedScope,
  { assessment, entity }: Pick<ThreatsInput, 'assessment' | 'entity'>,
): Promise<string> {
  // An assessment without filters has a table of its first attribute.
  const configured: readonly string[] = [...scope.filters, ...scope.dataFilters]
  const offered = configured.length === 0 ? reportAttributesOf(assessment).slice(0, 1) : configured
  if (entity !== null) {
    if (!offered.includes(entity))
      throw new ValidationError(['entity'], 'Reports of this assessment do not offer this attribute.')
    if (scope.dataFilters.includes(entity)) await assertFieldsRead(db, scope, [entity])
    return entity
  }
  const pending = await readPendingFields(db, scope, scope.dataFilters)
  const read = offered.filter(each => !pending.has(each))
  const valued = await readValuedAttributes(db, scope, read)
  return read.find(each => valued.has(each)) ?? read[0] ?? blankAttribute
}
