import { type RawBuilder, sql } from 'kysely'
import { monthsBefore } from '../../../contract/common/days.ts'
import { reportsLimits } from '../../../contract/reports/report-definitions.ts'
import { userAgentFamilies } from '../../../engine/enrich/user-agent.ts'
import type { Retention } from '../../../kernel/settings/settings.ts'
import { monthOf } from '../../../kernel/store/maintenance/partitions.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { dayMs, dayName, dayNumber, dayNumberOf } from '../../case-report/figures/periods.ts'
import { assessRecords } from '../model/records/assessed-record.ts'
import { defaultSignalTypes, fraudKnownAt } from '../model/records/fraud-status.ts'
import { encodeOutcome, settleDayOf } from '../model/records/outcome-code.ts'
import { instantOf, type ReportRecord } from '../model/records/report-record.ts'
import { encodeSignals } from '../model/records/signal-code.ts'
import { type LaterFields, laterFieldsOf } from './later-events.ts'
import {
  type Cursor,
  readEntityLabels,
  readLaterEvents,
  readOwnLabels,
  readTransactions,
  type StoredTransaction,
} from './read-transactions.ts'
import { type ReportedType, readReportedTypes } from './reported-type.ts'
import { RuleResults } from './rule-results.ts'
import { storeSums } from './store-sums.ts'

/** Read again as a whole, because nothing is kept of older months. */
const ruleTables = ['report_path', 'report_path_day', 'report_path_score', 'report_clause_day'] as const
/** Transactions that are read at once: few enough that other work of the process hardly waits. */
const chunk = 1000
const hourMs = 3_600_000

/** Returns the first day that reports cover. */
export const firstReportDay = (now: Date): number =>
  dayNumber(monthsBefore(dayName(dayNumberOf(now.getTime())), reportsLimits.months))

/**
 * Reads the transactions of each environment again whose last refresh is a day ago, or which has twice as many since: a
 * new one is not to wait for a day. Reports show the former state until an environment is read whole.
 */
export async function refreshReports(
  { db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>,
  retention?: Pick<Retention, 'eventMonths'>,
): Promise<void> {
  const now = clock()
  const due = new Date(now.getTime() - reportsLimits.refreshHours * hourMs)
  const first = new Date(firstReportDay(now) * dayMs)
  const { rows } = await sql<{ id: string }>`
    select e.id from environment e left join report_refresh r on r.environment_id = e.id
    where e.status = 'Active' and (r.refreshed_at is null or r.refreshed_at <= ${due}::timestamptz
      or (${eventsSince(sql`e.id`, first, now)}) > 2 * r.transactions)
    order by e.id`.execute(db)
  for (const { id } of rows)
    try {
      await refreshEnvironment(db, id, now, retention)
    } catch (error) {
      // One environment that cannot be read must not hold up the others.
      log.write(2, 'reports.not-refreshed', { name: error instanceof Error ? error.name : 'unknown' })
    }
}

/** Counts the events of all types of an environment in a range of time, by their roll-ups. */
const eventsSince = (environmentId: RawBuilder<unknown>, from: Date, to: Date): RawBuilder<unknown> => sql`
  select coalesce(sum(h.events), 0) from event_hour h
  where h.environment_id = ${environmentId} and h.hour >= ${from}::timestamptz and h.hour <= ${to}::timestamptz`

/** Reads the transactions of an environment again. The sums of days that its reports no longer cover stay as they are. */
async function refreshEnvironment(
  db: Db,
  environmentId: string,
  now: Date,
  retention: Pick<Retention, 'eventMonths'> | undefined,
): Promise<void> {
  const firstDay = firstReportDay(now)
  const window = { from: new Date(firstDay * dayMs), to: now }
  // Events of earlier days may be removed already: their sums stay as they are.
  const firstSum =
    retention === undefined
      ? firstDay
      : Math.max(firstDay, dayNumberOf(monthOf(now, -retention.eventMonths).start.getTime()))
  const types = await readReportedTypes(db, environmentId)
  await db.transaction().execute(async trx => {
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
    for (const type of types) transactions += await storeType(trx, environmentId, type, { window, results })
    if (transactions > 0) {
      await results.store(trx, environmentId)
      await storeSums(trx, environmentId, firstSum)
    }
    await sql`insert into report_refresh (environment_id, refreshed_at, transactions)
      values (${environmentId}::uuid, ${now}::timestamptz,
        greatest(${transactions}::bigint, (${eventsSince(sql`${environmentId}::uuid`, window.from, now)})))
      on conflict (environment_id) do update
      set refreshed_at = excluded.refreshed_at, transactions = excluded.transactions`.execute(trx)
  })
}

/** Stores what reports count of the events of a type. @returns their number */
async function storeType(
  db: Db,
  environmentId: string,
  type: ReportedType,
  { window, results }: { window: { from: Date; to: Date }; results: RuleResults },
): Promise<number> {
  let [stored, after]: [number, Cursor | null] = [0, null]
  let entityLabels: Awaited<ReturnType<typeof readEntityLabels>> | null = null
  for (;;) {
    const rows: StoredTransaction[] = await readTransactions(db, environmentId, type.eventType, {
      ...window,
      after,
      limit: chunk,
    })
    if (rows.length > 0) {
      entityLabels ??= await readEntityLabels(db, environmentId, type.eventType, window)
      await storeTransactions(db, environmentId, type, rows, { entityLabels, results })
    }
    stored += rows.length
    after = rows.at(-1) ?? null
    if (rows.length < chunk) return stored
  }
}

/** Joins transactions with what later events said of them, and stores what reports count. */
async function storeTransactions(
  db: Db,
  environmentId: string,
  type: ReportedType,
  rows: readonly StoredTransaction[],
  { entityLabels, results }: { entityLabels: Awaited<ReturnType<typeof readEntityLabels>>; results: RuleResults },
): Promise<void> {
  const ids = rows.map(row => row.external_id)
  const [events, labels] = [
    await readLaterEvents(db, environmentId, type, ids),
    await readOwnLabels(db, environmentId, type, ids),
  ]
  const paths = await results.add(db, type.eventType, rows)
  const values = rows.map((row, index) => {
    const later = laterFieldsOf(events.get(row.external_id) ?? [], [
      ...(labels.get(row.external_id) ?? []),
      ...(entityLabels.get(row.event_id) ?? []),
    ])
    const path = paths[index] ?? 0
    return { environment_id: environmentId, event_type: type.eventType, path, ...countedFields(row, later, type) }
  })
  const columns = sql`environment_id, event_type, event_id, day, outcome, late_settle_day, chargeback_day, fraud_day,
    signal_day, signals, score, bot_score, amount_usd, segment, category, payment_type, card_type, country, os_family, operating_system, browser_family,
    java_script, path, final`
  await sql`insert into report_transaction (${columns})
    select ${columns} from json_populate_recordset(null::report_transaction, ${JSON.stringify(values)}::json)`.execute(
    db,
  )
}

/** Stands for the score of an event that no model covers. */
const notCovered = -10

/** Returns what reports count of a transaction. */
function countedFields(row: StoredTransaction, later: LaterFields, { scored }: ReportedType) {
  const [assessed] = assessRecords([recordOf(row, later)], { ...defaultSignalTypes, view: 'count' })
  if (assessed === undefined) throw new Error('A record was not assessed.')
  const day = dayNumberOf(row.at.getTime())
  const settleDay = settleDayOf(assessed)
  const { chargebackReceived } = assessed.flags
  const signals = encodeSignals(assessed.record, assessed.flags)
  return {
    event_id: row.event_id,
    day,
    outcome: encodeOutcome(assessed, later.observed),
    late_settle_day: settleDay === day ? null : settleDay,
    chargeback_day: dayOf(chargebackReceived),
    fraud_day: dayOf(fraudKnownAt(assessed.record, assessed.fraud, defaultSignalTypes)),
    signal_day: dayOf(assessed.fraud.received),
    signals: signals.length === 0 ? null : signals,
    score: scored && row.modelled ? row.risk_score : notCovered,
    bot_score: row.bot_score,
    amount_usd: row.amount_usd ?? 0,
    segment: row.segment,
    category: row.category,
    payment_type: row.payment_type,
    card_type: row.card_type,
    country: row.ip_country,
    java_script: row.java_script?.toLowerCase() ?? null,
    final: later.final,
    ...userAgentColumns(row.user_agent),
  }
}

const dayOf = (time: string | null): number | null => (time === null ? null : dayNumberOf(instantOf(time)))

function userAgentColumns(userAgent: string | null) {
  const { osFamily, operatingSystem, browserFamily } = userAgentFamilies(userAgent)
  return { os_family: osFamily, operating_system: operatingSystem, browser_family: browserFamily }
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
