/** Rules with their drafts and versions, branches and experiments. */
import type { ColumnType, Generated } from 'kysely'
import type { EntityType } from '../../contract/index.ts'
import type { Json, Time, TimeDefault } from './column-types.ts'

type RuleType = 'decision' | 'postDecision' | 'routing'
/** `event_type` is the assessment, `branch` its API name. */
export interface RuleTable {
  id: string
  environment_id: string
  event_type: string
  type: Generated<RuleType>
  branch: Generated<string>
  name: string
  status: 'active' | 'inactive'
  position: number
  version: number
  body: Json<unknown>
  published_by: string
  published_by_name: string
  published_at: TimeDefault
  /** The first rule of a line of copies, which may be deleted by now; null: the rule is no copy. */
  copied_from: ColumnType<string | null, string | null | undefined, string | null>
}
export interface RuleDraftTable {
  rule_id: string
  author_id: string
  environment_id: string
  event_type: string
  type: Generated<RuleType>
  branch: Generated<string>
  author_name: string
  body: Json<unknown>
  base_version: number
  saved_at: TimeDefault
}
export interface RuleVersionTable {
  rule_id: string
  version: number
  environment_id: string
  event_type: Generated<string>
  type: Generated<RuleType>
  branch: Generated<string>
  name: string
  status: string
  body: Json<unknown>
  published_by: string
  published_by_name: string
  published_at: TimeDefault
}
export interface RuleBranchTable {
  environment_id: string
  event_type: string
  api_name: string
  id: string
  name: string
  created_by: string
  created_by_name: string
  created_at: TimeDefault
}
/** `share`: percent of the traffic. */
export interface RuleExperimentTable {
  id: string
  environment_id: string
  event_type: string
  branch_id: string
  name: string
  share: number
  ends_at: Time | null
  call_external: boolean
  started_by: string
  started_by_name: string
  started_at: Time
  stopped_at: Time | null
}
/** The result of an experiment's branch for an event that production decided. */
export interface ShadowRunTable {
  experiment_id: string
  event_id: string
  environment_id: string
  at: Time
  production: string
  decision: string
  reason: string
  rule_id: string | null
  rule: string | null
  clause: string | null
  outputs: Json<Record<string, unknown>>
}
/** Setting of an assessment in an environment; `payload` null: the system's sample. */
export interface RuleSettingTable {
  environment_id: string
  event_type: string
  evaluation: Generated<'all' | 'first'>
  payload: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  version: Generated<number>
  promotions: Generated<number>
  updated_by: ColumnType<string | null, string | null | undefined, string | null>
  updated_by_name: ColumnType<string | null, string | null | undefined, string | null>
  updated_at: TimeDefault
}
/** A decision rule that does not apply to one value of an entity, in the environment of the events. */
export interface RuleSnoozeTable {
  id: string
  environment_id: string
  rule_id: string
  entity_type: EntityType
  /** As events are compared by it. */
  entity_value: string
  /** As it was sent. */
  display: string
  until: Time
  comment: string
  created_by: string
  created_by_name: string
  created_at: Time
}
/** The rules of a chain for explanations; `id` is derived from the content. */
export interface RuleChainTable {
  id: string
  rules: Json<unknown>
}
