import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import { dayMs, dayNumberOf } from '../../case-report/figures/periods.ts'
import type { CountedRow } from './counted-rows.ts'
import { type Cursor, readTransactions, type StoredTransaction } from './read-transactions.ts'
import { inReports, type RefreshOptions, type ReportPass, reportWindow } from './report-window.ts'
import { type ReportedType, readFieldsOf, readReportedTypes } from './reported-type.ts'
import { RuleResults } from './rule-results.ts'
import { pieceSize, replaceRows, storePiece } from './store-pieces.ts'

/**
 * Reads all transactions of an environment again, in pieces, and takes out what is not among them any more: what was
 * deleted, days that reports no longer cover, and assessments whose reports are off. The sums of days that reports no
 * longer cover stay as they are. Reports of an environment that was never read show nothing until it is read whole.
 * @param pause called after each piece
 */
export async function rereadEnvironment(
  db: Db,
  environmentId: string,
  now: Date,
  { retention, pause }: Pick<RefreshOptions, 'retention'> & { pause: () => Promise<void> },
): Promise<void> {
  const pass: ReportPass = { environmentId, ...reportWindow(now, retention), to: now }
  const types = await readReportedTypes(db, environmentId)
  const before = await readBefore(db, pass)
  if (before?.grows === true) await markGrowing(db, environmentId)
  const isNew = ({ eventType }: ReportedType) => before !== undefined && !before.event_types.includes(eventType)
  let transactions = 0
  // Reports that wait for their transactions are first, and wait for no other ones.
  for (const type of [...types.filter(isNew), ...types.filter(type => !isNew(type))]) {
    for await (const rows of readPieces(db, type, pass)) {
      await storePiece(db, type, pass, rows)
      transactions += rows.length
      await pause()
    }
    if (isNew(type)) await markRead(db, environmentId, type)
  }
  await removeOutdated(db, types, pass, pause)
  const eventTypes = types.map(({ eventType }) => eventType)
  await inReports(db, environmentId, trx =>
    sql`insert into report_refresh (environment_id, refreshed_at, whole_at, event_types, fields, transactions)
      values (${environmentId}::uuid, ${now}::timestamptz, ${now}::timestamptz, ${eventTypes}::text[],
        ${readFieldsOf(types)}::text[],
        greatest(${transactions}::bigint, (${eventsSince(sql`${environmentId}::uuid`, pass.from, now)})))
      on conflict (environment_id) do update
      set refreshed_at = greatest(report_refresh.refreshed_at, excluded.refreshed_at), whole_at = excluded.whole_at,
        event_types = excluded.event_types, fields = excluded.fields, transactions = excluded.transactions,
        is_growing = false`.execute(trx),
  )
}

/** Returns what reports read of an environment before; undefined: nothing. */
async function readBefore(
  db: Db,
  { environmentId, from, to }: Pick<ReportPass, 'environmentId' | 'from' | 'to'>,
): Promise<{ event_types: string[]; grows: boolean } | undefined> {
  const { rows } = await sql<{ event_types: string[]; grows: boolean }>`
    select r.event_types, (${eventsSince(sql`r.environment_id`, from, to)}) > greatest(2 * r.transactions, ${pieceSize}::int) as grows
    from report_refresh r where r.environment_id = ${environmentId}::uuid`.execute(db)
  return rows[0]
}

/** Has reports say that their figures are of some of the transactions, until the pass that adds the others ends. */
export const markGrowing = (db: Db, environmentId: string) =>
  sql`update report_refresh set is_growing = true where environment_id = ${environmentId}::uuid`.execute(db)

/** Has the reports of a type show its transactions, which are all stored. */
const markRead = (db: Db, environmentId: string, { eventType }: ReportedType) =>
  sql`update report_refresh set event_types = array_append(event_types, ${eventType}::text)
    where environment_id = ${environmentId}::uuid and not ${eventType} = any(event_types)`.execute(db)

/** Counts the events of all types of an environment in a range of time, by their roll-ups. */
export const eventsSince = (environmentId: RawBuilder<unknown>, from: Date, to: Date): RawBuilder<unknown> => sql`
  select coalesce(sum(h.events), 0) from event_hour h
  where h.environment_id = ${environmentId} and h.hour >= ${from}::timestamptz and h.hour <= ${to}::timestamptz`

/** Reads the transactions of a type, in the order of time. */
export async function* readPieces(
  db: Db,
  type: ReportedType,
  { environmentId, from, to }: Pick<ReportPass, 'environmentId' | 'from' | 'to'>,
): AsyncGenerator<StoredTransaction[]> {
  for (let after: Cursor | null = null; ; ) {
    const rows: StoredTransaction[] = await readTransactions(db, environmentId, type, {
      from,
      to,
      after,
      limit: pieceSize,
    })
    if (rows.length > 0) yield rows
    if (rows.length < pieceSize) return
    after = rows.at(-1) ?? null
  }
}

async function removeOutdated(
  db: Db,
  types: readonly ReportedType[],
  pass: ReportPass,
  pause: () => Promise<void>,
): Promise<void> {
  const { environmentId, from, to } = pass
  const firstDay = dayNumberOf(from.getTime())
  const stored = sql`select t.* from report_transaction t where t.environment_id = ${environmentId}::uuid`
  const read = sql`any(${types.map(({ eventType }) => eventType)}::text[])`
  await removeRows(
    db,
    pass,
    sql`${stored} and (t.day < ${firstDay} or t.event_type <> all(${types.map(({ eventType }) => eventType)}::text[]))`,
    pause,
  )
  await sql`delete from report_clause_day where environment_id = ${environmentId}::uuid
    and (day < ${firstDay} or not event_type = ${read})`.execute(db)
  for (const type of types)
    for (let day = firstDay; day <= dayNumberOf(to.getTime()); day++) {
      const [start, end] = [new Date(day * dayMs), new Date((day + 1) * dayMs)]
      const outdated = sql`${stored} and t.event_type = ${type.eventType} and t.day = ${day} and not exists (
        select from event e where e.environment_id = t.environment_id and e.event_id = t.event_id
          and e.at >= ${start}::timestamptz and e.at < ${end}::timestamptz)`
      if (await removeRows(db, pass, outdated, pause))
        await recountClauses(db, type, { environmentId, day, from: start, to: end })
    }
}

/** Takes rows that a query selects out of reports, in pieces. @returns whether there were any */
async function removeRows(
  db: Db,
  pass: ReportPass,
  query: RawBuilder<unknown>,
  pause: () => Promise<void>,
): Promise<boolean> {
  for (let some = false; ; some = true) {
    const removed = await inReports(db, pass.environmentId, async trx => {
      const { rows } = await sql<CountedRow>`${query} limit ${pieceSize}`.execute(trx)
      if (rows.length > 0) await replaceRows(trx, pass, rows, [])
      return rows.length
    })
    if (!removed) return some
    await pause()
  }
}

/** Counts the clauses of a day again, some of whose events are deleted. */
async function recountClauses(
  db: Db,
  type: ReportedType,
  { day, ...range }: Pick<ReportPass, 'environmentId' | 'from' | 'to'> & { day: number },
): Promise<void> {
  const { environmentId } = range
  await inReports(db, environmentId, async trx => {
    const results = new RuleResults()
    for await (const rows of readPieces(trx, type, range)) await results.add(trx, type.eventType, rows)
    await sql`delete from report_clause_day where environment_id = ${environmentId}::uuid
      and event_type = ${type.eventType} and day = ${day}`.execute(trx)
    await results.storeClauses(trx, environmentId)
  })
}
