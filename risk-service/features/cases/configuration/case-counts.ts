import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'

/** Counts the cases of these environments that are not decided, by assessment; those that are still held count. */
export async function countOpenCases(db: Db, environmentIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ event_type: string; open: number }>`
    select event_type, count(*)::int as open from review_case
    where environment_id = any(${environmentIds}::uuid[])
      and state in ('Held', 'Pending', 'InReview', 'OnHold', 'AwaitingApproval')
    group by event_type`.execute(db)
  return new Map(rows.map(({ event_type, open }) => [event_type, open]))
}
