/* Plain values of the transaction acceptance booster, apart from its schemas, so that a page can read them without the validator. */

/**
 * What is shared about a purchase with the bank or network of its card. `standard`: what Assay found out, and what
 * identifies the transaction; `raw`: the same and attributes as they were sent.
 */
export const boosterLevels = ['off', 'standard', 'raw'] as const
export type BoosterLevel = (typeof boosterLevels)[number]

export const boosterLimits = {
  /** Percent of the purchases that may be held out at most: beyond half, the control group is the larger one. */
  holdOut: 50,
  /** Newest purchases to choose one from. */
  purchases: 15,
  /** Days that the figures count. */
  figureDays: 90,
  /** Answers of banks below which no share is given: its interval would be as wide as everything. */
  fewestAnswers: 30,
} as const

/** Version of the terms of sharing. New terms have a new version, and need a new consent. */
export const boosterTermsVersion = '2026-11'

/** The members of a message, in its order. */
export const boosterFields = [
  'assessment',
  'location',
  'deviceId',
  'cardNumber',
  'amount',
  'bin',
  'email',
  'mobilePhone',
] as const
export type BoosterField = (typeof boosterFields)[number]

/** Members that the level `raw` adds. */
export const rawBoosterFields: ReadonlySet<BoosterField> = new Set(['bin', 'email', 'mobilePhone'])

/**
 * Why nothing leaves for a purchase. `undecided`: nothing has assessed it. `evaluate`: the merchant only compares, and
 * does not act on the decision. `noCard`: no instrument has the end of a card number.
 */
export const boosterObstacles = ['undecided', 'evaluate', 'noCard'] as const
export type BoosterObstacle = (typeof boosterObstacles)[number]

/**
 * Where a value of a message comes from. `event`: it was sent. `answer`: Assay answered it. `lookup`: Assay looked up a
 * sent value. `fingerprint`: the fingerprint of the device has it.
 */
export const boosterSources = ['event', 'answer', 'lookup', 'fingerprint'] as const

/** What is in force in an environment; `terms`: the version that was agreed to. */
export interface BoosterInForce {
  level: BoosterLevel
  holdOut: number
  terms: string | null
}

/** Returns what is in force once settings are saved: whoever shares nothing agrees to nothing. */
export const boosterInForce = ({
  level,
  holdOut,
  terms = boosterTermsVersion,
}: Pick<BoosterInForce, 'level' | 'holdOut'> & { terms?: string | null }): BoosterInForce => ({
  level,
  holdOut,
  terms: level === 'off' ? null : terms,
})

/** Whether saved settings would change what is in force in an environment: the same comparison in page and service. */
export const changesBooster = (stored: BoosterInForce, saved: BoosterInForce): boolean =>
  stored.level !== saved.level || stored.holdOut !== saved.holdOut || stored.terms !== saved.terms
