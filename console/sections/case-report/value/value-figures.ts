import type { ValueFigures } from '@assay/risk-service/contract'

/** Groups of cases whose number and amount the tab Value shows. */
export const valueKeys = ['approved', 'rejected', 'timedOut', 'fraudStopped', 'fraudMissed', 'goodRejected'] as const
export type ValueKey = (typeof valueKeys)[number]
export type ValueView = 'count' | 'amount'

/** A value as cases or as US cents. */
export const shownValue = (figures: ValueFigures, key: ValueKey, view: ValueView): number =>
  view === 'count' ? figures[key].cases : figures[key].amountUsd
