import type { ObservedReport, SummaryInput } from '../../../contract/index.ts'
import type { PlacedRecord } from './store-records.ts'
import { filterIds } from './summary-recount.ts'

/* The report of observation events counted again, record by record. */

type Input = Pick<
  SummaryInput,
  'view' | 'grain' | 'from' | 'to' | 'scoreFrom' | 'scoreTo' | 'environmentIds' | 'attributes'
> & { by: 'time' | 'score' }
/** What each field says of a record; null: nothing. */
type ValueOf = Readonly<Record<string, (record: PlacedRecord) => string | null>>

const dayMs = 86_400_000
const weekDays = 7

/** Returns the first day of the period of a time. */
function periodOf(time: string, grain: Input['grain']): string {
  const day = time.slice(0, 10)
  if (grain === 'day') return day
  if (grain === 'month') return `${day.slice(0, 7)}-01`
  const sinceMonday = (new Date(day).getUTCDay() + weekDays - 1) % weekDays
  return new Date(Date.parse(day) - sinceMonday * dayMs).toISOString().slice(0, 10)
}

const cents = (amount: number): number => Math.round(amount * 100) / 100

/** Returns the fields of a report. @param scope environments of the report */
export function recountObserved(
  covered: readonly PlacedRecord[],
  scope: readonly string[],
  { view, grain, from, to, environmentIds, by, ...filter }: Input,
  fields: ValueOf,
  { periods, bins }: Pick<ObservedReport, 'periods' | 'bins'>,
): ObservedReport['fields'] {
  const inScope = covered.filter(({ environmentId, time }) => {
    const day = time.slice(0, 10)
    return (environmentIds.length === 0 ? scope : environmentIds).includes(environmentId) && day >= from && day <= to
  })
  const chosen = new Set(filterIds(inScope, filter))
  const records = inScope.filter(
    ({ id, score }) => chosen.has(id) && (by === 'time' || (score !== null && score >= 0 && score <= 999)),
  )
  const weightOf = ({ amountUsd }: PlacedRecord): number => (view === 'count' ? 1 : (amountUsd ?? 0))
  const sum = (some: readonly PlacedRecord[]): number => cents(some.reduce((total, each) => total + weightOf(each), 0))
  return Object.entries(fields).map(([field, valueOf]) => {
    const seen = records.filter(record => valueOf(record) !== null)
    const byValue = Map.groupBy(seen, record => valueOf(record) ?? '')
    const order = [...byValue]
      .map(([value, some]) => ({ value, volume: sum(some), count: some.length }))
      .sort((a, b) => b.volume - a.volume || b.count - a.count || (a.value < b.value ? -1 : 1))
    const frequent = new Set(order.slice(0, 20).map(({ value }) => value))
    const places =
      by === 'time'
        ? periods.map(
            ({ start }) =>
              (record: PlacedRecord) =>
                periodOf(record.time, grain) === start,
          )
        : bins.map(first => (record: PlacedRecord) => Math.floor((record.score ?? -1) / 10) * 10 === first)
    // Of values with equal volumes the names decide.
    const values = order
      .filter(({ value }) => frequent.has(value))
      .sort((a, b) => b.volume - a.volume || (a.value < b.value ? -1 : 1))
      .map(({ value }) => value)
    const names = order.length > frequent.size ? [...values, ''] : values
    const nameOf = (record: PlacedRecord): string => {
      const value = valueOf(record) ?? ''
      return frequent.has(value) ? value : ''
    }
    return {
      field,
      values: names,
      volumes: places.map(isIn => names.map(name => sum(seen.filter(each => isIn(each) && nameOf(each) === name)))),
      volume: sum(seen),
    }
  })
}
