import type { Counterfactual } from '../../contract/index.ts'

const maxShown = 6
/** Maximum of one rule while other rules have counterfactuals as well. */
const maxPerRule = 2

/** Selects the counterfactuals that are shown: the nearest of each kind of change, nearest first. */
export function rankCounterfactuals(found: readonly Counterfactual[]): Counterfactual[] {
  const best = new Map<string, Counterfactual>()
  for (const counterfactual of found.toSorted((a, b) => changeCost(a) - changeCost(b))) {
    const key = JSON.stringify([
      counterfactual.decision,
      counterfactual.changes.map(({ kind, name, window }) => [kind, name, window]),
    ])
    if (!best.has(key)) best.set(key, counterfactual)
  }
  return diversify([...best.values()])
}

/**
 * Selects the nearest, of several rules where possible: a rule with a list in each of its clauses would otherwise fill
 * all places.
 */
function diversify(counterfactuals: readonly Counterfactual[]): Counterfactual[] {
  const ofRule = new Map<string | null, number>()
  const first = counterfactuals
    .filter(({ rule }) => {
      const count = (ofRule.get(rule) ?? 0) + 1
      ofRule.set(rule, count)
      return count <= maxPerRule
    })
    .slice(0, maxShown)
  const shown = new Set(
    [...first, ...counterfactuals.filter(counterfactual => !first.includes(counterfactual))].slice(0, maxShown),
  )
  return counterfactuals.filter(counterfactual => shown.has(counterfactual))
}

const changeCost = (counterfactual: Counterfactual): number =>
  (counterfactual.distance ?? 1) + (counterfactual.changes.length - 1) * 10
