import { sql } from 'kysely'
import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import type { Db } from '../../../ports/database.ts'
import { addSystemNote } from '../../notes/system-notes.ts'
import { notify } from '../../notifications/notify.ts'
import { actorOf, type StoredCase, type StoredQueue, timesOf } from '../model/case-record.ts'
import { writeChanges } from '../store/case-store.ts'
import { isoTime, orderValues } from '../store/release-cases.ts'
import { keptDispute, placeIn } from '../work/actions.ts'
import { auditCall, type CaseCall } from '../work/case-call.ts'

const open = sql`state in ('Pending', 'InReview', 'OnHold', 'AwaitingApproval')`

/**
 * Moves the time-outs and SLA targets of the open cases of a queue when its settings change, and says so in their
 * histories. A lower time-out never applies earlier than 15 minutes after it is saved.
 */
export async function retimeCases(
  trx: Db,
  { principal, correlationId }: Pick<CaseCall, 'principal' | 'correlationId'>,
  before: StoredQueue,
  after: StoredQueue,
  now: Date,
): Promise<void> {
  const { sla } = after.settings
  const minutes = after.settings.timeoutMinutes - before.settings.timeoutMinutes
  const slaChanged = !isSameJson(before.settings.sla, sla)
  if (minutes === 0 && !slaChanged) return
  const earliest = new Date(now.getTime() + caseLimits.timeoutGraceMs)
  const moved = sql`timeout_at + ${minutes} * interval '1 minute'`
  const timeoutAt = minutes >= 0 ? moved : sql`greatest(${moved}, least(timeout_at, ${earliest}::timestamptz))`
  const target = (column: string, target: number | null | undefined) =>
    slaChanged ? sql`entered_queue_at + ${target ?? null}::int * interval '1 minute'` : sql.ref(column)
  const times = (row: string) =>
    sql`jsonb_build_object('timeoutAt', ${isoTime(sql.ref(`${row}.timeout_at`))},
      'slaFirstTouchAt', ${isoTime(sql.ref(`${row}.sla_first_touch_at`))}, 'slaResolutionAt', ${isoTime(sql.ref(`${row}.sla_resolution_at`))})`
  await sql`
    with before as (
      select environment_id, id, state, assigned_until, due_at, timeout_at, sla_first_touch_at, sla_resolution_at,
        ${timeoutAt} as new_timeout_at, ${target('sla_first_touch_at', sla?.firstTouchMinutes)} as new_first_touch_at,
        ${target('sla_resolution_at', sla?.resolutionMinutes)} as new_resolution_at
      from review_case where queue_id = ${after.id}::uuid and ${open} order by id for update
    ), after as (
      update review_case c set timeout_at = b.new_timeout_at, sla_first_touch_at = b.new_first_touch_at,
        sla_resolution_at = b.new_resolution_at, version = c.version + 1,
        due_at = case when b.state in ('Pending', 'AwaitingApproval') then least(b.new_timeout_at, b.assigned_until) else b.due_at end
      from before b where c.id = b.id
        and (b.timeout_at, b.sla_first_touch_at, b.sla_resolution_at)
          is distinct from (b.new_timeout_at, b.new_first_touch_at, b.new_resolution_at)
      returning c.id, c.timeout_at, c.sla_first_touch_at, c.sla_resolution_at
    )
    insert into case_event (environment_id, case_id, id, at, kind, by_id, by_name, correlation_id, details)
    select before.environment_id, before.id, gen_random_uuid(), ${now}::timestamptz, 'times-changed', ${principal.id}::uuid,
      ${principal.name}, ${correlationId}, jsonb_build_object('queue', ${after.name}::text, 'before', ${times('before')}, 'after', ${times('after')})
    from before join after on after.id = before.id`.execute(trx)
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
 * Moves the open cases of a queue that is deleted to another one. Reviews, holds and escalations end, except those of
 * cases that other queues escalated here: their people are told, and the
 * notes on the event say why. Cases that are held before the queue enter General.
 */
export async function moveOpenCases(
  trx: Db,
  call: CaseCall,
  from: StoredQueue,
  target: StoredQueue,
): Promise<MovedCases> {
  const now = call.ports.clock()
  const rows = (await trx
    .selectFrom('review_case')
    .selectAll()
    .where('queue_id', '=', from.id)
    .where('state', 'in', ['Pending', 'InReview', 'OnHold', 'AwaitingApproval'])
    .orderBy('id')
    .forUpdate()
    .execute()) as StoredCase[]
  const receivedEscalated = await loadReceivedEscalations(trx, from.id)
  const staysEscalated = (found: StoredCase) => found.escalated && receivedEscalated.has(found.id)
  await writeChanges(
    trx,
    call.ports.newId,
    rows
      .map(found => ({ found, place: placeIn(found, target, now) }))
      .map(({ found, place }) => ({
        found,
        correlationId: call.correlationId,
        change: {
          patch: {
            ...place,
            ...keptDispute(found),
            ...(staysEscalated(found) ? { escalated: true, managers_only: found.managers_only } : {}),
          },
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
                ...timesOf(place),
              },
            },
          ],
        },
      })),
  )
  const notices: (() => void)[] = []
  // Nothing ends for a case that waits for supervisors or managers in the other queue, too.
  for (const found of rows)
    if (found.state !== 'Pending' || (found.escalated && !staysEscalated(found)))
      notices.push(...(await tellMove(trx, call, found, { from: from.name, to: target.name })))
  return { count: rows.length, notices }
}

/** Returns the cases that were escalated to a queue from other ones: their escalation was not that of the queue. */
async function loadReceivedEscalations(trx: Db, queueId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct c.id from review_case c join case_event e on e.case_id = c.id
    where c.queue_id = ${queueId}::uuid and c.escalated and e.kind = 'transferred'
      and e.details ->> 'cause' = 'escalated' and e.details ->> 'toId' = ${queueId}`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** Writes down that the review, the hold or the escalation of a case ended with its queue. */
async function tellMove(
  trx: Db,
  call: CaseCall,
  found: StoredCase,
  params: { from: string; to: string },
): Promise<(() => void)[]> {
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
