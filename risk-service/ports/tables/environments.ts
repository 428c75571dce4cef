/** The tree of environments. */
import type { ColumnType, Generated } from 'kysely'
import type { TimeDefault } from './column-types.ts'

export interface EnvironmentTable {
  id: string
  tenant_id: string
  parent_id: string | null
  name: string
  friendly_name: string
  /** Customer API id. */
  api_id: string | null
  kind: 'production' | 'sandbox'
  geography: string
  status: string
  created_at: TimeDefault
  description: Generated<string>
  tags: Generated<string[]>
  counterpart_id: ColumnType<string | null, string | null | undefined, string | null>
  /** Gets Risk_API while the environment is created. */
  application_id: ColumnType<string | null, string | null | undefined, string | null>
  status_at: TimeDefault
  failure: ColumnType<string | null, string | null | undefined, string | null>
  /** Failed attempts to remove it; the next one is due at `retry_at`. */
  attempts: Generated<number>
  retry_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}
