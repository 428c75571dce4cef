import { expect, it } from 'vitest'
import { boundEvaluation, boundProblems, isTooLarge } from './bound-result.ts'

const rule = {
  ruleId: '',
  rule: '',
  environmentId: '',
  version: 0,
  position: 0,
  selected: true,
}
const explanationOf = (clauses: number, conditions: number, text: string) => ({
  contributions: [],
  runtimeErrors: [],
  rules: [
    {
      ...rule,
      clauses: Array.from({ length: clauses }, (_, index) => ({
        clause: `c${index}`,
        effect: 'none' as const,
        decision: null,
        conditions: Array.from({ length: conditions }, () => ({
          text,
          result: true,
          reads: [{ name: 'totalAmount', value: '12' }],
        })),
        outputs: {},
      })),
    },
  ],
})
const evaluationOf = (...size: Parameters<typeof explanationOf>) =>
  boundEvaluation({ problems: [], result: { explanation: explanationOf(...size) } })

it('returns an evaluation of usual size as it is', () => {
  const explanation = explanationOf(20, 5, '@"totalAmount" > 12')
  expect(boundEvaluation({ problems: [], result: { explanation } })).toEqual({ problems: [], result: { explanation } })
})

it('cuts long conditions, and tells where conditions are left out', () => {
  const cut = evaluationOf(100, 1, 'x'.repeat(9800))
  expect(cut.result?.explanation.rules[0]?.clauses[0]?.conditions[0]?.text).toBe(`${'x'.repeat(1000)}…`)
  expect(isTooLarge(cut)).toBe(false)

  const many = evaluationOf(100, 400, '@"totalAmount" > 12')
  const clauses = many.result?.explanation.rules[0]?.clauses ?? []
  expect(clauses.map(({ clause }) => clause)).toHaveLength(100)
  expect(clauses[0]?.conditions).toHaveLength(400)
  expect(clauses.at(-1)?.conditions).toEqual([{ text: '…', result: false, reads: [] }])
  expect(isTooLarge(many)).toBe(false)
})

it('returns at most 500 problems, and no warning instead of an error', () => {
  const problems = Array.from({ length: 2000 }, (_, index) => ({
    severity: index < 1990 ? 'warning' : 'error',
    index,
  }))
  const bounded = boundProblems(problems)
  expect(bounded).toHaveLength(500)
  expect(bounded.filter(({ severity }) => severity === 'error')).toHaveLength(10)
})

it('finds a result too large whose outputs are', () => {
  expect(isTooLarge({ outputs: 'x'.repeat(1_000_000) })).toBe(true)
})
