/* Intervals of shares, of their difference and of their ratio. All of them hold for a share of 0 and of 1, too. */

/** Quantile of the normal distribution for intervals of 95 %. */
const z = 1.959963984540054

export interface Limits {
  low: number
  high: number
}

/**
 * Returns the score interval of a share (95 %).
 *
 * E. B. Wilson, *Probable inference, the law of succession, and statistical inference*, Journal of the American
 * Statistical Association 22 (1927), 209–212.
 *
 * @param count events with the value
 * @param size events of the set, at least 1
 */
export function shareInterval(count: number, size: number): Limits {
  const share = count / size
  const centre = share + (z * z) / (2 * size)
  const spread = z * Math.sqrt((share * (1 - share)) / size + (z * z) / (4 * size * size))
  const scale = 1 + (z * z) / size
  // Rounding must not leave the limits of 0 and 1 a hair beside them.
  return {
    low: count === 0 ? 0 : Math.max(0, (centre - spread) / scale),
    high: count === size ? 1 : Math.min(1, (centre + spread) / scale),
  }
}

/**
 * Returns the interval of the difference of two shares (95 %), from the score intervals of both.
 *
 * R. G. Newcombe, *Interval estimation for the difference between independent proportions: comparison of eleven
 * methods*, Statistics in Medicine 17 (1998), 873–890, method 10.
 *
 * @param a share and limits of the first set
 * @param b those of the set that is subtracted
 */
export function differenceInterval(a: Limits & { share: number }, b: Limits & { share: number }): Limits {
  const difference = a.share - b.share
  return {
    low: difference - Math.hypot(a.share - a.low, b.high - b.share),
    high: difference + Math.hypot(a.high - a.share, b.share - b.low),
  }
}

/**
 * Returns the interval of the ratio of two shares (95 %), from the score intervals of both; null for no upper limit.
 * That of the inverse ratio is its inverse.
 *
 * A. Donner and G. Y. Zou, *Closed-form confidence intervals for functions of the normal mean and standard deviation*,
 * Statistical Methods in Medical Research 21 (2012), 347–359 (MOVER-R).
 *
 * @param a share and limits of the first set
 * @param b those of the set that is divided by
 */
export function ratioInterval(
  a: Limits & { share: number },
  b: Limits & { share: number },
): { low: number; high: number | null } {
  const product = a.share * b.share
  const ofA = (limit: number) => limit * (2 * a.share - limit)
  const ofB = (limit: number) => limit * (2 * b.share - limit)
  // The root is real, but rounding can take it below 0 where both shares are 1.
  const root = (x: number) => Math.sqrt(Math.max(0, x))
  // Each limit is a fraction that can be extended by the other root; this form has no difference of nearly equal numbers.
  const low = ofA(a.low) / (product + root(product * product - ofA(a.low) * ofB(b.high)))
  const high = (product + root(product * product - ofA(a.high) * ofB(b.low))) / ofB(b.low)
  return { low: Number.isFinite(low) ? Math.max(0, low) : 0, high: b.low > 0 && Number.isFinite(high) ? high : null }
}
