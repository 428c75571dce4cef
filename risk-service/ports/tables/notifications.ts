/** Notifications, and which of them each user has read, dismissed and muted. */
import type { Json, Time, TimeDefault } from './column-types.ts'

/**
 * Stored once for all users whose roles cover it; `environment_id` null: about the tenant. `user_id`: for this user
 * alone.
 */
export interface NotificationTable {
  id: string
  tenant_id: string
  environment_id: string | null
  user_id: string | null
  topic: string
  type: string
  event: string
  params: Json<Record<string, string | number>>
  at: TimeDefault
}
export interface NotificationStateTable {
  tenant_id: string
  user_id: string
  notification_id: string
  read_at: Time | null
  dismissed_at: Time | null
}
/** A span in which a user muted a topic; open while it is muted. */
export interface NotificationMuteTable {
  id: string
  tenant_id: string
  user_id: string
  topic: string
  muted_at: Time
  unmuted_at: Time | null
}
