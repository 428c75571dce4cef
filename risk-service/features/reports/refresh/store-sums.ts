import { type RawBuilder, sql } from 'kysely'
import { reportAttributes } from '../../../contract/reports/report-definitions.ts'
import type { Db } from '../../../ports/database.ts'
import { fraudDigit } from '../model/records/outcome-code.ts'
import { attributeValue, scoreBin } from './attribute-columns.ts'

/** Whole days after which the fraud of a row of `report_transaction` became known; a label may be dated before it. */
export const fraudDelay = sql`greatest(fraud_day - day, 0)`

/** The digit of the fraud status in the number of an outcome. */
export const fraudStatus = (outcome: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${outcome} / ${sql.lit(fraudDigit.unit)} % ${sql.lit(fraudDigit.length)})`

/**
 * Adds up the stored transactions of an environment for reports without a filter, and counts the values of filters.
 * @param firstDay sums of the days before are there already
 */
export async function storeSums(db: Db, environmentId: string, firstDay: number): Promise<void> {
  const stored = sql`from report_transaction where environment_id = ${environmentId}::uuid`
  const sums = sql`count(*), sum(amount_usd)`
  await sql`insert into report_day (environment_id, event_type, day, outcome, events, amount_usd)
    select environment_id, event_type, day, outcome, ${sums} ${stored} and day >= ${firstDay}
    group by environment_id, event_type, day, outcome`.execute(db)
  await sql`insert into report_path_day (environment_id, event_type, day, path, outcome, events, amount_usd)
    select environment_id, event_type, day, path, outcome, ${sums} ${stored}
    group by environment_id, event_type, day, path, outcome`.execute(db)
  await sql`insert into report_path_score (environment_id, event_type, day, path, bin, events, amount_usd)
    select environment_id, event_type, day, path, ${scoreBin}, ${sums} ${stored}
    group by environment_id, event_type, day, path, ${scoreBin}`.execute(db)
  await sql`insert into report_score (environment_id, event_type, day, bin, outcome, events, amount_usd)
    select environment_id, event_type, day, ${scoreBin} as bin, outcome, ${sums} ${stored}
    group by environment_id, event_type, day, bin, outcome`.execute(db)
  const laterDays = (kind: string, day: RawBuilder<unknown>, condition = sql``) => sql`
    insert into report_later_day (environment_id, event_type, kind, day, events, amount_usd)
    select environment_id, event_type, ${kind}, ${day}, ${sums} ${stored} and ${day} >= ${firstDay} ${condition}
    group by environment_id, event_type, ${day}`
  await laterDays('chargeback', sql`chargeback_day`).execute(db)
  await laterDays('settled', sql`late_settle_day`).execute(db)
  for (const [kind, status] of [
    ['fraud', fraudDigit.fraud],
    ['nonFraud', fraudDigit.nonFraud],
  ] as const)
    await laterDays(kind, sql`signal_day`, sql`and ${fraudStatus(sql`outcome`)} = ${status}`).execute(db)
  await sql`insert into report_delay (environment_id, event_type, day, delay, events, amount_usd, squared_amounts)
    select environment_id, event_type, day, ${fraudDelay}, ${sums}, sum(amount_usd::float8 ^ 2)
    ${stored} and fraud_day is not null
    group by environment_id, event_type, day, ${fraudDelay}`.execute(db)
  for (const attribute of reportAttributes)
    await sql`insert into report_value (environment_id, event_type, attribute, value, events)
      select environment_id, event_type, ${attribute}, value, count(*)
      from (select environment_id, event_type, ${attributeValue(attribute)} as value ${stored}) v
      group by environment_id, event_type, value`.execute(db)
}
