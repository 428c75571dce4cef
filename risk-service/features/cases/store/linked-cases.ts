import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import type { StoredCase } from '../model/case-record.ts'

/** Columns of a case whose values link it with others. */
export const linkColumns = ['user_id', 'email', 'device_id', 'payment_id'] as const

/** Returns the number of other open cases of the environment that share user, e-mail, device or instrument. */
export async function countLinkedOpen(db: Db, found: StoredCase): Promise<number> {
  const parts = linkColumns.flatMap(column =>
    found[column] === null
      ? []
      : [
          sql`select id from review_case where environment_id = ${found.environment_id}::uuid and ${sql.ref(column)} = ${found[column]}
            and ${sql.ref(column)} is not null and state in ('Pending', 'InReview', 'OnHold', 'AwaitingApproval')`,
        ],
  )
  if (parts.length === 0) return 0
  const { rows } = await sql<{ count: number }>`select count(distinct id)::int as count
    from (${sql.join(parts, sql` union all `)}) linked where id <> ${found.id}::uuid`.execute(db)
  return rows[0]?.count ?? 0
}
