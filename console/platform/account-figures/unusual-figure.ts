import type { AccountFigure } from '@assay/risk-service/contract'

/** Above so many average months the last 30 days are unusual. */
const factor = 3

/** True when the last 30 days are far above the average month, and were not all that there is. */
export const isUnusual = ({ total, averageMonth, last30Days }: AccountFigure): boolean =>
  last30Days > factor * averageMonth && last30Days < total
