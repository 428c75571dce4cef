import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileRuleSet, createScope, type AttributeInfo, type CompileOptions, type RuleSource, type Section } from '../fql/index.ts'
import { inRunOrder, type BookRule, type RuleSet } from './rule-book.ts'
import { runRules } from './run-rules.ts'

const attributes = new Map<string, AttributeInfo>([
  ['n', { path: 'n', type: 'number' }], ['t', { path: 't', type: 'string' }], ['flag', { path: 'flag', type: 'boolean' }], ['rows', { path: 'rows', type: 'array' }], ['rows.x', { path: 'rows.x', type: 'number' }],
])

/** Conditions that compare attributes, cross arrays, fail, read scores and variables. */
const tests = [
  '@"n" > 3', '@"n" <= 1 || @"flag"', '@"t" == "a"', '!(@"t" == "b") && @"n" >= 2', '@"rows.x" > 2', '@"t".ToInt32() > 1', '@"riskScore" > 500', '@"botScore" > 300',
  'GetVariable("seen").AsString() == "yes"', 'DaysSince(@"t") > 3', 'false', 'true',
]
const actions = ['RETURN Reject("r")', 'RETURN Review()', 'RETURN Approve("a", "message")', 'OBSERVE Output(hit = @"n", of = @"t")', 'OBSERVE Output(score = @"riskScore")', 'OBSERVE Trace(n = @"n")', 'DO SetVariables(seen = "yes")', 'OBSERVE Output(i = @"t".ToInt32())']
const when = fc.option(fc.constantFrom(...tests), { freq: 4 })
const clause = fc.record({ text: fc.tuple(fc.constantFrom(...actions), when).map(([act, test]) => (test === null ? act : `${act}\nWHEN ${test}`)), section: fc.constantFrom<Section>('prior', 'postBot', 'postRisk'), local: fc.boolean() })
const rule = fc.record({ condition: fc.option(fc.constantFrom(...tests), { freq: 2 }), local: fc.boolean(), clauses: fc.array(clause, { minLength: 1, maxLength: 4 }) })
const event = fc.record({
  n: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant('4'), fc.constant(null)), t: fc.constantFrom('a', 'A', 'b', '7', '2025-06-01T00:00:00Z', null), flag: fc.oneof(fc.boolean(), fc.constant('true')),
  rows: fc.array(fc.record({ x: fc.integer({ min: 0, max: 4 }) }), { maxLength: 3 }),
}, { requiredKeys: [] })

/** Scores are known in their sections only, and to no condition. */
const without = (text: string, ...scores: string[]) => scores.reduce((out, score) => out.replaceAll(`@"${score}Score"`, '@"n"'), text)
const hidden: Record<Section, string[]> = { prior: ['risk', 'bot'], postBot: ['risk'], postRisk: [] }

function sourceOf({ condition, local, clauses }: { condition: string | null; local: boolean; clauses: { text: string; section: Section; local: boolean }[] }): RuleSource {
  return {
    condition: condition === null ? '' : `${local ? 'LET $c = @"n"\n' : ''}WHEN ${without(condition, 'risk', 'bot')}`,
    clauses: clauses.map((each, index) => ({ name: `c${index}`, section: each.section, text: `${each.local ? `LET $l${index} = @"n"\n` : ''}${without(each.text, ...hidden[each.section])}` })),
  }
}

function setOf(rules: readonly RuleSource[], firstMatch: boolean, mode: CompileOptions['mode']): RuleSet {
  const made = compileRuleSet(rules, { attributes, legacyScores: 'riskAndBot' }, { mode })
  expect(made.run).not.toBeNull()
  return {
    environmentId: 'e', firstMatch, run: made.run,
    rules: made.rules.map((compiled, index): BookRule => ({ id: `id${index}`, name: `rule ${index}`, environmentId: 'e', version: 1, position: index, compiled, clauses: inRunOrder(compiled.clauses) })),
  }
}

test.each(['code', 'closures'] as const)('a set as one program comes to what its rules come to one by one: %s', mode => {
  let decided = 0
  let failed = 0
  fc.assert(fc.property(fc.array(rule, { minLength: 1, maxLength: 30 }), fc.boolean(), fc.array(event, { minLength: 1, maxLength: 4 }), (rules, firstMatch, events) => {
    const sources = rules.map(sourceOf)
    const set = setOf(sources, firstMatch, mode)
    for (const seen of events) {
      const scopes = [0, 1].map(() => createScope({ event: seen, now: new Date('2025-06-15T11:04:00Z') }))
      const [together, apart] = [scopes[0], scopes[1]]
      if (together === undefined || apart === undefined) return
      const chain = (run: RuleSet['run']) => [{ ...set, ...(run === undefined ? {} : { run }) }, { ...set, environmentId: 'below', ...(run === undefined ? {} : { run }) }]
      const scores = { risk: 700, bot: 400 }
      const result = runRules(chain(set.run), together, scores)
      const expected = runRules(chain(null), apart, scores)
      expect(result).toEqual(expected)
      expect([...together.variables]).toEqual([...apart.variables])
      if (result.rule !== null) decided++
      if (result.explanation.runtimeErrors.length > 0) failed++
    }
  }), { numRuns: 120 })
  expect(Math.min(decided, failed)).toBeGreaterThan(10)
})
