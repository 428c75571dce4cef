import { type Selectable, sql } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { ListSourceTable, ListTable, ListVersionTable } from '../../ports/tables/lists.ts'

export type StoredList = Selectable<ListTable>
export type StoredListVersion = Omit<Selectable<ListVersionTable>, 'content'>

/**
 * Locks all lists of an environment until the transaction ends: names, sizes and numbers are decided over all of them.
 */
export async function lockLists(db: Db, environmentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lists ${environmentId}`}, 0))`.execute(db)
}

export function loadLists(db: Db, environmentId: string): Promise<StoredList[]> {
  return db.selectFrom('list').selectAll().where('environment_id', '=', environmentId).orderBy('name').execute()
}

/**
 * Locks the lists with these ids until the transaction ends, before their dependents are read: a publish that is about
 * to name one of them (`lockReferencedLists`) runs either before, and is seen, or after, and reads the changed list.
 */
export async function lockListsForChange(db: Db, listIds: readonly string[]): Promise<void> {
  if (listIds.length > 0)
    await db.selectFrom('list').select('id').where('id', 'in', listIds).orderBy('id').forUpdate().execute()
}

export async function findList(db: Db, environmentId: string, listId: string): Promise<StoredList | null> {
  return (
    (await db
      .selectFrom('list')
      .selectAll()
      .where('id', '=', listId)
      .where('environment_id', '=', environmentId)
      .executeTakeFirst()) ?? null
  )
}

/** Whether the id is in use, in any environment. */
export async function listExists(db: Db, listId: string): Promise<boolean> {
  return (await db.selectFrom('list').select('id').where('id', '=', listId).executeTakeFirst()) !== undefined
}

const facts = [
  'list_id',
  'version',
  'columns',
  'rows',
  'size',
  'file_name',
  'digest',
  'restored_from',
  'updated_by',
  'updated_by_name',
  'updated_at',
] as const

export function loadListVersions(db: Db, listId: string): Promise<(StoredListVersion & { stored: boolean })[]> {
  return db
    .selectFrom('list_version')
    .select(facts)
    .select(({ eb }) => eb('content', 'is not', null).$castTo<boolean>().as('stored'))
    .where('list_id', '=', listId)
    .orderBy('version', 'desc')
    .execute()
}

/** Returns a version with its packed file; the file is null when it is no longer stored. */
export async function findListVersion(
  db: Db,
  listId: string,
  version: number,
): Promise<Selectable<ListVersionTable> | null> {
  return (
    (await db
      .selectFrom('list_version')
      .selectAll()
      .where('list_id', '=', listId)
      .where('version', '=', version)
      .executeTakeFirst()) ?? null
  )
}

/** Stores a list and its new version, and deletes the files of old ones. */
export async function putVersion(
  db: Db,
  list: StoredList,
  version: Omit<Selectable<ListVersionTable>, 'list_id' | 'version'>,
  maxRetained: number,
): Promise<void> {
  const { id, environment_id: _place, name: _name, created_at: _since, ...changes } = list
  await db
    .insertInto('list')
    .values(list)
    .onConflict(conflict => conflict.column('id').doUpdateSet(changes))
    .execute()
  await db
    .insertInto('list_version')
    .values({ ...version, list_id: id, version: list.version })
    .execute()
  await db
    .updateTable('list_version')
    .set({ content: null })
    .where('list_id', '=', id)
    .where('version', '<=', list.version - maxRetained)
    .where('content', 'is not', null)
    .execute()
}

/** Returns the source of the rows of a list; null for a list with a file. */
export async function findSource(db: Db, listId: string): Promise<Selectable<ListSourceTable> | null> {
  return (await db.selectFrom('list_source').selectAll().where('list_id', '=', listId).executeTakeFirst()) ?? null
}

/** Stores the source of a database list. */
export async function putSource(
  db: Db,
  list: StoredList,
  { connection, secret }: { connection: unknown; secret: string | null },
): Promise<void> {
  const { id, environment_id: _place, name: _name, created_at: _since, ...changes } = list
  await db
    .insertInto('list')
    .values(list)
    .onConflict(conflict => conflict.column('id').doUpdateSet(changes))
    .execute()
  const row = { connection: JSON.stringify(connection), secret }
  await db
    .insertInto('list_source')
    .values({ list_id: id, ...row })
    .onConflict(conflict => conflict.column('list_id').doUpdateSet(row))
    .execute()
}

export async function putDescription(
  db: Db,
  listId: string,
  changes: Pick<StoredList, 'description' | 'updated_by' | 'updated_by_name' | 'updated_at'>,
): Promise<void> {
  await db.updateTable('list').set(changes).where('id', '=', listId).execute()
}

/** Deletes a list together with the figures of its queries. */
export async function deleteList(db: Db, environmentId: string, listId: string): Promise<void> {
  await db.deleteFrom('list').where('id', '=', listId).execute()
  await db
    .deleteFrom('outgoing_call_minute')
    .where('environment_id', '=', environmentId)
    .where('target_id', '=', listId)
    .execute()
}
