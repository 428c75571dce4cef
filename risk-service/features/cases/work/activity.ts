import { sql } from 'kysely'
import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import { type CaseKey, findCase } from '../store/case-store.ts'
import { type CaseCall, noCase } from './case-call.ts'
import { caseErrors } from './case-errors.ts'
import { assertLease } from './locks.ts'

/**
 * Records that the owner of a lock is active. It never extends the lock, and changes neither the case nor its history:
 * it brings one row of the review up to date, and adds the time since the sign before to the idle time where that was
 * too long to be work.
 * @throws NotFoundError without a case, ConflictError `lock.lost` for a lock that the caller does not have any more
 */
export async function recordActivity(
  { db, ports, principal }: CaseCall,
  key: CaseKey,
  leaseToken: string,
): Promise<{ expiresAt: string }> {
  const now = ports.clock()
  const found = await findCase(db, key)
  if (found === null || found.state === 'Removed') throw noCase()
  assertLease({ found }, principal, leaseToken)
  const { locked_at: lockedAt, lock_expires_at: expiresAt } = found
  if (lockedAt === null || expiresAt === null || expiresAt <= now) throw caseErrors.lockLost(found)
  const silence = now.getTime() - lockedAt.getTime()
  const since = sql`extract(epoch from excluded.last_active_at - case_activity.last_active_at) * 1000`
  await sql`
    insert into case_activity (environment_id, case_id, locked_at, user_id, last_active_at, idle_ms)
    values (${found.environment_id}::uuid, ${found.id}::uuid, ${lockedAt}::timestamptz, ${principal.id}::uuid, ${now}::timestamptz,
      ${silence > caseLimits.idleMs ? silence : 0}::int)
    on conflict (case_id, locked_at) do update set
      idle_ms = case_activity.idle_ms + case when ${since} > ${caseLimits.idleMs}::int then (${since})::int else 0 end,
      last_active_at = greatest(case_activity.last_active_at, excluded.last_active_at)`.execute(db)
  return { expiresAt: expiresAt.toISOString() }
}
