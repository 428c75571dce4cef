/** Masked personal data that users have revealed. */
import type { Time } from './column-types.ts'

/** `subjects`: events and accounts; `kind` null: every kind. */
export interface PersonalDataGrantTable {
  id: string
  tenant_id: string
  user_id: string
  subjects: string[]
  kind: string | null
  granted_at: Time
  expires_at: Time
}
