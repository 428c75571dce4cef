import { sql } from 'kysely'
import { refusedExperience } from '../../contract/integration/api-management-definitions.ts'
import { type MeteredCapability, meteredApiOf } from '../../contract/metering/metering-definitions.ts'
import type { Db } from '../../ports/database.ts'

/** Sums up the units of calendar months. */
export async function sumByMonth(
  db: Db,
  environmentIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<{ month: string; capability: MeteredCapability; units: number }[]> {
  const { rows } = await sql<{ month: string; capability: MeteredCapability; units: number }>`
    select to_char(day, 'YYYY-MM') as month, capability, sum(units)::bigint as units from metered_day
    where environment_id = any(${environmentIds}::uuid[]) and day between ${from}::date and ${to}::date
    group by 1, 2`.execute(db)
  return rows
}

/** Whether the installation serves one tenant alone: what is measured of all calls and all storage is of this one. */
export async function isOnlyTenant(db: Db, tenantId: string): Promise<boolean> {
  const other = await db
    .selectFrom('environment')
    .select('id')
    .where('tenant_id', '<>', tenantId)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

/** Sums up the metered calls of days; transactions of reports are none. */
export async function sumCalls(db: Db, { from, to }: { from: string; to: string }): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(units), 0)::bigint as units from metered_day
    where response <> '' and day between ${from}::date and ${to}::date`.execute(db)
  return rows[0]?.units ?? 0
}

/** Returns the metered calls of the busiest hour of days. */
export async function busiestHour(db: Db, { from, to }: { from: string; to: string }): Promise<number> {
  const span = sql`hour >= ${from}::date and hour < ${to}::date + 1`
  const apis = await sql<{ name: string }>`select distinct api_name as name from api_call_hour where ${span}`.execute(
    db,
  )
  const metered = apis.rows.map(({ name }) => name).filter(name => meteredApiOf(name) !== null)
  const { rows } = await sql<{ calls: number }>`
    select coalesce(max(calls), 0)::bigint as calls from (
      select sum(calls) as calls from api_call_hour
      where ${span} and experience <> ${refusedExperience} and api_name = any(${metered}::text[])
        and (status between 200 and 299 or status between 400 and 499)
      group by hour) hours`.execute(db)
  return rows[0]?.calls ?? 0
}

/** Tables of which each event has rows. */
const eventTables = [
  'event',
  'event_key',
  'event_body',
  'event_entity',
  'event_label',
  'report_transaction',
  'velocity_log',
]

/**
 * Returns how many events are stored, as the statistics of the database have it (counting them reads the whole table), and
 * the bytes of their tables with indexes.
 */
export async function measureStore(db: Db): Promise<{ events: number; bytes: number }> {
  const { rows } = await sql<{ events: number; bytes: number }>`
    with recursive parts as (
      select oid, relname from pg_class where relname = any(${eventTables}::text[]) and relkind in ('r', 'p')
        and relnamespace = 'public'::regnamespace
      union all select c.oid, p.relname from parts p join pg_inherits i on i.inhparent = p.oid join pg_class c on c.oid = i.inhrelid
    )
    select (select coalesce(sum(greatest(c.reltuples, 0)), 0) from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'event'::regclass)::bigint as events, coalesce(sum(pg_total_relation_size(oid)), 0)::bigint as bytes
    from parts`.execute(db)
  return rows[0] ?? { events: 0, bytes: 0 }
}
