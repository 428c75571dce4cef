import { type RawBuilder, sql } from 'kysely'
import { blankValue, reportAttributes } from '../../../contract/reports/report-definitions.ts'
import type { Db } from '../../../ports/database.ts'
import { fraudDigit } from '../model/records/outcome-code.ts'
import { attributeValue, scoreBin } from './attribute-columns.ts'

/** Whole days after which the fraud of a row of `report_transaction` became known; a label may be dated before it. */
export const fraudDelay = sql`greatest(fraud_day - day, 0)`

/** The digit of the fraud status in the number of an outcome. */
export const fraudStatus = (outcome: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${outcome} / ${sql.lit(fraudDigit.unit)} % ${sql.lit(fraudDigit.length)})`

/** Rows of `report_transaction` with `sign`: 1 is added to the sums, -1 taken from them. */
export type SignedRows = RawBuilder<unknown>

/** Transactions as they were, and as they are now. */
export const changedRows = (before: readonly object[], after: readonly object[]): SignedRows => {
  const signed = (sign: number, rows: readonly object[]) =>
    sql`select ${sql.lit(sign)} as sign, t.* from json_populate_recordset(null::report_transaction, ${JSON.stringify(rows)}::json) t`
  return sql`(${signed(-1, before)} union all ${signed(1, after)}) r`
}

interface SumTable {
  table: 'report_day' | 'report_path_day' | 'report_path_score' | 'report_score' | 'report_later_day' | 'report_delay'
  /** What rows are grouped by, beside the environment and the type of the event, by column. */
  by: Readonly<Record<string, RawBuilder<unknown>>>
  condition?: RawBuilder<unknown>
}

const columnsOf = (...names: string[]) => Object.fromEntries(names.map(name => [name, sql.ref(name)]))
const counted = { events: sql`sum(sign)`, amount_usd: sql`sum(sign * amount_usd)` }

/** @param firstDay sums of the days before are there already */
function sumTables(firstDay: number): SumTable[] {
  const later = (kind: string, day: RawBuilder<unknown>, condition = sql``): SumTable => ({
    table: 'report_later_day',
    by: { kind: sql`${kind}::text`, day },
    condition: sql`${day} >= ${firstDay} ${condition}`,
  })
  const judged = (kind: string, status: number) =>
    later(kind, sql`signal_day`, sql`and ${fraudStatus(sql`outcome`)} = ${status}`)
  return [
    { table: 'report_day', by: columnsOf('day', 'outcome'), condition: sql`day >= ${firstDay}` },
    { table: 'report_path_day', by: columnsOf('day', 'path', 'outcome') },
    { table: 'report_path_score', by: { ...columnsOf('day', 'path'), bin: scoreBin } },
    { table: 'report_score', by: { ...columnsOf('day', 'outcome'), bin: scoreBin } },
    later('chargeback', sql`chargeback_day`),
    later('settled', sql`late_settle_day`),
    judged('fraud', fraudDigit.fraud),
    judged('nonFraud', fraudDigit.nonFraud),
    {
      table: 'report_delay',
      by: { ...columnsOf('day'), delay: fraudDelay },
      condition: sql`fraud_day is not null`,
    },
  ]
}

/** Adds rows to the sums of an environment for reports without a filter, and to the counts of the values of filters. */
export async function addToSums(db: Db, rows: SignedRows, firstDay: number): Promise<void> {
  for (const { table, by, condition = sql`true` } of sumTables(firstDay)) {
    const keys = sql.join(['environment_id', 'event_type', ...Object.keys(by)].map(name => sql.ref(name)))
    const squares = { squared_amounts: sql`sum(sign * amount_usd::float8 ^ 2)` }
    const sums = Object.entries({ ...counted, ...(table === 'report_delay' ? squares : {}) })
    const added = sums.map(([name]) => sql`${sql.ref(name)} = s.${sql.ref(name)} + excluded.${sql.ref(name)}`)
    await sql`insert into ${sql.table(table)} as s (${keys}, ${sql.join(sums.map(([name]) => sql.ref(name)))})
      select environment_id, event_type, ${sql.join([...Object.values(by), ...sums.map(([, sum]) => sum)])}
      from ${rows} where ${condition}
      group by ${sql.join(Array.from({ length: 2 + Object.keys(by).length }, (_, index) => sql.lit(index + 1)))}
      having sum(sign) <> 0 or sum(sign * amount_usd) <> 0
      on conflict (${keys}) do update set ${sql.join(added)}`.execute(db)
  }
  for (const attribute of reportAttributes)
    await sql`insert into report_value as s (environment_id, event_type, attribute, value, events)
      select environment_id, event_type, ${attribute}, ${attributeValue(attribute)}, sum(sign) from ${rows}
      group by 1, 2, 4 having sum(sign) <> 0
      on conflict (environment_id, event_type, attribute, value) do update set events = s.events + excluded.events`.execute(
      db,
    )
}

/** Counts the values of the fields by which reports are filtered. One that no transaction has is forgotten. */
export async function addToDataValues(db: Db, rows: SignedRows): Promise<void> {
  const values = sql`select environment_id, event_type, f.key as attribute, coalesce(nullif(f.value, ''), ${blankValue}) as value,
      sum(sign) as events
    from ${rows} cross join lateral jsonb_each_text(data_values) f
    group by 1, 2, 3, 4 having sum(sign) <> 0`
  await sql`insert into report_value as s (environment_id, event_type, attribute, value, events) ${values}
    on conflict (environment_id, event_type, attribute, value) do update set events = s.events + excluded.events`.execute(
    db,
  )
  await sql`delete from report_value s using (${values}) v
    where s.environment_id = v.environment_id and s.event_type = v.event_type and s.attribute = v.attribute
      and s.value = v.value and v.events < 0 and s.events = 0`.execute(db)
}

/** Deletes the sums of some days that nothing is left of. */
export async function deleteEmptySums(db: Db, environmentId: string, days: readonly number[]): Promise<void> {
  for (const table of new Set(sumTables(0).map(each => each.table)))
    await sql`delete from ${sql.table(table)} where environment_id = ${environmentId}::uuid
      and day = any(${[...days]}::int[]) and events = 0 and amount_usd = 0`.execute(db)
}
