import { sql } from 'kysely'
import type { SearchFilter } from '../../contract/index.ts'
import type { SearchWatch } from '../../contract/saved-views.ts'
import type { Db } from '../../ports/database.ts'

/** What a user asks to be notified of. */
export interface RequestedWatch {
  results: number
  hours: number
  eventType: string
  filter: SearchFilter
}

/** Returns the watches of views, by the id of the view. */
export async function loadWatches(db: Db, viewIds: readonly string[]): Promise<ReadonlyMap<string, SearchWatch>> {
  if (viewIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('saved_view_watch')
    .select(['view_id', 'results', 'hours', 'ended'])
    .where('view_id', 'in', [...viewIds])
    .execute()
  return new Map(
    rows.map(({ view_id, results, hours, ended }) => [
      view_id,
      { results, hours, ended: ended as SearchWatch['ended'] },
    ]),
  )
}

/** Sets the watch of a view; a changed one is checked anew from `dueAt` on. */
export async function putWatch(
  trx: Db,
  viewId: string,
  { results, hours, eventType, filter }: RequestedWatch,
  { byDirectory, dueAt }: { byDirectory: boolean; dueAt: Date },
): Promise<void> {
  const values = {
    by_directory: byDirectory,
    event_type: eventType,
    filter: JSON.stringify(filter),
    results,
    hours,
    due_at: dueAt,
    ended: null,
  }
  await trx
    .insertInto('saved_view_watch')
    .values({ view_id: viewId, ...values })
    .onConflict(conflict => conflict.column('view_id').doUpdateSet(values))
    .execute()
}

export async function removeWatch(trx: Db, viewId: string): Promise<void> {
  await trx.deleteFrom('saved_view_watch').where('view_id', '=', viewId).execute()
}

/** A watch that is due, with the view that it belongs to. */
export interface DueWatch {
  view_id: string
  by_directory: boolean
  event_type: string
  filter: SearchFilter
  results: number
  hours: number
  notified_at: Date | null
  name: string
  owner_id: string
  environment_id: string
  tenant_id: string
}

/** Takes the watches that are due: another process that looks at the same time gets none of them. */
export async function takeDueWatches(db: Db, now: Date, nextAt: Date, limit: number): Promise<DueWatch[]> {
  const { rows } = await sql<DueWatch>`
    update saved_view_watch w set due_at = ${nextAt}::timestamptz
    from saved_view v join environment e on e.id = v.environment_id
    where w.view_id in (
      select view_id from saved_view_watch where ended is null and due_at <= ${now}::timestamptz
      order by due_at limit ${limit} for update skip locked)
    and v.id = w.view_id
    returning w.view_id, w.by_directory, w.event_type, w.filter, w.results, w.hours, w.notified_at, v.name, v.owner_id,
      v.environment_id, e.tenant_id`.execute(db)
  return rows
}

export async function endWatch(db: Db, viewId: string, ended: NonNullable<SearchWatch['ended']>): Promise<void> {
  await db.updateTable('saved_view_watch').set({ ended }).where('view_id', '=', viewId).execute()
}

export async function markNotified(trx: Db, viewId: string, at: Date): Promise<void> {
  await trx.updateTable('saved_view_watch').set({ notified_at: at }).where('view_id', '=', viewId).execute()
}

/** Returns the stored roles of a user. */
export async function loadAssignments(
  db: Db,
  tenantId: string,
  userId: string,
): Promise<{ role: string; environmentId: string | null }[]> {
  const rows = await db
    .selectFrom('role_assignment')
    .select(['role', 'environment_id'])
    .where('tenant_id', '=', tenantId)
    .where('principal_id', '=', userId)
    .execute()
  return rows.map(({ role, environment_id }) => ({ role, environmentId: environment_id }))
}
