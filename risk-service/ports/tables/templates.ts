/** Templates, and the one that an environment waits for. */
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
/** What an environment that is being made is to hold. */
export interface EnvironmentFillingTable {
  environment_id: string
  template: string
  content: Json<unknown>
  asked_by: string
  asked_by_name: string
}
