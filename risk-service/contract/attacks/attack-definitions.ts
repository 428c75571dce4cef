/* Plain values of attacks, apart from their schemas, so that a page can read them without the validator. */

export const attackLimits = {
  /** Attacks that a page lists. */
  attacks: 100,
  /** Attempts of an attack that are stored; of a larger one, the first. */
  attempts: 100_000,
  /** Accounts that a page lists; the evidence has all of them. */
  accounts: 200,
  /** Devices, addresses and networks by which attempts belong to an attack; of more, the first. */
  keys: 1000,
  /** Columns of the timeline. */
  steps: 120,
  /** Minutes without an attempt after which an attack has ended. */
  quietMinutes: 30,
  /** Hours in which attempts with a key of an ended attack continue it. */
  resumeHours: 6,
  /** Hours for which an attack can be contained. */
  containHours: 72,
  note: 1000,
} as const

export const attackKinds = ['cardTesting', 'credentialStuffing', 'passwordSpraying'] as const
export type AttackKind = (typeof attackKinds)[number]

/** Event types in which attacks are searched for. */
export const attackedTypes = ['purchase', 'accountlogin'] as const

export const attackKeyTypes = ['device', 'ip', 'network'] as const
export type AttackKeyType = (typeof attackKeyTypes)[number]

/**
 * What became of an attempt. `declined`: by the bank; `refused`: by the merchant, such as a wrong password; `rejected`:
 * by a rule; `contained`: by a containment; `waiting`: challenged or sent to review, without an answer so far;
 * `succeeded`: bank or merchant confirmed it; `open`: approved, and nobody said anything.
 */
export const attackOutcomes = ['declined', 'refused', 'rejected', 'contained', 'waiting', 'succeeded', 'open'] as const
export type AttackOutcome = (typeof attackOutcomes)[number]

/** What is to be done about an attack, in this order. */
export const attackSteps = ['verify', 'contain', 'accounts', 'customers', 'refunds', 'rule', 'inform'] as const
export type AttackStep = (typeof attackSteps)[number]

export const containmentActions = ['challenge', 'reject'] as const
/** The reason of decisions that a containment made. */
export const containedReason = 'ATTACK_CONTAINED'
export type ContainmentAction = (typeof containmentActions)[number]
