import { sql } from 'kysely'
import { type DutyCycle, startDutyCycle } from '../../../kernel/store/maintenance/duty-cycle.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { type CountedRow, countRows, insertRows } from './counted-rows.ts'
import {
  type Cursor,
  readChangedKeys,
  readEntityLabels,
  readTransactions,
  readTransactionsOf,
  type StoredTransaction,
} from './read-transactions.ts'
import { chunk, lockReports, type RefreshOptions, refreshEnvironment, reportWindow } from './refresh-reports.ts'
import { type ReportedType, readReportedTypes } from './reported-type.ts'
import { continueRuleResults } from './rule-results.ts'
import { addToSums, changedRows, deleteEmptySums } from './store-sums.ts'

/** Seconds between two passes: an event stands in reports within a minute, whatever else the service does. */
export const followSeconds = 30
/**
 * Milliseconds by which a pass goes back behind the one before: an event is decided in five seconds and written in five
 * more, or refused. What is read twice changes nothing.
 */
const lateMs = 60_000

interface FollowOptions {
  retention?: RefreshOptions['retention']
  /** Aborts between two pieces: what is stored by then stays, and the next pass goes on. */
  signal?: AbortSignal | undefined
  cycle?: Partial<DutyCycle>
}
interface FollowedEnvironment {
  id: string
  refreshed_at: Date | null
  whole_at: Date | null
  event_types: string[] | null
}
interface Pass {
  environmentId: string
  from: Date
  to: Date
  since: Date
  firstSum: number
}

/**
 * Adds to the reports of each environment what happened since the last time: new transactions, and what statuses, banks,
 * reviews and labels said of earlier ones. An environment, or an assessment, that reports have not read yet is read whole.
 */
export async function followReports(
  { db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>,
  { retention, signal, cycle }: FollowOptions = {},
): Promise<void> {
  const next = startDutyCycle({ runMs: Number.POSITIVE_INFINITY, ...cycle })
  const pause = async () => {
    await next()
    signal?.throwIfAborted()
  }
  const { rows } = await sql<FollowedEnvironment>`
    select e.id, r.refreshed_at, r.whole_at, r.event_types from environment e
    left join report_refresh r on r.environment_id = e.id where e.status = 'Active' order by e.id`.execute(db)
  for (const environment of rows)
    try {
      await followEnvironment(db, environment, { now: clock(), retention, signal, pause })
    } catch (error) {
      if (signal?.aborted) return
      // One environment that cannot be read must not hold up the others.
      log.write(2, 'reports.not-followed', { name: error instanceof Error ? error.name : 'unknown' })
    }
}

async function followEnvironment(
  db: Db,
  { id, refreshed_at, whole_at, event_types }: FollowedEnvironment,
  {
    now,
    retention,
    signal,
    pause,
  }: Pick<FollowOptions, 'retention' | 'signal'> & { now: Date; pause: () => Promise<void> },
): Promise<void> {
  const types = await readReportedTypes(db, id)
  const isRead = types.every(({ eventType }) => event_types?.includes(eventType))
  if (refreshed_at === null || whole_at === null || !isRead)
    return refreshEnvironment(db, id, now, { retention, signal })
  const pass: Pass = {
    environmentId: id,
    ...reportWindow(whole_at, retention),
    to: now,
    since: new Date(refreshed_at.getTime() - lateMs),
  }
  let added = 0
  for (const type of types)
    for await (const rows of chunksOf(db, type, pass)) {
      added += await followChunk(db, type, pass, rows)
      await pause()
    }
  // Another process may have got further meanwhile.
  await sql`update report_refresh set refreshed_at = greatest(refreshed_at, ${now}::timestamptz), transactions = transactions + ${added}
    where environment_id = ${id}::uuid`.execute(db)
}

/** The transactions of a type that are new or of which something was said since, in pieces. */
async function* chunksOf(
  db: Db,
  type: ReportedType,
  { environmentId, from, to, since }: Pass,
): AsyncGenerator<StoredTransaction[]> {
  const begin = since > from ? since : from
  for (let after: Cursor | null = null; ; ) {
    const rows: StoredTransaction[] = await readTransactions(db, environmentId, type.eventType, {
      from: begin,
      to,
      after,
      limit: chunk,
    })
    if (rows.length > 0) yield rows
    if (rows.length < chunk) break
    after = rows.at(-1) ?? null
  }
  const changed = await readChangedKeys(db, environmentId, type, { from, to: begin, since })
  for (let first = 0; first < changed.length; first += chunk)
    yield await readTransactionsOf(db, environmentId, type.eventType, changed.slice(first, first + chunk))
}

/** Stores transactions as they are now, with the difference in the sums. @returns how many are new */
function followChunk(
  db: Db,
  type: ReportedType,
  { environmentId, from, to, firstSum }: Pass,
  rows: readonly StoredTransaction[],
): Promise<number> {
  return db.transaction().execute(async trx => {
    await lockReports(trx, environmentId)
    const active = await sql`select 1 from environment where id = ${environmentId}::uuid and status = 'Active'
      for share`.execute(trx)
    if (active.rows.length === 0) return 0
    const before = await loadRows(trx, environmentId, type, rows)
    const added = rows.filter(row => !before.has(row.event_id))
    const results = await continueRuleResults(trx, environmentId)
    const paths = await results.add(trx, type.eventType, added)
    const pathOf = new Map(added.map((row, index) => [row.event_id, paths[index] ?? 0]))
    const only = rows.map(row => row.event_id)
    const counted = await countRows(trx, environmentId, type, rows, {
      entityLabels: await readEntityLabels(trx, environmentId, type.eventType, { from, to, only }),
      pathOf: eventId => before.get(eventId)?.path ?? pathOf.get(eventId),
    })
    const changed = counted.filter(row => !isSame(before.get(row.event_id), row))
    if (changed.length === 0) return 0
    const replaced = changed.flatMap(row => before.get(row.event_id) ?? [])
    await deleteRows(trx, environmentId, type, replaced)
    await insertRows(trx, changed)
    await addToSums(trx, changedRows(replaced, changed), firstSum)
    await deleteEmptySums(trx, environmentId, daysOf(replaced))
    await results.store(trx, environmentId)
    return added.length
  })
}

async function loadRows(
  trx: Db,
  environmentId: string,
  { eventType }: ReportedType,
  rows: readonly StoredTransaction[],
): Promise<Map<string, CountedRow>> {
  const times = rows.map(({ at }) => at.getTime())
  const dayMs = 86_400_000
  const stored = await sql<CountedRow>`select * from report_transaction
    where environment_id = ${environmentId}::uuid and event_type = ${eventType}
      and day between ${Math.floor(Math.min(...times) / dayMs)} and ${Math.floor(Math.max(...times) / dayMs)}
      and event_id = any(${rows.map(row => row.event_id)}::uuid[])`.execute(trx)
  return new Map(stored.rows.map(row => [row.event_id, row]))
}

async function deleteRows(
  trx: Db,
  environmentId: string,
  { eventType }: ReportedType,
  rows: readonly CountedRow[],
): Promise<void> {
  await sql`delete from report_transaction t
    using unnest(${rows.map(({ day }) => day)}::int[], ${rows.map(row => row.event_id)}::uuid[]) as k(day, event_id)
    where t.environment_id = ${environmentId}::uuid and t.event_type = ${eventType} and t.day = k.day
      and t.event_id = k.event_id`.execute(trx)
}

/** All days under which sums of the transactions stand. */
const daysOf = (rows: readonly CountedRow[]): number[] => [
  ...new Set(
    rows.flatMap(row => [row.day, row.late_settle_day, row.chargeback_day, row.signal_day]).filter(day => day !== null),
  ),
]

/** Whether a stored row has the same values; a number may be stored as text. */
const isSame = (stored: CountedRow | undefined, row: CountedRow): boolean =>
  stored !== undefined &&
  Object.entries(row).every(([name, value]) => String(value) === String(stored[name as keyof CountedRow]))
