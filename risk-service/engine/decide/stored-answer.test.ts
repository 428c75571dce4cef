import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileRules, createScope } from '../../fql/index.ts'
import { type CompactExplanation } from '../../ports/stored-explanation.ts'
import { purchaseAnswer } from '../assessment-types/purchase-answer.ts'
import { compactExplanation } from '../explain/explanation.ts'
import type { PublishedRule } from '../rules/published-chain.ts'
import { runRules } from '../rules/run-rules.ts'
import { compactAnswer, expandAnswer } from './stored-answer.ts'

const chainId = '0198c0de-0000-4000-8000-00000000c0de'
const environmentId = '0198c0de-0000-4000-8000-000000000001'
const scored = { score: 1, reasonCodes: [], contributions: [] } as unknown as Parameters<typeof purchaseAnswer>[2]

/** Returns rules of which some are selected, and one decides in its second clause of three. */
function chainOf(selected: readonly boolean[], deciding: number): PublishedRule[] {
  const sources = selected.map(
    (is, index) => ({
      condition: is ? '' : 'WHEN false',
      clauses: ['first "quoted"', 'second', 'third'].map((name, place) => ({
        name: `${name} ${index}`,
        section: 'prior' as const,
        text: index === deciding && place === 1 ? 'RETURN Reject("no")' : 'OBSERVE Output(a = 1)\nWHEN false',
      })),
    }),
    { numRuns: 60 },
  )
  return compileRules(sources, { attributes: new Map() }).map((compiled, index) => ({
    id: `id${index}`,
    name: `Rule ${index} é`,
    environmentId,
    version: 1,
    position: index,
    compiled,
    clauses: compiled.clauses,
  }))
}

test('a stored answer comes back byte for byte, wherever its rules ended', () => {
  let smaller = 0
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 5, maxLength: 40, size: 'max' }),
      fc.integer({ min: 0, max: 60 }),
      (selected, deciding) => {
        const rules = chainOf(selected, deciding)
        const stored = rules.map(({ id, name, version, position, clauses }) => ({
          ruleId: id,
          rule: name,
          environmentId,
          version,
          position,
          clauses: clauses.map(clause => clause.name),
        }))
        const run = runRules(
          [{ environmentId, firstMatch: false, rules }],
          createScope({ event: {}, now: new Date(0) }),
          {},
        )
        const answer = purchaseAnswer('p-1', {}, scored, run, {}, false)
        const explanation = compactExplanation(chainId, { contributions: [], ...run.explanation }) as CompactExplanation
        const packed = compactAnswer(answer, run.evaluated, explanation)
        expect(expandAnswer(packed, stored)).toBe(answer)
        expect(packed.length).toBeLessThanOrEqual(answer.length)
        if (packed.length < answer.length) smaller++
      },
    ),
    { numRuns: 60 },
  )
  expect(smaller).toBeGreaterThan(10)
})

test('an answer to another assessment is stored as it is, whatever its properties are called', () => {
  const run = runRules(
    [{ environmentId, firstMatch: false, rules: chainOf(Array<boolean>(12).fill(true), 60) }],
    createScope({ event: {}, now: new Date(0) }),
    {},
  )
  const answer = JSON.stringify({ metadata: { eventId: '1' }, customProperties: { RuleEvaluations: ['ours'] } })
  expect(compactAnswer(answer, run.evaluated, { chain: chainId, selected: '1'.repeat(12) })).toBe(answer)
})

test('an answer that was stored whole is as it is', () => {
  expect(expandAnswer('{"resultDetails":{}}', null)).toBe('{"resultDetails":{}}')
})
