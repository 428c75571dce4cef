import type { DriftFinding, MonitorDrift, TransactionMonitor } from '@assay/risk-service/contract'

const zeros = (): number[] => Array.from({ length: 192 }, () => 0)
/** A window in whose first step so many transactions were rejected, and one was approved. */
export function createMonitor(rejected: number): TransactionMonitor {
  const first = (count: number) => [count, ...zeros().slice(1)]
  return {
    eventType: 'purchase',
    name: 'purchase',
    now: '2026-11-21T14:04:00.000Z',
    windowStart: '2026-11-19T14:15:00.000Z',
    stepMinutes: 15,
    barCount: 192,
    kpis: {
      transactionVolume: rejected + 1,
      ruleApprovedRate: 1 / (rejected + 1),
      ruleRejectedRate: rejected / (rejected + 1),
      manualReviewRate: 0,
      ruleChallengedRate: 0,
    },
    previous: {
      transactionVolume: 0,
      ruleApprovedRate: null,
      ruleRejectedRate: null,
      manualReviewRate: null,
      ruleChallengedRate: null,
    },
    previousVolume: zeros(),
    volume: first(rejected + 1),
    decisions: { Approve: first(1), Review: zeros(), Challenge: zeros(), Reject: first(rejected) },
    scores: Array.from({ length: 11 }, (_, n) => (n === 0 ? first(rejected + 1) : zeros())),
    rules: { top: [{ ruleId: null, rule: '', clause: '', counts: first(rejected + 1) }], others: zeros() },
    countries: null,
    bots: null,
    branches: [],
    branch: null,
    scorecard: null,
    reports: true,
  }
}

/** A comparison of the same window that found this. */
export const createDrift = (findings: DriftFinding[], changes: Partial<MonitorDrift> = {}): MonitorDrift => ({
  eventType: 'purchase',
  name: 'purchase',
  now: '2026-11-21T14:04:00.000Z',
  from: '2026-11-19T15:00:00.000Z',
  transactions: 400,
  before: 1600,
  weeks: 4,
  comparisons: 37,
  tooFew: false,
  findings,
  ...changes,
})
