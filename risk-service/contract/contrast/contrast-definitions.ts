/* Plain values of comparisons of two sets of events, apart from their schemas, so that a page can read them without the validator. */

export const contrastLimits = {
  /** Events that are chosen one by one. */
  events: 1000,
  /** Events of a set that are compared; of more, about so many are drawn evenly, and the same ones each time. */
  compared: 20_000,
  /**
   * Of B, no more than so many events for each one of A: with twenty times as many, the standard error of a difference
   * is within 2.5 % of that with any number.
   */
  comparedForEach: 20,
  /** Events of B that are compared in any case. */
  comparedAtLeast: 10_000,
  findings: 50,
  /** Attributes of custom data, which no schema lists. */
  customAttributes: 100,
  /** Days of a range of time; longer ones would overlap with those of the week before. */
  rangeDays: 7,
  /** Events of each set whose earlier ones are counted. */
  counted: 1000,
  /** Earlier events of one that are counted. */
  earlier: 1000,
  /** Counts that are returned. */
  steps: 50,
  /** Weeks before a range of time. */
  weeks: 12,
} as const

/** Windows in which earlier events are counted, as rules write them. */
export const contrastWindows = ['1h', '1d', '7d'] as const
export type ContrastWindow = (typeof contrastWindows)[number]

/** Fraud that a rule decided, and fraud that it did not decide. */
export const ruleOutcomes = ['caught', 'missed'] as const

/** Attributes that are derived from those of an event. */
export const derivedAttributes = [
  'emailDomain',
  'ipNetwork',
  'hour',
  'weekday',
  'billingIsShippingCountry',
  'ipIsBillingCountry',
] as const
export type DerivedAttribute = (typeof derivedAttributes)[number]

/**
 * Why nothing of an attribute was compared. `masked`: nothing of its values is shown to the caller. `outcome`: it says
 * what was decided or labelled, by which the sets of a rule are chosen.
 */
export const contrastOmissions = ['constant', 'tooFew', 'outcome', 'masked'] as const
export type ContrastOmission = (typeof contrastOmissions)[number]
