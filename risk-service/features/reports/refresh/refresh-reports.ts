import { type RawBuilder, sql } from 'kysely'
import { monthsBefore } from '../../../contract/common/days.ts'
import { reportsLimits } from '../../../contract/reports/report-definitions.ts'
import type { Retention } from '../../../kernel/settings/settings.ts'
import { monthOf } from '../../../kernel/store/maintenance/partitions.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { dayMs, dayName, dayNumber, dayNumberOf } from '../../case-report/figures/periods.ts'
import { countRows, insertRows } from './counted-rows.ts'
import { type Cursor, readEntityLabels, readTransactions, type StoredTransaction } from './read-transactions.ts'
import { type ReportedType, readReportedTypes } from './reported-type.ts'
import { RuleResults } from './rule-results.ts'
import { addToSums, storedRows } from './store-sums.ts'

/** Read again as a whole, because nothing is kept of older months. */
const ruleTables = ['report_path', 'report_path_day', 'report_path_score', 'report_clause_day'] as const
/** Transactions that are read at once: few enough that other work of the process hardly waits. */
export const chunk = 1000
const hourMs = 3_600_000

export interface RefreshOptions {
  retention?: Pick<Retention, 'eventMonths'> | undefined
  /** Aborts between two pieces; reports show the former state then. */
  signal?: AbortSignal | undefined
}

/** Returns the first day that reports cover. */
export const firstReportDay = (now: Date): number =>
  dayNumber(monthsBefore(dayName(dayNumberOf(now.getTime())), reportsLimits.months))

/**
 * Returns the time that reports cover which were read as a whole at a time, and the first day whose sums they may write:
 * events of earlier days may be removed already, so that their sums stay as they are.
 */
export function reportWindow(wholeAt: Date, retention: Pick<Retention, 'eventMonths'> | undefined) {
  const firstDay = firstReportDay(wholeAt)
  const firstSum =
    retention === undefined
      ? firstDay
      : Math.max(firstDay, dayNumberOf(monthOf(wholeAt, -retention.eventMonths).start.getTime()))
  return { from: new Date(firstDay * dayMs), firstSum }
}

/** Waits until nobody else writes the reports of an environment, for the rest of a transaction. */
export async function lockReports(trx: Db, environmentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reports:${environmentId}`}, 0))`.execute(trx)
}

/**
 * Reads the transactions of each environment again that was not read as a whole for a day, or which has twice as many
 * since: what was deleted or imported, and days that reports no longer cover, are not followed. Reports show the former
 * state until an environment is read whole.
 */
export async function refreshReports(
  { db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>,
  options: RefreshOptions = {},
): Promise<void> {
  const now = clock()
  const due = new Date(now.getTime() - reportsLimits.refreshHours * hourMs)
  const first = new Date(firstReportDay(now) * dayMs)
  const { rows } = await sql<{ id: string }>`
    select e.id from environment e left join report_refresh r on r.environment_id = e.id
    where e.status = 'Active' and (r.refreshed_at is null or r.whole_at <= ${due}::timestamptz
      or (${eventsSince(sql`e.id`, first, now)}) > 2 * r.transactions)
    order by e.id`.execute(db)
  for (const { id } of rows)
    try {
      await refreshEnvironment(db, id, now, options)
    } catch (error) {
      if (options.signal?.aborted) return
      // One environment that cannot be read must not hold up the others.
      log.write(2, 'reports.not-refreshed', { name: error instanceof Error ? error.name : 'unknown' })
    }
}

/** Counts the events of all types of an environment in a range of time, by their roll-ups. */
const eventsSince = (environmentId: RawBuilder<unknown>, from: Date, to: Date): RawBuilder<unknown> => sql`
  select coalesce(sum(h.events), 0) from event_hour h
  where h.environment_id = ${environmentId} and h.hour >= ${from}::timestamptz and h.hour <= ${to}::timestamptz`

/** Reads the transactions of an environment again. The sums of days that its reports no longer cover stay as they are. */
export async function refreshEnvironment(
  db: Db,
  environmentId: string,
  now: Date,
  { retention, signal }: RefreshOptions = {},
): Promise<void> {
  const { from, firstSum } = reportWindow(now, retention)
  const window = { from, to: now }
  const types = await readReportedTypes(db, environmentId)
  await db.transaction().execute(async trx => {
    await lockReports(trx, environmentId)
    // Until the rows are stored the removal of the environment waits: it would leave them behind.
    const active = await sql`select 1 from environment where id = ${environmentId}::uuid and status = 'Active'
      for share`.execute(trx)
    if (active.rows.length === 0) return
    for (const table of ['report_transaction', 'report_score', 'report_value', 'report_delay', ...ruleTables] as const)
      await trx.deleteFrom(table).where('environment_id', '=', environmentId).execute()
    for (const table of ['report_day', 'report_later_day'] as const)
      await trx.deleteFrom(table).where('environment_id', '=', environmentId).where('day', '>=', firstSum).execute()
    const results = new RuleResults()
    let transactions = 0
    for (const type of types) transactions += await storeType(trx, environmentId, type, { window, results, signal })
    if (transactions > 0) {
      await results.store(trx, environmentId)
      await addToSums(trx, storedRows(environmentId), firstSum)
    }
    const eventTypes = types.map(({ eventType }) => eventType)
    await sql`insert into report_refresh (environment_id, refreshed_at, whole_at, event_types, transactions)
      values (${environmentId}::uuid, ${now}::timestamptz, ${now}::timestamptz, ${eventTypes}::text[],
        greatest(${transactions}::bigint, (${eventsSince(sql`${environmentId}::uuid`, window.from, now)})))
      on conflict (environment_id) do update
      set refreshed_at = excluded.refreshed_at, whole_at = excluded.whole_at, event_types = excluded.event_types,
        transactions = excluded.transactions`.execute(trx)
  })
}

/** Stores what reports count of the events of a type. @returns their number */
async function storeType(
  db: Db,
  environmentId: string,
  type: ReportedType,
  {
    window,
    results,
    signal,
  }: Pick<RefreshOptions, 'signal'> & { window: { from: Date; to: Date }; results: RuleResults },
): Promise<number> {
  let [stored, after]: [number, Cursor | null] = [0, null]
  let entityLabels: Awaited<ReturnType<typeof readEntityLabels>> | null = null
  for (;;) {
    signal?.throwIfAborted()
    const rows: StoredTransaction[] = await readTransactions(db, environmentId, type.eventType, {
      ...window,
      after,
      limit: chunk,
    })
    if (rows.length > 0) {
      entityLabels ??= await readEntityLabels(db, environmentId, type.eventType, window)
      const paths = await results.add(db, type.eventType, rows)
      const pathOf = new Map(rows.map((row, index) => [row.event_id, paths[index] ?? 0]))
      const counts = { entityLabels, pathOf: (id: string) => pathOf.get(id) }
      await insertRows(db, await countRows(db, environmentId, type, rows, counts))
    }
    stored += rows.length
    after = rows.at(-1) ?? null
    if (rows.length < chunk) return stored
  }
}
