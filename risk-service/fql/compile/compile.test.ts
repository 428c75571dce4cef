import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import cases from '../cases/fql-cases.json' with { type: 'json' }
import { generateParser } from '../grammar/build-grammar.ts'
import {
  type AttributeInfo,
  type CheckEnvironment,
  type ClauseOutcome,
  type CompiledClause,
  check,
  checkRule,
  compileRule,
  complete,
  createScope,
  format,
  functionTable,
} from '../index.ts'

const attribute = (path: string, type: AttributeInfo['type'], values?: readonly string[]): [string, AttributeInfo] => [
  path.toLowerCase(),
  { path, type, ...(values === undefined ? {} : { values }) },
]
const none: CheckEnvironment = { attributes: new Map() }
const env: CheckEnvironment = {
  attributes: new Map([
    attribute('user.email', 'string'),
    attribute('amount', 'number'),
    attribute('items.sku', 'string'),
    attribute('status', 'string', ['DECLINED', 'APPROVED']),
  ]),
  lists: {
    custom: new Map([['risky products', { name: 'Risky Products', columns: ['SKU'] }]]),
    support: new Map([['emails', { name: 'Emails' }]]),
  },
}
const first = (text: string): string => {
  const found = check(text, 'clause', none)[0]
  return found === undefined ? '' : `${found.code} ${found.line}:${found.column} ${found.message}`
}
const clause = (text: string, mode: 'code' | 'closures', environment = none): CompiledClause => {
  const made = compileRule({ condition: '', clauses: [{ name: 'c', section: 'prior', text }] }, environment, { mode })
    .clauses[0]
  if (made === undefined) throw new Error('no clause')
  return made
}
const scope = (event: unknown): ReturnType<typeof createScope> =>
  createScope({ event, now: new Date('2025-06-15T11:04:00Z'), random: () => 0.5 })
const run = (text: string, event: unknown, environment = none): ClauseOutcome =>
  clause(text, 'code', environment).run(scope(event))

describe('grammar', () => {
  it('committed parser is what the grammar makes', async () => {
    for (const [name, text] of Object.entries(await generateParser()))
      expect(await readFile(new URL(`../grammar/${name}`, import.meta.url), 'utf8')).toBe(text)
  })
})

describe('errors', () => {
  it.each([
    ['RETURN Reject("a', 'FQL1002 1:15 Text is not closed.'],
    ["RETURN Reject(@'a", 'FQL1002 1:16 Text is not closed.'],
    ['RETURN Reject() /* x', 'FQL1003 1:17 Comment is not closed.'],
    ['RETURN Reject() WHEN 1.', "FQL1004 1:22 '1.' is not a number or a time window."],
    ['RETURN Reject() WHEN “a” == 1', "FQL1001 1:22 Unexpected character '“'."],
    ['RETURN Reject() WHEN $ == 1', "FQL1001 1:22 Unexpected character '$'."],
    ['LET = 2 RETURN Reject("x', "FQL1005 1:5 Expected a variable but found '='."],
    ['RETURN Reject(\n  "a", ]', "FQL1005 2:8 Expected a value but found ']'."],
    ['RETURN Reject("a"', "FQL1006 1:18 Unexpected end of code; ')' expected."],
    ['RETURN Reject("a", WHEN @"b" == 1', "FQL1005 1:20 Expected a value but found 'WHEN'."],
    ['OBSERVE Output(WHEN #', "FQL1005 1:16 Expected ')' but found 'WHEN'."],
    ['OBSERVE Output(when = #', "FQL1001 1:23 Unexpected character '#'."],
    ['LET $o = { when 1 } RETURN Reject()', "FQL1005 1:17 Expected ':' but found '1'."],
    [
      `RETURN Reject() WHEN ${'('.repeat(500)}true${')'.repeat(500)}`,
      "FQL1005 1:123 Expected at most 100 levels of nesting but found '('.",
    ],
    [
      `RETURN Reject() WHEN ${'!'.repeat(500)}true`,
      "FQL1005 1:123 Expected at most 100 levels of nesting but found '!'.",
    ],
    [
      'RETURN Reject() WHEN Velocity.spend("a", 1d) > 1',
      "FQL2007 1:31 Velocity 'spend' does not exist in this environment.",
    ],
    [
      'RETURN Reject() WHEN External.phone("a").x == 1',
      "FQL2007 1:31 External call 'phone' does not exist in this environment.",
    ],
    ['RETURN Reject() WHEN Nope.x() == 1', "FQL2001 1:22 Unknown name 'Nope'."],
    ['RETURN Reject() WHEN ContainsKey("l", "c", "x")', "FQL2007 1:34 List 'l' does not exist in this environment."],
    ['LET $a = { k: 1, K: 2 } RETURN Reject()', 'FQL2006 1:18 K is already defined.'],
    [
      'LET $n = @"amount" RETURN Reject() WHEN $n > 5',
      'FQL2003 1:44 String cannot be used as Double. Try .ToDouble().',
    ],
  ])('%s', (text, wanted) => {
    expect(first(text)).toBe(wanted)
  })
  it('the checker never crashes on any text', () => {
    const piece = fc.constantFrom(
      'RETURN',
      'Reject(',
      ')',
      'WHEN',
      '@"a"',
      '$x',
      '==',
      '&&',
      '!',
      '-',
      '1',
      '2.5',
      '7d',
      '"t"',
      '[',
      ']',
      '{',
      '}',
      ':',
      ',',
      '.',
      'In',
      'LET',
      '=',
      'null',
      '?',
      'DO',
      'SELECT',
      '/*',
      '//',
      '@@',
      'Math',
      'Convert.ToInt32(',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 30 }), pieces => {
        const text = pieces.join(' ')
        for (const found of check(text, 'clause', env)) expect(found.from).toBeLessThanOrEqual(text.length)
        complete(text, text.length, 'clause', env)
        format(text)
      }),
      { numRuns: 1500 },
    )
  })
  it('the checker stops long chains from overflowing the stack and long texts from being walked', () => {
    expect(first(`RETURN Reject() WHEN ${'true && '.repeat(1000)}true`)).toBe('')
    expect(first(`RETURN Reject() WHEN ${'true && '.repeat(2000)}true`)).toMatch(/^FQL2009/)
    expect(first(`RETURN Reject() WHEN ${'1 + '.repeat(200)}1 == 1`)).toMatch(/^FQL1005/)
  })
  it('the checker knows variables of earlier parts and clauses that never run', () => {
    const rule = {
      condition: 'LET $a = 1',
      clauses: [
        { name: 'x', section: 'prior' as const, text: 'RETURN Reject()' },
        { name: 'y', section: 'prior' as const, text: 'OBSERVE Output(a = $a, b = $b)' },
      ],
    }
    expect(checkRule(rule, none).map(({ part, diagnostic }) => [part, diagnostic.code])).toEqual([
      [0, 'FQL3004'],
      [1, 'FQL2005'],
    ])
  })
  it('the checker warns about attributes outside the sample', () => {
    expect(
      check('RETURN Reject() WHEN @"user.phone" == "1" && @"USER.email" == ""', 'clause', env).map(found => found.code),
    ).toEqual(['FQL3001'])
  })
})

describe('evaluation', () => {
  it('the evaluation reads only own properties of the event', () => {
    expect(run('OBSERVE Output(a = @"constructor", b = @"__proto__.x", c = @"toString")', {}).outputs).toEqual({
      a: '',
      b: '',
      c: '',
    })
    expect(Object.hasOwn(run('OBSERVE Output(__proto__ = 1)', {}).outputs, '__proto__')).toBe(true)
  })
  it('the evaluation compares value lists ignoring case', () => {
    expect(run('RETURN Reject() WHEN @"status" == "Declined"', { status: 'declined' }, env).fired).toBe(true)
  })
  it('the evaluation ends an evaluation that builds too much text', () => {
    const doubling = Array.from({ length: 40 }, (_, i) => `LET $v${i + 1} = $v${i} + $v${i}`).join('\n')
    expect(run(`LET $v0 = "0123456789"\n${doubling}\nRETURN Reject()`, {}).errors[0]?.code).toBe('FQL4006')
    const nested = Array.from({ length: 40 }, (_, i) => `LET $v${i + 1} = [$v${i}, $v${i}]`).join('\n')
    expect(run(`LET $v0 = ["x"]\n${nested}\nRETURN Reject($v40)`, {}).errors[0]?.code).toBe('FQL4006')
  })
  it('the evaluation limits row combinations', () => {
    const rows = Array.from({ length: 40 }, (_, i) => ({ v: i }))
    expect(
      run('RETURN Reject() WHEN @"a.v".ToDouble() + @"b.v" == 1000.5', { a: rows, b: rows }).errors[0],
    ).toMatchObject({ code: 'FQL4006', line: 1 })
    expect(run('RETURN Reject() WHEN @"a.v" == 39', { a: rows }).fired).toBe(true)
  })
  it('the evaluation keeps what was done before an error and reports its place', () => {
    const outcome = run('OBSERVE Output(a = 1)\nRETURN Reject() WHEN 1 / @"q" > 1', {})
    expect(outcome).toMatchObject({
      fired: false,
      observed: true,
      outputs: { a: 1 },
      errors: [{ code: 'FQL4001', line: 2, column: 24 }],
    })
  })
  it('an OBSERVE is noted, also beside a decision; a DO is not', () => {
    const observes = (text: string) => run(text, {}).observes ?? false
    expect(observes('OBSERVE Output(a = 1)')).toBe(true)
    expect(observes('OBSERVE Trace(a = 1)\nRETURN Reject()')).toBe(true)
    expect(observes('DO SetVariables(a = 1)\nOBSERVE Output(a = 1)')).toBe(true)
    expect(observes('DO SetVariables(a = 1)')).toBe(false)
    expect(observes('DO SetVariables(a = 1)\nRETURN Reject(), Output(a = 1)')).toBe(false)
    expect(observes('OBSERVE Output(a = 1) WHEN false')).toBe(false)
  })
  it('the evaluation explains every operand of a condition', () => {
    const traces = clause('LET $x = @"c"\nRETURN Reject() WHEN @"a" > 5 && $x == "US" && 1 / @"z" > 0', 'code').explain(
      scope({ a: 9, c: 'DE' }),
    )
    expect(traces.map(({ text, result, values, error }) => ({ text, result, values, error: error?.code }))).toEqual([
      { text: '@"a" > 5', result: true, values: [{ text: '@"a"', value: 9 }], error: undefined },
      {
        text: '$x == "US"',
        result: false,
        values: [
          { text: '$x', value: 'DE' },
          { text: '@"c"', value: 'DE' },
        ],
        error: undefined,
      },
      { text: '1 / @"z" > 0', result: null, values: [{ text: '@"z"', value: null }], error: 'FQL4001' },
    ])
  })
})

/** Random well-typed expressions: numbers, texts and conditions over a few attributes. */
const expressions = fc.letrec<{ number: string; text: string; bool: string }>(tie => ({
  number: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      '0',
      '1',
      '7',
      '2.5',
      '@"n".ToDouble()',
      '@"items.q".ToDouble()',
      '@"bad".ToInt32()',
      '$x',
      '"abc".Length',
    ),
    fc
      .tuple(tie('number'), fc.constantFrom('+', '-', '*', '/', '%'), tie('number'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    tie('number').map(a => `-${a}`),
    fc.tuple(tie('bool'), tie('number'), tie('number')).map(([c, a, b]) => `(${c} ? ${a} : ${b})`),
    fc.tuple(tie('number'), tie('number')).map(([a, b]) => `Math.Max(${a}, ${b})`),
  ),
  text: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('""', '"US"', '"a"', '@"c".Trim()', '@"items.t".ToUpper()', '$y', '@@"items"[0].t.AsString()'),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `(${a} + ${b})`),
    tie('number').map(a => `("n" + ${a})`),
    fc.tuple(tie('text'), tie('number')).map(([a, b]) => `${a}.Substring(0, Convert.ToInt32(${b}))`),
  ),
  bool: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      'true',
      'false',
      '@"f"',
      '@"items.t" == "b"',
      '@"items.q" > 3',
      '@"n" == @"items.q"',
      'Exists(@"items.t")',
      'Exists(@"no")',
      'In(@"c", "US, de")',
      '@"n" > 2',
      '@"no" == null',
    ),
    fc
      .tuple(tie('number'), fc.constantFrom('<', '>', '<=', '>=', '==', '!='), tie('number'))
      .map(([a, op, b]) => `${a} ${op} ${b}`),
    fc.tuple(tie('text'), fc.constantFrom('<', '==', '!='), tie('text')).map(([a, op, b]) => `${a} ${op} ${b}`),
    fc
      .tuple(tie('bool'), fc.constantFrom('&&', '||', 'AND', 'or'), tie('bool'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    tie('bool').map(a => `!(${a})`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `${a}.Contains(${b})`),
  ),
}))
const events = fc.record({
  n: fc.constantFrom(0, 1, 7, '7', 'x', null, [4, 2]),
  c: fc.constantFrom('US', ' de ', '', 5),
  f: fc.constantFrom(true, false, 'true', undefined),
  bad: fc.constantFrom('12', 'zz', ''),
  items: fc.array(fc.record({ t: fc.constantFrom('a', 'b'), q: fc.integer({ min: 0, max: 9 }) }), { maxLength: 3 }),
})

describe('the two back ends', () => {
  it('the two back ends agree on every expression', () => {
    fc.assert(
      fc.property(expressions.bool, expressions.number, expressions.text, events, (condition, number, text, event) => {
        const source = `LET $x = @"n".ToDouble()\nLET $y = @"c"\nOBSERVE Output(n = ${number}, e = @"n") WHEN ${condition}\nRETURN Review(${text}), Trace(b = ${condition}) WHEN !(${condition})`
        expect(check(source, 'clause', none).filter(found => found.severity === 'error')).toEqual([])
        expect(clause(source, 'code').run(scope(event))).toEqual(clause(source, 'closures').run(scope(event)))
      }),
      { numRuns: 300 },
    )
  })
})

describe('format', () => {
  it('the formatter lays out statements', () => {
    expect(
      format('let $a=@"x"   return   reject( "r",$a ),output(k={a:1,b:[1,-2]}) when not(@"n">5)and $a.Length==-1'),
    ).toBe(
      'LET $a = @"x"\nRETURN reject("r", $a), output(k = { a: 1, b: [1, -2] }) WHEN NOT (@"n" > 5) AND $a.Length == -1',
    )
  })
  it('the formatter breaks long conditions and keeps comments', () => {
    const long = `// why\nRETURN Reject("a long reason that people read") /* c */ WHEN @"first.attribute" == "value one" && @"second.attribute" == "two" // end`
    expect(format('RETURN Reject() // why\r\nWHEN true')).toBe('RETURN Reject() // why\n  WHEN TRUE')
    expect(format(long)).toBe(
      '// why\nRETURN Reject("a long reason that people read") /* c */\n  WHEN @"first.attribute" == "value one"\n    && @"second.attribute" == "two" // end',
    )
  })
  it('the formatter is stable and changes no meaning', () => {
    const texts = cases.flatMap(({ rule }) =>
      typeof rule === 'string'
        ? [rule]
        : [rule]
            .flat()
            .flatMap(each => ('clauses' in each ? (each.clauses as { code: string }[]).map(one => one.code) : [])),
    )
    for (const text of texts) {
      const once = format(text)
      expect(format(once)).toBe(once)
      expect(check(once, 'clause', none).map(({ code }) => code)).toEqual(
        check(text, 'clause', none).map(({ code }) => code),
      )
      expect(once.replace(/\s/g, '').toLowerCase()).toBe(text.replace(/\s/g, '').toLowerCase())
    }
  })
})

describe('completions', () => {
  const labels = (text: string, context: 'condition' | 'clause' = 'clause'): string[] =>
    complete(text, text.length, context, env).map(each => each.label)
  it('the completion offers attributes, variables, members, functions, lists and keywords', () => {
    expect(labels('RETURN Reject() WHEN @"use')).toEqual(['@"user.email"'])
    expect(labels('LET $abc = 1 RETURN Reject() WHEN $')).toEqual(['$abc'])
    expect(labels('RETURN Reject() WHEN Math.')).toContain('Round')
    expect(labels('RETURN Reject() WHEN @"user.email".')).toContain('EndsWith')
    expect(labels('RETURN Reject() WHEN ContainsKey("')).toEqual(['Risky Products'])
    expect(labels('RETURN Reject() WHEN IsBlock("')).toEqual(['Emails'])
    expect(labels('RE')).toEqual(expect.arrayContaining(['RETURN', 'Reject', 'In', 'Math']))
    expect(labels('', 'condition')).not.toContain('RETURN')
    expect(labels('// com')).toEqual([])
  })
  it('the completion offers what a statement can begin with', () => {
    expect(labels('RETURN ')).toEqual(['Approve', 'Reject', 'Review', 'Challenge'])
    expect(labels('OBSERVE Ou')).toEqual(['Output', 'Trace'])
    expect(labels('DO ')).toEqual(['SetVariables'])
    expect(complete('DO ', 3, 'clause', { ...env, kind: 'postDecision' }).map(each => each.label)).toEqual([
      'SetVariables',
      'SetResponse',
      'External',
      'Assessments',
    ])
    expect(labels('RETURN Reject() WHEN ')).toContain('Math')
  })
  it('the completion offers the members that the value before the dot has, as the checker finds them', () => {
    const has = (receiver: string, ...names: string[]): boolean[] => {
      const offered = labels(`LET $d = DateTime.UtcNow\nLET $n = @"a".ToInt32();\nRETURN Reject() WHEN ${receiver}.`)
      return names.map(name => offered.includes(name))
    }
    expect(has('"text"', 'Length', 'Year', 'Days', 'GetDiagnostics', 'ToInt32')).toEqual([
      true,
      false,
      false,
      false,
      true,
    ])
    expect(has('$d', 'Length', 'Year', 'Days', 'AddDays')).toEqual([false, true, false, true])
    expect(has('($d - DateTime.Today)', 'Length', 'TotalHours', 'Days')).toEqual([false, true, true])
    expect(has('Math.Max($n, 2)', 'Length', 'ToString')).toEqual([false, true])
    expect(has('@"user.email"', 'Length', 'Year', 'AsInt', 'GetDiagnostics')).toEqual([true, true, true, false])
    expect(has('@@"x"[0].y', 'Length', 'Contains', 'AsInt', 'GetDiagnostics')).toEqual([false, true, true, true])
    expect(has('GetPattern("x")', 'gibberScore', 'Length')).toEqual([true, false])
    expect(has('$unknown', 'Length', 'Year')).toEqual([true, true])
    for (const text of [
      'RETURN Reject() WHEN .',
      'RETURN Reject() WHEN ).',
      'WHEN "open.',
      '.',
      '(((.',
      '$x[.',
      'Functions.environment["a"].',
    ])
      expect(() => labels(text)).not.toThrow()
  })
  it('the completion comes from the one function table', () => {
    expect(functionTable.length).toBeGreaterThan(120)
    expect(functionTable.every(entry => entry.description !== '')).toBe(true)
    expect(labels('RETURN Reject() WHEN CharSet.')).not.toContain('Hypen')
  })
})
