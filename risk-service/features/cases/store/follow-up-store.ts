import type { Db } from '../../../ports/database.ts'

export interface StoredFollowUp {
  environment_id: string
  case_id: string
  id: string
  kind: 'status' | 'label' | 'action' | 'trace'
  payload: Record<string, unknown>
  attempts: number
  next_at: Date | null
  delivered_at: Date | null
  created_at: Date
}

/** Returns what follows from the decisions of a case, without trace messages; the latest first. */
export async function loadFollowUps(db: Db, caseId: string): Promise<StoredFollowUp[]> {
  return await db
    .selectFrom('case_follow_up')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('kind', '!=', 'trace')
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
    .where('kind', 'in', ['status', 'label'])
    .where('delivered_at', 'is', null)
    .execute()
}

/** Returns effects whose time has come, locked; those that another process delivers are left out. */
export async function lockDueFollowUps(trx: Db, now: Date, limit: number): Promise<StoredFollowUp[]> {
  return await trx
    .selectFrom('case_follow_up')
    .selectAll()
    .where('delivered_at', 'is', null)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
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
