import { observedFieldKey } from '../../../contract/assessments/observed-fields.ts'
import type { ObservedInput, ObservedReport } from '../../../contract/reports/observed-report.ts'
import { reportsLimits } from '../../../contract/reports/report-definitions.ts'
import { inSnapshot } from '../../../kernel/store/connection/snapshot.ts'
import { dayName } from '../../case-report/figures/periods.ts'
import { distributionOf, periodsOfRange } from '../model/figures/time-series.ts'
import { totalsOf } from '../model/figures/totals.ts'
import { binWidth } from '../model/scores/score-bins.ts'
import { byVolume } from '../model/tables/rule-tables.ts'
import { sumOf } from '../model/volumes/volume.ts'
import { confirmedOf, filterOf, rangesOf } from '../summary/load-summary.ts'
import { type ReportCall, reportScopeOf } from '../summary/report-scope.ts'
import { readOutcomes } from '../summary/summary-reads.ts'
import { outcomeRecords, type VolumeRecord } from '../summary/volume-records.ts'
import { type ObservedVolume, readObservedVolumes } from './observed-reads.ts'

/** Transactions with a value of a field; null stands for many. */
type ObservedRecord = VolumeRecord & Pick<ObservedVolume, 'field' | 'value' | 'bin'>
type FieldShares = ObservedReport['fields'][number]

/**
 * Computes the report of observation events.
 * @throws NotFoundError for an assessment that receives none, ValidationError naming the field
 */
export async function loadObserved(
  call: ReportCall,
  input: ObservedInput,
  signal?: AbortSignal,
): Promise<ObservedReport> {
  const scope = reportScopeOf(call, input)
  const filter = filterOf(input, scope)
  const fields = observedFieldsOf(call, input)
  const choice = { fields, view: input.view, by: input.by }
  const { refreshedAt, hasTransactions, firstRead, asOf, firstDay, outcomes, volumes } = await inSnapshot(
    call.db,
    async db => {
      const ranges = await rangesOf({ ...call, db }, scope, input)
      return {
        ...ranges,
        outcomes: await readOutcomes(db, filter, ranges.range, signal),
        volumes: await readObservedVolumes(db, filter, choice, ranges.range, signal),
      }
    },
  )
  const records = observedRecords(volumes, input.view)
  const byScore = input.by === 'score'
  const bins = byScore ? [...new Set(records.map(({ bin }) => bin))].sort((left, right) => left - right) : []
  return {
    refreshedAt: refreshedAt?.toISOString() ?? null,
    firstDay: dayName(firstDay),
    hasData: hasTransactions,
    firstRead,
    confirmed: confirmedOf(outcomes),
    volume: totalsOf(outcomeRecords(outcomes, input.view)).transactions,
    periods: periodsOfRange(input, asOf.getTime()),
    bins: bins.map(bin => bin * binWidth),
    fields: fields.map(field => {
      const own = records.filter(each => each.field === field)
      return { field, volume: volumeOf(own), ...(byScore ? sharesByScore(own, bins) : sharesByTime(own, input)) }
    }),
  }
}

/** Returns the fields that the report of an assessment shows. */
const observedFieldsOf = (
  { engine }: Pick<ReportCall, 'engine'>,
  { environmentId, assessment }: Pick<ObservedInput, 'environmentId' | 'assessment'>,
): string[] =>
  (engine.assessments(environmentId).find(({ key }) => key === assessment)?.observedFields ?? []).map(observedFieldKey)

const observedRecords = (rows: readonly ObservedVolume[], view: ObservedInput['view']): ObservedRecord[] =>
  outcomeRecords(rows, view).map((each, index) => {
    const { field = '', value = null, bin = 0 } = rows[index] ?? {}
    return { ...each, field, value, bin }
  })

const volumeOf = (records: readonly ObservedRecord[]): number => sumOf(records.map(({ weight }) => weight))

/** Returns the most frequent values by volume, followed by an empty one that stands for the others where there are any. */
function valuesOf(records: readonly ObservedRecord[]): string[] {
  const sums = [...Map.groupBy(records, ({ value }) => value)].flatMap(([value, some]) =>
    value === null ? [] : [{ value, volume: volumeOf(some) }],
  )
  const values = byVolume(sums, ({ value }) => value)
    .slice(0, reportsLimits.observedValues)
    .map(({ value }) => value)
  return records.some(({ value }) => value === null) ? [...values, ''] : values
}

const sharesByTime = (
  records: readonly ObservedRecord[],
  input: ObservedInput,
): Pick<FieldShares, 'values' | 'volumes'> =>
  distributionOf(records, valuesOf(records), ({ value }) => value ?? '', input)

function sharesByScore(
  records: readonly ObservedRecord[],
  bins: readonly number[],
): Pick<FieldShares, 'values' | 'volumes'> {
  const values = valuesOf(records)
  return {
    values,
    volumes: bins.map(bin =>
      values.map(value => volumeOf(records.filter(each => each.bin === bin && (each.value ?? '') === value))),
    ),
  }
}
