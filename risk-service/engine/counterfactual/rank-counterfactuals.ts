import type { Counterfactual } from '../../contract/index.ts'

const maxShown = 6
/** Of one rule while others have some to show. */
const maxPerRule = 2

/** What is shown of all that was found: the nearest of each kind of change, nearest first. */
export function rankCounterfactuals(found: readonly Counterfactual[]): Counterfactual[] {
  const best = new Map<string, Counterfactual>()
  for (const flip of found.toSorted((a, b) => changeCost(a) - changeCost(b))) {
    const key = JSON.stringify([flip.decision, flip.changes.map(({ kind, name, window }) => [kind, name, window])])
    if (!best.has(key)) best.set(key, flip)
  }
  return diversify([...best.values()])
}

/**
 * The nearest, but of several rules where there are several: a rule with a list in each of its clauses would fill the
 * room alone.
 */
function diversify(flips: readonly Counterfactual[]): Counterfactual[] {
  const ofRule = new Map<string | null, number>()
  const first = flips
    .filter(({ rule }) => {
      const count = (ofRule.get(rule) ?? 0) + 1
      ofRule.set(rule, count)
      return count <= maxPerRule
    })
    .slice(0, maxShown)
  const shown = new Set([...first, ...flips.filter(flip => !first.includes(flip))].slice(0, maxShown))
  return flips.filter(flip => shown.has(flip))
}

const changeCost = (flip: Counterfactual): number => (flip.distance ?? 1) + (flip.changes.length - 1) * 10
