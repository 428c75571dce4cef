import { shareInterval } from './intervals.ts'
import type { CountStep } from './types.ts'

/** A limit reached by more of the other events would stop too many good ones. */
const mostOfB = 0.01

/**
 * Returns the shares of two sets that reach each number, and the number that is proposed as a limit: the lowest that at
 * most 1 % of B reach, and A more often beyond chance, so that their intervals of 95 % do not meet.
 * @param a numbers of the events of a set, one for each
 * @param most steps that are returned, those of the lowest numbers
 */
export function limitsOf(
  a: readonly number[],
  b: readonly number[],
  most: number,
): { steps: CountStep[]; proposed: number | null } {
  const numbers = [...new Set([...a, ...b])].filter(count => count > 0).toSorted((x, y) => x - y)
  const [ofA, ofB] = [sharesOf(a), sharesOf(b)]
  const steps = a.length === 0 || b.length === 0 ? [] : numbers.map(count => ({ count, a: ofA(count), b: ofB(count) }))
  const proposed = steps.find(step => step.b.share <= mostOfB && step.a.low > step.b.high)
  return { steps: steps.slice(0, most), proposed: proposed?.count ?? null }
}

/** Returns the share of a set that has at least so many, with its interval. */
function sharesOf(counts: readonly number[]): (count: number) => CountStep['a'] {
  const size = counts.length
  return least => {
    const count = counts.filter(each => each >= least).length
    return { count, share: count / size, ...shareInterval(count, size) }
  }
}
