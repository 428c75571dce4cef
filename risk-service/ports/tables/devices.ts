/** Visits that the device fingerprint recorded. */
import type { Json, Time } from './column-types.ts'

export interface DeviceSessionTable {
  environment_id: string
  session_id: string
  at: Time
  page_id: string
  device_id: string
  cookie_id: string
  match_key: string
  ip: string | null
  bot_score: number
  attributes: Json<Record<string, unknown>>
}
