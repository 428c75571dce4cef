import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

/*
 * Velocity sets and functions are in tables of the same structure: published resources, drafts of all users, and every
 * published version.
 */

export type ResourceKind = 'velocity_set' | 'function'
export interface StoredResource<Body> {
  id: string
  environment_id: string
  name: string
  status: 'active' | 'inactive'
  version: number
  body: Body
  published_by: string
  published_by_name: string
  published_at: Date
}
export interface StoredResourceDraft<Body> {
  resource_id: string
  author_id: string
  environment_id: string
  author_name: string
  body: Body
  base_version: number
  saved_at: Date
}

/** The tables of all kinds have the columns of the first. */
const published = (kind: ResourceKind) => kind as 'velocity_set'
const drafts = (kind: ResourceKind) => `${kind}_draft` as 'velocity_set_draft'
const versions = (kind: ResourceKind) => `${kind}_version` as 'velocity_set_version'

/**
 * Locks all resources of a kind in an environment until the transaction ends: names and limits are decided over all of
 * them.
 */
export async function lockResources(db: Db, kind: ResourceKind, environmentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${environmentId}`}, 0))`.execute(db)
}

/** Loads the published resources of these environments, by name. */
export async function loadPublishedResources<Body>(
  db: Db,
  kind: ResourceKind,
  environmentIds: readonly string[],
): Promise<StoredResource<Body>[]> {
  if (environmentIds.length === 0) return []
  return (await db
    .selectFrom(published(kind))
    .selectAll()
    .where('environment_id', 'in', environmentIds)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()) as StoredResource<Body>[]
}

/** Loads the author's drafts in an environment, the latest first. */
export async function loadResourceDrafts<Body>(
  db: Db,
  kind: ResourceKind,
  environmentId: string,
  authorId: string,
): Promise<StoredResourceDraft<Body>[]> {
  return (await db
    .selectFrom(drafts(kind))
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('author_id', '=', authorId)
    .orderBy('saved_at', 'desc')
    .orderBy('resource_id')
    .execute()) as StoredResourceDraft<Body>[]
}

export async function findResource<Body>(db: Db, kind: ResourceKind, id: string): Promise<StoredResource<Body> | null> {
  return (
    ((await db.selectFrom(published(kind)).selectAll().where('id', '=', id).executeTakeFirst()) as
      | StoredResource<Body>
      | undefined) ?? null
  )
}

export async function findResourceDraft<Body>(
  db: Db,
  kind: ResourceKind,
  id: string,
  authorId: string,
): Promise<StoredResourceDraft<Body> | null> {
  const row = await db
    .selectFrom(drafts(kind))
    .selectAll()
    .where('resource_id', '=', id)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  return (row as StoredResourceDraft<Body> | undefined) ?? null
}

/** Returns the environment of an id, whoever the author of its draft is; null for an unused id. */
export async function findResourceEnvironmentId(db: Db, kind: ResourceKind, id: string): Promise<string | null> {
  const { rows } = await sql<{
    environment_id: string
  }>`select environment_id from ${sql.table(published(kind))} where id = ${id}::uuid
    union all select environment_id from ${sql.table(drafts(kind))} where resource_id = ${id}::uuid limit 1`.execute(db)
  return rows[0]?.environment_id ?? null
}

/** Whether another resource, published or any user's draft, has this name in any letter case. */
export async function resourceNameTaken(
  db: Db,
  kind: ResourceKind,
  environmentId: string,
  name: string,
  exceptId: string,
): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select
    exists (select 1 from ${sql.table(published(kind))} where environment_id = ${environmentId}::uuid and lower(name) = lower(${name}::text) and id <> ${exceptId}::uuid)
    or exists (select 1 from ${sql.table(drafts(kind))} where environment_id = ${environmentId}::uuid and lower(body ->> 'name') = lower(${name}::text) and resource_id <> ${exceptId}::uuid) as used`.execute(
    db,
  )
  return rows[0]?.used ?? false
}

/** Saves the author's draft; the version it started from stays that of the first save, unless `rebase` is set. */
export async function putDraft<Body>(
  db: Db,
  kind: ResourceKind,
  draft: StoredResourceDraft<Body>,
  rebase = false,
): Promise<void> {
  const body = JSON.stringify(draft.body)
  await db
    .insertInto(drafts(kind))
    .values({ ...draft, body })
    .onConflict(conflict =>
      conflict.columns(['resource_id', 'author_id']).doUpdateSet({
        body,
        saved_at: draft.saved_at,
        author_name: draft.author_name,
        ...(rebase ? { base_version: draft.base_version } : {}),
      }),
    )
    .execute()
}

export async function dropDraft(db: Db, kind: ResourceKind, id: string, authorId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom(drafts(kind))
    .where('resource_id', '=', id)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Writes the published version and stores it in the history. */
export async function putPublished<Body>(db: Db, kind: ResourceKind, row: StoredResource<Body>): Promise<void> {
  const values = { ...row, body: JSON.stringify(row.body) }
  const { id, environment_id: _environment, ...changes } = values
  await db
    .insertInto(published(kind))
    .values(values)
    .onConflict(conflict => conflict.column('id').doUpdateSet(changes))
    .execute()
  await db
    .insertInto(versions(kind))
    .values({ ...changes, resource_id: id, environment_id: row.environment_id })
    .execute()
}

export async function putStatus(db: Db, kind: ResourceKind, id: string, status: 'active' | 'inactive'): Promise<void> {
  await db.updateTable(published(kind)).set({ status }).where('id', '=', id).execute()
}

/** Deletes a resource with the drafts of all users; the history of its versions stays. */
export async function dropResource(db: Db, kind: ResourceKind, id: string): Promise<void> {
  await db.deleteFrom(drafts(kind)).where('resource_id', '=', id).execute()
  await db.deleteFrom(published(kind)).where('id', '=', id).execute()
}
