import { compileRule, createScope } from '@assay/risk-service/fql'
import fc from 'fast-check'
import type { Clause } from '../../rule-draft.ts'
import type { FactsOf } from '../table-regions.ts'

/* Random tables and random events that their conditions tell apart, with the decision that the language makes. */

const amounts = [-1, 0, 0.5, 1, 1.5, 2, 5, 10, 10.25, 11]
const words = ['', 'a', 'A', 'b', 'B', 'other']

const amountTest = fc
  .tuple(fc.constantFrom('==', '!=', '<', '<=', '>', '>='), fc.constantFrom(0, 1, 2, 10))
  .map(([operator, value]) => `@"amount" ${operator} ${value}`)
const flippedTest = fc
  .tuple(fc.constantFrom('<', '>='), fc.constantFrom(1, 10))
  .map(([operator, value]) => `${value} ${operator} @"amount"`)
const textTest = fc.constantFrom(
  '@"country".ToString() == "a"',
  '@"country".ToString() != "a"',
  '@"country" == "b"',
  'In(@"country", "a, b")',
  '!In(@"country", "A")',
  '@"country".IsNullOrEmpty()',
  '!@"country".IsNullOrEmpty()',
  '@"country".StartsWith("a")',
  'NOT @"country".StartsWith("a")',
)
const flagTest = fc.constantFrom('@"new" == true', '@"new" != true', '@"new" == false', '@"new"', '!@"new"')
const listTest = fc.constantFrom(
  '@"items.price" > 1',
  '@"items.price" <= 1',
  '@"items.price" < 10',
  '@"items.type" == "a"',
  '!(@"items.type" == "a")',
  '!In(@"items.type", "a")',
)
const failingTest = fc.constantFrom('@"code".ToInt32() > 1', '@"code".ToInt32() <= 1')
const looseTest = fc.constantFrom('(@"amount" > 1 || @"new" == true)', '@"amount" + 1 > 2', '/* why */ @"amount" < 11')
const anyTest = fc.oneof(
  { arbitrary: amountTest, weight: 6 },
  { arbitrary: textTest, weight: 6 },
  { arbitrary: flagTest, weight: 3 },
  { arbitrary: listTest, weight: 3 },
  flippedTest,
  failingTest,
  looseTest,
)
const result = fc.constantFrom(
  'RETURN Approve()',
  'RETURN Reject("no")',
  'return Review(\'see\', "ask")',
  'RETURN Challenge("SMS", "prove")',
  'RETURN Reject("x"), Output(a = @"amount")',
  'OBSERVE Output(a = 1)',
  'RETURN Reject(@"country")',
  'RETURN /* result */ Review(/* reason */ "see"), // agreed\n  Output(a = 1), /* more */ Output(b = 2)',
  'OBSERVE /* watch */ Output(a = 1)',
)
const before = fc.constantFrom(
  '',
  '',
  '',
  '// why\n',
  '/* a */ ',
  'LET $NAME = @"code".ToInt32()\n',
  'OBSERVE Output(n = 2)\n',
)
const after = fc.constantFrom('', '', '', ' ', '\n// end', ' /* end */\n')
const joint = fc.constantFrom(' AND ', '\n  AND ', ' && ', ' && // why\n  ')

/** Clauses in any spelling. */
export const anyClauses: fc.Arbitrary<Clause[]> = fc
  .array(fc.tuple(before, result, fc.array(fc.tuple(joint, anyTest), { maxLength: 4 }), after), {
    minLength: 1,
    maxLength: 7,
  })
  .map(rows =>
    rows.map(
      ([setup, decision, tests, end], at): Clause => ({
        name: `clause${at + 1}`,
        section: 'prior',
        text: `${decision.startsWith('OBSERVE') && setup.startsWith('OBSERVE') ? '' : setup.replace('$NAME', `$n${at}`)}${decision}${tests.map(([join, test], place) => (place === 0 ? `\nWHEN ${test}` : `${join}${test}`)).join('')}${end}`,
      }),
    ),
  )

export interface RandomEvent {
  amount?: number
  country?: string
  new?: boolean
  code?: string
  items?: { price: number; type: string }[]
}
export const anyEvent: fc.Arbitrary<RandomEvent> = fc.record(
  {
    amount: fc.constantFrom(...amounts),
    country: fc.constantFrom(...words),
    new: fc.boolean(),
    code: fc.constantFrom('0', '1', '2', 'x'),
    items: fc.array(fc.record({ price: fc.constantFrom(...amounts), type: fc.constantFrom(...words) }), {
      maxLength: 3,
    }),
  },
  { requiredKeys: [] },
)

const values = {
  amount: [undefined, ...amounts],
  country: [undefined, ...words, 'az'],
  new: [undefined, true, false],
  code: [undefined, '0', '1', '2', 'x'],
  items: [undefined, [], ...amounts.flatMap(price => words.map(type => [{ price, type }]))],
} as const satisfies { [Key in keyof RandomEvent]: readonly RandomEvent[Key][] }

/** All events that these clauses tell apart; a list has one row at most. */
export function eventsFor(clauses: readonly Clause[]): RandomEvent[] {
  let events: RandomEvent[] = [{}]
  for (const [path, own] of Object.entries(values)) {
    if (!clauses.some(({ text }) => text.includes(`@"${path}`))) continue
    events = events.flatMap(event => own.map(value => (value === undefined ? event : { ...event, [path]: value })))
  }
  return events
}

export const factsOf: FactsOf = key => ({ single: !key.includes('items'), folded: false })

/** What each clause decides on its own; null: nothing. */
export function compiledClauses(clauses: readonly Clause[]): (event: RandomEvent) => (string | null)[] {
  const compiled = compileRule({ condition: '', clauses }, { attributes: new Map() }, { mode: 'closures' })
  return event => {
    const scope = createScope({ event, now: new Date('2026-01-01T00:00:00Z'), random: () => 0.5 })
    return compiled.clauses.map(clause => clause.run(scope).decision?.kind ?? null)
  }
}
