/** Attacks: groups of attempts that belong together, and what was done about them. */
import type { Generated } from 'kysely'
import type { Json, Time } from '../column-types.ts'

export interface AttackTable {
  id: string
  environment_id: string
  kind: string
  event_type: string
  started_at: Time
  last_at: Time
  failed_at: Time
  found_at: Time
  ended_at: Time | null
  keys: Json<unknown>
  fingerprint: Json<unknown>
  attempts: Generated<number>
  failed: Generated<number>
  accounts: Generated<number>
  fallen: Generated<number>
}
/** An event of an attack; an event belongs to one attack. */
export interface AttackAttemptTable {
  environment_id: string
  event_id: string
  attack_id: string
  at: Time
  outcome: string
  detail: string | null
}
/** One without `ended_at` is in force until its time is over. */
export interface AttackContainmentTable {
  id: string
  attack_id: string
  environment_id: string
  action: 'challenge' | 'reject'
  key_types: string[]
  until: Time
  note: string
  created_by: string
  created_by_name: string
  created_at: Time
  ended_at: Time | null
  ended_by_name: string | null
}
export interface AttackStepTable {
  attack_id: string
  environment_id: string
  step: string
  done_by: string
  done_by_name: string
  done_at: Time
}
