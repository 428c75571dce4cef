import type { Counterfactual } from '@assay/risk-service/contract'

/**
 * Changes that lead to the same decision stand together, the nearest first; the first of each says which decision it
 * is.
 */
export function groupByDecision(
  counterfactuals: readonly Counterfactual[],
): { counterfactual: Counterfactual; first: boolean }[] {
  const byDecision = Map.groupBy(counterfactuals, ({ decision }) => decision)
  return [...byDecision.values()].flatMap(group =>
    group.map((counterfactual, index) => ({ counterfactual, first: index === 0 })),
  )
}
