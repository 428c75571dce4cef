import type { Db } from '../../../ports/database.ts'
import type { StoredCase } from '../model/case-record.ts'

export interface StoredFollowUp {
  environment_id: string
  case_id: string
  id: string
  kind: 'status' | 'label' | 'action' | 'challenge' | 'trace'
  payload: Record<string, unknown>
  attempts: number
  next_at: Date | null
  delivered_at: Date | null
  created_at: Date
}

/** Effects that call a target outside the service. */
const calls = ['action', 'challenge'] as const

/** Returns what follows from the decisions of a case, without trace messages; the latest first. */
export async function loadFollowUps(db: Db, caseId: string): Promise<StoredFollowUp[]> {
  return await db
    .selectFrom('case_follow_up')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('kind', 'not in', ['trace', 'challenge'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Deletes what follows from the latest decision of a case; false when a part of it was tried already. */
export async function withdrawFollowUps(trx: Db, caseId: string): Promise<boolean> {
  const rows = await trx
    .selectFrom('case_follow_up')
    .select(['id', 'attempts', 'delivered_at', 'created_at'])
    .where('case_id', '=', caseId)
    .orderBy('created_at', 'desc')
    .forUpdate()
    .execute()
  const latest = rows.filter(row => row.created_at.getTime() === rows[0]?.created_at.getTime())
  if (latest.some(row => row.attempts > 0 || row.delivered_at !== null)) return false
  const ids = latest.map(row => row.id)
  if (ids.length > 0) await trx.deleteFrom('case_follow_up').where('id', 'in', ids).execute()
  return true
}

/** Deletes what a replaced decision has not told anybody yet: it would arrive after the decision that replaces it. */
export async function dropUndelivered(trx: Db, caseId: string): Promise<void> {
  await trx
    .deleteFrom('case_follow_up')
    .where('case_id', '=', caseId)
    .where('kind', 'in', ['status', 'label', 'action'])
    .where('delivered_at', 'is', null)
    .execute()
}

/** Counts effects of decisions that were given up after the last attempt; for the health of the environment. */
export async function countFailedFollowUps(db: Db, environmentIds: readonly string[]): Promise<number> {
  const { failed } = await db
    .selectFrom('case_follow_up')
    .select(({ fn }) => fn.countAll<number>().as('failed'))
    .where('environment_id', 'in', [...environmentIds])
    .where('kind', '!=', 'trace')
    .where('delivered_at', 'is', null)
    .where('next_at', 'is', null)
    .executeTakeFirstOrThrow()
  return failed
}

/** Returns statuses and labels whose time has come, locked; those that another process delivers are left out. */
export async function lockDueFollowUps(trx: Db, now: Date, limit: number): Promise<StoredFollowUp[]> {
  return await trx
    .selectFrom('case_follow_up')
    .selectAll()
    .where('delivered_at', 'is', null)
    .where('next_at', '<=', now)
    .where('kind', 'not in', calls)
    .orderBy('next_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/**
 * Claims calls whose time has come until a time: no other process makes them before it. Each claim is an attempt; the
 * number of attempts tells it from a later one.
 */
export async function claimDueActions(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<StoredFollowUp[]> {
  return await db
    .updateTable('case_follow_up')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), next_at: until }))
    .where('id', 'in', due =>
      due
        .selectFrom('case_follow_up')
        .select('id')
        .where('delivered_at', 'is', null)
        .where('next_at', '<=', now)
        .where('kind', 'in', calls)
        .orderBy('next_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}

/**
 * Records what came of a claimed call; false when it is no news: it was delivered before, or failed while a later
 * attempt has claimed it.
 */
export async function recordAction(
  trx: Db,
  { id, attempts }: Pick<StoredFollowUp, 'id' | 'attempts'>,
  { deliveredAt, nextAt }: { deliveredAt: Date | null; nextAt: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('case_follow_up')
    .set({ delivered_at: deliveredAt, next_at: nextAt })
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .$if(deliveredAt === null, query => query.where('attempts', '=', attempts))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removeFollowUp(db: Db, id: string): Promise<void> {
  await db.deleteFrom('case_follow_up').where('id', '=', id).execute()
}

/** Returns the request for the latest challenge of a case; null: there was none, or it was withdrawn. */
export async function findChallengeRequest(
  db: Db,
  { id, challenged_at: at }: Pick<StoredCase, 'id' | 'challenged_at'>,
): Promise<StoredFollowUp | null> {
  const row = await db
    .selectFrom('case_follow_up')
    .selectAll()
    .where('case_id', '=', id)
    .where('kind', '=', 'challenge')
    .where('created_at', '=', at)
    .executeTakeFirst()
  return row ?? null
}

/** Makes failed effects of a case due again; returns their number. */
export async function retryFailedFollowUps(trx: Db, caseId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('case_follow_up')
    .set({ next_at: now, attempts: 0 })
    .where('case_id', '=', caseId)
    .where('kind', '!=', 'trace')
    .where('delivered_at', 'is', null)
    .where('next_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function writeAttempt(
  trx: Db,
  { id, attempts, next_at, delivered_at }: Pick<StoredFollowUp, 'id' | 'attempts' | 'next_at' | 'delivered_at'>,
): Promise<void> {
  await trx.updateTable('case_follow_up').set({ attempts, next_at, delivered_at }).where('id', '=', id).execute()
}
