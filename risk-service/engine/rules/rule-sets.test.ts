import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AttributeInfo,
  type CompileOptions,
  compileRuleSet,
  createScope,
  type RuleSource,
  type Section,
  type VelocityReader,
} from '../../fql/index.ts'
import { inRunOrder } from './compile-rule-set.ts'
import { emptyChain, type PublishedRule, type RuleSet } from './published-chain.ts'
import { runChain, runRules } from './run-rules.ts'

const attributes = new Map<string, AttributeInfo>([
  ['n', { path: 'n', type: 'number' }],
  ['t', { path: 't', type: 'string' }],
  ['flag', { path: 'flag', type: 'boolean' }],
  ['rows', { path: 'rows', type: 'array' }],
  ['rows.x', { path: 'rows.x', type: 'number' }],
])

/** Conditions that compare attributes, cross arrays, fail, read scores and variables. */
const tests = [
  '@"n" > 3',
  '@"n" <= 1 || @"flag"',
  '@"t" == "a"',
  '!(@"t" == "b") && @"n" >= 2',
  '@"rows.x" > 2',
  '@"t".ToInt32() > 1',
  '@"riskScore" > 500',
  '@"botScore" > 300',
  'GetVariable("seen").AsString() == "yes"',
  'DaysSince(@"t") > 3',
  'false',
  'true',
]
const actions = [
  'RETURN Reject("r")',
  'RETURN Review()',
  'RETURN Approve("a", "message")',
  'OBSERVE Output(hit = @"n", of = @"t")',
  'OBSERVE Output(score = @"riskScore")',
  'OBSERVE Trace(n = @"n")',
  'DO SetVariables(seen = "yes")',
  'OBSERVE Output(i = @"t".ToInt32())',
]
const ruleWith = (conditions: readonly string[]) => {
  const when = fc.option(fc.constantFrom(...conditions), { freq: 4 })
  const clause = fc.record({
    text: fc
      .tuple(fc.constantFrom(...actions), when)
      .map(([act, test]) => (test === null ? act : `${act}\nWHEN ${test}`)),
    section: fc.constantFrom<Section>('prior', 'postBot', 'postRisk'),
    local: fc.boolean(),
  })
  return fc.record({
    condition: fc.option(fc.constantFrom(...conditions), { freq: 2 }),
    local: fc.boolean(),
    clauses: fc.array(clause, { minLength: 1, maxLength: 4 }),
  })
}
const rule = ruleWith([
  ...tests,
  '@"n" > 1 && DaysSince(@"t") > 3',
  '@"flag" && @"rows.x" > 1 && GetVariable("seen").AsString() == "yes"',
])
/** Values that may have to be waited for. */
const waiting = [
  'Velocity.v(@"t", 1d) > 3',
  '@"n" > 2 && Velocity.v(@"t", 7d) > 1',
  'Velocity.w("fixed", 1h) > 2',
  'Velocity.w(@"t" + "x", 1d) < 2',
]
const mixed = ruleWith([...tests, ...waiting])
const event = fc.record(
  {
    n: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant('4'), fc.constant(null)),
    t: fc.constantFrom('a', 'A', 'b', '7', '2025-06-01T00:00:00Z', null),
    flag: fc.oneof(fc.boolean(), fc.constant('true')),
    rows: fc.array(fc.record({ x: fc.integer({ min: 0, max: 4 }) }), { maxLength: 3 }),
  },
  { requiredKeys: [] },
)

/** Scores can be read in their sections only, and in no condition. */
const without = (text: string, ...scores: string[]) =>
  scores.reduce((out, score) => out.replaceAll(`@"${score}Score"`, '@"n"'), text)
const hidden: Record<Section, string[]> = { prior: ['risk', 'bot'], postBot: ['risk'], postRisk: [] }

function sourceOf({
  condition,
  local,
  clauses,
}: {
  condition: string | null
  local: boolean
  clauses: { text: string; section: Section; local: boolean }[]
}): RuleSource {
  return {
    condition: condition === null ? '' : `${local ? 'LET $c = @"n"\n' : ''}WHEN ${without(condition, 'risk', 'bot')}`,
    clauses: clauses.map((each, index) => ({
      name: `c${index}`,
      section: each.section,
      text: `${each.local ? `LET $l${index} = @"n"\n` : ''}${without(each.text, ...hidden[each.section])}`,
    })),
  }
}

function setOf(rules: readonly RuleSource[], firstMatch: boolean, mode: CompileOptions['mode']): RuleSet {
  const velocities = new Map(['v', 'w'].map(name => [name, { name }]))
  const made = compileRuleSet(rules, { attributes, legacyScores: 'riskAndBot', velocities }, { mode })
  expect(made.run === null).toBe(
    rules.some(({ condition, clauses }) =>
      [condition, ...clauses.map(({ text }) => text)].some(text => text.includes('Velocity')),
    ),
  )
  return {
    environmentId: 'e',
    firstMatch,
    programs: made,
    rules: made.rules.map(
      (compiled, index): PublishedRule => ({
        id: `id${index}`,
        name: `rule ${index}`,
        environmentId: 'e',
        version: 1,
        position: index,
        compiled,
        clauses: inRunOrder(compiled.clauses),
      }),
    ),
  }
}

const scores = { risk: 700, bot: 400 }
const twice = (set: RuleSet): RuleSet[] => [set, { ...set, environmentId: 'below' }]

test.each(['code', 'closures'] as const)(
  'a set as one program comes to what its rules come to one by one: %s',
  mode => {
    let decided = 0
    let failed = 0
    fc.assert(
      fc.property(
        fc.array(rule, { minLength: 1, maxLength: 30 }),
        fc.boolean(),
        fc.array(event, { minLength: 1, maxLength: 4 }),
        (rules, firstMatch, events) => {
          const sources = rules.map(sourceOf)
          const set = setOf(sources, firstMatch, mode)
          for (const seen of events) {
            const scopes = [0, 1].map(() => createScope({ event: seen, now: new Date('2025-06-15T11:04:00Z') }))
            const [together, apart] = [scopes[0], scopes[1]]
            if (together === undefined || apart === undefined) return
            const result = runRules(twice(set), together, scores)
            const expected = runRules(twice({ ...set, programs: null }), apart, scores)
            expect(result).toEqual(expected)
            expect([...together.variables]).toEqual([...apart.variables])
            if (result.rule !== null) decided++
            if (result.explanation.runtimeErrors.length > 0) failed++
          }
        },
      ),
      { numRuns: 120 },
    )
    expect(Math.min(decided, failed)).toBeGreaterThan(10)
  },
)

/** Creates a reader that answers keys later which were not prefetched, and fails for one key. */
function slowReader(): VelocityReader & { fetched: Set<string>; waits: number } {
  const fetched = new Set<string>()
  const nameOf = (velocity: string, key: string, count: number): string => `${velocity} ${key} ${count}`
  return {
    fetched,
    waits: 0,
    read(velocity, key, { count }) {
      const value = key === 'b' ? Promise.reject(new Error('down')) : (key.length * 3 + count) % 5
      if (value instanceof Promise || fetched.has(nameOf(velocity.name, key, count))) return value
      this.waits++
      return Promise.resolve(value)
    },
    prefetch(asked) {
      for (const { velocity, key, window } of asked) fetched.add(nameOf(velocity.name, key, window.count))
      return asked.length === 0 ? undefined : Promise.resolve()
    },
  }
}

test.each(['code', 'closures'] as const)(
  'a set of which parts wait comes to the same in programs as rule by rule: %s',
  async mode => {
    let waited = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(rule, mixed), { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        event,
        async (rules, firstMatch, seen) => {
          const set = setOf(rules.map(sourceOf), firstMatch, mode)
          const readers = [slowReader(), slowReader()] as const
          const [together, apart] = readers.map(velocities =>
            createScope({ event: seen, now: new Date('2025-06-15T11:04:00Z'), velocities }),
          )
          if (together === undefined || apart === undefined) return
          const result = await runChain({ ...emptyChain, waits: true, sets: twice(set) }, together, scores)
          expect(result).toEqual(
            await runChain({ ...emptyChain, waits: true, sets: twice({ ...set, programs: null }) }, apart, scores),
          )
          expect([...together.variables]).toEqual([...apart.variables])
          expect(readers[0].waits).toBeLessThanOrEqual(readers[1].waits)
          // Keys that are an attribute were prefetched; a composed key was not.
          expect(readers[0].waits).toBeLessThanOrEqual(2)
          waited += readers[1].waits - readers[0].waits
        },
      ),
      { numRuns: 400 },
    )
    expect(waited).toBeGreaterThan(5)
  },
)
