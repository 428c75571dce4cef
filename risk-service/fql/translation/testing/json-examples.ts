import type { TranslationState } from '../result/notes.ts'

interface JsonExample {
  title: string
  rule: unknown
  state: TranslationState
  /** The text of the translation; null: there is none. */
  text: string | null
}

/** Rules in the forms that json-rules-engine documents, with the text of each. */
export const jsonExamples: readonly JsonExample[] = [
  {
    title: 'nested conditions',
    rule: {
      conditions: {
        any: [
          {
            all: [
              { fact: 'gameDuration', operator: 'equal', value: 40 },
              { fact: 'personalFoulCount', operator: 'greaterThanInclusive', value: 5 },
            ],
          },
          {
            all: [
              { fact: 'gameDuration', operator: 'equal', value: 48 },
              { fact: 'personalFoulCount', operator: 'greaterThanInclusive', value: 6 },
            ],
          },
        ],
      },
      event: { type: 'fouledOut', params: { message: 'Player has fouled out!' } },
    },
    state: 'same',
    text: `OBSERVE Output(event = "fouledOut", message = "Player has fouled out!")
WHEN (@"gameDuration" == 40 AND @"personalFoulCount" >= 5)
  OR (@"gameDuration" == 48 AND @"personalFoulCount" >= 6)`,
  },
  {
    title: 'paths into a fact',
    rule: {
      conditions: {
        all: [
          { fact: 'account-information', operator: 'equal', value: 'microsoft', path: '$.company' },
          { fact: 'account-information', operator: 'in', value: ['active', 'paid-leave'], path: '$.status' },
          { fact: 'account-information', operator: 'contains', value: '2016-12-25', path: '$.ptoDaysTaken' },
        ],
      },
      event: { type: 'microsoft-christmas-pto', params: { message: 'current employee taking the day off' } },
    },
    state: 'same',
    text: `OBSERVE Output(event = "microsoft-christmas-pto", message = "current employee taking the day off")
WHEN @"account-information.company" == "microsoft"
  AND (@"account-information.status" == "active" OR @"account-information.status" == "paid-leave")
  AND Exists(@"account-information.ptoDaysTaken[0]")
  AND @"account-information.ptoDaysTaken" == "2016-12-25"`,
  },
  {
    title: 'not, and the remaining operators',
    rule: {
      name: 'Screen',
      priority: 10,
      conditions: {
        all: [
          { not: { fact: 'member', operator: 'equal', value: true } },
          { fact: 'points', operator: 'lessThan', value: 1000 },
          { fact: 'points', operator: 'lessThanInclusive', value: -5 },
          { fact: 'country', operator: 'notIn', value: ['DE', 'FR'] },
          { fact: 'country', operator: 'notEqual', value: '' },
          { fact: 'tags', operator: 'doesNotContain', value: 'vip' },
        ],
      },
      event: { type: 'blocked' },
    },
    state: 'sameWithNote',
    text: `RETURN Reject("blocked")
WHEN NOT (@"member" == true)
  AND @"points".IsNumeric()
  AND @"points" < 1000
  AND @"points" <= -5
  AND NOT (@"country" == "DE" OR @"country" == "FR")
  AND NOT (Exists(@"country") AND @"country" == "")
  AND (Exists(@"tags[0]") OR @@"tags".ToString() == "[]")
  AND NOT (@"tags" == "vip")`,
  },
  {
    title: 'two facts',
    rule: {
      conditions: {
        all: [
          { fact: 'spent', operator: 'greaterThan', value: { fact: 'limits', path: '$.daily' } },
          { fact: 'ship', operator: 'notEqual', value: { fact: 'bill' } },
        ],
      },
      event: { type: 'review-order' },
    },
    state: 'sameWithNote',
    text: `RETURN Review("review-order")
WHEN @"spent".IsNumeric()
  AND @"limits.daily".IsNumeric()
  AND @"spent".ToDouble() > @"limits.daily".ToDouble()
  AND NOT (Exists(@"ship") == Exists(@"bill") AND @"ship" == @"bill")`,
  },
  {
    title: 'no condition',
    rule: { conditions: { all: [] }, event: { type: 'seen' } },
    state: 'same',
    text: 'OBSERVE Output(event = "seen")\nWHEN true',
  },
  {
    title: 'a decorated operator',
    rule: {
      conditions: {
        any: [
          { fact: 'tags', operator: 'someFact:equal', value: 'x' },
          { fact: 'n', operator: 'not:equal', value: 1 },
        ],
      },
      event: { type: 'seen' },
    },
    state: 'same',
    text: 'OBSERVE Output(event = "seen")\nWHEN (Exists(@"tags[0]") AND @"tags" == "x")\n  OR NOT (@"n" == 1)',
  },
  {
    title: 'a fact with parameters',
    rule: {
      conditions: { all: [{ fact: 'visits', params: { days: 7 }, operator: 'greaterThan', value: 3 }] },
      event: { type: 'seen' },
    },
    state: 'leftOut',
    text: null,
  },
  {
    title: 'an operator of its own',
    rule: { conditions: { all: [{ fact: 'name', operator: 'startsWith', value: 'A' }] }, event: { type: 'seen' } },
    state: 'leftOut',
    text: null,
  },
  {
    title: 'a shared condition that is missing',
    rule: { conditions: { condition: 'elsewhere' }, event: { type: 'seen' } },
    state: 'leftOut',
    text: null,
  },
]
