import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CheckEnvironment,
  type ClauseOutcome,
  type CompileOptions,
  checkFunction,
  checkRule,
  checkVelocitySet,
  compileRuleSet,
  compileRules,
  createScope,
  diagnosticTemplates,
  type ResourceReaders,
  type RuleSource,
  runClause,
  runtimeTemplates,
} from '../index.ts'

const plain: CheckEnvironment = {
  attributes: new Map(),
  velocities: new Map([['v', { name: 'v' }]]),
  externalAssessments: new Map([['k', { name: 'k' }]]),
}
const rule = (...texts: string[]): RuleSource => ({
  condition: '',
  clauses: texts.map((text, index) => ({ name: `c${index}`, section: 'prior' as const, text })),
})
const codesOf = (source: RuleSource, env: CheckEnvironment = plain): string[] =>
  checkRule(source, env).map(({ diagnostic: { code, line, column } }) => `${code} ${line}:${column}`)

/** A text for every code of the checker, with the reported position. */
const texts: Readonly<Record<string, readonly [string | (() => string[]), string]>> = {
  FQL1001: ['RETURN Reject() WHEN @"a" # 2', '1:27'],
  FQL1002: ['RETURN Reject("x', '1:15'],
  FQL1003: ['RETURN Reject() /* x', '1:17'],
  FQL1004: ['RETURN Reject() WHEN 1 == 12x', '1:27'],
  FQL1005: ['RETURN 1 + 2', '1:8'],
  FQL1006: ['RETURN Reject() WHEN', '1:21'],
  FQL1007: ['WHEN true', '1:1'],
  FQL1008: ['OBSERVE Output()\nOBSERVE Output()', '2:1'],
  FQL1009: ['LET $a = 1', '1:1'],
  FQL1010: ['RETURN Reject()\nLET $a = 1', '2:1'],
  FQL2001: ['RETURN Reject() WHEN Nope()', '1:22'],
  FQL2002: ['RETURN Challenge()', '1:8'],
  FQL2003: ['RETURN Reject() WHEN 5 - "2" > 1', '1:24'],
  FQL2004: ['RETURN Reject() WHEN @"a".Shout()', '1:27'],
  FQL2005: ['RETURN Reject() WHEN $z', '1:22'],
  FQL2006: ['LET $a = 1\nLET $A = 2\nRETURN Reject()', '2:5'],
  FQL2007: ['RETURN Reject() WHEN ContainsKey("l", "c", "x")', '1:34'],
  FQL2008: ['RETURN Reject() WHEN Velocity.v("k", "7d") > 1', '1:38'],
  FQL2009: ['RETURN Reject() WHEN Velocity.v("k", 24h) > 1', '1:38'],
  FQL2010: ['DO SetResponse(a = 1)', '1:4'],
  FQL2011: ['RETURN Reject() WHEN Patterns.IsRegexMatch("(?=a)", @"e")', '1:44'],
  FQL2012: [
    () =>
      checkVelocitySet(
        { condition: '', velocities: ['SELECT Count() AS n FROM P GROUPBY @"i.x"'] },
        { ...plain, sample: { i: [{ x: 1 }] } },
      ).map(({ diagnostic: { code, line, column } }) => `${code} ${line}:${column}`),
    '1:36',
  ],
  FQL2013: [
    () =>
      checkFunction(
        {
          name: 'f',
          parameters: [],
          properties: [
            { name: 'p', type: 'Double', default: 0, code: 'RETURN [External.a(), External.b(), External.c()]' },
          ],
        },
        {
          attributes: new Map(),
          externalCalls: new Map(['a', 'b', 'c'].map(name => [name, { name, parameters: [] }])),
        },
      ).map(({ diagnostic: { code, line, column } }) => `${code} ${line}:${column}`),
    '1:46',
  ],
  FQL3001: [
    () => codesOf(rule('RETURN Reject(@"b")'), { attributes: new Map([['a', { path: 'a', type: 'string' }]]) }),
    '1:15',
  ],
  FQL3002: [() => codesOf(rule('RETURN Reject() WHEN @"riskScore" > 1'), { ...plain, legacyScores: 'risk' }), '1:22'],
  FQL3003: ['RETURN Reject() WHEN @"a" < @"b"', '1:27'],
  FQL3004: [() => codesOf(rule('RETURN Reject()', 'RETURN Reject()')), '1:1'],
}
describe('codes of the checker', () => {
  it('codes of the checker are all produced', () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(diagnosticTemplates).sort())
  })
  it.each(Object.entries(texts))('%s', (code, [source, place]) => {
    const found = typeof source === 'string' ? codesOf(rule(source)) : source()
    expect(found[0]).toBe(`${code} ${place}`)
  })
})

/** The same for codes of evaluations; the caller of assessments limits their nesting (FQL4008). */
const failing: Readonly<Record<string, string>> = {
  FQL4001: 'RETURN Reject() WHEN 1 / @"zero" > 1',
  FQL4002: 'RETURN Reject() WHEN Math.Sqrt(-1) > 0',
  FQL4003: 'RETURN Reject() WHEN "x".ToInt32() > 0',
  FQL4004: 'RETURN Reject() WHEN "x".Substring(2) == ""',
  FQL4005: 'RETURN Reject($late)',
  FQL4006: 'RETURN Reject() WHEN @"r.a" + @"s.b" == "no"',
  FQL4007: 'RETURN Reject() WHEN ContainsKey("l", "c", "x")',
  FQL4009: 'RETURN Reject() WHEN Velocity.v("k", 1d) > 1',
}
const rows = Array.from({ length: 40 }, (_, a) => ({ a, b: a }))
const readers: ResourceReaders = {
  velocities: {
    read: () => {
      throw new Error('down')
    },
  },
}
describe('codes of evaluations', () => {
  it('codes of evaluations are all produced', () => {
    expect([...Object.keys(failing), 'FQL4008'].sort()).toEqual(Object.keys(runtimeTemplates).sort())
  })
  it.each(
    Object.entries(failing).flatMap(
      ([code, text]) =>
        [
          [code, 'code', text],
          [code, 'closures', text],
        ] as const,
    ),
  )('%s, %s', async (code, mode, text) => {
    const env: CheckEnvironment = {
      ...plain,
      lists: { custom: new Map([['l', { name: 'l', columns: ['c'] }]]), support: new Map() },
    }
    const source: RuleSource = {
      condition: '',
      clauses: [
        { name: 'a', section: 'prior', text: 'LET $late = 1 / @"zero"\nRETURN Reject() WHEN false' },
        { name: 'b', section: 'prior', text },
      ],
    }
    const scope = createScope({ event: { zero: 0, r: rows, s: rows }, now: new Date(0), ...readers })
    let last: ClauseOutcome | undefined
    for (const clause of compileRules([source], env, { mode })[0]?.clauses ?? []) last = await runClause(clause, scope)
    expect(last?.errors.map(error => error.code)).toEqual([code])
  })
})

describe('budgets', () => {
  it('the budget of text ends a check', () => {
    const when = `WHEN ${'true && '.repeat(600)}true`
    expect(checkRule({ condition: when, clauses: [] }, plain).map(({ diagnostic }) => diagnostic.code)).toEqual([
      'FQL2009',
    ])
    expect(checkRule(rule(`RETURN Reject() ${when}`), plain)).toEqual([])
  })
  it.each(['code', 'closures'] as const)('the budget of steps ends an event, %s', mode => {
    const text = `OBSERVE Output(a = 1) WHEN ${Array.from({ length: 200 }, () => '@"a" == 1').join(' || ')}`
    const clause = compileRules([rule(text)], plain, { mode })[0]?.clauses[0]
    const scope = createScope({ event: { a: 2 }, now: new Date(0) })
    const codes = Array.from({ length: 400 }, () => clause?.run(scope).errors.map(error => error.code) ?? []).flat()
    expect(codes.length).toBeGreaterThan(50)
    expect(new Set(codes)).toEqual(new Set(['FQL4006']))
  })
  it.each(['code', 'closures'] as const)('the budget of time ends an event, %s', mode => {
    const scope = createScope({ event: { a: 2 }, now: new Date(0) })
    scope.started = performance.now() - 5000
    scope.nextCheck = -1
    expect(compileRules([rule('RETURN Reject()')], plain, { mode })[0]?.clauses[0]?.run(scope).errors[0]?.code).toBe(
      'FQL4006',
    )
  })
})

describe('a whole set', () => {
  const when = fc.constantFrom(
    '@"n" > 3',
    '@"c" == "x"',
    '!@"f"',
    '@"items.q" > 4 && @"n" < 5',
    '@"n" / @"zero" > 1',
    'true',
    'false',
    '@"items.t" == "a" || @"f"',
    'Exists(@"no")',
    '@"c".Length == 1',
    '(@"f" ? @"n" > 1 : @"c" != "x")',
  )
  const clause = fc
    .tuple(
      fc.constantFrom(
        'OBSERVE Output(a = @"n")',
        'RETURN Review("r")',
        'DO SetVariables(s = 1)',
        'LET $l = @"n"\nOBSERVE Output(l = $l)',
      ),
      when,
    )
    .map(([act, test]) => `${act} WHEN ${test}`)
  const sources = fc.array(
    fc.record({
      condition: fc.oneof(
        fc.constant(''),
        when.map(test => `WHEN ${test}`),
      ),
      clauses: fc.array(clause, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  const events = fc.record({
    n: fc.constantFrom(0, 4, '9', null),
    c: fc.constantFrom('x', 'yy'),
    f: fc.boolean(),
    zero: fc.constantFrom(0, 1),
    items: fc.array(fc.record({ t: fc.constantFrom('a', 'b'), q: fc.integer({ min: 0, max: 9 }) }), { maxLength: 3 }),
  })
  it('a whole set does what its rules do one by one, in both back ends', () => {
    fc.assert(
      fc.property(sources, events, fc.boolean(), (list, event, first) => {
        const rules = list.map(
          ({ condition, clauses }): RuleSource => ({
            condition,
            clauses: clauses.map((text, index) => ({
              name: `c${index}`,
              section: index % 2 === 0 ? 'postRisk' : 'prior',
              text: text.replaceAll('$l', `$l${index}`),
            })),
          }),
        )
        const results = (['code', 'closures'] as const).map((mode: CompileOptions['mode']) => {
          const seen: unknown[] = []
          const scope = createScope({ event, now: new Date(0) })
          const selected = compileRuleSet(rules, plain, { mode }).run?.(
            scope,
            (...found) => {
              seen.push(found)
              return found[2].fired
            },
            first,
          )
          return [selected, seen, scope.errors, [...scope.variables]]
        })
        expect(results[0]).toEqual(results[1])
      }),
      { numRuns: 120 },
    )
  })
})
