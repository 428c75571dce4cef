import { createExactTest } from '../contrast/exact-test.ts'
import { logFactorial } from '../lib/log-factorial.ts'
import type { WindowFigures } from './alert-series.ts'
import type { Usual } from './usual.ts'

/**
 * Returns how probable a window is that differs from the usual at least as much in its direction, were nothing new.
 *
 * A share is compared with that of the earlier weeks together by R. A. Fisher's exact test. Of a plain count the number
 * in the window is binomial among all that were counted, each week having the same chance: J. Przyborowski and H.
 * Wileński, *Homogeneity of results in testing samples from Poisson series*, Biometrika 31 (1940), 313–323. Both hold
 * for small numbers, where three standard errors say too much.
 */
export function chanceOf({ count, of }: WindowFigures, usual: Usual): number {
  if (of === null || usual.of === null) return binomialTail(count + usual.count, 1 / (usual.weeks + 1), count)
  if (of === 0 || usual.of === 0) return 1
  return createExactTest(of, usual.of).probability(count, usual.count) / 2
}

/** Probability of at least `x` of `n` where that is more than expected, otherwise of at most `x`. @param share 0 to 1 */
export function binomialTail(n: number, share: number, x: number): number {
  const odds = share / (1 - share)
  const step = x >= n * share ? 1 : -1
  let term = Math.exp(
    logFactorial(n) - logFactorial(x) - logFactorial(n - x) + x * Math.log(share) + (n - x) * Math.log(1 - share),
  )
  let sum = 0
  for (let k = x; term > 0 && k >= 0 && k <= n; k += step) {
    sum += term
    if (term < sum * 1e-15) break
    term *= step === 1 ? ((n - k) / (k + 1)) * odds : k / ((n - k + 1) * odds)
  }
  return Math.min(1, sum)
}
