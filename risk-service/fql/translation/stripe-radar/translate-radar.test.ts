import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtInAssessments } from '../../../engine/assessments/assessment-info.ts'
import { purchaseCheckEnvironment } from '../../../engine/assessments/purchase-attributes.ts'
import { velocityEvents } from '../../../engine/resources/velocity-events.ts'
import { checkRule, checkVelocitySet } from '../../index.ts'
import { createNote, noteTemplates } from '../result/notes.ts'
import type { Translation } from '../result/translation.ts'
import { evaluateTranslation } from '../testing/evaluate.ts'
import { radarExamples } from '../testing/radar-examples.ts'
import { radarMeanings } from '../testing/radar-meanings.ts'
import { guessOrigin, translateRules } from '../translate.ts'
import { radarAttributes } from './attributes.ts'
import { radarFamily } from './families.ts'
import { readRadarRules } from './translate-radar.ts'

const translate = (text: string, paths?: ReadonlyMap<string, string>): Translation =>
  translateRules('stripe-radar', text, { check: purchaseCheckEnvironment, ...(paths === undefined ? {} : { paths }) })
const one = (text: string): Translation['rules'][number] => {
  const [rule, ...more] = translate(text).rules
  if (rule === undefined || more.length > 0) throw new Error('Not one rule.')
  return rule
}
const messages = (text: string): string[] => one(text).notes.map(({ message }) => message)

describe('documented rules', () => {
  it.each(radarExamples)('%s: %s', (text, state, when) => {
    const rule = one(text)
    expect(rule.state).toBe(state)
    expect(rule.clause?.text.replace(/^[^\n]*\n/, '') ?? null).toBe(when)
    if (state !== 'same') expect(rule.notes.map(note => note.state)).toContain(state)
  })
  it('are in the order in which Radar evaluates them, in one section', () => {
    const translation = translate(radarExamples.map(([text]) => text).join('\n'))
    expect(translation.rules).toHaveLength(radarExamples.length)
    expect([...new Set(translation.order.map(({ clause }) => clause?.section))]).toEqual(['postRisk'])
    const decisions = translation.order.map(({ clause }) => /^RETURN (\w+)/.exec(clause?.text ?? '')?.[1])
    expect([...new Set(decisions)]).toEqual(['Approve', 'Reject', 'Challenge', 'Review'])
    const ranks = decisions.map(name => ['Approve', 'Reject', 'Challenge', 'Review'].indexOf(name ?? ''))
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    expect(new Set(translation.rules.map(({ name }) => name.toLowerCase())).size).toBe(radarExamples.length)
  })
  it('compile with the lists and velocities of the translation alone', () => {
    const translation = translate(radarExamples.map(([text]) => text).join('\n'))
    const check = {
      ...purchaseCheckEnvironment,
      lists: {
        support: new Map(),
        custom: new Map(translation.lists.map(name => [name, { name, columns: ['value'] }])),
      },
      velocities: new Map(
        translation.velocitySets.flatMap(set => set.velocities.map(({ name }) => [name.toLowerCase(), { name }])),
      ),
    }
    for (const { clause } of translation.order)
      expect(
        clause === null
          ? []
          : checkRule({ condition: '', clauses: [clause] }, check).filter(
              ({ diagnostic }) => diagnostic.severity === 'error',
            ),
      ).toEqual([])
  })
  it('are the same in two runs', () => {
    const text = radarExamples.map(([rule]) => rule).join('\n')
    expect(JSON.stringify(translate(text))).toBe(JSON.stringify(translate(text)))
  })
  it('have no velocity that only a rule without a translation reads', () => {
    expect(translate('Block if :total_charges_per_email_daily: > 5 and :is_my_login_ip:').velocitySets).toEqual([])
    expect(translate('Block if :card_country: in @a and :is_my_login_ip:').lists).toEqual([])
  })
})

describe('meaning', () => {
  it.each(radarMeanings)('%s', (text, cases) => {
    const translation = translate(text)
    expect(cases.length).toBeGreaterThan(0)
    for (const [event, matches] of cases)
      expect([event, evaluateTranslation(translation, event) !== null]).toEqual([event, matches])
  })
})

describe('velocities', () => {
  it('of every documented family can be published', () => {
    const windows = ['hourly', 'daily', 'weekly', 'all_time']
    const entities = ['billing_address', 'card_number', 'customer', 'email', 'ip_address', 'shipping_address']
    const names = [
      ...['total', 'blocked', 'authorized', 'declined'].flatMap(outcome =>
        entities.flatMap(entity => windows.map(window => `${outcome}_charges_per_${entity}_${window}`)),
      ),
      ...['billing_address', 'customer', 'email', 'ip_address', 'shipping_address'].map(
        entity => `card_count_for_${entity}_weekly`,
      ),
      ...['billing_address', 'card', 'ip', 'shipping_address'].map(entity => `email_count_for_${entity}_hourly`),
      'name_count_for_card_daily',
      'total_customers_for_card_yearly',
      'total_customers_for_email_weekly',
      'dispute_count_on_card_number_yearly',
      'dispute_count_on_ip_daily',
      'total_usd_amount_charged_on_card_all_time',
      'average_usd_amount_attempted_on_customer_all_time',
    ]
    const { rules, velocitySets } = translate(names.map(name => `Review if :${name}: > 1`).join('\n'))
    expect(rules.map(({ state, notes }) => (state === 'needsYou' ? state : notes))).toEqual(names.map(() => 'needsYou'))
    expect(velocitySets.every(({ velocities }) => velocities.length <= 10)).toBe(true)
    for (const event of velocityEvents('', builtInAssessments)) {
      const check = {
        attributes: new Map(event.attributes.map(attribute => [attribute.path.toLowerCase(), attribute] as const)),
        events: new Set([event.name.toLowerCase()]),
        sample: { ...(event.payload as object), ...(event.enrichment as object) },
      }
      const texts = velocitySets
        .flatMap(({ velocities }) => velocities.map(({ text }) => text))
        .filter(text => text.includes(`FROM ${event.name}\n`))
      for (const text of texts) expect(checkVelocitySet({ condition: '', velocities: [text] }, check)).toEqual([])
    }
  })
  it('are read under the key of the purchase, and a purchase without one matches nothing', () => {
    const read = (text: string, email: string | undefined, count: number): string | null => {
      const keys: string[] = []
      const velocities = {
        read: ({ name }: { name: string }, key: string, window: { count: number; unit: string }) => {
          keys.push(`${name} ${key} ${window.count}${window.unit}`)
          return count
        },
      }
      const found = evaluateTranslation(translate(text), { user: { email } }, undefined, { velocities })
      return found === null ? null : keys.join()
    }
    const few = 'Allow if :total_charges_per_email_daily: < 3'
    expect(read(few, 'a@b.example', 2)).toBe('radarTotalChargesPerEmail a@b.example 23h')
    expect(read(few, 'a@b.example', 3)).toBeNull()
    expect(read(few, undefined, 0)).toBeNull()
    expect(read('Block if is_missing(:hours_since_email_first_seen:)', 'a@b.example', 0)).toBe(
      'radarTotalChargesPerEmail a@b.example 90d',
    )
    expect(read('Block if is_missing(:hours_since_email_first_seen:)', 'a@b.example', 1)).toBeNull()
    expect(read('Block if is_missing(:hours_since_email_first_seen:)', undefined, 1)).toBe('')
  })
  it('look values up in the column of the list', () => {
    const lookups: string[] = []
    const lists = {
      containsKey: (list: string, column: string, key: string) => {
        lookups.push(`${list} ${column} ${key}`)
        return key === 'a@b.example'
      },
      lookup: () => undefined,
      lookupClosest: () => undefined,
      supportStatus: () => undefined,
    }
    const hits = (email: string) =>
      evaluateTranslation(translate('Block if :email: in @bad'), { user: { email } }, undefined, { lists }) !== null
    expect([hits('a@b.example'), hits('c@d.example')]).toEqual([true, false])
    expect(lookups).toEqual(['bad value a@b.example', 'bad value c@d.example'])
  })
  it.each([
    ['Block if :declined_charges_per_email_daily: > 1', ['bankEvents', 'velocity']],
    ['Block if :dispute_count_on_ip_weekly: > 1', ['allChargebacks', 'velocity']],
    ["Block if :ip_state: = 'CA'", ['usStates']],
    ["Block if :address_zip_check: = 'fail' or :address_zip_check: = 'unchecked'", ['addressCheck', 'sentField']],
    [
      "Block if is_missing(:address_zip_check:) or :address_line1_check: = 'fail'",
      ['addressCheck', 'sentField', 'addressCheck', 'sentField', 'bothAddressChecks'],
    ],
    ['Block if :customer: in @bad', ['sentField', 'list', 'listCase']],
    ['Block if :email: not in @bad', ['notIn', 'list']],
    ['Request 3DS if :is_recurring:', ['challengeEnds']],
  ])('%s: %s', (text, codes) => expect(one(text).notes.map(({ code }) => code)).toEqual(codes))
  it('have windows no longer than those of Radar by more than one unit', () => {
    for (const [name, window] of [
      ['hourly', '59m'],
      ['daily', '23h'],
      ['weekly', '7d'],
      ['all_time', '90d'],
    ])
      expect(radarFamily(`total_charges_per_email_${name}`)).toMatchObject({ velocity: { window } })
  })
})

describe('text', () => {
  it('may have remarks, lists, indented lines and typographic quotation marks', () => {
    const text = `\uFEFF# My rules
// and more
- Block if :card_country: = 'US'
1. \`Review if :risk_score: > 5\`
Block if
  :card_country: = ‘DE’
  and :amount_in_usd: > 5
Block if :card_country: in (
'US', 'DE'
)
`
    expect(readRadarRules(text).map(({ original }) => original)).toEqual([
      "Block if :card_country: = 'US'",
      'Review if :risk_score: > 5',
      'Block if :card_country: = ‘DE’ and :amount_in_usd: > 5',
      "Block if :card_country: in ( 'US', 'DE' )",
    ])
    expect(translate(text).rules.map(({ state }) => state)).toEqual([
      'sameWithNote',
      'needsYou',
      'sameWithNote',
      'sameWithNote',
    ])
  })
  it.each([
    ['Block if (:amount_in_usd: > 5', 'The parenthesis at character 10 is not closed.'],
    ['Block if :amount_in_usd: > 5)', 'Unexpected ")" at character 29.'],
    ["Block if :card_country: in ('US', 'DE'", 'The parenthesis at character 28 is not closed.'],
    ["Block if :email: = 'x", 'The text at character 20 is not closed.'],
    ['Block if :amount_in_usd: >', 'The rule ends where a value is expected.'],
    ['Block if', 'The rule ends where an attribute is expected.'],
    ['Block if :email:', ':email: needs an operator and a value.'],
    ['Block if :email: § 5', 'Unexpected "§" at character 18.'],
    ["Block if :email: > 'a'", '">" compares numbers, and :email: is text.'],
    ["Block if :amount_in_usd: LIKE '1%'", '"like" compares text, and :amount_in_usd: is a number.'],
    [
      "Block if :card_brand: = 'maestro'",
      ":card_brand: cannot be 'maestro'; it is one of: amex, visa, mc, dscvr, diners, jcb, cup, interac.",
    ],
    [`Block if :amount_in_usd: > ${'9'.repeat(400)}`, `The number ${'9'.repeat(40)}… is too large.`],
    ['Block if :amount_in_usd: > 9007199254740993', 'The number 9007199254740993 is too large.'],
    [`Block if ${'('.repeat(100)}:is_recurring:${')'.repeat(100)}`, 'Conditions are nested more than 60 deep.'],
    [`Block if ${'not '.repeat(100)}:is_recurring:`, 'Conditions are nested more than 60 deep.'],
    [
      ':risk_score: > 5',
      'A rule begins with Block if, Allow if, Review if or Request 3D Secure if; this line does not.',
    ],
    ["Block if :is_recurring: = 'x'", ':is_recurring: is true or false and is written without an operator.'],
    ['Block if :no_such_attribute: > 1', ':no_such_attribute: is no documented attribute of Radar.'],
    ['Block if :constructor: > 1', ':constructor: is no documented attribute of Radar.'],
    ["Block if ::a.b:: = '1'", 'The name "a.b" cannot be read: it has a dot, a bracket or a quotation mark.'],
  ])('%s', (text, message) => {
    const rule = one(text)
    expect(messages(text)).toContain(message)
    expect(rule.clause).toBeNull()
  })
  it('names every condition that has no translation', () => {
    const { notes } = one("Block if :is_my_login_ip: and :no_such_attribute: = 'x' and ::ok:: = 'x'")
    expect(notes.map(({ code, condition }) => [code, condition])).toEqual([
      ['onlyStripe', ':is_my_login_ip:'],
      ['unknownName', ":no_such_attribute: = 'x'"],
      ['metadata', "::ok:: = 'x'"],
    ])
  })
  it('refuses a file that cannot be translated as a whole in one sentence', () => {
    const refusal = (text: string): string => {
      try {
        translate(text)
        return ''
      } catch (error) {
        return error instanceof Error ? error.message : ''
      }
    }
    expect(refusal('')).toBe('The file is empty.')
    expect(refusal('# nothing')).toBe('The file has no rule.')
    expect(refusal('Block if :is_recurring:\n'.repeat(10_000))).toBe(
      'The file has 10,000 rules, and at most 1,000 are translated at a time: divide it.',
    )
    expect(refusal('x'.repeat(5_000_001))).toBe('The file is larger than 5,000,000 characters: divide it.')
  })
  it('may be any text', () => {
    const part = fc.constantFrom(
      ...[
        'Block if',
        'Review if',
        ':email:',
        ':amount_in_usd:',
        ':risk_level:',
        ':cvc_check:',
        '::a::',
        '@list',
        "'DE'",
      ],
      ...['5', '-1.5', '(', ')', ',', 'and', 'or', 'not', '!', '=', '!=', '<', 'in', 'like', 'includes', 'is_missing('],
      ...[':', '"', '\\', '\n', '%', '\u2028', '😀', ':total_charges_per_email_daily:', ':is_recurring:', "'a\"\\%b'"],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), parts => {
        const { rules } = translate(`Block if ${parts.join(' ')}`)
        for (const { state, clause, notes } of rules) {
          expect(clause === null).toBe(state === 'failed' || state === 'leftOut')
          expect(notes.filter(({ code }) => code === 'compiler')).toEqual([])
        }
      }),
      { numRuns: 2000 },
    )
  })
  it('guesses the origin', () => {
    expect(guessOrigin('Block if :is_recurring:')).toBe('stripe-radar')
    expect(guessOrigin(' [{}]')).toBe('json-rules-engine')
    expect(guessOrigin('RETURN Reject("no")')).toBeNull()
  })
  it('reads attributes of a map of paths', () => {
    const paths = new Map([
      ['is_off_session', 'isPostpaid'],
      ['no_such_attribute', 'totalAmount'],
      ['foo', 'orderType'],
    ])
    const [first, second, third] = translate(
      "Block if :is_off_session:\nBlock if :no_such_attribute: > 5\nBlock if ::foo:: = 'bar'",
      paths,
    ).rules
    expect(first).toMatchObject({ state: 'same', clause: { text: expect.stringContaining('@"isPostpaid" == true') } })
    expect(second).toMatchObject({ state: 'same', clause: { text: expect.stringContaining('@"totalAmount" > 5') } })
    expect(third).toMatchObject({ state: 'same', clause: { text: expect.stringContaining('@"orderType" == "bar"') } })
  })
})

describe('sentences', () => {
  it('have all of their parameters', () => {
    const translation = translate(radarExamples.map(([text]) => text).join('\n'))
    for (const { notes } of translation.rules)
      for (const { message, next } of notes) expect(`${message} ${next}`).not.toMatch(/\{\w+\}/)
    for (const code of Object.keys(noteTemplates) as (keyof typeof noteTemplates)[])
      expect(createNote(code).message).toMatch(/[.}]$/)
  })
  it('every attribute of the table has a path of purchases, or says why there is none', () => {
    for (const [name, entry] of Object.entries(radarAttributes)) {
      if ('without' in entry) continue
      const plain = entry.path.toLowerCase().replace(/\[\d+\]/g, '')
      expect([name, plain.startsWith('customdata.') || purchaseCheckEnvironment.attributes.has(plain)]).toEqual([
        name,
        true,
      ])
    }
  })
})

/*
 * The documented meaning since May 2024, written down once more and independently of the translation: a comparison with
 * a missing value is missing, and so is its negation; a rule matches when its condition is true. Texts ignore letter
 * case except metadata, OR binds less than AND and that less than NOT.
 */
type Payment = {
  email?: string
  amount?: number
  meta?: string
  recurring?: boolean
  brand?: string
  /** Since the customer was created. */
  hours?: number
}
/** Undefined: missing. */
type Truth = boolean | undefined
interface Sample {
  text: string
  test: (payment: Payment) => Truth
}
const word = fc.constantFrom<string>('abc', 'ABC', 'ab', 'c', 'a.c', 'x%y', '')
const amount = fc.constantFrom<number>(-1, 0, 0.5, 1, 10)
const like = (value: string, pattern: string): boolean => {
  const reach = (at: number, place: number): boolean =>
    place === pattern.length
      ? at === value.length
      : pattern[place] === '%'
        ? Array.from({ length: value.length - at + 1 }, (_, skip) => at + skip).some(next => reach(next, place + 1))
        : value[at] === pattern[place] && reach(at + 1, place + 1)
  return reach(0, 0)
}
const lower = (text: string | undefined): string | undefined => text?.toLowerCase()
const signs = fc.constantFrom('=', '!=', '<', '>', '<=', '>=')
const compared = (found: number | undefined, sign: string, value: number): Truth =>
  found === undefined
    ? undefined
    : ({
        '=': found === value,
        '!=': found !== value,
        '<': found < value,
        '>': found > value,
        '<=': found <= value,
        '>=': found >= value,
      }[sign] ?? false)
const negated = (truth: Truth): Truth => (truth === undefined ? undefined : !truth)
const both = (a: Truth, b: Truth): Truth =>
  a === false || b === false ? false : a === undefined || b === undefined ? undefined : true
const either = (a: Truth, b: Truth): Truth => negated(both(negated(a), negated(b)))
const leaf: fc.Arbitrary<Sample> = fc.oneof(
  fc.tuple(fc.constantFrom('=', '!='), word).map(([sign, value]) => ({
    text: `:email: ${sign} '${value}'`,
    test: ({ email }: Payment) =>
      email === undefined ? undefined : (lower(email) === value.toLowerCase()) === (sign === '='),
  })),
  fc.tuple(fc.constantFrom('=', '!='), word).map(([sign, value]) => ({
    text: `::meta:: ${sign} '${value}'`,
    test: ({ meta }: Payment) => (meta === undefined ? undefined : (meta === value) === (sign === '=')),
  })),
  fc.tuple(signs, amount).map(([sign, value]) => ({
    text: `:amount_in_usd: ${sign} ${value}`,
    test: (each: Payment) => compared(each.amount, sign, value),
  })),
  fc.tuple(signs, amount).map(([sign, value]) => ({
    text: `:hours_since_customer_was_created: ${sign} ${value}`,
    test: (each: Payment) => compared(each.hours, sign, value),
  })),
  fc.tuple(signs, amount).map(([sign, value]) => ({
    text: `:seconds_since_customer_was_created: ${sign} ${value}`,
    test: (each: Payment) => compared(each.hours === undefined ? undefined : each.hours * 3600, sign, value),
  })),
  fc
    .tuple(fc.constantFrom(':email:', '::meta::'), fc.array(word, { minLength: 1, maxLength: 3 }))
    .map(([name, values]) => ({
      text: `${name} IN (${values.map(value => `'${value}'`).join(', ')})`,
      test: ({ email, meta }: Payment) =>
        name === ':email:'
          ? email === undefined
            ? undefined
            : values.some(value => lower(value) === lower(email))
          : meta === undefined
            ? undefined
            : values.includes(meta),
    })),
  fc.tuple(fc.constantFrom(':email:', '::meta::'), word).map(([name, value]) => ({
    text: `${name} INCLUDES '${value}'`,
    test: ({ email, meta }: Payment) =>
      name === ':email:' ? lower(email)?.includes(value.toLowerCase()) : meta?.includes(value),
  })),
  fc
    .tuple(
      fc.constantFrom(':email:', '::meta::'),
      fc.constantFrom('a%', '%c', '%b%', 'a%c', '%', 'abc', 'A_C', '%%', 'a.%'),
    )
    .map(([name, value]) => ({
      text: `${name} LIKE '${value}'`,
      test: ({ email, meta }: Payment) =>
        name === ':email:'
          ? email === undefined
            ? undefined
            : like(email.toLowerCase(), value.toLowerCase())
          : meta === undefined
            ? undefined
            : like(meta, value),
    })),
  fc.constantFrom(
    { text: 'is_missing(:email:)', test: ({ email }: Payment) => email === undefined },
    { text: 'is_missing(:amount_in_usd:)', test: ({ amount: found }: Payment) => found === undefined },
    { text: ':is_recurring:', test: ({ recurring }: Payment) => recurring === true },
    {
      text: ':email: = ::meta::',
      test: ({ email, meta }: Payment) =>
        email === undefined || meta === undefined ? undefined : lower(email) === lower(meta),
    },
    {
      text: ':email: != ::meta::',
      test: ({ email, meta }: Payment) =>
        email === undefined || meta === undefined ? undefined : lower(email) !== lower(meta),
    },
    {
      text: ":card_brand: = 'mc'",
      test: ({ brand }: Payment) => (brand === undefined ? undefined : brand === 'Mastercard'),
    },
  ),
)
const { condition } = fc.letrec<{ condition: Sample }>(tie => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    leaf,
    tie('condition').map(({ text, test }) => ({
      text: `NOT (${text})`,
      test: (payment: Payment) => negated(test(payment)),
    })),
    fc.tuple(tie('condition'), fc.constantFrom('AND', 'and', '&&'), tie('condition')).map(([a, sign, b]) => ({
      text: `(${a.text}) ${sign} (${b.text})`,
      test: (payment: Payment) => both(a.test(payment), b.test(payment)),
    })),
    fc.tuple(leaf, fc.constantFrom('OR', '||'), leaf, leaf).map(([a, sign, b, c]) => ({
      text: `${a.text} ${sign} not ${b.text} and ${c.text}`,
      test: (payment: Payment) => either(a.test(payment), both(negated(b.test(payment)), c.test(payment))),
    })),
  ),
}))
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined })
/** Empty text is a missing value in a purchase, so that none is sent. */
const filled = word.filter(text => text !== '')
const payment = fc.record({
  email: optional(filled),
  amount: optional(amount),
  meta: optional(filled),
  recurring: optional(fc.boolean()),
  brand: optional(fc.constantFrom('Visa', 'Mastercard')),
  hours: optional(amount),
}) as fc.Arbitrary<Payment>

/** A date so many hours before the time of the evaluation. */
const createdBefore = (hours: number | undefined): string | undefined =>
  hours === undefined ? undefined : new Date(Date.parse('2026-11-28T12:00:00Z') - hours * 3_600_000).toISOString()

describe('meaning', () => {
  it.each(['hours', 'minutes', 'seconds'])('no comparison with %s since a missing date is true', unit => {
    const matches = (sign: string, creationDate?: string): boolean =>
      evaluateTranslation(translate(`Block if :${unit}_since_customer_was_created: ${sign} 24`), {
        user: { creationDate },
      }) !== null
    for (const sign of ['=', '!=', '<', '>', '<=', '>=']) expect([sign, matches(sign)]).toEqual([sign, false])
    expect([matches('>', createdBefore(25)), matches('<', createdBefore(25))]).toEqual([true, false])
  })
  it('is the documented one for random conditions and payments', () => {
    fc.assert(
      fc.property(condition, fc.array(payment, { minLength: 1, maxLength: 8 }), (sample, payments) => {
        const translation = translate(`Block if ${sample.text}`)
        expect(translation.rules[0]?.notes.filter(({ state }) => state === 'failed')).toEqual([])
        for (const each of payments) {
          const event = {
            user: { email: each.email, creationDate: createdBefore(each.hours) },
            calculatedFeatures: { totalAmountInUSD: each.amount },
            customData: { meta: each.meta },
            isRecurringCharge: each.recurring,
            paymentInstrumentList: [{ cardType: each.brand }],
          }
          expect([sample.text, each, evaluateTranslation(translation, event) !== null]).toEqual([
            sample.text,
            each,
            sample.test(each) === true,
          ])
        }
      }),
      { numRuns: 600 },
    )
  })
})
