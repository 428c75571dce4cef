import type { RuleBody } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { partChanges, ruleText } from './version-differences.ts'

const clause = (name: string, text: string, section: RuleBody['clauses'][number]['section'] = 'postRisk') => ({
  name,
  text,
  section,
})
const body: RuleBody = {
  name: 'Ring',
  description: 'Two\n\nlines',
  condition: 'WHEN true',
  clauses: [clause('late', 'RETURN Review()\n'), clause('early', 'OBSERVE Output(a = 1)', 'prior')],
  sample: { payload: {}, riskScore: 1 },
}
const words = { condition: 'Condition', section: (section: string) => section }

it('the comparison of versions writes a rule in the order in which it runs', () => {
  expect(ruleText(body, words)).toBe(
    '// Ring\n// Two\n// lines\n\n// Condition\nWHEN true\n\n// early (prior)\nOBSERVE Output(a = 1)\n\n// late (postRisk)\nRETURN Review()\n',
  )
})

it('the comparison of versions names what differs', () => {
  expect(partChanges(body, body)).toEqual([])
  expect(
    partChanges(body, {
      ...body,
      condition: '',
      clauses: [clause('late', 'RETURN Reject()'), clause('new', '')],
      sample: { payload: {}, riskScore: 2 },
    }),
  ).toEqual([
    { part: 'condition', kind: 'changed' },
    { part: 'clause', name: 'late', kind: 'changed' },
    { part: 'clause', name: 'new', kind: 'added' },
    { part: 'clause', name: 'early', kind: 'removed' },
    { part: 'sample', kind: 'changed' },
  ])
})

it('the comparison of versions sees clauses that only changed their places', () => {
  const two = { ...body, clauses: [clause('a', 'x'), clause('b', 'y')] }
  expect(partChanges(two, { ...two, clauses: two.clauses.toReversed() })).toEqual([{ part: 'order', kind: 'changed' }])
})

it('the comparison of versions compares samples by what they say: versions have no undefined members, and no order of keys', () => {
  const sample = (payload: RuleBody['sample']['payload'], botScore?: number) => ({
    ...body,
    sample: { payload, riskScore: 1, ...(botScore === undefined ? {} : { botScore }) },
  })
  const one = sample({ total: 1, user: { id: 'a', tags: [] } }, 2)
  expect(partChanges(one, sample({ user: { tags: [], id: 'a' }, total: 1 }, 2))).toEqual([])
  for (const other of [sample({ total: 1, user: { id: 'a' } }, 2), sample({ total: 1, user: { id: 'a', tags: [] } })])
    expect(partChanges(one, other)).toEqual([{ part: 'sample', kind: 'changed' }])
})
