import { type ExpressionBuilder, sql, type Updateable } from 'kysely'
import { isUploaded } from '../../../kernel/store/events/upload-query.ts'
import type { Database, Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import type { ReviewCaseTable } from '../../../ports/tables/review/cases.ts'
import { type CaseChange, changed, dueAtOf, type StoredCase } from '../model/case-record.ts'
import { isMerchantStatus, isReceivedStatus, statusType } from './release-cases.ts'
import { placeBySaving } from './saving-store.ts'

/** The event of a case; no other case has it. */
export interface CaseKey {
  environmentId: string
  eventType: string
  id: string
}

/** Columns whose values are written as JSON. */
const jsonColumns = ['sent_back', 'approval', 'outcome', 'checklist'] as const

const isCase =
  ({ environmentId, eventType, id }: CaseKey) =>
  ({ and, eb }: ExpressionBuilder<Database, 'review_case'>) =>
    and([eb('environment_id', '=', environmentId), eb('event_type', '=', eventType), eb('external_id', '=', id)])

export async function findCase(db: Db, key: CaseKey): Promise<StoredCase | null> {
  const row = await db.selectFrom('review_case').selectAll().where(isCase(key)).executeTakeFirst()
  return (row as StoredCase | undefined) ?? null
}

/** Returns a case, locked until the transaction ends: its changes happen one after another. */
export async function lockCase(trx: Db, key: CaseKey): Promise<StoredCase | null> {
  const row = await trx.selectFrom('review_case').selectAll().where(isCase(key)).forUpdate().executeTakeFirst()
  return (row as StoredCase | undefined) ?? null
}

/** Returns cases that are due, locked, after the transactions that change them; `skip` leaves these cases out. */
export async function lockDueCases(
  trx: Db,
  now: Date,
  environmentIds: readonly string[] | null,
  { limit, skip }: { limit: number; skip: boolean },
): Promise<StoredCase[]> {
  const rows = await trx
    .selectFrom('review_case')
    .selectAll()
    .where('due_at', '<=', now)
    .$if(environmentIds !== null, query => query.where('environment_id', 'in', [...(environmentIds ?? [])]))
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .$if(skip, query => query.skipLocked())
    .execute()
  return rows as StoredCase[]
}

/** Writes changes of locked cases, their history and what follows from them; returns the cases as they are then. */
export async function writeChanges(
  trx: Db,
  newId: Ports['newId'],
  changes: readonly { found: StoredCase; change: CaseChange; correlationId?: string | null }[],
): Promise<StoredCase[]> {
  const after: StoredCase[] = []
  for (const { found, change } of changes) {
    const next = changed(found, { ...change.patch, version: found.version + 1 })
    next.due_at = dueAtOf(next)
    await trx
      .updateTable('review_case')
      .set(toColumns({ ...change.patch, version: next.version, due_at: next.due_at }))
      .where(isCase({ environmentId: found.environment_id, eventType: found.event_type, id: found.external_id }))
      .execute()
    after.push(next)
  }
  const moved = after.filter((_, index) => changes[index]?.change.patch.queue_id !== undefined)
  if (moved.length > 0) {
    const ranks = await placeBySaving(
      trx,
      moved.map(({ id }) => id),
    )
    for (const found of moved) found.rank = ranks.get(found.id) ?? found.rank
  }
  const history = changes.flatMap(({ found, change, correlationId = null }) =>
    change.history.map(({ kind, at, by, details }) => ({
      environment_id: found.environment_id,
      case_id: found.id,
      id: newId(),
      at,
      kind,
      by_id: by?.id ?? null,
      by_name: by?.name ?? null,
      correlation_id: correlationId,
      details: JSON.stringify(details),
    })),
  )
  if (history.length > 0) await trx.insertInto('case_event').values(history).execute()
  const followUps = changes.flatMap(({ found, change }) =>
    (change.followUps ?? []).map(({ kind, payload, notBefore }) => ({
      environment_id: found.environment_id,
      case_id: found.id,
      id: newId(),
      kind,
      payload: JSON.stringify(payload),
      next_at: notBefore,
      created_at: change.history[0]?.at ?? new Date(),
      undo_until: kind === 'trace' ? (change.patch.outcome?.undoUntil ?? null) : null,
    })),
  )
  if (followUps.length > 0)
    await trx
      .insertInto('case_follow_up')
      .values(followUps.map(({ undo_until: _, ...row }) => row))
      .execute()
  await traceDecisions(trx, followUps)
  return after
}

/**
 * Writes final decisions to the outbox of event tracing, where somebody subscribes to them; a decision that can still be
 * withdrawn leaves it when it no longer can.
 */
async function traceDecisions(
  trx: Db,
  followUps: readonly {
    environment_id: string
    case_id: string
    id: string
    kind: string
    created_at: Date
    undo_until: string | null
  }[],
): Promise<void> {
  for (const { environment_id, id, created_at, undo_until } of followUps.filter(({ kind }) => kind === 'trace'))
    await sql`
      insert into event_outbox (environment_id, kind, at, ref, not_before)
      select environment_id, 'case', ${created_at}::timestamptz, ${id}, ${undo_until}::timestamptz from traced_environment
      where environment_id = ${environment_id}::uuid and 'case' = any(row_kinds)`.execute(trx)
}

function toColumns(patch: Partial<StoredCase>): Updateable<ReviewCaseTable> {
  const columns: Record<string, unknown> = { ...patch }
  for (const name of jsonColumns) {
    const value = columns[name]
    if (value !== undefined && value !== null) columns[name] = JSON.stringify(value)
  }
  return columns as Updateable<ReviewCaseTable>
}

/** Locks the work of a reviewer until the transaction ends: the number of open reviews is limited over all of them. */
export async function lockReviewer(trx: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reviewer ${userId}`}, 0))`.execute(trx)
}

/** Returns the cases that a person reviews at this time, in all environments. */
export async function loadLockedBy(db: Db, userId: string, now: Date): Promise<StoredCase[]> {
  const rows = await db
    .selectFrom('review_case')
    .selectAll()
    .where('lock_owner_id', '=', userId)
    .where('state', '=', 'InReview')
    .where('lock_expires_at', '>', now)
    .orderBy('locked_at')
    .execute()
  return rows as StoredCase[]
}

/** Whether the merchant reported a status of the event before a time. @param interim statuses that do not count */
export async function hasStatus(db: Db, found: StoredCase, before: Date, interim: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select 1 from data_event d where d.environment_id = ${found.environment_id}::uuid and d.subject_type = ${found.event_type}
      and d.subject_id = ${found.external_id} and d.received_at < ${before}::timestamptz and ${isReceivedStatus}
      and not (lower(${statusType}) = any(${[...interim]}::text[]))) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Returns the latest status that the merchant reported for the event of a case; an uploaded one only without others. */
export async function findMerchantStatus(
  db: Db,
  found: StoredCase,
): Promise<{ statusType: string; received_at: Date } | null> {
  const { rows } = await sql<{
    statusType: string
    received_at: Date
  }>`select ${statusType} as "statusType", d.received_at
    from data_event d where d.environment_id = ${found.environment_id}::uuid and d.subject_type = ${found.event_type}
      and d.subject_id = ${found.external_id} and ${isMerchantStatus}
      order by ${isUploaded.data('d')}, d.received_at desc limit 1`.execute(db)
  return rows[0] ?? null
}
