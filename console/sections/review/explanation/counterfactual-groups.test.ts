import type { Counterfactual } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { groupByDecision } from './counterfactual-groups.ts'

const counterfactual = (decision: Counterfactual['decision'], name: string): Counterfactual => ({
  decision,
  rule: null,
  clause: null,
  distance: null,
  today: false,
  changes: [{ kind: 'attribute', name, window: null, how: 'status', now: 1, to: 2 }],
})

it('the grouping of counterfactuals sets changes with the same decision together and names it once', () => {
  const lines = groupByDecision([
    counterfactual('Reject', 'a'),
    counterfactual('Approve', 'b'),
    counterfactual('Reject', 'c'),
  ])
  expect(lines.map(({ counterfactual: { decision, changes }, first }) => [decision, changes[0]?.name, first])).toEqual([
    ['Reject', 'a', true],
    ['Reject', 'c', false],
    ['Approve', 'b', true],
  ])
})

it('the grouping of counterfactuals has nothing to group in nothing', () => {
  expect(groupByDecision([])).toEqual([])
})
