/** Templates, and the pending template of an environment. */
import type { Json, Time } from './column-types.ts'

/** A snapshot of a rule, an assessment or an environment. */
export interface TemplateTable {
  id: string
  environment_id: string
  kind: 'rule' | 'assessment' | 'environment'
  name: string
  description: string
  source: string
  version: number
  content: Json<unknown>
  created_by: string
  created_by_name: string
  created_at: Time
}
/** The pending content of an environment that is being created. */
export interface EnvironmentFillingTable {
  environment_id: string
  template: string
  content: Json<unknown>
  asked_by: string
  asked_by_name: string
}
