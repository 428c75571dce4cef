import { sql } from 'kysely'
import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import type { Db } from '../../../ports/database.ts'
import { addSystemNote } from '../../notes/system-notes.ts'
import { notify } from '../../notifications/notify.ts'
import { actorOf, type StoredCase, type StoredQueue } from '../model/case-record.ts'
import { writeChanges } from '../store/case-store.ts'
import { orderValues } from '../store/release-cases.ts'
import { placeIn } from '../work/actions.ts'
import { auditCall, type CaseCall } from '../work/case-call.ts'

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

/** What a move of cases is told with, after the commit. */
export interface MovedCases {
  count: number
  notices: (() => void)[]
}

/**
 * Moves the open cases of a queue that is deleted to another one, and those that are held before it. Reviews and holds
 * end: their people are told, and the notes on the event say why.
 */
export async function moveOpenCases(
  trx: Db,
  call: CaseCall,
  from: StoredQueue,
  target: StoredQueue,
): Promise<MovedCases> {
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
  const notices: (() => void)[] = []
  for (const found of rows) notices.push(...(await tellMove(trx, call, found, { from: from.name, to: target.name })))
  return { count: rows.length, notices }
}

/** Writes down that the review, the hold or the escalation of a case ended with its queue; nothing for a waiting case. */
async function tellMove(
  trx: Db,
  call: CaseCall,
  found: StoredCase,
  params: { from: string; to: string },
): Promise<(() => void)[]> {
  if (found.state === 'Pending' && !found.escalated) return []
  const { tenantId, name } = call.principal
  const { environment_id: environmentId, event_type: eventType, external_id: id } = found
  const address = { tenantId, environmentId, eventType, eventId: id }
  const author = actorOf(call.principal)
  const published = [await addSystemNote(trx, call, { ...address, event: 'queueDeleted', params, author })]
  if (found.state === 'InReview')
    await auditCall(
      trx,
      call,
      environmentId,
      { type: 'Case', id: found.id, name: id },
      { operation: 'Requeue', before: { owner: found.lock_owner_name }, after: { cause: 'queueDeleted' } },
    )
  const userId = found.lock_owner_id ?? found.hold_owner_id
  if (userId !== null && userId !== call.principal.id)
    published.push(
      await notify(trx, call, { tenantId, environmentId, event: 'LockReleased', userId, params: { id, name } }),
    )
  return published
}
