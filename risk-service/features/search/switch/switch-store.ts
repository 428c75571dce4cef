import { type Selectable, sql } from 'kysely'
import type { SearchFailure, SearchSwitch } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { SearchSwitchTable } from '../../../ports/tables/tenants.ts'

type SwitchRow = Selectable<SearchSwitchTable>

/** Returns the stored switch of a tenant; undefined: it was never touched. */
export function findSwitch(db: Db, tenantId: string): Promise<SwitchRow | undefined> {
  return db.selectFrom('search_switch').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst()
}

/** Returns the switch of a tenant as clients see it. */
export function switchOf(row: SwitchRow | undefined): SearchSwitch {
  if (row === undefined || row.state === 'Off') return { state: 'Off', from: null }
  return { state: row.state, from: row.from_at?.toISOString() ?? null }
}

/** Creates the row of a tenant when it is missing, and locks it until the transaction ends. */
export async function lockSwitch(trx: Db, tenantId: string): Promise<SwitchRow> {
  await trx
    .insertInto('search_switch')
    .values({ tenant_id: tenantId, state: 'Off' })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return trx
    .selectFrom('search_switch')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Begins the preparation of the search, which finds events from now on. */
export async function beginProvisioning(
  trx: Db,
  tenantId: string,
  { from, by, environments }: { from: Date; by: { id: string; name: string }; environments: number },
): Promise<void> {
  await trx
    .updateTable('search_switch')
    .set({
      state: 'Provisioning',
      from_at: from,
      requested_by: by.id,
      requested_by_name: by.name,
      prepared: 0,
      environments,
      failure: null,
    })
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** Returns the tenants whose search is being prepared. */
export async function loadProvisioning(db: Db): Promise<{ tenantId: string; from: Date | null }[]> {
  const rows = await db
    .selectFrom('search_switch')
    .select(['tenant_id', 'from_at'])
    .where('state', '=', 'Provisioning')
    .orderBy('tenant_id')
    .execute()
  return rows.map(row => ({ tenantId: row.tenant_id, from: row.from_at }))
}

export async function storeProgress(db: Db, tenantId: string, prepared: number, environments: number): Promise<void> {
  await db
    .updateTable('search_switch')
    .set({ prepared, environments })
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'Provisioning')
    .execute()
}

/** Ends a preparation. Returns false when another process has ended it. */
export async function endProvisioning(trx: Db, tenantId: string, failure: SearchFailure | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('search_switch')
    .set(failure === null ? { state: 'On' } : { state: 'Off', failure })
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'Provisioning')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns whether an index of the events is not valid, as after a build that was interrupted. */
export async function hasInvalidIndex(db: Db): Promise<boolean> {
  const { rows } = await sql<{ invalid: boolean }>`
    select exists (
      select from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
      where n.nspname = current_schema() and t.relname ~ '^event(_|$)' and not (i.indisvalid and i.indisready)
    ) as invalid`.execute(db)
  return rows[0]?.invalid === true
}

export interface SearchedEvents {
  events: number
  newestAt: Date | null
}

/**
 * Counts what a search can find, from the hourly totals: only the hour in which it was switched on is counted by event.
 * @param excluded types that are not searched, each in its environments
 */
export async function countSearchable(
  db: Db,
  environmentIds: readonly string[],
  from: Date | null,
  excluded: readonly { environmentId: string; eventType: string }[],
): Promise<SearchedEvents> {
  if (environmentIds.length === 0) return { events: 0, newestAt: null }
  const hourMs = 3_600_000
  const nextHour = from === null ? null : new Date(Math.ceil(from.getTime() / hourMs) * hourMs)
  const since = (column: string, at: Date | null) =>
    at === null ? sql`true` : sql`${sql.ref(column)} >= ${at}::timestamptz`
  const searched = (table: string) =>
    excluded.length === 0
      ? sql`true`
      : sql`(${sql.ref(`${table}.environment_id`)}, ${sql.ref(`${table}.event_type`)}) not in (${sql.join(
          excluded.map(each => sql`(${each.environmentId}::uuid, ${each.eventType}::text)`),
        )})`
  const { rows } = await sql<{ events: number; newest_at: Date | null }>`
    select
      (select coalesce(sum(h.events), 0) from event_hour h
        where h.environment_id = any(${[...environmentIds]}::uuid[]) and ${since('h.hour', nextHour)} and ${searched('h')})::bigint
      + ${
        from === null || nextHour === null
          ? sql`0`
          : sql`(select count(*) from event e where e.environment_id = any(${[...environmentIds]}::uuid[])
              and e.at >= ${from}::timestamptz and e.at < ${nextHour}::timestamptz and ${searched('e')})`
      } as events,
      (select max(n.at) from unnest(${[...environmentIds]}::uuid[]) as i (id), lateral (
        select e.at from event e where e.environment_id = i.id and ${since('e.at', from)} and ${searched('e')}
        order by e.at desc limit 1) as n) as newest_at`.execute(db)
  const [row] = rows
  return { events: Number(row?.events ?? 0), newestAt: row?.newest_at ?? null }
}
