import { expect, it } from 'vitest'
import { type CheckEnvironment, compileRule, compileRuleSetInSteps, createScope, type RuleSource } from '../index.ts'

const clauses = 40
const conditions = 150
/** A rule whose condition and clauses share a variable, as large as those that users paste. */
const large: RuleSource = {
  condition: `LET $limit = @"limit"\nWHEN ${Array.from({ length: conditions }, (_, index) => `@"items.sku" != "s${index}"`).join(' AND ')}`,
  clauses: Array.from({ length: clauses }, (_, clause) => ({
    name: `c${clause}`,
    section: 'prior' as const,
    text: `LET $own${clause} = $limit + "${clause}"\nRETURN Reject("c${clause}") WHEN ${Array.from({ length: conditions }, (_, index) => `@"amount" == ${clause * 1000 + index}`).join(' OR ')} OR $own${clause} == @"amount"`,
  })),
}
const env: CheckEnvironment = { attributes: new Map() }
const scopeOf = (event: unknown) => createScope({ event, now: new Date('2026-11-20T10:00:00Z') })

it('a large rule, whose parts are compiled one by one, does what its closures do', () => {
  const [code, closures] = (['code', 'closures'] as const).map(mode => compileRule(large, env, { mode }))
  const outcomes = (rule: typeof code, event: unknown) => {
    const scope = scopeOf(event)
    return [rule?.condition(scope), rule?.clauses.flatMap(({ run }) => run(scope).decision?.reason ?? [])]
  }
  const fired: unknown[] = []
  for (const event of [
    { limit: -1, amount: 7005, items: [{ sku: 'a' }] },
    { limit: 500_000, amount: 5_000_009 },
    { limit: 0, amount: 39_149, items: [{ sku: 's3' }, { sku: 's4' }] },
    { limit: 0, amount: 0.5, items: [{ sku: 's7' }] },
  ]) {
    expect(outcomes(code, event)).toEqual(outcomes(closures, event))
    fired.push(outcomes(code, event))
  }
  expect(fired).toEqual([
    [true, ['c7']],
    [true, ['c9']],
    [true, ['c39']],
    [false, []],
  ])
})

it('a rule set can be compiled in steps that are no longer than a clause', () => {
  let steps = 0
  const work = compileRuleSetInSteps([large], env)
  let step = work.next()
  for (; step.done !== true; step = work.next()) steps++
  expect(steps).toBeGreaterThanOrEqual(2 * clauses)
  const fired: string[] = []
  step.value.run?.(scopeOf({ limit: 0, amount: 12_149 }), (_rule, _clause, outcome) => {
    fired.push(outcome.decision?.reason ?? '')
    return outcome.fired
  })
  expect(fired).toEqual(['c12'])
})
