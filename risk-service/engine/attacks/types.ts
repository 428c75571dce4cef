import type { AttackKeyType, AttackOutcome } from '../../contract/index.ts'

/** What attempts of one attack have in common: a device, an address, or the network of addresses. */
export interface AttackKey {
  type: AttackKeyType
  /** As it is compared: lower case, without blanks around it. */
  value: string
}

/** A sign-in or an order as the search for attacks reads it. */
export interface Attempt {
  eventId: string
  /** Milliseconds since 1970. */
  at: number
  outcome: AttackOutcome
  /** Why it failed, as the bank or the merchant says: a response code, a reason. Null where nobody says. */
  detail: string | null
  /** Account that was signed in to or ordered; null where the event names none. */
  account: string | null
  /** What is tried: the account of a sign-in, the card of an order. */
  target: string | null
  device: string | null
  ip: string | null
}

/** Attempts that belong together, the oldest first, with what they have in common. */
export interface AttackGroup {
  keys: readonly AttackKey[]
  attempts: readonly Attempt[]
  /** How many failed, without those that a containment stopped. */
  failed: number
  /** Probability of at least so many failures, had the attempts failed as often as all others. */
  chance: number
}
