import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'

/** Returns the days of the first and of the last stored transaction, as ISO 8601 writes them; null without any. */
export async function readTransactionPeriod(
  db: Db,
  environmentId: string,
): Promise<{ from: string; to: string } | null> {
  // Months have an index: only the transactions of the first and of the last one are read.
  const { rows } = await sql<{ from: Date | null; to: Date | null }>`
    with months as (select min(month) as first, max(month) as last from loss_transaction where environment_id = ${environmentId})
    select (select min(at) from loss_transaction t, months where t.environment_id = ${environmentId} and t.month = months.first) as "from",
      (select max(at) from loss_transaction t, months where t.environment_id = ${environmentId} and t.month = months.last) as "to"`.execute(
    db,
  )
  const { from, to } = rows[0] ?? { from: null, to: null }
  return from === null || to === null
    ? null
    : { from: from.toISOString().slice(0, 10), to: to.toISOString().slice(0, 10) }
}
