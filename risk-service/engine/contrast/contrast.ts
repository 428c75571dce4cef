import { type Candidate, candidatesOf } from './candidates.ts'
import type { ContrastTable } from './contrast-table.ts'
import { createExactTest, type ExactTest } from './exact-test.ts'
import { falseDiscoveryShares } from './false-discoveries.ts'
import { type Discovery, describe, groupDiscoveries } from './findings.ts'
import { cautiousSeparation } from './separation.ts'
import type { Contrast, ContrastOptions } from './types.ts'

/** What a contrast uses where its caller has no reason for something else. */
export const contrastDefaults: ContrastOptions = { falseDiscoveries: 0.05, minEvents: 3, limit: 100 }

/**
 * Returns the attributes and values that tell two sets of events apart, the best first. Cooperative: it yields after each
 * attribute and each finding.
 *
 * Each value that enough events have is compared by the exact test. Which values are compared depends on both sets
 * together and never on their difference, so that all comparisons count, and the declared share of false discoveries
 * is that of the findings. Values of the same events are one finding.
 */
export function* contrast(
  table: ContrastTable,
  options: ContrastOptions = contrastDefaults,
): Generator<undefined, Contrast> {
  const b = table.inA.filter(each => each === 0).length
  const sizes = { a: table.inA.length - b, b }
  const result: Contrast = {
    sizes,
    labels: labelsOf(table),
    comparisons: 0,
    findings: [],
    more: 0,
    omitted: [],
    rareValues: 0,
  }
  // What two events have in common is a matter of course.
  if (Math.min(sizes.a, sizes.b) < options.minEvents) return result
  const compared = yield* compareAll(table, sizes, options, result)
  result.comparisons = compared.comparisons
  const shares = falseDiscoveryShares(
    compared.likely.map(({ p }) => p),
    compared.comparisons,
  )
  const discoveries = compared.likely
    .map(({ candidate, p }, index): Discovery => {
      const separation = cautiousSeparation(candidate.a, sizes.a, candidate.b, sizes.b)
      return { candidate, p, q: shares[index] ?? 1, separation, moreInA: isMoreInA(candidate, sizes) }
    })
    .filter(({ q }) => q <= options.falseDiscoveries)
  const { groups, more } = yield* groupDiscoveries(table, discoveries, options.limit)
  result.findings = groups.map(group => describe(table, sizes, group))
  result.more = more
  return result
}

interface Compared {
  /** Comparisons that may be discoveries. */
  likely: { candidate: Candidate; p: number }[]
  comparisons: number
}

function* compareAll(
  table: ContrastTable,
  sizes: Contrast['sizes'],
  options: ContrastOptions,
  report: Pick<Contrast, 'omitted' | 'rareValues'>,
): Generator<undefined, Compared> {
  const test = createExactTest(sizes.a, sizes.b)
  const isCompared = comparability(test, sizes, options)
  const compared: Compared = { likely: [], comparisons: 0 }
  for (let attribute = 0; attribute < table.columns.length; attribute++) {
    yield
    const { candidates, values } = candidatesOf(table, attribute)
    const size = sizes.a + sizes.b
    let own = 0
    for (const candidate of candidates) {
      const total = candidate.a + candidate.b
      if (!isCompared(total)) {
        if (candidate.value.kind === 'equals' && total < size) report.rareValues++
        continue
      }
      own++
      if (eventsWhereFrequent(candidate, sizes) < options.minEvents) continue
      const p = test.probability(candidate.a, candidate.b)
      // A larger one is no discovery, and does not change the shares of the others.
      if (p <= options.falseDiscoveries) compared.likely.push({ candidate, p })
    }
    compared.comparisons += own
    if (own === 0 && values > 0)
      report.omitted.push({
        attribute: table.attributes[attribute]?.id ?? '',
        reason: candidates.every(({ a, b }) => a + b === size) ? 'constant' : 'tooFew',
        values,
      })
  }
  return compared
}

/**
 * Returns whether values of so many events are compared: those that could be a discovery at all, were their events
 * distributed as unevenly as possible. The others would only hide what is there (R. E. Tarone, *A modified Bonferroni
 * method for discrete data*, Biometrics 46 (1990), 515–522).
 */
function comparability(
  test: ExactTest,
  sizes: Contrast['sizes'],
  options: ContrastOptions,
): (total: number) => boolean {
  const decided = new Map<number, boolean>()
  return total => {
    let found = decided.get(total)
    if (found === undefined) {
      found =
        total >= options.minEvents && total < sizes.a + sizes.b && test.smallest(total) <= options.falseDiscoveries
      decided.set(total, found)
    }
    return found
  }
}

/** Events with the value in the set where it is more frequent. */
const eventsWhereFrequent = (candidate: Candidate, sizes: Contrast['sizes']): number =>
  isMoreInA(candidate, sizes) ? candidate.a : candidate.b

const isMoreInA = ({ a, b }: Candidate, sizes: Contrast['sizes']): boolean => a * sizes.b > b * sizes.a

function labelsOf({ inA, labels }: ContrastTable): Contrast['labels'] {
  const result = { a: { fraud: 0, labelled: 0 }, b: { fraud: 0, labelled: 0 } }
  for (let event = 0; event < labels.length; event++) {
    const label = labels[event] ?? -1
    if (label < 0) continue
    const set = result[inA[event] === 1 ? 'a' : 'b']
    set.labelled++
    set.fraud += label
  }
  return result
}
