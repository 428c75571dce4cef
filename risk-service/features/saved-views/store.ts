import { sql } from 'kysely'
import type { ViewArea } from '../../contract/saved-views.ts'
import type { Db } from '../../ports/database.ts'

/** A list of an environment, which its views belong to. */
export interface ViewScope {
  environmentId: string
  area: ViewArea
}
export interface StoredView {
  id: string
  environment_id: string
  area: string
  owner_id: string
  owner_name: string
  name: string
  shared: boolean
  state: Record<string, unknown>
  version: number
  updated_at: Date
}

/** Locks the saved views of a list until the transaction ends: names and limits are decided over all of them. */
export async function lockViewScope(db: Db, { environmentId, area }: ViewScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views ${environmentId} ${area}`}, 0))`.execute(db)
}

/** Loads the views of a user and the shared ones. */
export async function loadVisibleViews(
  db: Db,
  { environmentId, area }: ViewScope,
  userId: string,
): Promise<StoredView[]> {
  return await db
    .selectFrom('saved_view')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('area', '=', area)
    .where(({ or, eb }) => or([eb('owner_id', '=', userId), eb('shared', '=', true)]))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}

export async function findView(db: Db, id: string): Promise<StoredView | null> {
  return (await db.selectFrom('saved_view').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function putView(db: Db, view: StoredView): Promise<void> {
  const { id, name, shared, version, updated_at } = view
  const state = JSON.stringify(view.state)
  await db
    .insertInto('saved_view')
    .values({ ...view, state })
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet({ name, shared, state, version, updated_at }).where('saved_view.id', '=', id),
    )
    .execute()
}

export async function deleteView(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('saved_view').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes a view that is no longer shared from the defaults of all users but its owner. */
export async function clearOthersDefault(db: Db, viewId: string, ownerId: string): Promise<void> {
  await db.deleteFrom('saved_view_default').where('view_id', '=', viewId).where('user_id', '!=', ownerId).execute()
}

export async function findDefaultViewId(
  db: Db,
  { environmentId, area }: ViewScope,
  userId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('saved_view_default')
    .select('view_id')
    .where('environment_id', '=', environmentId)
    .where('area', '=', area)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.view_id ?? null
}

export async function setDefaultView(
  db: Db,
  { environmentId, area }: ViewScope,
  userId: string,
  viewId: string | null,
): Promise<void> {
  if (viewId === null) {
    await db
      .deleteFrom('saved_view_default')
      .where('environment_id', '=', environmentId)
      .where('area', '=', area)
      .where('user_id', '=', userId)
      .execute()
    return
  }
  await db
    .insertInto('saved_view_default')
    .values({ environment_id: environmentId, area, user_id: userId, view_id: viewId })
    .onConflict(conflict => conflict.columns(['environment_id', 'area', 'user_id']).doUpdateSet({ view_id: viewId }))
    .execute()
}
