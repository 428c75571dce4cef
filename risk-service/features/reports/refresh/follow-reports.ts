import { sql } from 'kysely'
import { firstIdAt } from '../../../kernel/event-ids.ts'
import type { DutyCycle } from '../../../kernel/store/maintenance/duty-cycle.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { hasTransactionsOf } from './has-transactions.ts'
import { type Cursor, readChangedKeys, readTransactionsOf, type StoredTransaction } from './read-transactions.ts'
import { createPause } from './refresh-reports.ts'
import { type RefreshOptions, type ReportPass, reportWindow } from './report-window.ts'
import { isReadWith, type ReportedType, readFieldsOf, readReportedTypes } from './reported-type.ts'
import { markGrowing, readPieces, rereadEnvironment } from './reread-environment.ts'
import { pieceSize, storePiece } from './store-pieces.ts'

/** Seconds between two passes: an event stands in reports within a minute, whatever else the service does. */
export const followSeconds = 30
/**
 * Milliseconds by which a pass goes back behind the one before: an event is decided in five seconds and written in five
 * more, or refused. What is read twice changes nothing.
 */
const lateMs = 60_000
/** Keys that are in memory at once. */
const keyPage = 10_000

interface FollowedEnvironment {
  id: string
  refreshed_at: Date | null
  whole_at: Date | null
  event_types: string[] | null
  fields: string[] | null
  transactions: number | null
}
/**
 * Numbers of events that were stored since the pass before although they are of a time before it, as imported ones are:
 * by environment and event type.
 */
type LateCounts = ReadonlyMap<string, ReadonlyMap<string, number>>

/**
 * Adds to the reports of each environment what happened since the last time: new transactions, and what statuses, banks,
 * reviews and labels said of earlier ones. An environment, or an assessment, that reports have not read yet is read whole.
 */
export async function followReports(
  { db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>,
  { retention, signal, cycle }: RefreshOptions & { cycle?: Partial<DutyCycle> } = {},
): Promise<void> {
  const pause = createPause(signal, cycle)
  const { rows } = await sql<FollowedEnvironment>`
    select e.id, r.refreshed_at, r.whole_at, r.event_types, r.fields, r.transactions from environment e
    left join report_refresh r on r.environment_id = e.id where e.status = 'Active' order by e.id`.execute(db)
  const late = await countLate(db, rows)
  for (const environment of rows)
    try {
      await followEnvironment(db, environment, { now: clock(), late, retention, pause })
    } catch (error) {
      if (signal?.aborted) return
      // One environment that cannot be read must not hold up the others.
      log.write(2, 'reports.not-followed', { name: error instanceof Error ? error.name : 'unknown' })
    }
}

const sinceOf = (refreshedAt: Date): Date => new Date(refreshedAt.getTime() - lateMs)

/** One look at what was stored, whatever the number of environments; an upload stores millions between two passes. */
async function countLate(db: Db, environments: readonly FollowedEnvironment[]): Promise<LateCounts> {
  const followed = environments.flatMap(({ id, refreshed_at }) =>
    refreshed_at === null ? [] : [{ id, since: sinceOf(refreshed_at) }],
  )
  if (followed.length === 0) return new Map()
  const first = new Date(Math.min(...followed.map(({ since }) => since.getTime())))
  const { rows } = await sql<{ environment_id: string; event_type: string; events: number }>`
    select k.environment_id, k.event_type, count(*) as events from event_key k
    join unnest(${followed.map(({ id }) => id)}::uuid[], ${followed.map(({ since }) => since)}::timestamptz[],
      ${followed.map(({ since }) => firstIdAt(since))}::uuid[]) as f(environment_id, since, first_id)
      on f.environment_id = k.environment_id and k.at < f.since and k.event_id >= f.first_id
    where k.event_id >= ${firstIdAt(first)}::uuid group by 1, 2`.execute(db)
  return new Map(
    [...Map.groupBy(rows, row => row.environment_id)].map(([id, own]) => [
      id,
      new Map(own.map(row => [row.event_type, row.events])),
    ]),
  )
}

async function followEnvironment(
  db: Db,
  { id, refreshed_at, whole_at, event_types, fields: readFields, transactions }: FollowedEnvironment,
  {
    now,
    late,
    retention,
    pause,
  }: Pick<RefreshOptions, 'retention'> & { now: Date; late: LateCounts; pause: () => Promise<void> },
): Promise<void> {
  const types = await readReportedTypes(db, id)
  const fields = readFieldsOf(types)
  const isRead = types.every(({ eventType }) => event_types?.includes(eventType)) && isReadWith(readFields, fields)
  if (refreshed_at === null || whole_at === null || !isRead) return rereadEnvironment(db, id, now, { retention, pause })
  const pass: ReportPass = { environmentId: id, ...reportWindow(whole_at, retention), to: now }
  const since = sinceOf(refreshed_at)
  const counts = late.get(id)
  const lateOf = ({ eventType }: ReportedType): number => counts?.get(eventType) ?? 0
  const imported = types.reduce((sum, type) => sum + lateOf(type), 0)
  // What is stored in one piece is never seen in parts.
  if (imported > Math.max(transactions ?? 0, pieceSize)) await markGrowing(db, id)
  let added = 0
  for (const type of types) {
    for await (const rows of changedPieces(db, type, pass, { since, hasLate: lateOf(type) > 0 })) {
      added += await storePiece(db, type, pass, rows)
      await pause()
    }
  }
  // An assessment whose reports are off is read whole when they are on again.
  const eventTypes = types.map(({ eventType }) => eventType)
  await sql`update report_refresh set refreshed_at = greatest(refreshed_at, ${now}::timestamptz),
    event_types = ${eventTypes}::text[], fields = ${fields}::text[], is_growing = false,
    -- Of a pass that was aborted, what it stored is not new to the next one.
    transactions = greatest(transactions + ${added},
      ${hasTransactionsOf(sql`report_refresh.environment_id`)}::int)
    where environment_id = ${id}::uuid`.execute(db)
}

/** The transactions of a type that are new or of which something was said since, in pieces. */
async function* changedPieces(
  db: Db,
  type: ReportedType,
  { environmentId, from, to }: ReportPass,
  { since, hasLate }: { since: Date; hasLate: boolean },
): AsyncGenerator<StoredTransaction[]> {
  const begin = since > from ? since : from
  yield* readPieces(db, type, { environmentId, from: begin, to })
  // One that both have is read twice, which changes nothing.
  for await (const keys of readChangedKeys(db, environmentId, type, { from, to: begin, since }))
    yield* transactionsOf(db, environmentId, type, keys)
  if (!hasLate) return
  for await (const keys of lateKeys(db, environmentId, type, { from, to: begin, since }))
    yield* transactionsOf(db, environmentId, type, keys)
}

async function* transactionsOf(
  db: Db,
  environmentId: string,
  type: ReportedType,
  keys: readonly Cursor[],
): AsyncGenerator<StoredTransaction[]> {
  for (let first = 0; first < keys.length; first += pieceSize)
    yield await readTransactionsOf(db, environmentId, type, keys.slice(first, first + pieceSize))
}

/** The keys of events that were stored since a time although they are of a time before, in the order of their ids. */
async function* lateKeys(
  db: Db,
  environmentId: string,
  { eventType }: ReportedType,
  { from, to, since }: { from: Date; to: Date; since: Date },
): AsyncGenerator<Cursor[]> {
  for (let after: string | undefined = firstIdAt(since); after !== undefined; ) {
    const { rows }: { rows: Cursor[] } = await sql<Cursor>`select at, event_id from event_key
      where environment_id = ${environmentId}::uuid and event_type = ${eventType} and event_id > ${after}::uuid
        and at >= ${from}::timestamptz and at < ${to}::timestamptz
      order by event_id limit ${keyPage}::int`.execute(db)
    if (rows.length > 0) yield rows
    after = rows.length < keyPage ? undefined : rows.at(-1)?.event_id
  }
}
