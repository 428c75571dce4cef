import type { Totals } from '../figures/totals.ts'
import { rateOf, withoutNoise } from '../volumes/volume.ts'
import { binCount, binName, binWidth, type ScoreBins, splitter } from './score-bins.ts'
import { approvedFraudRateOf, falsePositiveRateOf, rejectedRateOf } from './score-impact.ts'

/**
 * Returns what accepting earns: a good sale its margin, less the goods that fraud costs.
 * @param totals volumes in US dollars
 * @param margin profit as a share of an amount, between 0 and 1
 */
export const netProfitOf = ({ fraud, nonFraud }: Pick<Totals, 'fraud' | 'nonFraud'>, margin: number): number =>
  withoutNoise(margin * nonFraud - withoutNoise((1 - margin) * fraud))

/**
 * Finds the cutoff under which accepting earns most: a good sale earns its margin, fraud costs the goods.
 * @param scores volumes in US dollars
 * @param margin profit as a share of an amount, between 0 and 1
 */
export function optimizeProfit(scores: ScoreBins, margin: number) {
  const splitAt = splitter(scores)
  const possible = withoutNoise(margin * splitAt(0).all.nonFraud)
  const rows = []
  let cumulative = 0
  // Of equal profits the highest cutoff is taken: it turns fewer customers away. At cutoff 0 nothing is accepted.
  let best = { cutoff: 0, profit: 0 }
  for (let bin = 0; bin < binCount; bin++) {
    const { fraud = 0, nonFraud = 0 } = scores.bins.get(bin) ?? {}
    const costOfGoodsLost = withoutNoise((1 - margin) * fraud)
    const netProfit = netProfitOf({ fraud, nonFraud }, margin)
    cumulative = withoutNoise(cumulative + netProfit)
    if (cumulative >= best.profit) best = { cutoff: (bin + 1) * binWidth, profit: cumulative }
    if (fraud + nonFraud > 0)
      rows.push({
        bin: binName(bin),
        netProfit,
        costOfGoodsLost,
        cumulativeNetProfit: cumulative,
        achieved: rateOf(cumulative, possible),
      })
  }
  const split = splitAt(best.cutoff)
  return {
    bins: rows,
    recommendedCutoff: best.cutoff,
    optimalNetProfit: best.profit,
    optimalAchieved: rateOf(best.profit, possible),
    blockedRate: rejectedRateOf(split),
    falsePositiveRate: falsePositiveRateOf(split),
    approvedFraudRate: approvedFraudRateOf(split),
  }
}
