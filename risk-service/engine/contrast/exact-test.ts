import { logFactorial } from '../lib/log-factorial.ts'

/** The exact test of one value for two sets of fixed sizes. */
export interface ExactTest {
  /**
   * Returns the two-sided probability of counts at least as uneven as these, were the value independent of the sets.
   * @param a events of A with the value
   * @param b events of B with the value
   */
  probability: (a: number, b: number) => number
  /** Returns the smallest probability that a value of `total` events could have, however they fell on the sets. */
  smallest: (total: number) => number
}

/**
 * Creates the exact test of R. A. Fisher for two sets: the events with the value fall on the sets as by a
 * hypergeometric distribution. Two-sided by doubling the smaller tail, which treats both sets alike. It needs no minimum
 * of events, and unlike its mid-p variant never claims more than its level.
 *
 * @param sizeA events of A, at least 1
 * @param sizeB events of B, at least 1
 */
export function createExactTest(sizeA: number, sizeB: number): ExactTest {
  const size = sizeA + sizeB
  const logChoose = (n: number, k: number) => logFactorial(n) - logFactorial(k) - logFactorial(n - k)
  const density = (a: number, b: number) => Math.exp(logChoose(sizeA, a) + logChoose(sizeB, b) - logChoose(size, a + b))

  /** Sums the probabilities from these counts to ever more uneven ones, `step` events of A at a time. */
  function tail(a: number, b: number, first: number, step: 1 | -1): number {
    let sum = 0
    let term = first
    let [inA, inB] = [a, b]
    while (term > 0) {
      sum += term
      // What follows decreases at least as fast as now, and would no longer be seen in the sum.
      if (term < sum * 1e-18) break
      term *=
        step === 1
          ? ((sizeA - inA) * inB) / ((inA + 1) * (sizeB - inB + 1))
          : (inA * (sizeB - inB)) / ((sizeA - inA + 1) * (inB + 1))
      inA += step
      inB -= step
    }
    return sum
  }

  function compute(a: number, b: number): number {
    const first = density(a, b)
    const outer = tail(a, b, first, a * size >= (a + b) * sizeA ? 1 : -1)
    return Math.min(1, 2 * Math.min(outer, 1 - outer + first))
  }

  // Most values belong to a few events: the same counts occur thousands of times.
  const probabilities = new Map<number, number>()
  const probability = (a: number, b: number): number => {
    const key = a * (sizeB + 1) + b
    let found = probabilities.get(key)
    if (found === undefined) {
      found = compute(a, b)
      probabilities.set(key, found)
    }
    return found
  }
  const smallest = (total: number): number => {
    const [most, least] = [Math.min(total, sizeA), Math.max(0, total - sizeB)]
    return Math.min(probability(most, total - most), probability(least, total - least))
  }
  return { probability, smallest }
}
