import { type Selectable, sql } from 'kysely'
import type { SupportListId } from '../../contract/lists/list-definitions.ts'
import type { Db } from '../../ports/database.ts'
import type { ListSourceTable, ListTable, ListVersionTable, SupportEntryTable } from '../../ports/tables/lists.ts'

export type StoredList = Selectable<ListTable>
export type StoredListVersion = Omit<Selectable<ListVersionTable>, 'content'>
export type StoredEntry = Selectable<SupportEntryTable>

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

export interface SupportListAddress {
  environmentId: string
  list: SupportListId
}

const entriesIn = (db: Db, { environmentId, list }: SupportListAddress) =>
  db.selectFrom('support_entry').where('environment_id', '=', environmentId).where('list', '=', list)

/** Selects the entries of these keys, including expired ones. */
export function entriesByKey(db: Db, address: SupportListAddress, keys: readonly string[]): Promise<StoredEntry[]> {
  return keys.length === 0 ? Promise.resolve([]) : entriesIn(db, address).selectAll().where('key', 'in', keys).execute()
}

export interface EntryPage {
  search: string
  status?: 'Safe' | 'Block' | 'Watch' | undefined
  sort: 'value' | 'updatedAt'
  direction: 'asc' | 'desc'
  limit: number
  /** Sort value and key of the last row of the previous page. */
  after: [string, string] | null
}

/** Returns a page of the entries that have not expired, and their total number. */
export async function entryPage(
  db: Db,
  address: SupportListAddress,
  page: EntryPage,
  now: Date,
): Promise<{ rows: StoredEntry[]; total: number }> {
  const { search, status, sort, direction, limit, after } = page
  const matching = entriesIn(db, address)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .$if(search !== '', query => query.where(sql<boolean>`position(${search.toLowerCase()} in key) > 0`))
    .$if(status !== undefined, query => query.where('status', '=', status ?? 'Safe'))
  const sign = sql.raw(direction === 'asc' ? '>' : '<')
  const [rows, count] = await Promise.all([
    matching
      .selectAll()
      .$if(after !== null, query =>
        query.where(
          sort === 'value'
            ? sql<boolean>`key ${sign} ${after?.[1] ?? ''}`
            : sql<boolean>`(updated_at, key) ${sign} (${after?.[0] ?? ''}::timestamptz, ${after?.[1] ?? ''})`,
        ),
      )
      .$if(sort === 'updatedAt', query => query.orderBy('updated_at', direction))
      .orderBy('key', direction)
      .limit(limit)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('entries')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.entries }
}

/** Returns all entries that have not expired, by key. */
export function allEntries(db: Db, address: SupportListAddress, now: Date): Promise<StoredEntry[]> {
  return entriesIn(db, address)
    .selectAll()
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('key')
    .execute()
}

/** Counts the entries of an environment that have not expired, by list and status. */
export function entryCounts(db: Db, environmentId: string, now: Date) {
  return db
    .selectFrom('support_entry')
    .select(({ fn }) => ['list', 'status', fn.countAll<number>().as('entries'), fn.max('updated_at').as('latest')])
    .where('environment_id', '=', environmentId)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .groupBy(['list', 'status'])
    .execute()
}

/** Counts the entries that have not expired. */
export async function countEntries(db: Db, address: SupportListAddress, now: Date): Promise<number> {
  return (
    await entriesIn(db, address)
      .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .select(({ fn }) => fn.countAll<number>().as('entries'))
      .executeTakeFirstOrThrow()
  ).entries
}

const columns = [
  'environment_id',
  'list',
  'key',
  'value',
  'status',
  'reason',
  'comments',
  'expires_at',
  'added_by_name',
  'added_at',
  'updated_by',
  'updated_by_name',
  'updated_at',
] as const

/** Adds entries or changes those with the same key, whose original author stays. */
export async function putEntries(db: Db, entries: readonly StoredEntry[]): Promise<void> {
  // Far below the number of parameters of a statement.
  for (let from = 0; from < entries.length; from += 1000) {
    const rows = entries.slice(from, from + 1000)
    await sql`insert into support_entry (${sql.join(columns.map(name => sql.ref(name)))})
      select * from unnest(${rows.map(row => row.environment_id)}::uuid[], ${rows.map(row => row.list)}::text[], ${rows.map(row => row.key)}::text[],
        ${rows.map(row => row.value)}::text[], ${rows.map(row => row.status)}::text[], ${rows.map(row => row.reason)}::text[], ${rows.map(row => row.comments)}::text[],
        ${rows.map(row => row.expires_at)}::timestamptz[], ${rows.map(row => row.added_by_name)}::text[], ${rows.map(row => row.added_at)}::timestamptz[],
        ${rows.map(row => row.updated_by)}::uuid[], ${rows.map(row => row.updated_by_name)}::text[], ${rows.map(row => row.updated_at)}::timestamptz[])
      on conflict (environment_id, list, key) do update set value = excluded.value, status = excluded.status, reason = excluded.reason, comments = excluded.comments,
        expires_at = excluded.expires_at, updated_by = excluded.updated_by, updated_by_name = excluded.updated_by_name, updated_at = excluded.updated_at`.execute(
      db,
    )
  }
}

export async function deleteEntries(
  db: Db,
  { environmentId, list }: SupportListAddress,
  keys: readonly string[],
): Promise<void> {
  if (keys.length > 0)
    await db
      .deleteFrom('support_entry')
      .where('environment_id', '=', environmentId)
      .where('list', '=', list)
      .where('key', 'in', keys)
      .execute()
}

/** Deletes expired entries, which stopped matching at their expiry already. Returns their number. */
export async function deleteExpiredEntries(db: Db, now: Date): Promise<number> {
  return Number((await db.deleteFrom('support_entry').where('expires_at', '<=', now).executeTakeFirst()).numDeletedRows)
}
