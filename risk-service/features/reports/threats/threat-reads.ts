import { sql } from 'kysely'
import { blankValue, type ReportView, reportsLimits } from '../../../contract/reports/report-definitions.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import type { DayRange } from '../../case-report/figures/periods.ts'
import { fraudDigit } from '../model/records/outcome-code.ts'
import { attributeValue } from '../refresh/attribute-columns.ts'
import { fraudStatus } from '../refresh/store-sums.ts'
import type { ReportScope } from '../summary/report-scope.ts'
import {
  counted,
  isCounted,
  type OutcomeVolume,
  outcomeOf,
  sumsOf,
  type TransactionFilter,
  within,
} from '../summary/summary-reads.ts'

/** Transactions with the same value of an attribute. Of their outcomes only the fraud status is given. */
export interface EntityVolume extends OutcomeVolume {
  value: string
}

const fraudOutcome = (filter: TransactionFilter) => sql`${fraudStatus(outcomeOf(filter))} * ${fraudDigit.unit}`

/** Which values of an attribute are read one by one. */
interface EntityChoice {
  /** An attribute, or the path of a field. */
  attribute: string
  /** Transactions, or amounts, by which values are large. */
  view: ReportView
  /** A value that is read in any case. */
  value: string | null
}

/**
 * Returns the volumes of the values of an attribute in a range: those that are large by volume or by fraud, the one whose
 * share of fraud exceeds its share of volume the most, and the chosen one; for the charts, the volumes of the largest ones
 * by day. An empty value stands for all others, of which there may be as many as there are transactions. All are read at
 * once, because under a filter every read is one of all transactions.
 */
export async function readEntityVolumes(
  db: Db,
  filter: TransactionFilter,
  { attribute, view, value }: EntityChoice,
  range: DayRange,
  signal?: AbortSignal,
): Promise<{ volumes: EntityVolume[]; days: EntityVolume[] }> {
  const weight = view === 'count' ? sql`events` : sql`cents`
  const fraud = fraudDigit.fraud * fraudDigit.unit
  const added = sql`sum(events)::int as events, sum(cents)::float8 as cents`
  const { rows } = await sql<EntityVolume & { by_day: boolean }>`
    with volumes as materialized (
      select day, ${attributeValue(attribute)} as value, ${fraudOutcome(filter)} as outcome, ${counted}
      from report_transaction where ${isCounted(filter)} and ${within(sql`day`, range)} group by 1, 2, 3
    ), totals as (
      select value, sum(${weight})::float8 as volume,
        coalesce(sum(${weight}) filter (where outcome = ${fraud}), 0)::float8 as fraud
      from volumes group by value
    ), shares as (
      select value, volume, fraud,
        coalesce(fraud / nullif(sum(fraud) over (), 0), 0) - coalesce(volume / nullif(sum(volume) over (), 0), 0) as excess
      from totals
    ), places as (
      select value, row_number() over (order by volume desc, value collate "C") as by_volume,
        row_number() over (order by fraud desc, value collate "C") as by_fraud,
        row_number() over (order by excess desc, volume desc, value collate "C") as by_excess
      from shares
    ), listed as (
      select value, by_volume <= ${reportsLimits.entityValues} or by_fraud <= ${reportsLimits.entityValues}
        or by_excess = 1 or value = ${value}::text as is_drawn
      from places where by_volume <= ${reportsLimits.values} or by_fraud <= ${reportsLimits.entityValues}
        or by_excess = 1 or value = ${value}::text
    )
    select false as by_day, ${range.from}::int as day, coalesce(l.value, '') as value, outcome, ${added}
    from volumes v left join listed l on l.value = v.value group by 3, 4
    union all
    select true, day, coalesce(l.value, ''), outcome, ${added}
    from volumes v left join listed l on l.value = v.value and l.is_drawn group by 2, 3, 4`.execute(
    db,
    cancellable(signal),
  )
  return { volumes: rows.filter(({ by_day }) => !by_day), days: rows.filter(({ by_day }) => by_day) }
}

/** Returns those of some attributes of which transactions in scope have any value. */
export async function readValuedAttributes(
  db: Db,
  { environmentIds, eventType }: ReportScope,
  attributes: readonly string[],
): Promise<ReadonlySet<string>> {
  // Of each the first value is enough: an attribute may have as many values as there are transactions.
  const { rows } = await sql<{ attribute: string }>`
    select a.attribute from unnest(${[...attributes]}::text[]) as a (attribute)
    where exists (
      select from unnest(${[...environmentIds]}::uuid[]) as i (id)
      cross join lateral (
        select from report_value v where v.environment_id = i.id and v.event_type = ${eventType}
          and v.attribute = a.attribute and v.value <> ${blankValue} limit 1
      ) f
    )`.execute(db)
  return new Set(rows.map(({ attribute }) => attribute))
}

/**
 * Returns the first day of a range since which the transactions of all environments are stored one by one; null: none has
 * sums of earlier days that pass the filter, which are stored sums. An environment without any transaction has them since
 * its last sum.
 */
export async function readCountedFrom(
  db: Db,
  filter: TransactionFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<number | null> {
  const source = sumsOf(filter)
  if (source === null) return null
  const sums = sql`from ${source} and environment_id = i.id and ${within(sql`day`, range)}`
  const { rows } = await sql<{ day: number | null }>`
    select max(f.day)::int as day from unnest(${[...filter.environmentIds]}::uuid[]) as i (id)
    cross join lateral (
      select least(${range.to}::int, coalesce(
        (select day from report_transaction where environment_id = i.id and event_type = ${filter.eventType}
          order by day limit 1),
        (select max(day) + 1 ${sums})
      )) as day
    ) f
    where exists (select ${sums} and day < f.day)`.execute(db, cancellable(signal))
  return rows[0]?.day ?? null
}
