/* Plain values, so that a page can read them without the validator. */

/** Figures of the earlier transactions of a user. Sums in US cents; an amount without an exchange rate adds nothing. */
export const activityMeasures = [
  'count',
  'sum',
  'successfulCount',
  'successfulSum',
  'failedCount',
  'failedSum',
  'rejectedCount',
  'rejectedSum',
  'instrumentCount',
  'instrumentSum',
  'instruments',
  'ipCountries',
] as const
export type ActivityMeasure = (typeof activityMeasures)[number]

/** Time before the event that a figure covers; `all` has no beginning. */
export const activityWindows = ['hour', 'day', 'week', 'all'] as const
export type ActivityWindow = (typeof activityWindows)[number]

/** Milliseconds after which the page of an event reports again that it is open. */
export const viewerReportInterval = 20_000
