import type { Metric } from '../../../../contract/assistant/intents.ts'

type Rule = readonly [Metric, readonly string[]]

/** Figures by the concepts that name them, the most special first. */
const rules: readonly Rule[] = [
  ['falsePositiveRate', ['falsePositive']],
  ['detectionRate', ['detection']],
  ['latency', ['latency']],
  ['apiErrors', ['apiErrors']],
  ['reviewTime', ['reviewTime']],
  ['averageScore', ['averageScore']],
  ['decidedCases', ['decidedCases']],
  ['decidedCases', ['case', 'decision']],
  ['openCases', ['openCases']],
  ['openCases', ['case', 'queue']],
  ['usage', ['usage']],
  ['fraudChargebackRate', ['chargeback', 'rate']],
  ['fraudChargebackVolume', ['chargeback']],
  ['bankAcceptanceRate', ['bank', 'rate']],
  ['bankAcceptanceRate', ['bank', 'approve']],
  ['sentToBankVolume', ['bank']],
  ['fraudRate', ['fraud', 'rate']],
  ['manualReviewRate', ['review']],
  ['ruleChallengedRate', ['challenge']],
  ['ruleRejectedRate', ['reject']],
  ['ruleApprovedRate', ['approve']],
  ['fraudVolume', ['fraud']],
  ['transactionVolume', ['transaction']],
  ['transactionVolume', ['volume']],
]

/** The figure that a question names. */
export const metricOf = (concepts: ReadonlySet<string>): Metric | undefined =>
  rules.find(([, needs]) => needs.every(concept => concepts.has(concept)))?.[0]
