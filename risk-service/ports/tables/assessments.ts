/** Tenant assessments. */
import type { ColumnType, Generated } from 'kysely'
import type { Json, TimeDefault } from './column-types.ts'

/** An assessment that a tenant made in a root environment; built-in ones have no row. */
export interface AssessmentTable {
  id: string
  environment_id: string
  kind: 'wizard' | 'custom'
  template: string | null
  api_name: string
  friendly_name: string
  schema: Json<unknown>
  schema_version: Generated<number>
  settings: Json<unknown>
  observations: Json<unknown>
  has_label: boolean
  sample: Json<unknown>
  created_by: string
  created_by_name: string
  created_at: TimeDefault
  updated_at: TimeDefault
  /** Changes of names and settings. */
  configuration_version: Generated<number>
  /** Who changed it last; null: nobody is recorded. */
  updated_by_name: ColumnType<string | null, string | null | undefined, string | null>
  /** Changes of what reports count, and the times of the latest. */
  report_version: Generated<number>
  report_changes: Generated<Date[]>
}

/** A deleted assessment whose events and cases are being removed. */
export interface AssessmentRemovalTable {
  id: string
  environment_id: string
  api_name: string
  requested_at: Date
}
