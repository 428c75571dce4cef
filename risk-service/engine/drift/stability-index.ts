import { chiSquareTail } from './chi-square.ts'

/** How far two distributions over the same cells differ. */
interface Stability {
  /** Population stability index. */
  index: number
  /** What is left of the index without the part that chance is expected to add. */
  excess: number
  /** Probability of an index at least as large, were both drawn from one distribution. */
  p: number
}

/** Neighbouring cells are one until each has so many expected events on both sides: the smallest for a chi-square. */
const fewestExpected = 5

/**
 * Returns for each cell the group that it is counted in, so that each group has enough expected events in both sets.
 * @param recent counts of one set
 * @param usual counts of the other, over the same cells
 */
export function groupCells(recent: readonly number[], usual: readonly number[]): number[] {
  const [n, m] = [sumOf(recent), sumOf(usual)]
  const smallerShare = Math.min(n, m) / (n + m)
  const groups: number[] = []
  let group = 0
  let events = 0
  for (const [cell, count] of recent.entries()) {
    groups.push(group)
    events += count + (usual[cell] ?? 0)
    if (events * smallerShare < fewestExpected) continue
    group++
    events = 0
  }
  // What is left at the end belongs to the last group that is large enough.
  return groups.map(each => (each === group && events * smallerShare < fewestExpected ? Math.max(0, group - 1) : each))
}

/** Adds up the cells of each group. */
export function groupCounts(counts: readonly number[], groups: readonly number[]): number[] {
  const sums = Array.from({ length: Math.max(-1, ...groups) + 1 }, () => 0)
  for (const [cell, group] of groups.entries()) sums[group] = (sums[group] ?? 0) + (counts[cell] ?? 0)
  return sums
}

/**
 * Compares two distributions by the population stability index, the sum of (p − q) ln(p / q) over the cells.
 *
 * The index is the divergence J of H. Jeffreys, *An invariant form for the prior probability in estimation problems*,
 * Proceedings of the Royal Society A 186 (1946); N. Siddiqi, *Credit Risk Scorecards* (2006), chapter 8, reads less than
 * 0.1 as no change and more than 0.25 as a shift. Divided by 1/n + 1/m it is chi-square with one degree of freedom less
 * than there are cells while nothing has changed: B. Yurdakul and J. Naranjo, *Statistical properties of the population
 * stability index*, Journal of Risk Model Validation 14 (2020). Half an event is added to each cell, so that an empty one
 * has a logarithm: J. B. S. Haldane, *The estimation and significance of the logarithm of a ratio of frequencies*, Annals
 * of Human Genetics 20 (1956).
 */
export function stabilityOf(recent: readonly number[], usual: readonly number[]): Stability {
  const [n, m] = [sumOf(recent), sumOf(usual)]
  const cells = recent.length
  if (cells < 2 || n === 0 || m === 0) return { index: 0, excess: 0, p: 1 }
  let index = 0
  for (const part of partsOf(recent, usual)) index += part
  const chance = 1 / n + 1 / m
  return {
    index,
    excess: index - (cells - 1) * chance,
    p: chiSquareTail(index / chance, cells - 1),
  }
}

/** What each cell adds to the index. */
export function partsOf(recent: readonly number[], usual: readonly number[]): number[] {
  const [n, m] = [sumOf(recent) + recent.length / 2, sumOf(usual) + recent.length / 2]
  return recent.map((count, cell) => {
    const [p, q] = [(count + 0.5) / n, ((usual[cell] ?? 0) + 0.5) / m]
    return (p - q) * Math.log(p / q)
  })
}

export const sumOf = (counts: readonly number[]): number => counts.reduce((sum, each) => sum + each, 0)

/** Adds up distributions over the same cells. */
export const addUp = (all: readonly (readonly number[])[]): number[] =>
  (all[0] ?? []).map((_, cell) => sumOf(all.map(counts => counts[cell] ?? 0)))
