import { sql } from 'kysely'
import { monthsBefore } from '../../../contract/common/days.ts'
import { reportsLimits } from '../../../contract/reports/report-definitions.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { dayMs, dayName, dayNumber, dayNumberOf } from '../../case-report/figures/periods.ts'
import { assessRecords } from '../model/records/assessed-record.ts'
import { defaultSignalTypes } from '../model/records/fraud-status.ts'
import { encodeOutcome, settleDayOf } from '../model/records/outcome-code.ts'
import { instantOf, type ReportRecord } from '../model/records/report-record.ts'
import { type LaterFields, laterFieldsOf } from './later-events.ts'
import {
  type Cursor,
  readEntityLabels,
  readLaterEvents,
  readOwnLabels,
  readTransactions,
  type StoredTransaction,
} from './read-transactions.ts'
import { storeSums } from './store-sums.ts'

/** Purchases that are read at once: few enough that other work of the process hardly waits. */
const chunk = 1000
const hourMs = 3_600_000

/** Returns the first day that reports cover. */
export const firstReportDay = (now: Date): number =>
  dayNumber(monthsBefore(dayName(dayNumberOf(now.getTime())), reportsLimits.months))

/**
 * Reads the transactions of each environment again whose last refresh is a day ago, or which has twice as many since: a
 * new one is not to wait for a day. Reports show the former state until an environment is read whole.
 */
export async function refreshReports({ db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock()
  const due = new Date(now.getTime() - reportsLimits.refreshHours * hourMs)
  const first = new Date(firstReportDay(now) * dayMs)
  const { rows } = await sql<{ id: string }>`
    select e.id from environment e left join report_refresh r on r.environment_id = e.id
    where e.status = 'Active' and (r.refreshed_at is null or r.refreshed_at <= ${due}::timestamptz or (
      select coalesce(sum(h.events), 0) from event_hour h
      where h.environment_id = e.id and h.event_type = 'purchase' and h.hour >= ${first}::timestamptz
        and h.hour <= ${now}::timestamptz
    ) > 2 * r.transactions)
    order by e.id`.execute(db)
  for (const { id } of rows)
    try {
      await refreshEnvironment(db, id, now)
    } catch (error) {
      // One environment that cannot be read must not hold up the others.
      log.write(2, 'reports.not-refreshed', { name: error instanceof Error ? error.name : 'unknown' })
    }
}

/** Reads the transactions of an environment again. The sums of days that its reports no longer cover stay as they are. */
async function refreshEnvironment(db: Db, environmentId: string, now: Date): Promise<void> {
  const firstDay = firstReportDay(now)
  const window = { from: new Date(firstDay * dayMs), to: now }
  const entityLabels = await readEntityLabels(db, environmentId, window)
  await db.transaction().execute(async trx => {
    // Until the rows are stored the removal of the environment waits: it would leave them behind.
    const active = await sql`select 1 from environment where id = ${environmentId}::uuid and status = 'Active'
      for share`.execute(trx)
    if (active.rows.length === 0) return
    for (const table of ['report_transaction', 'report_score', 'report_value'] as const)
      await trx.deleteFrom(table).where('environment_id', '=', environmentId).execute()
    for (const table of ['report_day', 'report_later_day'] as const)
      await trx.deleteFrom(table).where('environment_id', '=', environmentId).where('day', '>=', firstDay).execute()
    let transactions = 0
    let after: Cursor | null = null
    for (;;) {
      const rows = await readTransactions(trx, environmentId, { ...window, after, limit: chunk })
      await storeTransactions(trx, environmentId, rows, entityLabels)
      transactions += rows.length
      after = rows.at(-1) ?? null
      if (rows.length < chunk) break
    }
    if (transactions > 0) await storeSums(trx, environmentId, firstDay)
    await sql`insert into report_refresh (environment_id, refreshed_at, transactions)
      values (${environmentId}::uuid, ${now}::timestamptz, ${transactions})
      on conflict (environment_id) do update
      set refreshed_at = excluded.refreshed_at, transactions = excluded.transactions`.execute(trx)
  })
}

/** Joins purchases with what later events said of them, and stores what reports count. */
async function storeTransactions(
  db: Db,
  environmentId: string,
  rows: readonly StoredTransaction[],
  entityLabels: Awaited<ReturnType<typeof readEntityLabels>>,
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(row => row.external_id)
  const [events, labels] = [await readLaterEvents(db, environmentId, ids), await readOwnLabels(db, environmentId, ids)]
  const values = rows.map(row => {
    const later = laterFieldsOf(events.get(row.external_id) ?? [], [
      ...(labels.get(row.external_id) ?? []),
      ...(entityLabels.get(row.event_id) ?? []),
    ])
    return { environment_id: environmentId, event_type: 'purchase', ...countedFields(row, later) }
  })
  const columns = sql`environment_id, event_type, event_id, day, outcome, late_settle_day, chargeback_day, score,
    amount_usd, segment, category, payment_type, card_type, country`
  await sql`insert into report_transaction (${columns})
    select ${columns} from json_populate_recordset(null::report_transaction, ${JSON.stringify(values)}::json)`.execute(
    db,
  )
}

/** Returns what reports count of a purchase. */
function countedFields(row: StoredTransaction, later: LaterFields) {
  const [assessed] = assessRecords([recordOf(row, later)], { ...defaultSignalTypes, view: 'count' })
  if (assessed === undefined) throw new Error('A record was not assessed.')
  const day = dayNumberOf(row.at.getTime())
  const settleDay = settleDayOf(assessed)
  const { chargebackReceived } = assessed.flags
  return {
    event_id: row.event_id,
    day,
    outcome: encodeOutcome(assessed, later.observed),
    late_settle_day: settleDay === day ? null : settleDay,
    chargeback_day: chargebackReceived === null ? null : dayNumberOf(instantOf(chargebackReceived)),
    score: row.risk_score,
    amount_usd: row.amount_usd ?? 0,
    segment: row.segment,
    category: row.category,
    payment_type: row.payment_type,
    card_type: row.card_type,
    country: row.ip_country,
  }
}

const recordOf = (row: StoredTransaction, later: LaterFields): ReportRecord => ({
  id: row.event_id,
  time: row.at.toISOString(),
  amountUsd: row.amount_usd === null ? null : row.amount_usd / 100,
  score: row.risk_score,
  bot: null,
  decision: row.decision,
  rule: null,
  clause: null,
  observe: [],
  attrs: {},
  ...later,
})
