import { expect, test } from 'vitest'
import type { Explanation } from '../../contract/index.ts'
import { compactExplanation, expandExplanation } from './explanation.ts'

const rules = Array.from({ length: 20 }, (_, index): Explanation['rules'][number] => ({
  ruleId: `00000000-0000-4000-8000-0000000000${10 + index}`,
  rule: `Rule ${index}`,
  environmentId: '00000000-0000-4000-8000-000000000001',
  version: index + 1,
  position: index,
  selected: index % 3 === 0,
  clauses:
    index === 6 ? [{ clause: 'c', effect: 'decide', decision: 'Reject', conditions: [], outputs: { a: 1 } }] : [],
}))
const chain = rules.map(({ ruleId, rule, environmentId, version, position }) => ({
  ruleId,
  rule,
  environmentId,
  version,
  position,
}))
const explanation: Explanation = {
  contributions: [{ code: 'amount', value: 1, points: 2 }],
  rules: rules.slice(0, 7),
  runtimeErrors: [],
}

test('a stored explanation is small and reads as it was, a chain that ended early included', () => {
  const packed = compactExplanation('chain', explanation)
  expect(JSON.stringify(packed).length).toBeLessThan(JSON.stringify(explanation).length / 4)
  expect(expandExplanation(JSON.parse(JSON.stringify(packed)) as typeof packed, chain)).toEqual(explanation)
})

test('an explanation without rules, or from before the compact form, is stored whole', () => {
  const none = { ...explanation, rules: [] }
  expect(compactExplanation('chain', none)).toEqual(none)
  expect(compactExplanation(null, explanation)).toEqual(explanation)
  expect(expandExplanation(explanation, null)).toBe(explanation)
})
