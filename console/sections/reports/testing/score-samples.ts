import type { ScoreBin, ScoreProfit, ScoreReport, ScoreSeries } from '@assay/risk-service/contract'
import { createEmptySummary, createSummary } from './summary-samples.ts'

const bin = (from: number, fraudVolume: number, nonFraudVolume: number): ScoreBin => ({
  from,
  volume: fraudVolume + nonFraudVolume,
  rejectRate: from >= 800 ? 1 : 0,
  nonFraudVolume,
  fraudVolume,
  fraudRate: fraudVolume / (fraudVolume + nonFraudVolume),
  sentToBankVolume: nonFraudVolume,
  bankApprovedVolume: nonFraudVolume,
  bankAcceptanceRate: 1,
  decisions: from >= 800 ? [0, 0, 0, 100, 0] : [90, 10, 0, 0, 0],
  decisionRates: from >= 800 ? [0, 0, 0, 1, 0] : [0.9, 0.1, 0, 0, 0],
  statuses: [fraudVolume, nonFraudVolume],
  observed: [fraudVolume, 1],
  atOrAbove: 1 - from / 1000,
  atOrBelow: (from + 10) / 1000,
})

/** What a cut-off of the sample does: rates that name the cut-off. */
const separationAt = (cutoff: number): Omit<ScoreReport['cutoffs'][number], 'cutoff'> => ({
  volumeAtOrAbove: 10_000 - 10 * cutoff,
  percentAtOrAbove: 1 - cutoff / 1000,
  fraudVolumeUnder: cutoff,
  fraudRateUnder: cutoff / 100_000,
  rejectedRate: 1 - cutoff / 1000,
  detectionRate: 1 - cutoff / 2000,
  falsePositiveRate: 1 - cutoff / 1000,
  approvedFraudRate: cutoff / 100_000,
  precision: cutoff / 1000,
  tfpr: cutoff === 1000 ? null : 1.5,
})

/** A report of a few scores, with a rule in force from 800 on. */
export function createScores(changes: Partial<ScoreReport> = {}): ScoreReport {
  const { refreshedAt, firstDay, hasData, firstRead, confirmed, kpis, previous } = createSummary()
  return {
    refreshedAt,
    firstDay,
    hasData,
    firstRead,
    confirmed,
    kpis,
    previous,
    noScoreVolume: 12,
    bins: [bin(120, 1, 99), bin(450, 20, 80), bin(870, 90, 10)],
    values: {
      decisions: ['Approve', 'Review', 'Challenge', 'Reject', ''],
      statuses: ['Chargeback', 'Bank approved'],
      observed: ['ResubmittedRequest', ''],
    },
    cutoffs: Array.from({ length: 101 }, (_, index) => ({ cutoff: index * 10, ...separationAt(index * 10) })),
    auc: 0.978,
    averagePrecision: 0.81,
    decided: { ...separationAt(800), detectionRate: 0.111 },
    inForce: 800,
    ...changes,
  }
}

/** A report that counts nothing. */
export const createEmptyScores = (changes: Partial<ScoreReport> = {}): ScoreReport =>
  createScores({
    confirmed: 0,
    kpis: createEmptySummary().kpis,
    previous: null,
    noScoreVolume: 0,
    bins: [],
    auc: null,
    averagePrecision: null,
    inForce: null,
    ...changes,
  })

/** What a cut-off separates on two days. */
export const createScoreSeries = (cutoff: number): ScoreSeries => ({
  cutoff,
  periods: createSummary().periods,
  under: [cutoff, 2],
  atOrAbove: [
    { volume: 3, rate: 0.25 },
    { volume: 4, rate: null },
  ],
  fraudUnder: [
    { volume: 5, rate: 0.125 },
    { volume: 0, rate: null },
  ],
})

/** What the sample earns at a margin in percent. */
export const createScoreProfit = (margin: number): ScoreProfit => ({
  margin,
  bins: [
    { from: 120, netProfit: 900, costOfGoodsLost: 10, cumulativeNetProfit: 900, achieved: 0.9 },
    { from: 870, netProfit: -300, costOfGoodsLost: 400, cumulativeNetProfit: 600, achieved: 0.6 },
  ],
  cutoffs: Array.from({ length: 101 }, (_, index) => ({ netProfit: index * 100 + margin, achieved: index / 100 })),
  decided: 55,
  recommendedCutoff: 870,
  optimalNetProfit: 900,
  optimalAchieved: 0.9,
  blockedRate: 0.31,
  falsePositiveRate: 0.05,
  approvedFraudRate: 0.03,
})
