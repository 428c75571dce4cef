/** Rings of users with shared entities, their members and who watches them. */
import type { ColumnType, Generated } from 'kysely'
import type { Time } from '../column-types.ts'

type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** Amounts in US cents. `merged_into`: the ring that a merged one became a part of. */
export interface RingTable {
  id: string
  environment_id: string
  status: Generated<'open' | 'dismissed' | 'merged'>
  merged_into: string | null
  name_type: string
  name_value: string
  name_display: string
  users: number
  shared: number
  transactions: number
  bad: number
  amount_usd: number
  score: number
  evidence: 'outcomes' | 'burst' | null
  first_at: Time
  last_at: Time
  found_at: Time
  refreshed_at: Time
  dismissed_by: string | null
  dismissed_by_name: string | null
  dismissed_at: OptionalTime
  dismissed_reason: string | null
  dismissed_users: number | null
  dismissed_bad: number | null
}
/** `type`: `user` or that of an entity; `value`: normalised; `users`: that have it. */
export interface RingMemberTable {
  environment_id: string
  ring_id: string
  type: string
  value: string
  display: string
  users: number
  first_at: Time
  last_at: Time
}
export interface RingWatchTable {
  environment_id: string
  ring_id: string
  user_id: string
  users: number
  notified_at: OptionalTime
}
