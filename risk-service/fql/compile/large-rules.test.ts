import { expect, it } from 'vitest'
import {
  type CheckEnvironment,
  checkFunctionInSteps,
  checkVelocitySetInSteps,
  compileRule,
  compileRuleInSteps,
  compileRuleSetInSteps,
  compileVelocitySetsInSteps,
  createScope,
  parse,
  type RuleSource,
} from '../index.ts'

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

/** Runs work to its end, and counts its steps. */
function count<Result>(work: Generator<undefined, Result>): { steps: number; result: Result } {
  for (let steps = 0; ; steps++) {
    const step = work.next()
    if (step.done === true) return { steps, result: step.value }
  }
}

it('a rule set can be compiled in steps that are no longer than a clause', () => {
  const { steps, result } = count(compileRuleSetInSteps([large], env))
  expect(steps).toBeGreaterThanOrEqual(2 * clauses)
  const fired: string[] = []
  result.run?.(scopeOf({ limit: 0, amount: 12_149 }), (_rule, _clause, outcome) => {
    fired.push(outcome.decision?.reason ?? '')
    return outcome.fired
  })
  expect(fired).toEqual(['c12'])
})

it('a rule can be compiled with closures in steps that are no longer than a clause', () => {
  const { steps, result } = count(compileRuleInSteps(large, env))
  expect(steps).toBeGreaterThanOrEqual(2 * clauses)
  const scope = scopeOf({ limit: 0, amount: 12_149 })
  expect(result.condition(scope)).toBe(true)
  expect(result.clauses.flatMap(({ run }) => run(scope).decision?.reason ?? [])).toEqual(['c12'])
})

it('velocity sets and functions can be checked, and sets compiled, in steps that are no longer than a text', () => {
  const velocities = large.clauses.map(
    (_, index) => `SELECT Count() AS v${index} FROM Purchase WHEN @"amount" > ${index} GROUPBY @"user"`,
  )
  const own: CheckEnvironment = { ...env, kind: 'velocity', events: new Set(['purchase']) }
  const set = { source: { condition: '', velocities }, env: own }
  expect(count(checkVelocitySetInSteps(set.source, own))).toEqual({ steps: clauses, result: [] })
  const compiled = count(compileVelocitySetsInSteps([set], { mode: 'code' }))
  expect(compiled.steps).toBeGreaterThanOrEqual(2 * clauses)
  expect(compiled.result[0]?.velocities.map(({ name }) => name)).toEqual(velocities.map((_, index) => `v${index}`))
  const properties = large.clauses.map(({ name }) => ({ name, type: 'Boolean', code: 'RETURN @"amount" > 1' }) as const)
  const definition = {
    name: 'Large',
    parameters: [],
    properties: properties.map(each => ({ ...each, default: false })),
  }
  expect(count(checkFunctionInSteps(definition, env))).toEqual({ steps: clauses, result: [] })
})

it('a text is parsed once as long as few others are', () => {
  const text = 'RETURN Approve() WHEN @"amount" == 471'
  const first = parse(text)
  parse('RETURN Reject()')
  expect(parse(text)).toBe(first)
  const filler = ' '.repeat(9_900)
  for (let index = 0; index < 102; index++) parse(`RETURN Approve("${index}")${filler}`)
  expect(parse(text)).not.toBe(first)
  expect(parse(text)).toEqual(first)
})
