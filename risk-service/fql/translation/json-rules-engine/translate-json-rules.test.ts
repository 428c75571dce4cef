import fc from 'fast-check'
import { Engine, type RuleProperties } from 'json-rules-engine'
import { describe, expect, it } from 'vitest'
import { purchaseCheckEnvironment } from '../../../engine/assessments/purchase-attributes.ts'
import type { CheckEnvironment } from '../../index.ts'
import type { Translation, TranslationOptions } from '../result/translation.ts'
import { evaluateTranslation } from '../testing/evaluate.ts'
import { jsonExamples } from '../testing/json-examples.ts'
import { jsonMeanings } from '../testing/json-meanings.ts'
import { translateRules } from '../translate.ts'

const anyFact: CheckEnvironment = { attributes: new Map(), kind: 'decision' }
const translate = (value: unknown, options: Partial<TranslationOptions> = {}): Translation =>
  translateRules('json-rules-engine', typeof value === 'string' ? value : JSON.stringify(value), {
    check: anyFact,
    ...options,
  })
const one = (value: unknown, options: Partial<TranslationOptions> = {}): Translation['rules'][number] => {
  const [rule, ...more] = translate([value], options).rules
  if (rule === undefined || more.length > 0) throw new Error('Not one rule.')
  return rule
}
const about = (test: unknown): unknown => ({ conditions: { all: [test] }, event: { type: 'seen' } })
const messages = (value: unknown): string[] => one(value).notes.map(({ message }) => message)

describe('documented rules', () => {
  it.each(jsonExamples)('$title', ({ rule, state, text }) => {
    const translated = one(rule)
    expect(translated.clause?.text ?? null).toBe(text)
    expect(translated.state).toBe(state)
  })
  it('may be a single one, a list, an object with shared conditions, or texts', () => {
    const rule = about({ fact: 'n', operator: 'equal', value: 1 })
    const clause = one(rule).clause
    expect(translate(rule).rules[0]?.clause).toEqual(clause)
    expect(translate([JSON.stringify(rule)]).rules[0]?.clause).toEqual(clause)
    expect(
      translate({
        rules: [{ conditions: { condition: 'small' }, event: { type: 'seen' } }],
        conditions: { small: { all: [{ fact: 'n', operator: 'equal', value: 1 }] } },
      }).rules[0]?.clause,
    ).toEqual(clause)
  })
  it('run by their priority, and have different names', () => {
    const rule = (name: string, priority?: number) => ({
      name,
      ...(priority === undefined ? {} : { priority }),
      conditions: { all: [{ fact: 'n', operator: 'equal', value: 1 }] },
      event: { type: 'seen' },
    })
    const { order } = translate([rule('a'), rule('B', 5), rule('A', 20), rule('b', 0)])
    expect(order.map(({ name, number }) => [name, number])).toEqual([
      ['A 2', 3],
      ['B', 2],
      ['a', 1],
      ['b 2', 4],
    ])
  })
})

describe('events', () => {
  const headOf = (event: unknown, options: Partial<TranslationOptions> = {}): string =>
    one({ conditions: { all: [] }, event }, options).clause?.text.split('\n')[0] ?? ''
  it.each([
    ['transaction-blocked', 'RETURN Reject("transaction-blocked")'],
    ['manualReview', 'RETURN Review("manualReview")'],
    ['APPROVED', 'RETURN Approve("APPROVED")'],
    ['mfa', 'RETURN Challenge("mfa", "mfa")'],
    ['do not block', 'OBSERVE Output(event = "do not block")'],
    ['block or review', 'OBSERVE Output(event = "block or review")'],
    ['household', 'OBSERVE Output(event = "household")'],
  ])('%s', (type, head) => expect(headOf({ type })).toBe(head))
  it('decide as they are told to', () => {
    const decisions = new Map([
      ['seen', 'Reject'],
      ['blocked', 'Observe'],
    ] as const)
    expect(headOf({ type: 'seen' }, { decisions })).toBe('RETURN Reject("seen")')
    expect(headOf({ type: 'blocked' }, { decisions })).toBe('OBSERVE Output(event = "blocked")')
    expect(one({ conditions: { all: [] }, event: { type: 'seen' } }, { decisions }).state).toBe('same')
  })
  it('hand on plain parameters', () => {
    const event = { type: 'seen', params: { a: 1, b: true, c: 'x"y', 'd-e': 1, f: { fact: 'n' }, event: 2, A: 3 } }
    expect(headOf(event)).toBe('OBSERVE Output(event = "seen", a = 1, b = true, c = "x\\"y")')
    expect(one({ conditions: { all: [] }, event }).notes.map(({ parameters }) => parameters)).toEqual(
      ['d-e', 'f', 'event', 'A'].map(name => ({ name })),
    )
  })
})

describe('attributes of an assessment', () => {
  const check: CheckEnvironment = {
    ...anyFact,
    attributes: new Map(
      (['string', 'number', 'array', 'boolean', 'date-time'] as const).map(type => [type, { path: type, type }]),
    ),
  }
  const whenOf = (test: unknown): string | undefined =>
    one(about(test), { check }).clause?.text.split('\n').slice(1).join('\n')
  it.each([
    ['string', 'contains', 'x'],
    ['string', 'doesNotContain', 'x'],
    ['number', 'doesNotContain', 1],
    ['boolean', 'someFact:equal', true],
    ['string', 'lessThan', '5'],
    ['string', 'greaterThan', 'a'],
    ['date-time', 'lessThan', '2026-01-01'],
    ['string', 'lessThan', { fact: 'number' }],
    ['number', 'lessThan', { fact: 'string' }],
  ])('of the type %s have no translation of %s %j', (fact, operator, value) => {
    expect(one(about({ fact, operator, value }), { check })).toMatchObject({
      state: 'failed',
      clause: null,
      notes: [{ code: 'notComparable', parameters: { operator } }],
    })
  })
  it.each([
    ['array', 'contains', 'x', 'WHEN @"array" == "x"'],
    ['array', 'doesNotContain', 'x', 'WHEN @@"array" != null\n  AND NOT (@"array" == "x")'],
    ['number', 'lessThan', '5', 'WHEN Exists(@"number")\n  AND @"number" < 5'],
    ['number', 'greaterThan', 0.5, 'WHEN @"number" > 0.5'],
    ['string', 'greaterThan', 0.5, 'WHEN @"string".IsNumeric()\n  AND @"string" > 0.5'],
  ])('of the type %s are compared: %s %j', (fact, operator, value, when) => {
    expect(whenOf({ fact, operator, value })).toBe(when)
  })
  it('that it does not have are named', () => {
    const rule = about({ fact: 'gameDuration', operator: 'equal', value: 40 })
    expect(one(rule, { check: purchaseCheckEnvironment })).toMatchObject({
      state: 'needsYou',
      notes: [{ code: 'unknownAttribute', parameters: { path: 'gameDuration' } }],
      clause: { section: 'prior' },
    })
    expect(
      one(about({ fact: 'user', path: '$.email', operator: 'equal', value: 'a@b.example' }), {
        check: purchaseCheckEnvironment,
      }).state,
    ).toBe('same')
  })
  it('are those of the map', () => {
    const rule = about({ fact: 'account.age', operator: 'equal', value: 40 })
    expect(one(rule).state).toBe('leftOut')
    expect(
      one(rule, { paths: new Map([['account.age', 'totalAmount']]), check: purchaseCheckEnvironment }),
    ).toMatchObject({ state: 'same', clause: { text: 'OBSERVE Output(event = "seen")\nWHEN @"totalAmount" == 40' } })
  })
  it('with a list of values are compared with letter case', () => {
    const rule = about({
      fact: 'paymentInstrumentList',
      path: '$[0].cardType',
      operator: 'equal',
      value: 'visa',
    })
    const translation = translate([rule], { check: purchaseCheckEnvironment })
    const hits = (cardType: string): boolean =>
      evaluateTranslation(translation, { paymentInstrumentList: [{ cardType }] }) !== null
    expect([hits('visa'), hits('Visa')]).toEqual([true, false])
  })
  it('that are scores are read in the section that has them', () => {
    expect(
      one(about({ fact: 'riskScore', operator: 'greaterThan', value: 900 }), { check: purchaseCheckEnvironment }),
    ).toMatchObject({ state: 'same', clause: { section: 'postRisk' } })
  })
})

describe('a rule that cannot be read', () => {
  const nested = (depth: number): unknown =>
    depth === 0 ? { fact: 'n', operator: 'equal', value: 1 } : { all: [nested(depth - 1)] }
  it.each<[string, unknown, string]>([
    ['no rule', 5, 'rules[0]: a rule is expected.'],
    ['no event', { conditions: { all: [] } }, 'event.type: the type of an event is expected.'],
    ['no conditions', { event: { type: 'x' } }, 'conditions: a condition is expected.'],
    ['no list', { conditions: { all: {} }, event: { type: 'x' } }, 'conditions.all: a list is expected.'],
    [
      'a list in not',
      { conditions: { not: [] }, event: { type: 'x' } },
      'conditions.not: a single condition is expected.',
    ],
    ['no fact', about({ operator: 'equal', value: 1 }), 'conditions.all[0].fact: the name of a fact is expected.'],
    ['no operator', about({ fact: 'a', value: 1 }), 'conditions.all[0].operator: the name of an operator is expected.'],
    ['no value', about({ fact: 'a', operator: 'equal' }), 'conditions.all[0].value: a value is expected.'],
    [
      'a list as a number',
      about({ fact: 'a', operator: 'lessThan', value: [1] }),
      '"lessThan" cannot be used with [1].',
    ],
    [
      'a text as a number',
      about({ fact: 'a', operator: 'lessThan', value: 'b' }),
      '"lessThan" cannot be used with "b".',
    ],
    ['no list of values', about({ fact: 'a', operator: 'in', value: 'x' }), '"in" cannot be used with "x".'],
    ['a large number', about({ fact: 'a', operator: 'equal', value: 1e300 }), 'The number 1e+300 is too large.'],
    ['too many levels', { conditions: nested(70), event: { type: 'x' } }, 'Conditions are nested more than 60 deep.'],
    [
      'a priority',
      { priority: -1, conditions: { all: [] }, event: { type: 'x' } },
      'priority: a whole number above 0 is expected.',
    ],
    [
      'a wildcard',
      about({ fact: 'a', path: '$.b[*].c', operator: 'equal', value: 1 }),
      'The path "$.b[*].c" is more than names and indexes.',
    ],
    [
      'a name with a dot',
      about({ fact: 'a.b', operator: 'equal', value: 1 }),
      'The name "a.b" cannot be read: it has a dot, a bracket or a quotation mark.',
    ],
  ])('%s', (_title, rule, message) => {
    const { clause, state } = one(rule)
    expect(messages(rule)).toContain(message)
    expect(clause).toBeNull()
    expect(['failed', 'leftOut']).toContain(state)
  })
  it('refers to itself', () => {
    const { rules } = translate({
      rules: [{ conditions: { condition: 'a' }, event: { type: 'x' } }],
      conditions: { a: { all: [{ condition: 'b' }] }, b: { not: { condition: 'a' } } },
    })
    expect(rules[0]).toMatchObject({ state: 'failed', notes: [{ code: 'conditionCircle', parameters: { name: 'a' } }] })
  })
  it('is one sentence where the file is none', () => {
    const refusal = (value: unknown): string => {
      try {
        translate(value)
        return ''
      } catch (error) {
        return error instanceof Error ? error.message : ''
      }
    }
    expect(refusal('module.exports = {')).toMatch(/^The file is not JSON: .+/)
    expect(refusal('{"rules": 5}')).toBe(
      'The file has no rules: an array of rules, or an object with "rules", is expected.',
    )
    expect(refusal('[]')).toBe('The file has no rule.')
    expect(refusal(Array.from({ length: 10_000 }, () => 1))).toBe(
      'The file has 10,000 rules, and at most 1,000 are translated at a time: divide it.',
    )
    expect(refusal(`[${'{"not":'.repeat(100_000)}`)).toMatch(/^The file is not JSON: .+/)
  })
  it('is nested without end', () => {
    const deep = (open: string, close: string): string => `${open.repeat(100_000)}1${close.repeat(100_000)}`
    const texts = [
      `[{"conditions":${deep('{"not":', '}')},"event":{"type":"x"}}]`,
      `[{"conditions":{"all":[{"fact":"a","operator":"equal","value":${deep('[', ']')}}]},"event":{"type":"x"}}]`,
    ]
    expect(texts.map(text => translate(text).rules[0]?.notes.map(({ code }) => code))).toEqual([
      ['tooDeep'],
      ['notComparable'],
    ])
  })
  it('is any JSON', () => {
    const word = fc.constantFrom(
      'all',
      'any',
      'not',
      'fact',
      'operator',
      'value',
      'path',
      'params',
      'condition',
      'event',
      'type',
      'equal',
      'in',
      'priority',
      '__proto__',
      '$.a',
      'x',
    )
    const { json } = fc.letrec<{ json: unknown }>(tie => ({
      json: fc.oneof(
        { maxDepth: 5 },
        word,
        fc.constantFrom(0, -1, 1e300, true, null, ''),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(word, tie('json'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(json, json, (conditions, event) => {
        const { rules } = translate([
          { conditions, event: { type: 'seen', params: event } },
          { conditions, event },
        ])
        for (const { state, clause, notes } of rules) {
          expect(clause === null).toBe(state === 'failed' || state === 'leftOut')
          expect(notes.filter(({ code }) => code === 'compiler')).toEqual([])
        }
      }),
      { numRuns: 1000 },
    )
  })
  it('has a clause that is not too long', () => {
    const value = Array.from({ length: 10_000 }, (_, index) => `value ${index}`)
    expect(messages(about({ fact: 'a', operator: 'in', value }))).toContain(
      'The translated text is longer than 100000 characters.',
    )
  })
})

/* json-rules-engine itself is the oracle: what it fires for random facts, the translation has to. */

const texts = fc.constantFrom('', 'a', 'A', 'DE', 'b c', '5', '5a', '-2')
const numbers = fc.constantFrom(-2, 0, 0.5, 1, 5, 1000)
/** Facts by type; `list` has texts. */
const factNames = { text: ['t1', 't2'], number: ['n1', 'n2'], boolean: ['b1'], list: ['l1'], deep: ['o1'] } as const
const name = <T extends keyof typeof factNames>(type: T): fc.Arbitrary<string> => fc.constantFrom(...factNames[type])
const test = (fact: string, operator: string, value: unknown, path?: string): object => ({
  fact,
  operator,
  value,
  ...(path === undefined ? {} : { path }),
})
const negated = fc.constantFrom('', 'not:')
const leaf = fc.oneof(
  fc
    .tuple(name('text'), negated, fc.constantFrom('equal', 'notEqual'), texts)
    .map(([fact, no, operator, value]) => test(fact, `${no}${operator}`, value)),
  fc
    .tuple(
      name('number'),
      negated,
      fc.constantFrom('equal', 'notEqual', 'lessThan', 'lessThanInclusive', 'greaterThan', 'greaterThanInclusive'),
      numbers,
    )
    .map(([fact, no, operator, value]) => test(fact, `${no}${operator}`, value)),
  // What is no number.
  fc
    .tuple(
      fc.oneof(name('text'), name('boolean')),
      negated,
      fc.constantFrom('lessThan', 'lessThanInclusive', 'greaterThan', 'greaterThanInclusive'),
      numbers,
    )
    .map(([fact, no, operator, value]) => test(fact, `${no}${operator}`, value)),
  fc
    .tuple(name('boolean'), fc.constantFrom('equal', 'notEqual'), fc.boolean())
    .map(([fact, operator, value]) => test(fact, operator, value)),
  fc
    .tuple(name('text'), fc.constantFrom('in', 'notIn'), fc.array(texts, { maxLength: 3 }))
    .map(([fact, operator, value]) => test(fact, operator, value)),
  fc
    .tuple(name('number'), fc.constantFrom('in', 'notIn'), fc.array(numbers, { maxLength: 3 }))
    .map(([fact, operator, value]) => test(fact, operator, value)),
  fc
    .tuple(
      // What is no list, too.
      fc.oneof(name('list'), name('text')),
      negated,
      fc.constantFrom('contains', 'doesNotContain', 'someFact:equal'),
      texts,
    )
    .map(([fact, no, operator, value]) => test(fact, `${no}${operator}`, value)),
  fc
    .tuple(name('number'), negated, fc.constantFrom('contains', 'doesNotContain'), numbers)
    .map(([fact, no, operator, value]) => test(fact, `${no}${operator}`, value)),
  fc
    .tuple(fc.constantFrom('$.text', '$.inner.text', '$.items[1].text'), fc.constantFrom('equal', 'notEqual'), texts)
    .map(([path, operator, value]) => test('o1', operator, value, path)),
  fc
    .tuple(fc.constantFrom('lessThan', 'greaterThanInclusive'), numbers)
    .map(([operator, value]) => test('o1', operator, value, '$.inner.number')),
  fc
    .tuple(fc.constantFrom('lessThan', 'lessThanInclusive', 'greaterThan', 'greaterThanInclusive'))
    .map(([operator]) => test('n1', operator, { fact: 'n2' })),
  fc.tuple(fc.constantFrom('equal', 'notEqual')).map(([operator]) => test('t1', operator, { fact: 't2' })),
)
const { conditions } = fc.letrec<{ conditions: object }>(tie => ({
  conditions: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('conditions'), { maxLength: 3 }).map(all => ({ all })),
    fc.array(tie('conditions'), { maxLength: 3 }).map(any => ({ any })),
    tie('conditions').map(not => ({ not })),
  ),
}))
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined })
const facts = fc.record({
  t1: optional(texts),
  t2: optional(texts),
  n1: optional(numbers),
  n2: optional(numbers),
  b1: optional(fc.boolean()),
  l1: optional(fc.array(texts, { maxLength: 3 })),
  o1: optional(
    fc.record({
      text: optional(texts),
      inner: fc.record({ text: optional(texts), number: optional(numbers) }),
      items: fc.array(fc.record({ text: texts }), { minLength: 2, maxLength: 3 }),
    }),
  ),
})

describe('meaning', () => {
  it.each(jsonMeanings)('of %s', (text, cases) => {
    const translation = translateRules('json-rules-engine', text, { check: purchaseCheckEnvironment })
    expect(cases.length).toBeGreaterThan(0)
    for (const [event, matches] of cases)
      expect([event, evaluateTranslation(translation, event) !== null]).toEqual([event, matches])
  })
  it('is that of json-rules-engine for random rules and facts', async () => {
    await fc.assert(
      fc.asyncProperty(conditions, fc.array(facts, { minLength: 1, maxLength: 6 }), async (found, events) => {
        const rule = { conditions: { all: [found] }, event: { type: 'seen' } } as RuleProperties
        const translation = translate([rule])
        const engine = new Engine([rule], { allowUndefinedFacts: true })
        for (const each of events) {
          // A fact that is not sent is none, for the engine as for a rule.
          const sent = JSON.parse(JSON.stringify(each)) as Record<string, unknown>
          const { events: fired } = await engine.run(sent)
          const text = translation.order[0]?.clause?.text
          expect([text, sent, evaluateTranslation(translation, sent, anyFact) !== null]).toEqual([
            text,
            sent,
            fired.length > 0,
          ])
        }
      }),
      { numRuns: 500 },
    )
  })
})
