import { type RawBuilder, sql } from 'kysely'
import { undecided } from '../../../contract/common/constants.ts'
import type { Db } from '../../../ports/database.ts'

/** Score bands of the display: 0-199, 200-399, 400-599, 600-799, 800-999. */
const band = sql`least(5, 1 + greatest(risk_score, 0) / 200)::smallint`
const hour = sql`date_trunc('hour', at, 'UTC')`

/** Returns the expected content of `event_hour`. An event without an amount in US dollars counts and adds no amount. */
function eventHours(environmentId: string, range: RawBuilder<unknown>) {
  return sql`select environment_id, event_type, ${hour} as hour, decision, ${band} as score_band, coalesce(label, '') as label,
      count(*) as events, coalesce(sum(amount_usd), 0)::bigint as amount_usd
    from event where environment_id = ${environmentId} and decision <> ${undecided} and ${range} group by 1, 2, 3, 4, 5, 6`
}

function ruleHours(environmentId: string, range: RawBuilder<unknown>) {
  return sql`select environment_id, event_type, ${hour} as hour, rule_id, coalesce(clause, '') as clause, max(rule) as rule, decision, count(*) as events
    from event where environment_id = ${environmentId} and rule_id is not null and ${range} group by 1, 2, 3, 4, 5, 7`
}

/**
 * Returns the hours in which the roll-ups of an environment differ from its events, oldest first. One snapshot:
 * concurrent writes do not show as a difference. Hours with erased events do not count: their roll-ups stay as they were.
 */
export async function differingHours(db: Db, environmentId: string): Promise<Date[]> {
  const all = sql`true`
  const { rows } = await sql<{ hour: Date }>`
    with e as (${eventHours(environmentId, all)}), r as (${ruleHours(environmentId, all)}),
      eh as (select event_type, hour, decision, score_band, label, sum(events) as events, sum(amount_usd) as amount_usd
        from event_hour where environment_id = ${environmentId} group by 1, 2, 3, 4, 5 having sum(events) <> 0),
      rh as (select event_type, hour, rule_id, clause, decision, sum(events) as events
        from rule_hour where environment_id = ${environmentId} group by 1, 2, 3, 4, 5 having sum(events) <> 0)
    select coalesce(e.hour, eh.hour) as hour from e full join eh using (event_type, hour, decision, score_band, label)
      where e.events is distinct from eh.events or e.amount_usd is distinct from eh.amount_usd
    union
    select coalesce(r.hour, rh.hour) from r full join rh using (event_type, hour, rule_id, clause, decision)
      where r.events is distinct from rh.events
    except select hour from erased_hour where environment_id = ${environmentId}
    order by 1`.execute(db)
  return rows.map(row => row.hour)
}

/**
 * Rebuilds the roll-ups of an environment from its events, as a whole or for the given hours only. Writers of roll-ups
 * wait during the rebuild, so that nothing is counted twice or missed.
 */
export async function rebuildRollups(db: Db, environmentId: string, hours?: readonly Date[]): Promise<void> {
  const one = (column: RawBuilder<unknown>) =>
    hours ? sql`${column} = any(${hours.map(time => time.toISOString())}::timestamptz[])` : sql`true`
  const between = hours?.length
    ? sql`at >= ${hours[0]} and at < ${hours.at(-1)}::timestamptz + interval '1 hour' and ${one(hour)}`
    : sql`true`
  await db.transaction().execute(async trx => {
    await sql`lock table event_hour, rule_hour in share row exclusive mode`.execute(trx)
    await sql`delete from event_hour where environment_id = ${environmentId} and ${one(sql`hour`)}`.execute(trx)
    await sql`delete from rule_hour where environment_id = ${environmentId} and ${one(sql`hour`)}`.execute(trx)
    await sql`insert into event_hour (environment_id, event_type, hour, decision, score_band, label, events, amount_usd) ${eventHours(environmentId, between)}`.execute(
      trx,
    )
    await sql`insert into rule_hour (environment_id, event_type, hour, rule_id, clause, rule, decision, events) ${ruleHours(environmentId, between)}`.execute(
      trx,
    )
  })
}

/**
 * Compares every environment and repairs the hours that differ. Returns the repaired ones. A removed environment has no
 * events left; its counts are retained for its ancestors.
 */
export async function checkRollups(db: Db): Promise<{ environmentId: string; hours: number }[]> {
  const repaired: { environmentId: string; hours: number }[] = []
  for (const { id } of await db
    .selectFrom('environment')
    .select('id')
    .where('status', 'not in', ['Deleting', 'DeleteFailed', 'Deleted'])
    .execute()) {
    const hours = await differingHours(db, id)
    if (hours.length === 0) continue
    await rebuildRollups(db, id, hours)
    repaired.push({ environmentId: id, hours: hours.length })
  }
  return repaired
}
