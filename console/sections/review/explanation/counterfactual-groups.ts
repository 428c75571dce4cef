import type { Counterfactual } from '@assay/risk-service/contract'

/** Changes that lead to the same decision form a group, the nearest first; the first of each names the decision. */
export function groupByDecision(
  counterfactuals: readonly Counterfactual[],
): { counterfactual: Counterfactual; first: boolean }[] {
  const byDecision = Map.groupBy(counterfactuals, ({ decision }) => decision)
  return [...byDecision.values()].flatMap(group =>
    group.map((counterfactual, index) => ({ counterfactual, first: index === 0 })),
  )
}
