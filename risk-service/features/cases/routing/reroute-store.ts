import { sql } from 'kysely'
import type { Reroute } from '../../../contract/cases/case-routing.ts'
import type { Db } from '../../../ports/database.ts'
import type { StoredCase } from '../model/case-record.ts'

/** A case that moves: as it was in the preview, and its new route. */
export interface PlannedMove {
  environmentId: string
  eventType: string
  externalId: string
  version: number
  from: string
  to: string
  ruleId: string | null
  rule: string | null
  clause: string | null
}
export interface ReroutePlan extends Pick<Reroute, 'checked' | 'unchecked' | 'unreadable'> {
  moves: PlannedMove[]
  /** Names of the queues by id. */
  queues: Record<string, string>
}
export interface StoredReroute {
  id: string
  rules: string
  plan: ReroutePlan
  result: Reroute['result']
  created_at: Date
}

/** Returns a re-route. `lock`: until the transaction ends, so that it is confirmed once. */
export async function findReroute(
  db: Db,
  environmentId: string,
  id: string,
  { lock = false } = {},
): Promise<StoredReroute | null> {
  const row = await db
    .selectFrom('case_reroute')
    .select(['id', 'rules', 'plan', 'result', 'created_at'])
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .$if(lock, query => query.forUpdate())
    .executeTakeFirst()
  return (row as StoredReroute | undefined) ?? null
}

/** Stores a preview, unless one with its id exists, and deletes all but the latest ones of the environment. */
export async function insertReroute(
  db: Db,
  environmentId: string,
  { plan, ...row }: Omit<StoredReroute, 'result'> & { created_by: string },
  maxRetained: number,
): Promise<void> {
  await db
    .insertInto('case_reroute')
    .values({ ...row, environment_id: environmentId, plan: JSON.stringify(plan) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await sql`delete from case_reroute where environment_id = ${environmentId}::uuid and id not in
    (select id from case_reroute where environment_id = ${environmentId}::uuid order by created_at desc limit ${maxRetained})`.execute(
    db,
  )
}

export async function saveRerouteResult(
  db: Db,
  environmentId: string,
  id: string,
  result: NonNullable<Reroute['result']>,
): Promise<void> {
  await db
    .updateTable('case_reroute')
    .set({ result: JSON.stringify(result), applied_at: result.at })
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .execute()
}

/** A waiting case with the time of its event as a text, which loses no microseconds. */
export type WaitingCase = Pick<
  StoredCase,
  'environment_id' | 'event_type' | 'external_id' | 'id' | 'version' | 'queue_id' | 'rank'
> & { at_text: string }

const waiting = (queueIds: readonly string[]) =>
  sql`review_case where queue_id = any(${[...queueIds]}::uuid[]) and state = 'Pending' and not escalated`

export async function countWaiting(db: Db, queueIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${waiting(queueIds)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Loads waiting cases queue by queue, in the order of review, after a case. */
export async function loadWaiting(
  db: Db,
  queueIds: readonly string[],
  after: WaitingCase | null,
  limit: number,
): Promise<WaitingCase[]> {
  const { rows } = await sql<WaitingCase>`
    select environment_id, event_type, external_id, id, version, queue_id, rank, at::text as at_text
    from ${waiting(queueIds)}
      ${after === null ? sql`` : sql`and (queue_id, rank, id) > (${after.queue_id}::uuid, ${after.rank}::float8, ${after.id}::uuid)`}
    order by queue_id, rank, id limit ${limit}`.execute(db)
  return rows
}

/** Locks planned cases until the transaction ends; those that another transaction changes at the moment are left out. */
export async function lockPlanned(trx: Db, moves: readonly PlannedMove[]): Promise<StoredCase[]> {
  const { rows } = await sql<StoredCase>`
    select c.* from review_case c
    join unnest(${moves.map(each => each.environmentId)}::uuid[], ${moves.map(each => each.eventType)}::text[], ${moves.map(each => each.externalId)}::text[])
      as m (environment_id, event_type, external_id) using (environment_id, event_type, external_id)
    order by c.id for update of c skip locked`.execute(trx)
  return rows
}
