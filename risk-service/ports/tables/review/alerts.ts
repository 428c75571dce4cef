/** Alert rules, their incidents, and the delivery of these to other systems. */
import type { ColumnType, Generated } from 'kysely'
import type { Json, Time } from '../column-types.ts'

type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

export interface AlertRuleTable {
  id: string
  environment_id: string
  name: string
  settings: Json<unknown>
  enabled: boolean
  checked_at: OptionalTime
  checked: Json<unknown> | null
  snoozed_until: OptionalTime
  changed_by_id: string
  changed_by: string
  version: Generated<number>
  created_at: Time
  updated_at: Time
}
export interface AlertIncidentTable {
  id: string
  environment_id: string
  alert_id: string
  name: string
  settings: Json<unknown>
  opened_at: Time
  /** End of the last window that fired. */
  fired_at: Time
  /** Since when it has not fired; null while it fires. */
  calm_since: OptionalTime
  ended_at: OptionalTime
  peak: Json<unknown>
  status: string
  act: Json<unknown> | null
  acted: boolean | null
  /** When those responsible were notified; null: they are when the snooze of the rule ends. */
  notified_at: OptionalTime
  version: number
}
export interface AlertTargetTable {
  id: string
  environment_id: string
  kind: Generated<string>
  name: string
  /** Of a webhook. */
  url: string | null
  /** Of a webhook: the key that signs, encrypted. */
  secret: string | null
  /** Of email: who receives it, and in which language. */
  address: string | null
  language: string | null
  enabled: boolean
  version: number
  updated_at: Time
}
export interface AlertDeliveryTable {
  id: string
  environment_id: string
  incident_id: string
  target_id: string
  created_at: Time
  attempts: number
  /** When it is tried next; null: delivered, or given up. */
  next_at: OptionalTime
  delivered_at: OptionalTime
  failure: string | null
}
