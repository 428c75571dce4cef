/* Plain values of the monitors, apart from the schemas, for pages that need no validator. */

/** Windows of the monitors. */
export const monitorTimescales = ['1h', '48h', '8d'] as const
export type MonitorTimescale = (typeof monitorTimescales)[number]

/** Length of a step in minutes, and the number of steps of each window. */
export const monitorSteps: Readonly<Record<MonitorTimescale, { minutes: number; count: number }>> = {
  '1h': { minutes: 1, count: 60 },
  '48h': { minutes: 15, count: 192 },
  '8d': { minutes: 60, count: 192 },
}

/** Windows of the bot and risk figures of account events. */
export const scorecardPeriods = ['1h', '24h'] as const
export type ScorecardPeriod = (typeof scorecardPeriods)[number]

/** Number of score buckets of width 100; a value without a score is counted after them. */
export const scoreBuckets = 10

/** Rules and countries beyond these are counted together. */
export const monitorTop = 20

/** Bot or risk scores above this count for the countries of the account figures. */
export const highScore = 900

/** Kinds of observation events that a monitor counts. */
export const observationKinds = ['status', 'bankEvent', 'chargeback', 'label'] as const
export type ObservationKind = (typeof observationKinds)[number]

/** Attributes of events whose values are counted for comparisons with the weeks before. */
export const driftAttributes = [
  'ipCountry',
  'paymentType',
  'cardType',
  'currency',
  'billingCountry',
  'shippingCountry',
] as const
export type DriftAttribute = (typeof driftAttributes)[number]

/** Events that a window, the weeks before together, and how many of these have at least, to be compared. */
export const driftFewest = { recent: 50, usual: 100, weeks: 2 } as const

/** Weeks before that a window is compared with. */
export const driftWeeks = 4
