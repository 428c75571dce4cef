/** Entries of support lists in the database. */
import { type Selectable, sql } from 'kysely'
import type { SupportListId } from '../../contract/lists/list-definitions.ts'
import type { Db } from '../../ports/database.ts'
import type { SupportEntryTable } from '../../ports/tables/lists.ts'
import type { CaseLayers } from './case-layers/case-layers.ts'

export type StoredEntry = Selectable<SupportEntryTable>

/** An entry as it is written. Writing it forgets the decisions of cases that changed it before. */
export type EntryRow = Omit<StoredEntry, 'case_layers'>

export interface SupportListAddress {
  environmentId: string
  list: SupportListId
}

const entriesIn = (db: Db, { environmentId, list }: SupportListAddress) =>
  db.selectFrom('support_entry').where('environment_id', '=', environmentId).where('list', '=', list)

/** Rows of one statement: far below its number of parameters, and few enough to be read without a pause. */
const statementRows = 1000

function* inStatements<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += statementRows) yield rows.slice(from, from + statementRows)
}

/** One parameter instead of a thousand, and the same statement for every number of keys. */
const anyOf = (keys: readonly string[]) => sql<string>`any(${keys}::text[])`

/** Selects the entries of these keys, including expired ones. */
export async function entriesByKey(
  db: Db,
  address: SupportListAddress,
  keys: readonly string[],
): Promise<StoredEntry[]> {
  const found: StoredEntry[] = []
  for (const some of inStatements(keys))
    found.push(...(await entriesIn(db, address).selectAll().where('key', '=', anyOf(some)).execute()))
  return found
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
export async function putEntries(db: Db, entries: readonly EntryRow[]): Promise<void> {
  for (const rows of inStatements(entries)) {
    await sql`insert into support_entry (${sql.join(columns.map(name => sql.ref(name)))})
      select * from unnest(${rows.map(row => row.environment_id)}::uuid[], ${rows.map(row => row.list)}::text[], ${rows.map(row => row.key)}::text[],
        ${rows.map(row => row.value)}::text[], ${rows.map(row => row.status)}::text[], ${rows.map(row => row.reason)}::text[], ${rows.map(row => row.comments)}::text[],
        ${rows.map(row => row.expires_at)}::timestamptz[], ${rows.map(row => row.added_by_name)}::text[], ${rows.map(row => row.added_at)}::timestamptz[],
        ${rows.map(row => row.updated_by)}::uuid[], ${rows.map(row => row.updated_by_name)}::text[], ${rows.map(row => row.updated_at)}::timestamptz[])
      on conflict (environment_id, list, key) do update set value = excluded.value, status = excluded.status, reason = excluded.reason, comments = excluded.comments,
        expires_at = excluded.expires_at, updated_by = excluded.updated_by, updated_by_name = excluded.updated_by_name, updated_at = excluded.updated_at,
        case_layers = null`.execute(db)
  }
}

/** Returns what decisions of cases made of an entry; null where none did, or somebody changed the entry since. */
export async function findCaseLayers(db: Db, address: SupportListAddress, key: string): Promise<CaseLayers | null> {
  const row = await entriesIn(db, address).select('case_layers').where('key', '=', key).executeTakeFirst()
  return (row?.case_layers ?? null) as CaseLayers | null
}

/** Keeps what decisions of cases made of an entry. */
export async function writeCaseLayers(
  db: Db,
  { environmentId, list }: SupportListAddress,
  key: string,
  layers: CaseLayers | null,
): Promise<void> {
  await db
    .updateTable('support_entry')
    .set({ case_layers: layers === null ? null : JSON.stringify(layers) })
    .where('environment_id', '=', environmentId)
    .where('list', '=', list)
    .where('key', '=', key)
    .execute()
}

export async function deleteEntries(
  db: Db,
  { environmentId, list }: SupportListAddress,
  keys: readonly string[],
): Promise<void> {
  for (const some of inStatements(keys))
    await db
      .deleteFrom('support_entry')
      .where('environment_id', '=', environmentId)
      .where('list', '=', list)
      .where('key', '=', anyOf(some))
      .execute()
}

/** Deletes expired entries, which stopped matching at their expiry already. Returns their number. */
export async function deleteExpiredEntries(db: Db, now: Date): Promise<number> {
  return Number((await db.deleteFrom('support_entry').where('expires_at', '<=', now).executeTakeFirst()).numDeletedRows)
}
