import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import type { SubjectHoldTable, SubjectRequestTable } from '../../../ports/tables/review/subject-requests.ts'
import type { DoomedEvent } from '../subjects/match-events.ts'

/** A request without its receipt. */
export type StoredRequest = Omit<Selectable<SubjectRequestTable>, 'receipt'> & { has_receipt: boolean }
export type StoredHold = Selectable<SubjectHoldTable>

const columns = sql`id, environment_id, type, event_types, assessments, attribute, value, value_salt, value_hash, since,
  status, phase, steps, counts, events, total, attempts, failure, requested_by, requested_by_name, requested_at, finished_at,
  content_bytes, expires_at, receipt is not null as has_receipt`

export async function findRequest(db: Db, id: string): Promise<StoredRequest | null> {
  const { rows } = await sql<StoredRequest>`select ${columns} from subject_request where id = ${id}::uuid`.execute(db)
  return rows[0] ?? null
}

/** Locks a request until the transaction ends, so that one process works on it at a time; null: it has ended. */
export async function lockPending(trx: Db, id: string): Promise<StoredRequest | null> {
  const { rows } = await sql<StoredRequest>`select ${columns} from subject_request
    where id = ${id}::uuid and status = 'pending' for update`.execute(trx)
  return rows[0] ?? null
}

/** Finds a pending request for the same person. */
export async function findPending(
  db: Db,
  key: Pick<StoredRequest, 'environment_id' | 'type' | 'event_types' | 'attribute'> & { value: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from subject_request
    where environment_id = ${key.environment_id}::uuid and type = ${key.type} and attribute = ${key.attribute}
      and event_types = ${key.event_types}::text[] and value = ${key.value} and status = 'pending'`.execute(db)
  return rows[0]?.id ?? null
}

interface RequestFilter {
  type?: string | undefined
  status?: string | undefined
  /** The last row of the page before. */
  after: { at: string; id: string } | null
  limit: number
}

/** Loads a page of the requests of some environments, the newest first. */
export async function loadRequests(
  db: Db,
  environmentIds: readonly string[],
  { type, status, after, limit }: RequestFilter,
): Promise<(StoredRequest & { at_text: string })[]> {
  const { rows } = await sql<StoredRequest & { at_text: string }>`
    select ${columns}, requested_at::text as at_text from subject_request
    where environment_id = any(${[...environmentIds]}::uuid[])
      and ${type === undefined ? sql`true` : sql`type = ${type}`}
      and ${status === undefined ? sql`true` : sql`status = ${status}`}
      and ${after === null ? sql`true` : sql`(requested_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
    order by requested_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** Takes the oldest pending request that did not fail in this run, and counts the attempt. */
export async function claimRequest(db: Db, failed: ReadonlySet<string>): Promise<StoredRequest | null> {
  const { rows } = await sql<StoredRequest>`update subject_request set attempts = attempts + 1 where id = (
      select id from subject_request where status = 'pending' and not id = any(${[...failed]}::uuid[])
      order by requested_at, id limit 1)
    returning ${columns}`.execute(db)
  return rows[0] ?? null
}

/** Changes the state of a pending request. What is done starts the count of attempts anew. */
export const updateRequest = async (
  trx: Db,
  id: string,
  change: Partial<{
    phase: StoredRequest['phase']
    steps: string[]
    counts: string
    events: number
    total: number
    failure: StoredRequest['failure']
  }>,
): Promise<void> => {
  await trx
    .updateTable('subject_request')
    .set({ ...change, attempts: 0 })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}

/** Loads events of a request, the oldest first. */
export async function loadRequestEvents(
  db: Db,
  id: string,
  { after = null, limit }: { after?: Pick<DoomedEvent, 'at' | 'event_id'> | null; limit: number },
): Promise<DoomedEvent[]> {
  const { rows } = await sql<DoomedEvent>`
    select environment_id, at::text as at, event_id, event_type, external_id from subject_request_event
    where request_id = ${id}::uuid
      and ${after === null ? sql`true` : sql`(at, event_id) > (${after.at}::timestamptz, ${after.event_id}::uuid)`}
    order by at, event_id limit ${limit}`.execute(db)
  return rows
}

/** Counts an attempt less: it waited for something that happens by itself. */
export const forgetAttempt = async (db: Db, id: string): Promise<void> => {
  await sql`update subject_request set attempts = greatest(attempts - 1, 0) where id = ${id}::uuid`.execute(db)
}

/** Removes what identifies the person, and of a deletion the list of its events. */
export async function deleteWork(trx: Db, { id, type }: Pick<StoredRequest, 'id' | 'type'>): Promise<void> {
  await trx.deleteFrom('subject_request_value').where('request_id', '=', id).execute()
  if (type === 'delete') await trx.deleteFrom('subject_request_event').where('request_id', '=', id).execute()
}

/** Removes the files of exports that are over, and the values of holds that have ended. */
export async function removeExpired(db: Db, now: Date): Promise<void> {
  await sql`delete from subject_request_event e using subject_request r
    where r.id = e.request_id and r.type = 'export' and r.expires_at <= ${now}::timestamptz`.execute(db)
  await sql`delete from subject_request_part p using subject_request r
    where r.id = p.request_id and r.expires_at <= ${now}::timestamptz`.execute(db)
  await sql`update subject_hold set value = null where value is not null
    and (lifted_at is not null or until <= ${now}::timestamptz)`.execute(db)
}

/** Loads the holds of some environments that are in force, the next to end first. */
export async function loadHolds(
  db: Db,
  environmentIds: readonly string[],
  now: Date,
  limit: number | null = null,
): Promise<StoredHold[]> {
  const query = db
    .selectFrom('subject_hold')
    .selectAll()
    .where('environment_id', '=', sql<string>`any(${[...environmentIds]}::uuid[])`)
    .where('lifted_at', 'is', null)
    .where('until', '>', now)
    .orderBy('until')
    .orderBy('id')
  return (limit === null ? query : query.limit(limit)).execute()
}

/** Condition on the listed event `s`: it is not stored any more. */
const missing = sql`not exists (select from event_key k where k.event_id = s.event_id and k.environment_id = s.environment_id)`

/** Removes events from the list of a request that are not stored any more. */
export const removeListed = async (trx: Db, id: string): Promise<void> => {
  await sql`delete from subject_request_event s where s.request_id = ${id}::uuid and ${missing}`.execute(trx)
}

/** Whether an event of the list of a request is not stored any more. */
export const isListedMissing = async (trx: Db, id: string): Promise<boolean> =>
  (
    await sql`select 1 from subject_request_event s where s.request_id = ${id}::uuid and ${missing} limit 1`.execute(
      trx,
    )
  ).rows.length > 0

/** Counts the events of the list of a request. */
export async function countListed(trx: Db, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from subject_request_event
    where request_id = ${id}::uuid`.execute(trx)
  return rows[0]?.n ?? 0
}
