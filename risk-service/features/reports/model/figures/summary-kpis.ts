import { rateOf, withoutNoise } from '../volumes/volume.ts'
import type { Totals } from './totals.ts'

/** Share of fraud among what is confirmed. */
export const fraudRateOf = ({ fraud, nonFraud }: Totals): number | null => rateOf(fraud, withoutNoise(fraud + nonFraud))

/** Returns the figures of the Summary report. */
export const summaryKpisOf = (totals: Totals) => ({
  transactionVolume: totals.transactions,
  ruleApprovedRate: rateOf(totals.approved, totals.transactions),
  manualReviewRate: rateOf(totals.reviewed, totals.transactions),
  ruleRejectedRate: rateOf(totals.rejected, totals.transactions),
  ruleChallengedRate: rateOf(totals.challenged, totals.transactions),
  fraudVolume: totals.fraud,
  nonFraudVolume: totals.nonFraud,
  fraudRate: fraudRateOf(totals),
  sentToBankVolume: totals.sentToBank,
  bankAcceptanceRate: rateOf(totals.bankApproved, totals.sentToBank),
  settledVolume: totals.settled,
  fraudChargebackVolume: totals.fraudChargeback,
  fraudChargebackRate: rateOf(totals.fraudChargeback, totals.settled),
})
