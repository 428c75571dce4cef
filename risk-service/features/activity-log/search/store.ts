import { type RawBuilder, sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import { type LogScope, scopeSql } from './log-filter.ts'

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

/** Reads a page of entries, newest first. */
export async function selectPage<Row extends StoredRow = StoredRow>(
  db: Db,
  query: RawBuilder<boolean>,
  { after, limit, whole = false }: { after: LogPosition | null; limit: number; whole?: boolean },
  signal: AbortSignal | undefined,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${whole ? details : columns} from audit_log
    where ${query} and ${after === null ? sql`true` : sql`(at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
    order by at desc, id desc limit ${limit}`.execute(db, cancellable(signal))
  return rows
}

/** Counts entries up to a number. */
export async function countEntries(
  db: Db,
  query: RawBuilder<boolean>,
  most: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from audit_log where ${query} limit ${most}) as found`.execute(
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
  const same = sql`${scopeSql(scope)} and resource_type = ${entry.resource_type} and resource_id = ${entry.resource_id}`
  const place = sql`(${entry.at_text}::timestamptz, ${entry.id}::uuid)`
  const { rows } = await sql<Neighbours>`select
    (select id from audit_log where ${same} and (at, id) < ${place} order by at desc, id desc limit 1) as previous,
    (select id from audit_log where ${same} and (at, id) > ${place} order by at, id limit 1) as next,
    (select count(*) from (select 1 from audit_log where ${same} and (at, id) > ${place} limit ${most}) as l)::int as later,
    (select count(*) from (select 1 from audit_log where ${same} limit ${most}) as a)::int as "all"`.execute(db)
  return rows[0] ?? none
}
