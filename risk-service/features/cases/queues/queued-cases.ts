import { sql } from 'kysely'
import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import type { Db } from '../../../ports/database.ts'
import { actorOf, type StoredCase, type StoredQueue } from '../model/case-record.ts'
import { writeChanges } from '../store/case-store.ts'
import { orderValues } from '../store/release-cases.ts'
import { placeIn } from '../work/actions.ts'
import type { CaseCall } from '../work/case-call.ts'

const open = sql`state in ('Pending', 'InReview', 'OnHold', 'AwaitingApproval')`

/**
 * Moves the time-outs of the open cases of a queue when its setting changes. A lower one never applies earlier than 15
 * minutes after it is saved.
 */
export async function retimeCases(trx: Db, before: StoredQueue, after: StoredQueue, now: Date): Promise<void> {
  const { sla } = after.settings
  if (!isSameJson(before.settings.sla, sla))
    await sql`update review_case set sla_first_touch_at = entered_queue_at + ${sla?.firstTouchMinutes ?? null}::int * interval '1 minute',
        sla_resolution_at = entered_queue_at + ${sla?.resolutionMinutes ?? null}::int * interval '1 minute'
      where queue_id = ${after.id}::uuid and ${open}`.execute(trx)
  const minutes = after.settings.timeoutMinutes - before.settings.timeoutMinutes
  if (minutes === 0) return
  const earliest = new Date(now.getTime() + caseLimits.timeoutGraceMs)
  const moved = sql`timeout_at + ${minutes} * interval '1 minute'`
  const timeoutAt = minutes > 0 ? moved : sql`greatest(${moved}, least(timeout_at, ${earliest}::timestamptz))`
  await sql`update review_case set timeout_at = ${timeoutAt}, version = version + 1,
      due_at = case when state in ('Pending', 'AwaitingApproval') then least(${timeoutAt}, assigned_until) else due_at end
    where queue_id = ${after.id}::uuid and timeout_at is not null and ${open}`.execute(trx)
}

/** Orders the open cases of a queue anew when its order changed, or what it is ordered by. */
export async function rerankCases(trx: Db, before: StoredQueue, after: StoredQueue): Promise<void> {
  const { orderBy, direction, timeoutMinutes, defaultAction } = after.settings
  const same =
    orderBy === before.settings.orderBy &&
    direction === before.settings.direction &&
    (orderBy !== 'timeLeft' || timeoutMinutes === before.settings.timeoutMinutes) &&
    (orderBy !== 'expectedSaving' || defaultAction === before.settings.defaultAction)
  if (same) return
  const value = orderValues({ of: 'review_case', entered: sql`entered_queue_at`, timeout: sql`timeout_at` })[orderBy]
  const signed = direction === 'ascending' ? sql`(${value})::float8` : sql`-(${value})::float8`
  await sql`update review_case set rank = coalesce(${signed}, 'Infinity'::float8)
    where queue_id = ${after.id}::uuid and ${open}`.execute(trx)
}

/** Moves the open cases of a queue to another one, and those that are held before it; returns their number. */
export async function moveOpenCases(trx: Db, call: CaseCall, from: StoredQueue, target: StoredQueue): Promise<number> {
  const now = call.ports.clock()
  await sql`update review_case set queue_id = ${target.id}::uuid where queue_id = ${from.id}::uuid and state = 'Held'`.execute(
    trx,
  )
  const rows = (await trx
    .selectFrom('review_case')
    .selectAll()
    .where('queue_id', '=', from.id)
    .where('state', 'in', ['Pending', 'InReview', 'OnHold', 'AwaitingApproval'])
    .orderBy('id')
    .forUpdate()
    .execute()) as StoredCase[]
  await writeChanges(
    trx,
    call.ports.newId,
    rows.map(found => ({
      found,
      correlationId: call.correlationId,
      change: {
        patch: placeIn(found, target, now),
        history: [
          {
            kind: 'transferred' as const,
            at: now,
            by: actorOf(call.principal),
            details: {
              from: from.name,
              fromId: from.id,
              to: target.name,
              toId: target.id,
              cause: 'queueDeleted',
              owner: found.lock_owner_name,
            },
          },
        ],
      },
    })),
  )
  return rows.length
}
