/** An event, and whether the rule matches it as Radar documents its operators, missing values and metadata. */
type Case = readonly [event: object, matches: boolean]

const card = (country: string | null): object =>
  country === null ? {} : { calculatedFeatures: { cardCountry: country } }
const usd = (amount: number | null): object =>
  amount === null ? {} : { calculatedFeatures: { totalAmountInUSD: amount } }
const custom = (values: object): object => ({ customData: values })
const mail = (email: string | null): object => (email === null ? {} : { user: { email } })
const instrument = (values: object): object => ({ paymentInstrumentList: [values] })

/** Rules that were written after the translation, with events that tell their meaning apart from that of others. */
export const radarMeanings: readonly (readonly [rule: string, cases: readonly Case[]])[] = [
  [
    "Block if :card_country: IN ('us', 'ca')",
    [
      [card('US'), true],
      [card('ca'), true],
      [card('DE'), false],
      [card(null), false],
    ],
  ],
  [
    "Block if not (:card_country: in ('us','ca'))",
    [
      [card('US'), false],
      [card('DE'), true],
      [card(null), false],
    ],
  ],
  [
    "Block if :card_country: != 'us'",
    [
      [card('US'), false],
      [card('DE'), true],
      [card(null), false],
    ],
  ],
  [
    "Block if not :card_country: = 'us'",
    [
      [card('US'), false],
      [card('DE'), true],
      [card(null), false],
    ],
  ],
  [
    "Block if ::sku:: in ('a,b', 'c')",
    [
      [custom({ sku: 'a,b' }), true],
      [custom({ sku: 'a' }), false],
      [custom({ sku: 'c' }), true],
      [custom({ sku: 'C' }), false],
      [custom({}), false],
    ],
  ],
  [
    "Block if ::sku:: in (' a', 'b ')",
    [
      [custom({ sku: 'a' }), false],
      [custom({ sku: ' a' }), true],
      [custom({ sku: 'b ' }), true],
    ],
  ],
  [
    "Block if :email: in ('a,b@x.example', 'c@x.example')",
    [
      [mail('A,B@x.example'), true],
      [mail('a'), false],
      [mail('C@X.example'), true],
    ],
  ],
  [
    'Block if :amount_in_usd: = 0',
    [
      [usd(0), true],
      [usd(1), false],
      [usd(null), false],
    ],
  ],
  [
    'Block if :amount_in_usd: != 5',
    [
      [usd(5), false],
      [usd(6), true],
      [usd(null), false],
    ],
  ],
  [
    'Block if :amount_in_usd: >= 0',
    [
      [usd(0), true],
      [usd(null), false],
    ],
  ],
  [
    'Block if :amount_in_usd: > -1',
    [
      [usd(0), true],
      [usd(null), false],
    ],
  ],
  [
    'Block if :amount_in_usd: < 10.50',
    [
      [usd(10.49), true],
      [usd(10.5), false],
      [usd(null), false],
    ],
  ],
  [
    'Block if not :amount_in_usd: < 10',
    [
      [usd(9), false],
      [usd(10), true],
      [usd(null), false],
    ],
  ],
  [
    'Block if not (:amount_in_usd: < 10 or :amount_in_usd: > 20)',
    [
      [usd(15), true],
      [usd(9), false],
      [usd(null), false],
    ],
  ],
  [
    'Block if ::count:: < 5',
    [
      [custom({ count: 4 }), true],
      [custom({ count: '4' }), true],
      [custom({ count: 5 }), false],
      [custom({}), false],
    ],
  ],
  [
    'Block if ::count:: = 5',
    [
      [custom({ count: '5' }), true],
      [custom({ count: 5 }), true],
      [custom({ count: 6 }), false],
      [custom({}), false],
    ],
  ],
  [
    'Block if ::count:: != 5',
    [
      [custom({ count: '5' }), false],
      [custom({ count: 6 }), true],
      [custom({}), false],
    ],
  ],
  [
    "Block if ::vip:: != 'yes'",
    [
      [custom({ vip: 'yes' }), false],
      [custom({ vip: 'Yes' }), true],
      [custom({}), false],
    ],
  ],
  [
    'Block if ::a:: > ::b::',
    [
      [custom({ a: 3, b: 2 }), true],
      [custom({ a: '10', b: '9' }), true],
      [custom({ a: 3 }), false],
      [custom({ b: -1 }), false],
    ],
  ],
  [
    "Block if :email: like '%+%@gmail.com'",
    [
      [mail('A+b@GMAIL.com'), true],
      [mail('ab@gmail.com'), false],
      [mail(null), false],
    ],
  ],
  [
    "Block if :email: like 'a.b%'",
    [
      [mail('a.bc@x.example'), true],
      [mail('axbc@x.example'), false],
    ],
  ],
  [
    "Block if :email: like '%(x)%'",
    [
      [mail('a(X)b@x.example'), true],
      [mail('ax@x.example'), false],
    ],
  ],
  [
    "Block if :email: like 'a@x.example'",
    [
      [mail('A@x.example'), true],
      [mail('ba@x.example'), false],
    ],
  ],
  [
    "Block if :email: includes 'TEST'",
    [
      [mail('my-test@x.example'), true],
      [mail('x@x.example'), false],
      [mail(null), false],
    ],
  ],
  [
    "Block if ::note:: includes 'Te'",
    [
      [custom({ note: 'Test' }), true],
      [custom({ note: 'test' }), false],
    ],
  ],
  [
    'Block if is_missing(:email:) and !is_missing(:ip_address:)',
    [
      [{ deviceContext: { ipAddress: '10.0.0.1' } }, true],
      [mail('a@b.example'), false],
      [{}, false],
    ],
  ],
  [
    "Block if :amount_in_usd: > 5 AND :card_brand: IN ('visa','amex') OR :email: = 'x@y.example'",
    [
      [{ ...usd(6), ...instrument({ cardType: 'VISA' }) }, true],
      [{ ...usd(6), ...instrument({ cardType: 'Mastercard' }) }, false],
      [mail('x@y.example'), true],
      [instrument({ cardType: 'Amex' }), false],
    ],
  ],
  [
    "Block if :email: = 'x@y.example' or :amount_in_usd: > 5 and :card_country: = 'DE'",
    [
      [mail('x@y.example'), true],
      [{ calculatedFeatures: { totalAmountInUSD: 6, cardCountry: 'DE' } }, true],
      [usd(6), false],
    ],
  ],
  [
    "Block if not (not (:card_country: = 'DE') and not is_missing(:email:))",
    [
      [card('DE'), true],
      [mail('a@b.example'), false],
      [{}, true],
      [{ ...card('DE'), ...mail('a@b.example') }, true],
    ],
  ],
  [
    'Block if :ip_country: != :card_country:',
    [
      [{ calculatedFeatures: { ipCountry: 'DE', cardCountry: 'de' } }, false],
      [{ calculatedFeatures: { ipCountry: 'DE', cardCountry: 'FR' } }, true],
      [{ calculatedFeatures: { ipCountry: 'DE' } }, false],
    ],
  ],
  [
    "Block if :cvc_check: = 'fail' or :cvc_check: = 'unavailable'",
    [
      [instrument({ cvvVerify: 'N' }), true],
      [instrument({ cvvVerify: 'u' }), true],
      [instrument({ cvvVerify: 'Y' }), false],
      [{}, false],
    ],
  ],
  [
    "Request 3DS if :card_funding: = 'prepaid'",
    [
      [instrument({ binCardType: 'PREPAID' }), true],
      [{}, false],
    ],
  ],
  [
    "Block if ::it's:: = 'don\\'t'",
    [
      [custom({ "it's": "don't" }), true],
      [custom({ "it's": 'dont' }), false],
    ],
  ],
]
