import { sql } from 'kysely'
import {
  assistantLimits,
  logNoteType,
  noteLimits,
  notificationDays,
  retailLimits,
  ringLimits,
  tracedEventDays,
} from '../../../contract/index.ts'
import { meteredMonths } from '../../../contract/metering/metering-definitions.ts'
import type { Db } from '../../../ports/database.ts'
import type { Retention } from '../../settings/settings.ts'
import { listPartitions, monthOf, partitionedTables } from './partitions.ts'
import { trimLogChains, trimLogFacets } from './trim-log-chain.ts'

/** Calls per minute are for the charts of the last eight days. */
const callMinuteDays = 9
/**
 * Fingerprinted sessions can be looked up for this time; the data that an event used of one is stored with the event.
 */
const deviceSessionDays = 28
/** Attacks are searched for in the attempts of the last two hours. */
const recentHours = 24
/** Alerts compare each of the last 90 days with the eight weeks before it. */
const fieldFillDays = 90 + 8 * 7 + 1
/** The rehearsal of a revocation looks at the last minutes; a token is valid for an hour. */
const credentialCallDays = 1
/** Refused calls are shown for three months. */
const apiErrorDays = 93
/** Segments of metered units are written within seconds, and those of a killed process at the next start. */
const meteredSegmentDays = 30
/** Figures of outgoing calls are shown for three months. */
const outgoingCallDays = 93

export interface RetentionResult {
  partitions: string[]
  rows: number
}

/** Velocities cover 90 days and the current day. */
const velocityDays = 91

/** Small enough that no writer waits noticeably for a lock. */
const batch = 5000

/**
 * Removes data that is older than the settings allow. Events are removed by whole months, so that an event lives at
 * least `eventMonths` and at most one month longer; logs and telemetry by row. Safe to repeat after an interruption.
 */
export async function applyRetention(db: Db, retention: Retention, now: Date): Promise<RetentionResult> {
  const events = monthOf(now, -retention.eventMonths).start
  const partitions: string[] = []
  let rows = 0
  const old = (await listPartitions(db)).filter(partition => partition.month.end <= events)
  // The keys first, driven by the events that still refer to them; a key is found by its event, not by time.
  for (const { table, name } of old) if (table === 'event') rows += await deleteKeys(db, name)
  for (const { name } of old) {
    await db.transaction().execute(async trx => {
      await sql`set local lock_timeout = '5s'`.execute(trx)
      await sql`drop table if exists ${sql.table(name)}`.execute(trx)
    })
    partitions.push(name)
  }
  rows += await deleteKeys(db, 'event_default', events)
  for (const table of partitionedTables) rows += await deleteOlder(db, `${table}_default`, 'at', events)
  rows += await deleteOlder(db, 'event_hour', 'hour', events)
  rows += await deleteOlder(db, 'rule_hour', 'hour', events)
  rows += await deleteOlder(db, 'erased_hour', 'hour', events)
  rows += await deleteOlder(db, 'event_label', 'label_at', events)
  rows += await deleteOlder(db, 'shadow_run', 'at', events)
  rows += await deleteOlder(db, 'mirror_event', 'at', events)
  rows += await deleteOlder(db, 'event_view', 'last_at', events)
  rows += await deleteOlder(db, 'attack', 'last_at', events)
  // The checks delete what is older than their window, as long as there is traffic.
  const recent = new Date(now.getTime() - recentHours * 3_600_000)
  rows += await deleteOlder(db, 'recent_attempt', 'at', recent)
  rows += await deleteOlder(db, 'recent_attempt_count', 'minute', recent)
  rows += await deleteOlder(db, 'data_event_key', 'at', events)
  rows += await deleteOlder(db, 'booster_message', 'at', events)
  // A case ends with the time-out of its queue, some weeks after its event.
  rows += await deleteOlder(db, 'case_follow_up', 'created_at', events)
  rows += await deleteOlder(db, 'case_event', 'at', events)
  rows += await deleteOlder(db, 'case_activity', 'locked_at', events)
  rows += await deleteOlder(db, 'review_case', 'at', events)
  rows += await deleteOlder(db, 'case_quality_sample', 'created_at', events)
  rows += await deleteOlder(db, 'case_summary_rating', 'at', events)
  rows += await deleteNotes(db, now)
  rows += await deleteOlder(
    db,
    'assistant_entry',
    'asked_at',
    new Date(now.getTime() - assistantLimits.days * 86_400_000),
  )
  // Without effect from their end on.
  rows += await deleteOlder(db, 'rule_snooze', 'until', now)
  rows += await deleteOlder(db, 'ring', 'last_at', new Date(now.getTime() - ringLimits.days * 86_400_000))
  rows += await deleteLossTransactions(db, events)
  const logs = monthsBefore(now, retention.logMonths)
  rows += await deleteOlder(db, 'audit_log', 'at', logs)
  rows += await deleteOlder(db, 'rights_preview', 'ended_at', logs)
  rows += await trimLogChains(db)
  rows += await trimLogFacets(db)
  rows += await deleteOlder(db, 'subject_request', 'finished_at', logs)
  rows += await deleteOlder(db, 'subject_hold', 'until', logs)
  rows += await deleteOlder(db, 'api_error', 'at', logs)
  rows += await deleteOlder(db, 'api_call_hour', 'hour', logs)
  rows += await deleteOlder(db, 'metered_day', 'day', monthsBefore(now, meteredMonths))
  rows += await deleteOlder(db, 'plan_notice', 'at', monthsBefore(now, meteredMonths))
  const segments = new Date(now.getTime() - meteredSegmentDays * 86_400_000)
  rows += await deleteOlder(db, 'metered_segment', 'at', segments)
  const calls = new Date(now.getTime() - credentialCallDays * 86_400_000)
  rows += await deleteOlder(db, 'credential_call_minute', 'minute', calls)
  rows += await deleteOlder(db, 'revoked_credential', 'revoked_at', calls)
  rows += await deleteOlder(db, 'api_error_minute', 'minute', new Date(now.getTime() - apiErrorDays * 86_400_000))
  rows += await deleteOlder(db, 'api_call_minute', 'minute', new Date(now.getTime() - callMinuteDays * 86_400_000))
  rows += await deleteOlder(
    db,
    'outgoing_call_minute',
    'minute',
    new Date(now.getTime() - outgoingCallDays * 86_400_000),
  )
  const fills = new Date(now.getTime() - fieldFillDays * 86_400_000)
  rows += await deleteOlder(db, 'field_fill', 'hour', fills)
  rows += await deleteOlder(db, 'retail_sync', 'finished_at', logs)
  rows += await clearRetailIssues(db, now)
  rows += await deleteOlder(db, 'field_drop', 'ended_at', logs)
  rows += await deleteOlder(db, 'alert_incident', 'ended_at', logs)
  const traced = new Date(now.getTime() - tracedEventDays * 86_400_000)
  rows += await deleteOlder(db, 'event_dead_letter', 'created_at', traced)
  // A dead letter is delivered again from its event, which may have waited before it became one.
  rows += await deleteOlder(
    db,
    'traced_event',
    'created_at',
    traced,
    sql`not exists (select from event_dead_letter d where d.seq = traced_event.seq)`,
  )
  rows += await deleteOlder(
    db,
    'monitoring_event',
    'at',
    traced,
    sql`not exists (select from traced_event t join event_dead_letter d on d.seq = t.seq where t.ref = monitoring_event.id::text)`,
  )
  rows += await deleteOlder(db, 'event_delivery_hour', 'hour', traced)
  rows += await deleteOlder(db, 'device_session', 'at', new Date(now.getTime() - deviceSessionDays * 86_400_000))
  rows += await deleteOlder(db, 'notification', 'at', new Date(now.getTime() - notificationDays * 86_400_000))
  rows += await deleteOldHours(db, now)
  rows += await deleteOlder(db, 'telemetry', 'at', new Date(now.getTime() - retention.telemetryDays * 86_400_000))
  return { partitions, rows }
}

/** Subtracts months: the same day of the earlier month, or its last day. */
export function monthsBefore(now: Date, months: number): Date {
  const { start, end } = monthOf(now, -months)
  const days = Math.round((end.getTime() - start.getTime()) / 86_400_000)
  const time = now.getTime() - Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return new Date(start.getTime() + (Math.min(now.getUTCDate(), days) - 1) * 86_400_000 + time)
}

/** Walks the events of one partition by its key and deletes their rows in `event_key`. */
async function deleteKeys(db: Db, partition: string, before?: Date): Promise<number> {
  let rows = 0
  let after: { environment_id: string; at: string; event_id: string } | undefined
  for (;;) {
    const {
      rows: [step],
    } = await sql<{ removed: number; environment_id: string | null; at: string | null; event_id: string | null }>`
      with page as (
        select environment_id, at, event_id, event_type, external_id from ${sql.table(partition)}
        where ${after ? sql`(environment_id, at, event_id) > (${after.environment_id}::uuid, ${after.at}::timestamptz, ${after.event_id}::uuid)` : sql`true`}
          and ${before ? sql`at < ${before}` : sql`true`}
        order by environment_id, at, event_id limit ${batch}
      ), gone as (
        delete from event_key k using page p
        where k.environment_id = p.environment_id and k.event_type = p.event_type and k.external_id = p.external_id and k.event_id = p.event_id
        returning 1
      ), last as (select environment_id, at, event_id from page order by environment_id desc, at desc, event_id desc limit 1)
      select (select count(*) from gone) as removed, l.environment_id, l.at::text as at, l.event_id from (select 1) as one left join last l on true`.execute(
      db,
    )
    rows += step?.removed ?? 0
    if (!step?.environment_id || !step.at || !step.event_id) return rows
    after = { environment_id: step.environment_id, at: step.at, event_id: step.event_id }
  }
}

/** Notes live as long as their event or their entry of the log; a file that no note has published, for a day. */
async function deleteNotes(db: Db, now: Date): Promise<number> {
  const pending = new Date(now.getTime() - noteLimits.pendingHours * 3_600_000)
  const results = [
    await sql`delete from note_attachment where note_id is null and created_at < ${pending}`.execute(db),
    ...(await Promise.all(
      ['note', 'note_read'].map(table =>
        sql`delete from ${sql.table(table)} n where not exists (select 1 from event_key k
          where k.environment_id = n.environment_id and k.event_type = n.event_type and k.external_id = n.event_id)
          and (n.event_type <> ${logNoteType} or not exists (select 1 from audit_log l where l.id::text = n.event_id))`.execute(
          db,
        ),
      ),
    )),
  ]
  return results.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0)
}

/** Clears what was wrong with rows of retail systems, which has values of them. */
async function clearRetailIssues(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retailLimits.issueDays * 86_400_000)
  const { numAffectedRows } =
    await sql`update retail_sync set issues = '[]' where finished_at < ${before} and issues <> '[]'`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes old hour buckets of velocities, which are counted in hours since 1970. */
async function deleteOldHours(db: Db, now: Date): Promise<number> {
  const oldest = Math.floor(now.getTime() / 86_400_000 - velocityDays) * 24
  let rows = 0
  for (;;) {
    const { numAffectedRows } =
      await sql`delete from velocity_hour where ctid = any(array(select ctid from velocity_hour where hour < ${oldest} limit ${batch}))`.execute(
        db,
      )
    rows += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < batch) return rows
  }
}

/** Deletes retail transactions with their lines, the scores of their months, and what was said of those. */
async function deleteLossTransactions(db: Db, before: Date): Promise<number> {
  const month = before.toISOString().slice(0, 7)
  const months = await db.deleteFrom('loss_month').where('month', '<', month).executeTakeFirst()
  let rows = Number(months.numDeletedRows)
  rows += await deleteOlder(db, 'loss_clearance', 'at', before)
  rows += await deleteOlder(db, 'loss_opening', 'at', before)
  for (;;) {
    const { rows: deleted } = await sql`with old as (
        delete from loss_transaction where ctid = any(array(
          select ctid from loss_transaction where at < ${before} limit ${batch}))
        returning environment_id, number, terminal, unit
      ), sales as (
        delete from loss_sale s using old o where s.environment_id = o.environment_id and s.number = o.number
          and s.terminal = o.terminal and s.unit = o.unit
      ), payments as (
        delete from loss_payment p using old o where p.environment_id = o.environment_id and p.number = o.number
          and p.terminal = o.terminal and p.unit = o.unit
      ) select 1 from old`.execute(db)
    rows += deleted.length
    if (deleted.length < batch) break
  }
  // Whoever has no figures any more has no name here either.
  for (const [kind, id] of [
    ['staff', sql`t.staff`],
    // The ID that the loss prevention report gives a terminal.
    ['terminal', sql`replace(replace(t.unit, '%', '%25'), '/', '%2F') || '/' || t.terminal`],
  ] as const) {
    const { numAffectedRows } = await sql`delete from loss_entity e where e.kind = ${kind}
      and not exists (select 1 from loss_transaction t where t.environment_id = e.environment_id and ${id} = e.id)
      and not exists (select 1 from loss_month m where m.environment_id = e.environment_id and m.kind = e.kind and m.id = e.id)`.execute(
      db,
    )
    rows += Number(numAffectedRows ?? 0)
  }
  return rows
}

async function deleteOlder(
  db: Db,
  table: string,
  column: string,
  before: Date,
  also = sql<boolean>`true`,
): Promise<number> {
  let rows = 0
  for (;;) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} and ${also} limit ${batch}))`.execute(
      db,
    )
    rows += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < batch) return rows
  }
}
