/** Changes under an idempotency key with the answer for a repetition. */
import type { ColumnType } from 'kysely'
import type { Time } from './column-types.ts'

/** A change under the caller's idempotency key; `answer` null while it is in progress. */
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
