import type { DelayCurve } from './delay-curve.ts'

/** What is known of one day of transactions. */
export interface NowcastDay {
  /** Day of the transactions, in the days of the curve. */
  day: number
  /** Confirmed volume: fraud and non-fraud, in transactions or in money. */
  confirmed: number
  /** Fraud volume known by the end of the last whole day. */
  fraud: number
  /** Sum of the squared weights of these frauds: their number in the count view, squared amounts in the amount view. */
  squares: number
  /** Number of these frauds. */
  frauds: number
}

/** Fraud rate of a period: now, and as it is expected to be once every label has come. */
export interface Nowcast {
  /** Rate that is reported, null without confirmed volume. */
  observed: number | null
  /** Expected rate, null where the period is too young or has too few frauds to say. */
  expected: number | null
  /** Half of the band of 95 % around the expected rate. */
  margin: number | null
  /** Limits of that band; the lower one is never below what is known. */
  low: number | null
  high: number | null
  /** Share of the period's frauds that are known by now, by the curve. */
  reported: number | null
}

/** Fewest known frauds of a period that is extrapolated. */
const fewestPeriodFrauds = 5

/** Smallest share of known frauds of a period that is extrapolated: below it every error is multiplied by more than 4. */
const smallestReportedShare = 0.25

/** Quantile of the normal distribution for a band of 95 %. */
const z = 1.959963984540054

/**
 * Expects the fraud rate of a period from what is known of its days.
 *
 * The fraud of a day is divided by the share of frauds that are known at its age. A late label moves a transaction from
 * non-fraud to fraud, so the confirmed volume stays. Two errors make the band: chance in what is still to come (a
 * compound Poisson number: variance squares × (1 − p) / p² per day) and the error of the curve, which all days share and
 * which therefore adds up (T. Mack, *Distribution-free calculation of the standard error of chain ladder reserve
 * estimates*, ASTIN Bulletin 23 (1993), 213–225, splits it in the same way).
 *
 * @param days days of the period up to `asOf`
 * @param asOf last whole day of the history
 */
export function nowcast(days: readonly NowcastDay[], curve: DelayCurve, asOf: number): Nowcast {
  const confirmed = sum(days, day => day.confirmed)
  const fraud = sum(days, day => day.fraud)
  if (confirmed <= 0) return { observed: null, expected: null, margin: null, low: null, high: null, reported: null }
  const observed = fraud / confirmed

  const parts = days.map(day => partOf(day, curve, asOf))
  // A day of which nothing can be known yet has no expectation, and neither has its period.
  const ultimate = parts.some(part => part.reported === 0) ? null : sum(parts, part => part.ultimate)
  const reported = ultimate === null ? 0 : fraud > 0 ? fraud / ultimate : reportedByVolume(days, parts)
  if (ultimate === null || reported < smallestReportedShare || sum(days, day => day.frauds) < fewestPeriodFrauds)
    return {
      observed,
      expected: null,
      margin: null,
      low: null,
      high: null,
      reported: ultimate === null ? null : reported,
    }

  const chance = sum(parts, part => part.chance)
  const ofCurve = sum(parts, part => part.ultimate * part.relativeError)
  const margin = (z * Math.sqrt(chance + ofCurve * ofCurve)) / confirmed
  const expected = Math.min(1, ultimate / confirmed)
  return {
    observed,
    expected,
    margin,
    low: Math.max(observed, expected - margin),
    high: Math.min(1, expected + margin),
    reported,
  }
}

function partOf(day: NowcastDay, curve: DelayCurve, asOf: number) {
  const age = Math.min(curve.horizon, Math.max(0, asOf - day.day))
  const reported = curve.reported[age] ?? 0
  if (reported === 0) return { reported, ultimate: 0, chance: 0, relativeError: 0 }
  return {
    reported,
    ultimate: day.fraud / reported,
    chance: (day.squares * (1 - reported)) / (reported * reported),
    relativeError: Math.sqrt(curve.relativeVariance[age] ?? 0),
  }
}

/** Share that is known at the ages of a period without fraud, by its confirmed volume. */
function reportedByVolume(days: readonly NowcastDay[], parts: readonly { reported: number }[]): number {
  const confirmed = sum(days, day => day.confirmed)
  return days.reduce((total, day, index) => total + day.confirmed * (parts[index]?.reported ?? 0), 0) / confirmed
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
