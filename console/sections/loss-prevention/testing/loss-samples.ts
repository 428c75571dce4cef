import {
  type LossEntity,
  type LossEntityMonth,
  type LossReason,
  type LossReasonValue,
  type LossSummary,
  lossReasons,
} from '@assay/risk-service/contract'

const noScores = {
  returnsUsd: 0,
  discountsUsd: 0,
  uniqueIds: 0,
  scoreCount: 0,
  averageScore: null,
  top: [],
  byMonth: [],
}

/** A report of two months, with one anomalous member of staff and one terminal. */
export const createLossSummary = (changes: Partial<LossSummary> = {}): LossSummary => ({
  status: 'ready',
  startedAt: null,
  retryAt: null,
  updatedAt: '2026-11-18T05:12:00.000Z',
  months: ['2026-09', '2026-10'],
  cutMonths: [],
  transactions: 1200,
  staff: {
    returnsUsd: 214_600,
    discountsUsd: 88_100,
    uniqueIds: 2,
    scoreCount: 4,
    averageScore: 378.5,
    top: [
      { id: 's_7b20e1', maxScore: 978, averageScore: 644, scoreCount: 2, anomalousMonths: 1, level: 'uncertain' },
      { id: 's_19c4f8', maxScore: 120, averageScore: 113, scoreCount: 2, anomalousMonths: 0, level: 'usual' },
    ],
    byMonth: [
      { month: '2026-09', unlikely: 2, veryLikely: 0 },
      { month: '2026-10', unlikely: 1, veryLikely: 1 },
    ],
  },
  terminal: {
    ...noScores,
    uniqueIds: 1,
    scoreCount: 1,
    averageScore: 12,
    top: [{ id: 'T-01', maxScore: 12, averageScore: 12, scoreCount: 1, anomalousMonths: 0, level: 'usual' }],
    byMonth: [{ month: '2026-10', unlikely: 1, veryLikely: 0 }],
  },
  ...changes,
})

/** A report without any score. */
export const createEmptyLossSummary = (changes: Partial<LossSummary> = {}): LossSummary =>
  createLossSummary({ months: [], staff: noScores, terminal: noScores, ...changes })

const usual: LossReasonValue = {
  value: 0.1,
  low: 0.02,
  high: 0.4,
  size: 11,
  percentile: 0.5,
  population: 0.1,
  peers: 0.1,
  level: 'usual',
  damped: false,
}

/** A month in which some reasons differ from the usual. */
const createLossMonth = (
  month: string,
  score: number,
  reasons: Partial<Record<LossReason, Partial<LossReasonValue>>> = {},
): LossEntityMonth => ({
  month,
  cut: false,
  score,
  plainScore: score,
  populationScore: 192,
  peerScore: 150,
  peerGroup: 'terminal',
  peerCount: 4,
  transactions: 40,
  reasons: Object.fromEntries(lossReasons.map(reason => [reason, { ...usual, ...reasons[reason] }])) as Record<
    LossReason,
    LossReasonValue
  >,
})

/** A member of staff whose file nobody has opened. */
export const createLossEntity = (changes: Partial<LossEntity> = {}): LossEntity => ({
  kind: 'staff',
  id: 's_7b20e1',
  name: null,
  openUntil: null,
  maxScore: 978,
  averageScore: 644,
  scoreCount: 2,
  months: [
    createLossMonth('2026-09', 310, { returnRatio: { percentile: 0.95, size: 6, level: 'uncertain' } }),
    createLossMonth('2026-10', 978, { returnRatio: { percentile: 0.9755, value: 0.9, size: 90, level: 'high' } }),
  ],
  clearances: [],
  transactions: [
    {
      at: '2026-10-12T10:00:00.000Z',
      number: 'R1',
      other: 'T-01',
      otherScored: true,
      otherAnomalous: false,
      purchaseUsd: 0,
      discountUsd: 0,
      returnUsd: 39,
      hasReceipt: false,
      paymentMethod: 'Cash',
      category: 'Shoes',
    },
  ],
  moreTransactions: false,
  ...changes,
})
