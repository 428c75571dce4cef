import type { RuleBody } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { ruleDifferences } from './rule-differences.ts'

const body = (change: Partial<RuleBody> = {}): RuleBody => ({
  name: 'Night',
  description: '',
  condition: '',
  clauses: [{ name: 'a', section: 'prior', text: 'RETURN Approve("x")' }],
  sample: { payload: {}, riskScore: 1 },
  ...change,
})

it('two versions are compared by name, description, condition and each clause; what is equal is left out', () => {
  expect(ruleDifferences(body(), body())).toEqual([])
  expect(ruleDifferences(body(), body({ name: 'Day', sample: { payload: { a: 1 }, riskScore: 9 } }))).toEqual([
    { id: 'name', clause: null, mine: 'Night', theirs: 'Day' },
  ])
  const theirs = body({
    condition: 'c',
    clauses: [
      { name: 'a', section: 'prior', text: 'RETURN Reject("x")' },
      { name: 'b', section: 'postRisk', text: 't' },
    ],
  })
  expect(ruleDifferences(body(), theirs)).toEqual([
    { id: 'condition', clause: null, mine: '', theirs: 'c' },
    { id: 'clause a', clause: 'a', mine: 'RETURN Approve("x")', theirs: 'RETURN Reject("x")' },
    { id: 'clause b', clause: 'b', mine: '', theirs: 't' },
  ])
})
