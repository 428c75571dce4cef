import { fewestNowcastFrauds } from '../../contract/reports/report-definitions.ts'

/** Frauds of one day of transactions that were reported after the same number of days. */
export interface DelayCount {
  /** Day of the transactions, as a number of days since any fixed day. */
  day: number
  /** Whole days from the transaction to the label or chargeback, at least 0. */
  delay: number
  count: number
}

/** How fast fraud is reported in an environment. */
export interface DelayCurve {
  /** Frauds from which the curve was fitted. */
  frauds: number
  /** Longest delay that the history can show, in days: what comes later is not part of any figure. */
  horizon: number
  /** Share of the frauds that have been reported after 0, 1, … `horizon` days; the last is 1. */
  reported: readonly number[]
  /** Variance of each of these shares, divided by the square of the share. */
  relativeVariance: readonly number[]
}

/** Fewest frauds from which a curve is fitted. */
export const fewestFrauds = fewestNowcastFrauds

/** Longest delay that is followed, in days: card networks take chargebacks for 120 days, some for 180. */
const longestDelay = 180

/**
 * Fits the delay curve from the frauds reported so far.
 *
 * Young transactions can only show short delays, so the plain distribution of delays would be too short. The estimator
 * conditions on that: the share of delays of exactly d days among those of at most d days is taken from the days of
 * transactions that are at least d days old, and the shares reported are the products of what these leave. It is the chain
 * ladder of insurers by days, and the estimate of largest likelihood for right-truncated delays: J. D. Kalbfleisch and
 * J. F. Lawless, *Regression models for right truncated data with applications to AIDS incubation times and reporting
 * lags*, Statistica Sinica 1 (1991), 19–32. The variances are theirs, of Greenwood's form.
 *
 * @param counts frauds by day and delay; those that were reported after `asOf` are left out
 * @param asOf last whole day of the history, in the same days
 * @param firstDay first day from which transactions are stored: older ones show no delay in full
 * @returns null where fewer than {@link fewestFrauds} have been reported
 */
export function fitDelayCurve(counts: readonly DelayCount[], asOf: number, firstDay: number): DelayCurve | null {
  const horizon = Math.min(longestDelay, asOf - firstDay)
  const seen = counts.filter(each => each.day >= firstDay && each.day + each.delay <= asOf && each.delay <= horizon)
  const frauds = seen.reduce((sum, each) => sum + each.count, 0)
  if (horizon < 1 || frauds < fewestFrauds) return null

  const reported = new Array<number>(horizon + 1).fill(1)
  const relativeVariance = new Array<number>(horizon + 1).fill(0)
  const { atDelay, upToDelay } = countsOfOldDays(seen, asOf, horizon)
  for (let delay = horizon; delay > 0; delay--) {
    const exactly = atDelay[delay] ?? 0
    const upTo = upToDelay[delay] ?? 0
    // Where all of them came at this very delay nothing can be said of the shorter ones: the curve starts here.
    const left = upTo > exactly ? (upTo - exactly) / upTo : upTo === 0 ? 1 : 0
    reported[delay - 1] = (reported[delay] ?? 1) * left
    const added = upTo > exactly ? exactly / (upTo * (upTo - exactly)) : 0
    relativeVariance[delay - 1] = (relativeVariance[delay] ?? 0) + added
  }
  return { frauds, horizon, reported, relativeVariance }
}

/** Counts per delay d the frauds of exactly and of at most d days, from transactions that are at least d days old. */
function countsOfOldDays(seen: readonly DelayCount[], asOf: number, horizon: number) {
  const atDelay = new Array<number>(horizon + 1).fill(0)
  const upToDelay = new Array<number>(horizon + 1).fill(0)
  for (const { day, delay, count } of seen) {
    atDelay[delay] = (atDelay[delay] ?? 0) + count
    // A transaction that is a days old counts for all delays from its own up to a.
    for (let d = delay; d <= Math.min(horizon, asOf - day); d++) upToDelay[d] = (upToDelay[d] ?? 0) + count
  }
  return { atDelay, upToDelay }
}
