import { reportsLimits } from '../../../contract/reports/report-definitions.ts'
import type { SummaryShares } from '../../../contract/reports/reports.ts'
import type { EntityRow, ThreatsReport } from '../../../contract/reports/threats-report.ts'
import { fraudRateOf } from '../model/figures/summary-kpis.ts'
import { distributionOf, type SeriesRange } from '../model/figures/time-series.ts'
import { groupBy, totalsOf } from '../model/figures/totals.ts'
import { byVolume } from '../model/tables/rule-tables.ts'
import { rateOf, sumOf } from '../model/volumes/volume.ts'
import { outcomeRecords, type VolumeRecord } from '../summary/volume-records.ts'
import type { EntityVolume } from './threat-reads.ts'

/** Transactions with a value of the attribute; an empty one stands for many. */
type EntityRecord = VolumeRecord & Pick<EntityVolume, 'value'>

export const entityRecords = (rows: readonly EntityVolume[], view: 'count' | 'amount'): EntityRecord[] =>
  outcomeRecords(rows, view).map((each, index) => ({ ...each, value: rows[index]?.value ?? '' }))

type Figures = NonNullable<ThreatsReport['entity']['others']>
/** A row, with what its sum with others needs. */
type CountedRow = EntityRow & { nonFraudVolume: number }

/** Returns the figures of the values by volume, and at the end those of an empty one, which stands for many. */
export function entityRowsOf(records: readonly EntityRecord[]): CountedRow[] {
  const whole = totalsOf(records)
  const groups = groupBy(records, each => [(each as EntityRecord).value])
  const rows = [...groups].map(([value, some]): CountedRow => {
    const totals = totalsOf(some)
    return {
      value,
      volume: totals.transactions,
      share: rateOf(totals.transactions, whole.transactions),
      fraudVolume: totals.fraud,
      fraudShare: rateOf(totals.fraud, whole.fraud),
      fraudRate: fraudRateOf(totals),
      nonFraudVolume: totals.nonFraud,
    }
  })
  const ordered = byVolume(
    rows.filter(({ value }) => value !== ''),
    ({ value }) => value,
  )
  return [...ordered, ...rows.filter(({ value }) => value === '')]
}

/** Returns the value whose share of fraud exceeds its share of transactions the most; null: there is no fraud. */
export function mostExposedOf(rows: readonly EntityRow[]): string | null {
  let [most, chosen]: [number, string | null] = [0, null]
  for (const { value, share, fraudShare } of rows) {
    const excess = (fraudShare ?? 0) - (share ?? 0)
    if (value !== '' && excess > most) [most, chosen] = [excess, value]
  }
  return chosen
}

const shown = ({ nonFraudVolume: _, ...row }: CountedRow): EntityRow => row

/** Returns the rows of the table, and the sum of those that are too many. */
export function tableOf(rows: readonly CountedRow[]): { rows: EntityRow[]; others: Figures | null } {
  const first = rows.slice(0, reportsLimits.values).filter(({ value }) => value !== '')
  const rest = rows.slice(first.length)
  if (rest.length === 0) return { rows: first.map(shown), others: null }
  const sum = (name: 'volume' | 'fraudVolume' | 'nonFraudVolume', of = rest) => sumOf(of.map(row => row[name]))
  const [volume, fraudVolume] = [sum('volume'), sum('fraudVolume')]
  return {
    rows: first.map(shown),
    others: {
      volume,
      share: rateOf(volume, sum('volume', [...rows])),
      fraudVolume,
      fraudShare: rateOf(fraudVolume, sum('fraudVolume', [...rows])),
      fraudRate: rateOf(fraudVolume, sumOf([fraudVolume, sum('nonFraudVolume')])),
    },
  }
}

/** Returns the values with the largest volumes, and the chosen one where it is none of them. */
export function largestOf(
  rows: readonly EntityRow[],
  measure: 'volume' | 'fraudVolume',
  chosen: string | null,
): string[] {
  const values = byVolume(
    rows.filter(row => row.value !== '' && row[measure] > 0).map(row => ({ value: row.value, volume: row[measure] })),
    ({ value }) => value,
  )
    .slice(0, reportsLimits.entityValues)
    .map(({ value }) => value)
  return chosen === null || values.includes(chosen) || rows.every(({ value }) => value !== chosen)
    ? values
    : [...values, chosen]
}

/** Returns the volumes of values by period; an empty value at the end stands for all others, where there are some. */
export function sharesOf(
  records: readonly EntityRecord[],
  values: readonly string[],
  range: SeriesRange,
): SummaryShares {
  const isListed = new Set(values)
  const valueOf = ({ value }: EntityRecord): string => (isListed.has(value) ? value : '')
  const withOthers = records.some(each => each.weight > 0 && valueOf(each) === '')
  return distributionOf(records, withOthers ? [...values, ''] : values, valueOf, range)
}
