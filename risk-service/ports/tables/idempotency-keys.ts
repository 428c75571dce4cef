/** Changes under an idempotency key with the answer that a repetition gets. */
import type { ColumnType } from 'kysely'
import type { Time } from './column-types.ts'

/** A change under the caller's own key; `answer` null while it is under way. */
export interface RepeatedCallTable {
  tenant_id: string
  user_id: string
  key: string
  procedure: string
  digest: string
  answer: ColumnType<unknown, string | null, string | null>
  started_at: Time
  expires_at: Time
}
