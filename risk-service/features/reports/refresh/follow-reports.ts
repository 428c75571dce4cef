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

interface FollowedEnvironment {
  id: string
  refreshed_at: Date | null
  whole_at: Date | null
  event_types: string[] | null
  fields: string[] | null
  transactions: number | null
}
/** Events that were stored since a time although they are of a time before, as imported ones are. */
type LateKey = Cursor & { environment_id: string; event_type: string }

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
  const late = await readLateKeys(db, rows)
  for (const environment of rows)
    try {
      await followEnvironment(db, environment, { now: clock(), late, retention, pause })
    } catch (error) {
      if (signal?.aborted) return
      // One environment that cannot be read must not hold up the others.
      log.write(2, 'reports.not-followed', { name: error instanceof Error ? error.name : 'unknown' })
    }
}

async function readLateKeys(db: Db, environments: readonly FollowedEnvironment[]): Promise<LateKey[]> {
  const times = environments.flatMap(({ refreshed_at }) => (refreshed_at === null ? [] : [refreshed_at.getTime()]))
  if (times.length === 0) return []
  const since = new Date(Math.min(...times) - lateMs)
  const { rows } = await sql<LateKey>`select environment_id, event_type, at, event_id from event_key
    where event_id >= ${firstIdAt(since)}::uuid and at < ${since}::timestamptz`.execute(db)
  return rows
}

async function followEnvironment(
  db: Db,
  { id, refreshed_at, whole_at, event_types, fields: readFields, transactions }: FollowedEnvironment,
  {
    now,
    late,
    retention,
    pause,
  }: Pick<RefreshOptions, 'retention'> & { now: Date; late: readonly LateKey[]; pause: () => Promise<void> },
): Promise<void> {
  const types = await readReportedTypes(db, id)
  const fields = readFieldsOf(types)
  const isRead = types.every(({ eventType }) => event_types?.includes(eventType)) && isReadWith(readFields, fields)
  if (refreshed_at === null || whole_at === null || !isRead) return rereadEnvironment(db, id, now, { retention, pause })
  const pass: ReportPass = { environmentId: id, ...reportWindow(whole_at, retention), to: now }
  const since = new Date(refreshed_at.getTime() - lateMs)
  const ownLate = types.map(type => ({
    type,
    late: late.filter(key => key.environment_id === id && key.event_type === type.eventType),
  }))
  const imported = ownLate.reduce((sum, each) => sum + each.late.length, 0)
  // What is stored in one piece is never seen in parts.
  if (imported > Math.max(transactions ?? 0, pieceSize)) await markGrowing(db, id)
  let added = 0
  for (const { type, late: own } of ownLate) {
    for await (const rows of changedPieces(db, type, pass, { since, late: own })) {
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
  { since, late }: { since: Date; late: readonly LateKey[] },
): AsyncGenerator<StoredTransaction[]> {
  const begin = since > from ? since : from
  yield* readPieces(db, type, { environmentId, from: begin, to })
  const changed = await readChangedKeys(db, environmentId, type, { from, to: begin, since })
  const earlier = late.filter(({ at }) => at >= from && at < begin)
  const keys = [...new Map([...changed, ...earlier].map(key => [key.event_id, key])).values()]
  for (let first = 0; first < keys.length; first += pieceSize)
    yield await readTransactionsOf(db, environmentId, type, keys.slice(first, first + pieceSize))
}
