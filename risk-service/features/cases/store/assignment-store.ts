import { sql } from 'kysely'
import { type AssignmentStrategy, caseLimits } from '../../../contract/cases/case-definitions.ts'
import type { Db } from '../../../ports/database.ts'
import type { Assignment, WaitingCase } from '../model/assignment.ts'
import type { StoredQueue } from '../model/case-record.ts'
import { loadQueues } from './queue-store.ts'

/** Cases that the service can assign. Those that need a supervisor are none of them. */
const unassignedCase = sql`state = 'Pending' and not escalated and assignee_id is null and auto_assign`

/** Returns the queues with a strategy that have cases for nobody, in these environments or in all. */
export async function findQueuesToAssign(
  db: Db,
  environmentIds: readonly string[] | null,
): Promise<{ id: string; environment_id: string }[]> {
  const { rows } = await sql<{ id: string; environment_id: string }>`
    select id, environment_id from case_queue q
    where q.settings ->> 'assignment' <> 'Pull' and not (q.settings ->> 'assignmentPaused')::boolean
      ${environmentIds === null ? sql`` : sql`and environment_id = any(${[...environmentIds]}::uuid[])`}
      and exists (select 1 from review_case c where c.queue_id = q.id and ${unassignedCase})
    order by environment_id, id`.execute(db)
  return rows
}

/** Locks the assignments of an environment until the transaction ends; false when another transaction has them. */
export async function lockAssignments(trx: Db, environmentId: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`case assignments ${environmentId}`}, 0)) as locked`.execute(
    trx,
  )
  return rows[0]?.locked ?? false
}

/** Returns queues of an environment as they are now, in the order of their ids. */
export async function loadQueuesToAssign(
  trx: Db,
  environmentId: string,
  queueIds: readonly string[],
): Promise<StoredQueue[]> {
  const queues = (await loadQueues(trx, [environmentId])).filter(({ id }) => queueIds.includes(id))
  return queues.filter(({ settings }) => settings.assignment !== 'Pull' && !settings.assignmentPaused)
}

/** Returns the turns of the people who got a case of a queue. */
export async function loadTurns(trx: Db, queueId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom('assignment_turn')
    .select(['user_id', 'turn'])
    .where('queue_id', '=', queueId)
    .execute()
  return new Map(rows.map(({ user_id: id, turn }) => [id, turn]))
}

/**
 * Returns the first cases of a queue that nobody has, in its order, without those that none of the people gets. They
 * are not locked: reviewers start with them meanwhile.
 * @param people ids of those who are available
 */
export async function loadUnassigned(
  trx: Db,
  queue: Pick<StoredQueue, 'id' | 'environment_id'>,
  {
    strategy,
    people,
    limit,
    now,
  }: { strategy: AssignmentStrategy; people: readonly string[]; limit: number; now: Date },
): Promise<UnassignedCase[]> {
  const since = new Date(now.getTime() - caseLimits.stickyMs)
  const handled = (column: 'user_id' | 'payment_id') => sql`
    select outcome #>> '{by,id}' as id, decided_at as at from review_case d
    where d.environment_id = c.environment_id and d.${sql.ref(column)} = c.${sql.ref(column)} and d.state = 'Decided'
      and d.decided_at >= ${since}::timestamptz and outcome #>> '{by,id}' is not null`
  const lastReviewer =
    strategy === 'Sticky'
      ? sql`(select id from (${handled('user_id')} union all ${handled('payment_id')}) h order by at desc limit 1)`
      : sql`null::text`
  const event = sql`left join event_body b on b.environment_id = c.environment_id and b.at = c.at and b.event_id = c.id`
  const { rows } = await sql<UnassignedCase>`
    select c.id, c.environment_id, c.queue_id, c.external_id as "externalId", c.email, c.user_id as "userId", c.payers, c.country,
      c.amount_usd as "amountUsd", c.tags, ${lastReviewer} as "lastReviewer",
      ${
        strategy === 'Skill'
          ? sql`b.request #>> '{user,language}' as language,
            array(select distinct p ->> 'category' from json_array_elements(
              case json_typeof(b.request -> 'productList') when 'array' then b.request -> 'productList' else '[]'::json end
            ) p where p ->> 'category' is not null) as categories`
          : sql`null as language, array[]::text[] as categories`
      },
      c.passed_over as "passedOver"
    from review_case c ${strategy === 'Skill' ? event : sql``}
    where c.queue_id = ${queue.id}::uuid and ${unassignedCase} and not c.passed_over @> ${[...people]}::uuid[]
    order by c.rank, c.id limit ${limit}`.execute(trx)
  return rows
}

/** A waiting case with what its history and its notification name. */
export interface UnassignedCase extends WaitingCase {
  environment_id: string
  queue_id: string
  externalId: string
}

/**
 * Writes assignments and their history in one statement, and whose turn it was. Cases that somebody has taken since, or
 * takes at this moment, are left as they are. Returns the assignments that were written.
 */
export async function writeAssignments(
  trx: Db,
  queue: Pick<StoredQueue, 'id' | 'settings'>,
  assignments: readonly Assignment<UnassignedCase>[],
  { now, until }: { now: Date; until: Date },
): Promise<Assignment<UnassignedCase>[]> {
  const cases = assignments.map(({ found }) => found.id)
  const ids = assignments.map(({ to }) => to.id)
  const names = assignments.map(({ to }) => to.name)
  const { rows } = await sql<{ id: string }>`
    with chosen as (
      select * from unnest(${cases}::uuid[], ${ids}::uuid[], ${names}::text[]) as t (case_id, person_id, person_name)
    ), free as (
      select id from review_case where id = any(${cases}::uuid[]) and ${unassignedCase}
      order by id for update skip locked
    ), assigned as (
      update review_case c set assignee_id = person_id, assignee_name = person_name, assigned_until = ${until}::timestamptz,
        due_at = least(c.timeout_at, ${until}::timestamptz), version = c.version + 1
      from chosen join free on free.id = case_id where c.id = case_id
      returning c.environment_id, c.id, person_id, person_name
    ), told as (
      insert into case_event (environment_id, case_id, id, at, kind, details)
      select environment_id, id, gen_random_uuid(), ${now}::timestamptz, 'assigned',
      jsonb_build_object('to', person_name, 'toId', person_id, 'strategy', ${queue.settings.assignment}::text)
      from assigned
    )
    select id from assigned`.execute(trx)
  const written = new Set(rows.map(({ id }) => id))
  const made = assignments.filter(({ found }) => written.has(found.id))
  if (made.length === 0) return []
  const turns = new Map(made.map(({ to }) => [to.id, to.turn]))
  await trx
    .insertInto('assignment_turn')
    .values([...turns].map(([user_id, turn]) => ({ queue_id: queue.id, user_id, turn })))
    .onConflict(conflict => conflict.columns(['queue_id', 'user_id']).doUpdateSet({ turn: sql<number>`excluded.turn` }))
    .execute()
  return made
}
