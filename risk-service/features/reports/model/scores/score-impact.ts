import type { CutoffTarget } from '../../../../contract/reports/report-definitions.ts'
import { fraudRateOf } from '../figures/summary-kpis.ts'
import { rateOf } from '../volumes/volume.ts'
import { lastThreshold, type ScoreBins, type Split, splitter, thresholdOf, thresholds } from './score-bins.ts'

/** Share of all transactions that a cutoff would reject. */
export const rejectedRateOf = ({ all, above }: Split): number | null => rateOf(above.transactions, all.transactions)
/** Share of fraud that it would find: recall. */
export const detectionRateOf = ({ all, above }: Split): number | null => rateOf(above.fraud, all.fraud)
export const falsePositiveRateOf = ({ all, above }: Split): number | null => rateOf(above.nonFraud, all.nonFraud)
/** Share of fraud in what it would let pass. */
export const approvedFraudRateOf = ({ under }: Split): number | null => fraudRateOf(under)
export const precisionOf = ({ above }: Split): number | null => fraudRateOf(above)

/** The rows of the table: all thresholds but the last, which rejects nothing. */
const tableThresholds = thresholds.filter(threshold => threshold < lastThreshold)

/** Returns the rates of what a cutoff separates. */
const impactOf = (split: Split) => ({
  rejectedRate: rejectedRateOf(split),
  detectionRate: detectionRateOf(split),
  falsePositiveRate: falsePositiveRateOf(split),
  approvedFraudRate: approvedFraudRateOf(split),
  precision: precisionOf(split),
  tfpr: rateOf(split.above.nonFraud, split.above.fraud),
})

/** Returns what each threshold would do; a threshold between two multiples of ten counts as the lower one. */
export function scoreImpactOf(scores: ScoreBins, at: readonly number[] = tableThresholds) {
  const splitAt = splitter(scores)
  return at.map(value => {
    const threshold = thresholdOf(value)
    return { threshold, ...impactOf(splitAt(threshold)) }
  })
}

/** Returns the volumes of what a cutoff separates. */
const simulationOf = (split: Split) => ({
  volumeAtOrAbove: split.above.transactions,
  percentAtOrAbove: rejectedRateOf(split),
  fraudVolumeUnder: split.under.fraud,
  fraudRateUnder: approvedFraudRateOf(split),
})

/** Returns what a cutoff separates. */
export function simulateCutoff(scores: ScoreBins, value: number) {
  const cutoff = thresholdOf(value)
  return { cutoff, ...simulationOf(splitter(scores)(cutoff)) }
}

/** Returns volumes and rates of a split: of a cutoff, or of what the rules decided. */
export const separationOf = (split: Split) => ({ ...simulationOf(split), ...impactOf(split) })

/** Returns volumes and rates of every cutoff that can be set, ascending. */
export function allCutoffsOf(scores: ScoreBins) {
  const splitAt = splitter(scores)
  return thresholds.map(cutoff => ({ cutoff, ...separationOf(splitAt(cutoff)) }))
}

/** Rates that differ by less are the same: they are quotients of rounded numbers. */
const precision = 1e-12

/**
 * Finds the cutoff for a target: the lowest that rejects at most this share, or the highest that lets pass at most this
 * share of fraud. A rate of nothing counts as 0.
 */
export function findCutoff(scores: ScoreBins, target: CutoffTarget, value: number) {
  const splitAt = splitter(scores)
  const rate = target === 'rejectRate' ? rejectedRateOf : approvedFraudRateOf
  const meetsTarget = (threshold: number): boolean => (rate(splitAt(threshold)) ?? 0) <= value + precision
  const cutoff =
    (target === 'rejectRate' ? thresholds.find(meetsTarget) : thresholds.findLast(meetsTarget)) ??
    (target === 'rejectRate' ? lastThreshold : 0)
  return { cutoff, achieved: rate(splitAt(cutoff)) }
}
