import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import { hasTransactionsOf } from '../refresh/has-transactions.ts'
import type { ReportScope } from './report-scope.ts'

export interface ReadState {
  /** When the transactions of environments were last read, the longest ago; null: not yet. */
  refreshedAt: Date | null
  hasTransactions: boolean
  /**
   * Whether the transactions of an active environment are being read for the first time, so that those stored are some
   * of them by chance: it was never read whole, or not with the assessment, or its very first events are being added, or
   * more than it had. An environment that is not active is not read, so that nothing waits for it.
   */
  firstRead: boolean
}

/** Returns how far the transactions of environments are read. */
export async function readRefresh(db: Db, scope: ReportScope): Promise<ReadState> {
  const { rows } = await sql<{
    refreshed_at: Date | null
    has_transactions: boolean | null
    first_read: boolean | null
  }>`
    select min(r.refreshed_at) as refreshed_at,
      -- Until an environment was read whole it has no figures yet.
      count(r.environment_id) > 0
        and bool_or(${hasTransactionsOf(sql`e.id`, sql`and t.event_type = ${scope.eventType}`)}) as has_transactions,
      bool_or(e.status = 'Active' and (r.environment_id is null or r.is_growing or not ${scope.eventType} = any(r.event_types)
        -- Events are counted with the refresh once all of them are added.
        or (r.transactions = 0 and ${hasTransactionsOf(sql`e.id`)}))) as first_read
    from environment e left join report_refresh r on r.environment_id = e.id
    where e.id = any(${[...scope.environmentIds]}::uuid[])`.execute(db)
  const [row] = rows
  return {
    refreshedAt: row?.refreshed_at ?? null,
    hasTransactions: row?.has_transactions ?? false,
    firstRead: row?.first_read ?? false,
  }
}
