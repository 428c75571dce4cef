import { sql } from 'kysely'
import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import type { Db } from '../../../ports/database.ts'
import type { PersonOfCase } from '../model/assignment.ts'
import type { StoredCase } from '../model/case-record.ts'
import { notAbout } from './own-cases.ts'

interface NextOptions {
  queueId: string
  reviewer: PersonOfCase
  now: Date
  /** Locks the row until the transaction ends, and skips rows that others lock. */
  lock: boolean
}

/**
 * Returns the first case of a queue, by its order, that nobody reviews and that the reviewer may take: one that is
 * reserved for the reviewer first. A case that the reviewer sent back a moment ago comes only when there is no other.
 */
export async function findFirstFree(db: Db, options: NextOptions): Promise<StoredCase | null> {
  const { reviewer, now, lock } = options
  const reserved = sql`assignee_id = ${reviewer.id}::uuid and assigned_until > ${now}::timestamptz`
  const free = sql`(assignee_id is null or assignee_id = ${reviewer.id}::uuid or assigned_until <= ${now}::timestamptz)`
  const sentBack = sql`coalesce((sent_back ->> ${reviewer.id})::timestamptz > ${new Date(now.getTime() - caseLimits.sentBackMs)}::timestamptz, false)`
  for (const condition of [reserved, sql`${free} and not ${sentBack}`, sql`${free} and ${sentBack}`]) {
    const { rows } = await sql<StoredCase>`
      select * from review_case
      where queue_id = ${options.queueId}::uuid and state = 'Pending' and not escalated and ${condition}
        and ${notAbout(reviewer)}
      order by rank, id limit 1 ${lock ? sql`for update skip locked` : sql``}`.execute(db)
    if (rows[0] !== undefined) return rows[0]
  }
  return null
}
