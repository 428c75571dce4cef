/** An event, and whether json-rules-engine finds the conditions true for its facts; a missing fact is undefined there. */
type Case = readonly [event: object, matches: boolean]

const rule = (conditions: object, more: object = {}): string =>
  JSON.stringify({ conditions, event: { type: 'blocked' }, ...more })
const fact = (name: string, operator: string, value: unknown, path?: string): object => ({
  fact: name,
  operator,
  value,
  ...(path === undefined ? {} : { path }),
})
const all = (...conditions: object[]): object => ({ all: conditions })
const any = (...conditions: object[]): object => ({ any: conditions })
const not = (condition: object): object => ({ not: condition })

/** Rules that were written after the translation, with events that tell their meaning apart from that of others. */
export const jsonMeanings: readonly (readonly [rule: string, cases: readonly Case[]])[] = [
  [
    rule(all(fact('totalAmount', 'greaterThan', 10))),
    [
      [{ totalAmount: 11 }, true],
      [{ totalAmount: 10 }, false],
      [{}, false],
    ],
  ],
  [
    rule(all(fact('totalAmount', 'lessThan', 10))),
    [
      [{ totalAmount: 9 }, true],
      [{ totalAmount: 10 }, false],
      [{}, false],
    ],
  ],
  [
    rule(all(fact('totalAmount', 'lessThanInclusive', 0))),
    [
      [{ totalAmount: 0 }, true],
      [{ totalAmount: 0.5 }, false],
      [{}, false],
    ],
  ],
  [
    rule(all(fact('totalAmount', 'greaterThanInclusive', -1))),
    [
      [{ totalAmount: 0 }, true],
      [{}, false],
    ],
  ],
  [
    rule(all(fact('totalAmount', 'equal', 0))),
    [
      [{ totalAmount: 0 }, true],
      [{ totalAmount: 1 }, false],
      [{}, false],
    ],
  ],
  [
    rule(all(fact('totalAmount', 'notEqual', 0))),
    [
      [{ totalAmount: 0 }, false],
      [{ totalAmount: 1 }, true],
      [{}, true],
    ],
  ],
  [
    rule(not(fact('totalAmount', 'greaterThan', 10))),
    [
      [{ totalAmount: 11 }, false],
      [{ totalAmount: 10 }, true],
      [{}, true],
    ],
  ],
  [
    rule(all(fact('currency', 'equal', 'EUR'))),
    [
      [{ currency: 'EUR' }, true],
      [{ currency: 'eur' }, false],
      [{}, false],
    ],
  ],
  [
    rule(all(fact('currency', 'notEqual', 'EUR'))),
    [
      [{ currency: 'EUR' }, false],
      [{ currency: 'eur' }, true],
      [{}, true],
    ],
  ],
  [
    rule(all(fact('currency', 'in', ['EUR', 'USD']))),
    [
      [{ currency: 'EUR' }, true],
      [{ currency: 'Eur' }, false],
      [{}, false],
    ],
  ],
  [
    rule(all(fact('currency', 'notIn', ['EUR', 'USD']))),
    [
      [{ currency: 'EUR' }, false],
      [{ currency: 'GBP' }, true],
      [{}, true],
    ],
  ],
  [
    rule(all(fact('totalAmount', 'in', [1, 2.5]))),
    [
      [{ totalAmount: 2.5 }, true],
      [{ totalAmount: 2 }, false],
      [{}, false],
    ],
  ],
  [
    rule(all(fact('user', 'equal', 'a@b.example', '$.email'))),
    [
      [{ user: { email: 'a@b.example' } }, true],
      [{ user: { email: 'A@b.example' } }, false],
      [{}, false],
    ],
  ],
  [
    rule(all(fact('user', 'equal', true, '$.isEmailValidated'))),
    [
      [{ user: { isEmailValidated: true } }, true],
      [{ user: { isEmailValidated: false } }, false],
      [{}, false],
    ],
  ],
  [
    rule(all(fact('user', 'equal', false, '$.isEmailValidated'))),
    [
      [{ user: { isEmailValidated: false } }, true],
      [{ user: { isEmailValidated: true } }, false],
      [{}, false],
    ],
  ],
  [
    rule(all(fact('user', 'notEqual', true, '$.isEmailValidated'))),
    [
      [{ user: { isEmailValidated: true } }, false],
      [{ user: { isEmailValidated: false } }, true],
      [{}, true],
    ],
  ],
  [
    rule(
      any(
        all(fact('totalAmount', 'greaterThan', 10), fact('currency', 'equal', 'EUR')),
        fact('currency', 'equal', 'GBP'),
      ),
    ),
    [
      [{ totalAmount: 11, currency: 'EUR' }, true],
      [{ totalAmount: 9, currency: 'EUR' }, false],
      [{ currency: 'GBP' }, true],
      [{}, false],
    ],
  ],
  [
    rule(
      all(
        any(fact('currency', 'equal', 'EUR'), fact('currency', 'equal', 'GBP')),
        not(fact('totalAmount', 'lessThan', 5)),
      ),
    ),
    [
      [{ totalAmount: 5, currency: 'EUR' }, true],
      [{ totalAmount: 4, currency: 'GBP' }, false],
      [{ currency: 'GBP' }, true],
      [{ totalAmount: 9, currency: 'USD' }, false],
    ],
  ],
  [
    rule(not(all(fact('currency', 'equal', 'EUR'), not(fact('totalAmount', 'greaterThan', 5))))),
    [
      [{ currency: 'EUR', totalAmount: 6 }, true],
      [{ currency: 'EUR', totalAmount: 5 }, false],
      [{ currency: 'EUR' }, false],
      [{ currency: 'USD' }, true],
    ],
  ],
  [
    rule(not(any(fact('currency', 'notEqual', 'EUR'), fact('totalAmount', 'greaterThan', 5)))),
    [
      [{ currency: 'EUR', totalAmount: 5 }, true],
      [{ currency: 'EUR' }, true],
      [{}, false],
    ],
  ],
  [
    rule(
      all(
        any(
          all(fact('currency', 'equal', 'EUR')),
          all(fact('totalAmount', 'equal', 1), fact('user', 'equal', 'x', '$.userId')),
        ),
      ),
    ),
    [
      [{ totalAmount: 1, user: { userId: 'x' } }, true],
      [{ totalAmount: 1, user: { userId: 'X' } }, false],
      [{ currency: 'EUR' }, true],
    ],
  ],
  [
    rule(all(fact('currency', 'equal', ''))),
    [
      [{ currency: '' }, true],
      [{ currency: 'EUR' }, false],
      [{}, false],
    ],
  ],
  [
    rule(all(fact('currency', 'in', ['', 'EUR']))),
    [
      [{ currency: '' }, true],
      [{ currency: 'EUR' }, true],
      [{}, false],
    ],
  ],
  [
    rule(all(fact('currency', 'in', ['a,b', 'c']))),
    [
      [{ currency: 'a,b' }, true],
      [{ currency: 'a' }, false],
      [{ currency: 'c' }, true],
    ],
  ],
  [
    rule(all(fact('currency', 'in', [' EUR']))),
    [
      [{ currency: 'EUR' }, false],
      [{ currency: ' EUR' }, true],
    ],
  ],
  [
    rule(all(fact('currency', 'in', []))),
    [
      [{ currency: 'EUR' }, false],
      [{}, false],
    ],
  ],
  [
    rule(all(fact('currency', 'notIn', []))),
    [
      [{ currency: 'EUR' }, true],
      [{}, true],
    ],
  ],
  [rule({ all: [] }), [[{}, true]]],
  [
    rule(all(fact('user', 'equal', 'O"Neil\\', '$.lastName'))),
    [
      [{ user: { lastName: 'O"Neil\\' } }, true],
      [{ user: { lastName: 'O"Neil' } }, false],
    ],
  ],
  [
    rule(all(fact('totalAmount', 'equal', 1e-7))),
    [
      [{ totalAmount: 1e-7 }, true],
      [{ totalAmount: 0 }, false],
    ],
  ],
  [
    rule(all(fact('totalAmount', 'greaterThan', 0.1 + 0.2))),
    [
      [{ totalAmount: 0.3 }, false],
      [{ totalAmount: 0.31 }, true],
    ],
  ],
  [
    rule(all({ ...fact('totalAmount', 'greaterThan', 0), value: { fact: 'salesTax' } })),
    [
      [{ totalAmount: 5, salesTax: 4 }, true],
      [{ totalAmount: 5 }, false],
      [{ salesTax: -1 }, false],
    ],
  ],
  [
    rule(all({ ...fact('currency', 'equal', 0), value: { fact: 'user', path: '$.userId' } })),
    [
      [{ currency: 'a', user: { userId: 'a' } }, true],
      [{ currency: 'a', user: { userId: 'A' } }, false],
      [{ currency: 'a' }, false],
      [{}, true],
    ],
  ],
]
