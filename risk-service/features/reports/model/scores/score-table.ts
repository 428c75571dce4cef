import { fraudRateOf } from '../figures/summary-kpis.ts'
import { rateOf } from '../volumes/volume.ts'
import { binName, binWidth, type ScoreBins, splitter } from './score-bins.ts'

/** Returns one row per bin with records, ascending. */
export const scoreTableOf = ({ bins, noScore }: ScoreBins) => ({
  noScoreVolume: noScore.transactions,
  bins: [...bins].map(([bin, totals]) => ({
    bin: binName(bin),
    volume: totals.transactions,
    rejectRate: rateOf(totals.rejected, totals.transactions),
    nonFraudVolume: totals.nonFraud,
    fraudVolume: totals.fraud,
    fraudRate: fraudRateOf(totals),
    sentToBankVolume: totals.sentToBank,
    bankAcceptanceRate: rateOf(totals.bankApproved, totals.sentToBank),
  })),
})

/** Returns for each bin with records which share of all scores lies in it or above, and in it or below. */
export function cumulativeDistributionOf(scores: ScoreBins) {
  const splitAt = splitter(scores)
  return [...scores.bins.keys()].map(bin => {
    const { all, above } = splitAt(bin * binWidth)
    return {
      bin: binName(bin),
      atOrAbove: rateOf(above.transactions, all.transactions),
      atOrBelow: rateOf(splitAt((bin + 1) * binWidth).under.transactions, all.transactions),
    }
  })
}
