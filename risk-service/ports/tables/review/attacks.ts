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
/** An attempt of the last hours as the search for attacks compares it: hashes of what attempts have in common. */
export interface RecentAttemptTable {
  environment_id: string
  event_type: string
  at: Time
  event_id: string
  /** 0: it did not fail, 1: it failed, 2: a containment stopped it. */
  state: number
  target: string | null
  device: string | null
  ip: string | null
  network: string | null
  round: string
}
/** Recent attempts of a minute. */
export interface RecentAttemptCountTable {
  environment_id: string
  event_type: string
  minute: Time
  judged: number
  failed: number
}
/** How far attempts are taken and searched. */
export interface RecentAttemptCursorTable {
  environment_id: string
  event_type: string
  reached: Time
  answered: Time
  round: string
  searched: string
}
