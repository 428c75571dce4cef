import type { Counterfactual } from '@assay/risk-service/contract'

/**
 * Changes that lead to the same decision stand together, the nearest first; the first of each says which decision it
 * is.
 */
export function groupByDecision(flips: readonly Counterfactual[]): { flip: Counterfactual; first: boolean }[] {
  const byDecision = Map.groupBy(flips, ({ decision }) => decision)
  return [...byDecision.values()].flatMap(group => group.map((flip, index) => ({ flip, first: index === 0 })))
}
