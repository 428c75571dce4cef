/** Definitions of the support view that the service and the console share. */

/** What a typed text can be: the key by which a customer is found. */
export const supportKeys = ['email', 'phone', 'order', 'user', 'payment', 'lastFour'] as const
export type SupportKey = (typeof supportKeys)[number]

/** What identifies the account of a customer: the user id, else the e-mail address, else a single purchase. */
export const accountTypes = ['user', 'email', 'purchase'] as const

/** Reasons for a change of a list status; stored in English, shown in the reader's language. */
export const statusReasons = [
  'Verified customer',
  'Wrong decision',
  'Suspicious spend',
  'Stolen card',
  'Terms violation',
  'Other',
] as const

/** Characters of a reason for a change of a list status. */
export const statusReasonLimit = 60

/** Why a decision was made, as the employee is told. */
export const decisionCauses = [
  'listBlock',
  'listSafe',
  'listWatch',
  'customList',
  'velocity',
  'score',
  'call',
  'rule',
  'none',
] as const
export type DecisionCause = (typeof decisionCauses)[number]

/** What an employee may do next about a purchase. */
export const nextSteps = ['allowAndOrderAgain', 'orderAgain', 'waitForReview', 'confirm', 'nothing'] as const
export type NextStep = (typeof nextSteps)[number]

/**
 * What the customer may be told about a purchase. No statement depends on rules, scores, lists or devices: only on the
 * decision, on what bank and shop did later, and on whether the order may be placed again.
 */
export const customerStatements = [
  'accepted',
  'inReview',
  'toConfirm',
  'notAccepted',
  'orderAgain',
  'noDetails',
  'refunded',
  'disputed',
] as const
export type CustomerStatement = (typeof customerStatements)[number]

export const supportLimits = {
  /** Characters of the searched text. */
  text: 256,
  /** Accounts that a search returns. */
  candidates: 20,
  /** Payment instruments of an account. */
  instruments: 20,
  /** Purchases of an account whose requests are read for its payment instruments. */
  instrumentEvents: 200,
  /** Purchases of a customer that the financial snapshot of an event counts. */
  snapshotEvents: 1000,
  /** Values whose changes the activity log has. */
  values: 50,
  /** Changes in the activity log. */
  activity: 200,
  /** Days of an entry, and of the impact that is computed for it. */
  days: 365,
  /** Past events that are replayed for an impact, newest first. */
  replayed: 300,
} as const
