import { type RawBuilder, sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import { type LogConditions, type LogScope, scopeSql } from './log-filter.ts'
import { chooseWays, type LogSource } from './log-sources.ts'

/** An entry as the table shows it. Its time is also a text, to the microsecond. */
export interface StoredRow {
  id: string
  at: Date
  at_text: string
  operation: string
  resource_type: string
  resource_id: string
  resource_name: string
  actor_id: string
  actor_name: string
  environment_id: string | null
  environment_name: string | null
  assessment_id: string | null
  assessment_name: string | null
}

export interface StoredEntry extends StoredRow {
  actor_roles: string[]
  correlation_id: string | null
  erased_at: Date | null
  before: unknown
  after: unknown
}

/** Where a page begins: after the last entry of the page before. */
export interface LogPosition {
  at: string
  id: string
}

const columns = sql`id, at, at::text as at_text, operation, resource_type, resource_id, resource_name, actor_id, actor_name,
  environment_id, environment_name, assessment_id, assessment_name`
const details = sql`${columns}, actor_roles, correlation_id, erased_at, before, after`

/** For each entry of a page, so many are found before they are checked. */
const spare = 4

const newestFirst = (a: StoredRow, b: StoredRow): number =>
  a.at_text === b.at_text ? (a.id < b.id ? 1 : -1) : a.at_text < b.at_text ? 1 : -1

/**
 * Reads a page of entries, newest first. Entries that wait for the job that links them are few, and are read first: one
 * that it files meanwhile is in both parts and not in none.
 */
export async function selectPage<Row extends StoredRow = StoredRow>(
  db: Db,
  conditions: LogConditions,
  { after, limit, whole = false }: { after: LogPosition | null; limit: number; whole?: boolean },
  signal: AbortSignal | undefined,
): Promise<Row[]> {
  const place =
    after === null ? sql<boolean>`true` : sql<boolean>`(at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`
  const shown = whole ? details : columns
  const { rows: waiting } = await sql<Row>`select ${shown} from audit_log
    where facet_id is null and ${conditions.entry} and ${place} order by at desc, id desc limit ${limit}`.execute(
    db,
    cancellable(signal),
  )
  const ways = await chooseWays(db, conditions, place, signal)
  const read = async (source: LogSource, count = limit): Promise<Row[]> => {
    const { rows } = await sql<Row>`
      with found as materialized (select id as found_id from (${source(count)}) as found order by at desc, id desc limit ${count})
      select ${shown} from found join audit_log on id = found_id where ${conditions.rest ?? sql`true`}
      order by at desc, id desc limit ${limit}`.execute(db, cancellable(signal))
    return rows
  }
  let filed = ways?.dense ? await read(ways.dense) : []
  // A check of the entries themselves seldom leaves out many of them.
  if (ways?.unchecked && filed.length < limit) filed = await read(ways.unchecked, limit * spare)
  if (ways && filed.length < limit) filed = await read(ways.complete)
  const once = new Map([...waiting, ...filed].map(row => [row.id, row]))
  return [...once.values()].sort(newestFirst).slice(0, limit)
}

/** Counts entries up to a number. */
export async function countEntries(
  db: Db,
  conditions: LogConditions,
  most: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const ways = await chooseWays(db, conditions, sql`true`, signal)
  const filed = ways === null ? sql`` : sql`union all select 1 from (${ways.complete(most)}) as filed`
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select 1 from audit_log where facet_id is null and ${conditions.entry} ${filed} limit ${most}) as found`.execute(
    db,
    cancellable(signal),
  )
  return rows[0]?.count ?? 0
}

export async function findEntry(db: Db, id: string, scope: LogScope): Promise<StoredEntry | null> {
  const { rows } = await sql<StoredEntry>`
    select ${details} from audit_log where id = ${id}::uuid and ${scopeSql(scope)}`.execute(db)
  return rows[0] ?? null
}

/** The entries about the same resource around one, the number of those after it, and of all. */
export interface Neighbours {
  previous: string | null
  next: string | null
  later: number
  all: number
}

/** An erased entry has none: what it was about was erased with it. */
export async function findNeighbours(db: Db, entry: StoredEntry, scope: LogScope, most: number): Promise<Neighbours> {
  const none: Neighbours = { previous: null, next: null, later: 0, all: 1 }
  if (entry.erased_at !== null) return none
  const same = sql`tenant_id = ${scope.tenantId}::uuid and resource_id = ${entry.resource_id} and resource_type = ${entry.resource_type} and ${scopeSql(scope)}`
  const place = sql`(${entry.at_text}::timestamptz, ${entry.id}::uuid)`
  // Filed entries are in the index of what they are about, and those that wait are few.
  const either = (further: RawBuilder<boolean>, end = sql``) => sql`(select id, at from audit_log
    where facet_id is null and ${same} and ${further} ${end}) union all (select id, at from audit_log
    where facet_id is not null and ${same} and ${further} ${end})`
  const first = (further: RawBuilder<boolean>, end: RawBuilder<unknown>) =>
    sql`(select id from (${either(further, end)}) l ${end})`
  const number = (further: RawBuilder<boolean>) =>
    sql`(select count(*) from (select from (${either(further)}) l limit ${most}) l)::int`
  const { rows } = await sql<Neighbours>`select
    ${first(sql`(at, id) < ${place}`, sql`order by at desc, id desc limit 1`)} as previous,
    ${first(sql`(at, id) > ${place}`, sql`order by at, id limit 1`)} as next,
    ${number(sql`(at, id) > ${place}`)} as later, ${number(sql`true`)} as "all"`.execute(db)
  return rows[0] ?? none
}
