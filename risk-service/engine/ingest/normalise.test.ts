import { describe, expect, test } from 'vitest'
import { normaliseLabel, normalisePurchase, validateLabel, validatePurchase } from './precompiled-schemas.ts'

const minimal = { purchaseId: 'p-1', merchantLocalDate: '2025-03-14T09:26:53+01:00', _metadata: { trackingId: 't' } }
const purchase = (more: Record<string, unknown>): Record<string, unknown> =>
  normalisePurchase({ ...minimal, ...more }).value
const faults = (body: Record<string, unknown>): string[] => {
  const { value, issues: problems } = normalisePurchase(body)
  return validatePurchase(value, problems)
}

describe('reading the spellings of real clients', () => {
  test.each<[string, Record<string, unknown>, string, unknown]>([
    [
      'keys in any case, at every level',
      { USER: { UserID: 'u', EMAIL: 'a@b.c' } },
      'user',
      { userId: 'u', email: 'a@b.c' },
    ],
    ['the last of two spellings wins', { Currency: 'USD', currency: 'EUR' }, 'currency', 'EUR'],
    ['custom data keys stay as sent', { CustomData: { TotalCOGS: 4, nullish: null } }, 'customData', { TotalCOGS: 4 }],
    ['null counts as absent', { user: { userId: 'u', email: null } }, 'user', { userId: 'u' }],
    ['null elements too', { productList: [null, { productId: 1 }] }, 'productList', [{ productId: '1' }]],
    [
      'one object where a list is expected',
      { paymentInstrumentList: { type: 'PayPal' } },
      'paymentInstrumentList',
      [{ type: 'PayPal' }],
    ],
    ['a number as text', { storeId: 0 }, 'storeId', '0'],
    ['a boolean as text', { storeId: true }, 'storeId', 'true'],
    [
      'false for no address',
      { deviceContext: { deviceContextId: 'd', ipAddress: false } },
      'deviceContext',
      { deviceContextId: 'd' },
    ],
    ['false for no time', { customerLocalDate: false }, 'customerLocalDate', undefined],
    ['text amounts', { totalAmount: '65.1000' }, 'totalAmount', 65.1],
    ['text amounts with exponent and sign', { totalAmount: '-1.5e2' }, 'totalAmount', -150],
    ['separators are no number', { totalAmount: '1,000.00' }, 'totalAmount', '1,000.00'],
    ['blanks are no number', { totalAmount: ' 1' }, 'totalAmount', ' 1'],
    ['a whole number in text', { recurringChargeSequence: '3.0' }, 'recurringChargeSequence', 3],
    [
      'a broken number where a whole one is expected',
      { recurringChargeSequence: '3.5' },
      'recurringChargeSequence',
      '3.5',
    ],
    ['booleans as text', { isGuestCheckout: 'TRUE' }, 'isGuestCheckout', true],
    ['booleans as digits', { isGuestCheckout: 0 }, 'isGuestCheckout', false],
    [
      'seven fractional digits',
      { customerLocalDate: '2025-03-14T09:26:53.5897932+01:00' },
      'customerLocalDate',
      '2025-03-14T09:26:53.5897932+01:00',
    ],
    ['no offset is UTC', { customerLocalDate: '2025-03-14T09:26:53' }, 'customerLocalDate', '2025-03-14T09:26:53Z'],
    [
      'the basic format',
      { customerLocalDate: '20250314T092653.5+0100' },
      'customerLocalDate',
      '2025-03-14T09:26:53.5+01:00',
    ],
    [
      'offsets without colon',
      { customerLocalDate: '2025-03-14T09:26:53+0100' },
      'customerLocalDate',
      '2025-03-14T09:26:53+01:00',
    ],
    ['a closed list ignores case and separators', { assessmentType: ' e_v-aluate' }, 'assessmentType', 'Evaluate'],
    [
      'an open list in canonical spelling',
      { paymentInstrumentList: [{ type: 'credit card' }] },
      'paymentInstrumentList',
      [{ type: 'CreditCard' }],
    ],
    [
      'an open list keeps other values',
      { paymentInstrumentList: [{ type: 'Klarna' }] },
      'paymentInstrumentList',
      [{ type: 'Klarna' }],
    ],
    ['text is not trimmed', { storeName: ' a ' }, 'storeName', ' a '],
    ['unknown fields stay under their path', { Loyalty: { Tier: 2, none: null } }, 'Loyalty', { Tier: 2 }],
    ['password hashes are dropped', { User: { UserId: 'u', PasswordHash: 'x' } }, 'user', { userId: 'u' }],
    [
      'card numbers are masked',
      { customData: { pan: '4111 1111 1111 1111' } },
      'customData',
      { pan: '411111******1111' },
    ],
    ['also as a number', { customData: { n: 4111111111111111 } }, 'customData', { n: '411111******1111' }],
    [
      'an order number that looks like one is kept',
      { purchaseId: '4111111111111111' },
      'purchaseId',
      '4111111111111111',
    ],
    ['what jsonb cannot hold is replaced', { storeName: 'a\u0000b\ud800' }, 'storeName', 'a\uFFFDb\uFFFD'],
  ])('%s', (_, body, member, expected) => {
    expect(purchase(body)[member]).toEqual(expected)
  })

  test('a key that would change the prototype is left out', () => {
    const { value } = normalisePurchase(
      JSON.parse('{"__proto__":{"purchaseId":"p"},"purchaseId":"q"}') as Record<string, unknown>,
    )
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(value).toEqual({ purchaseId: 'q' })
  })

  test('labels: value aliases of the closed list', () => {
    const { value, issues: problems } = normaliseLabel({
      LabelObjectType: 'SIGN_UP',
      labelObjectId: 7,
      labelSource: 'tc40 safe',
      _metadata: {},
    })
    expect(validateLabel(value, problems)).toEqual([])
    expect(value).toMatchObject({ labelObjectType: 'AccountCreation', labelObjectId: '7', labelSource: 'TC40_SAFE' })
  })
})

describe('messages', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    [
      'one missing property',
      { merchantLocalDate: minimal.merchantLocalDate, _metadata: {} },
      ['Required properties purchaseId are not present at level (root)'],
    ],
    [
      'several at once, then deeper levels',
      { user: {}, paymentInstrumentList: [{ bin: '1' }] },
      [
        'Required properties purchaseId, merchantLocalDate, _metadata are not present at level (root)',
        'Required properties userId are not present at level user',
        'Required properties type are not present at level paymentInstrumentList[0]',
      ],
    ],
    ['wrong type', { ...minimal, totalAmount: 'much' }, ['Invalid value at totalAmount: expected number']],
    [
      'an object where text is expected',
      { ...minimal, storeId: { a: 1 } },
      ['Invalid value at storeId: expected string'],
    ],
    [
      'an impossible date',
      { ...minimal, customerLocalDate: '2025-02-30T00:00:00Z' },
      ['Invalid value at customerLocalDate: expected date-time'],
    ],
    [
      'no address of a proxy’s making is refused: that format is not enforced',
      { ...minimal, deviceContext: { deviceContextId: 'd', ipAddress: '203.0.113.7, 10.0.0.1' } },
      [],
    ],
    [
      'closed list',
      { ...minimal, assessmentType: 'Guess' },
      ["Invalid value at assessmentType: 'Guess' is not one of Evaluate, Protect"],
    ],
    [
      'too long',
      { ...minimal, purchaseId: 'x'.repeat(129) },
      ['Invalid value at purchaseId: longer than 128 characters'],
    ],
    [
      'too many keys',
      { ...minimal, customData: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`k${n}`, n])) },
      ['Invalid value at customData: more than 100 properties'],
    ],
    [
      'nested custom data',
      { ...minimal, customData: { a: { b: 1 } } },
      ['Invalid value at customData.a: expected string, number, boolean'],
    ],
    [
      'too many elements',
      { ...minimal, productList: Array.from({ length: 1001 }, () => ({ productId: 'p' })) },
      ['Invalid value at productList: more than 1000 elements'],
    ],
    [
      'document order',
      { ...minimal, totalAmount: 'x', assessmentType: 'y' },
      [
        'Invalid value at totalAmount: expected number',
        "Invalid value at assessmentType: 'y' is not one of Evaluate, Protect",
      ],
    ],
  ])('%s', (_, body, expected) => {
    expect(faults(body)).toEqual(expected.map(message => `Input validation failed - ${message}`))
  })

  test('a deep body is refused and not walked', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as Record<string, unknown>
    expect(faults({ ...minimal, deep })[0]).toMatch(/nested deeper than 32 levels$/)
  })
})
