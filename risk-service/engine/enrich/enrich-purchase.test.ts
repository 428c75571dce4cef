import { describe, expect, test } from 'vitest'
import { purchaseAttributes } from '../assessments/purchase-attributes.ts'
import { createLabelWrite, mergeLabel, verdictOf } from '../data-events/labels.ts'
import { attributesOf } from '../ingest/attributes.ts'
import { normalisePurchase } from '../ingest/precompiled-schemas.ts'
import { brandOf, enrichPurchase, normaliseEntityValue, normaliseIp, patternOf } from './enrich-purchase.ts'
import { toMinorUnits, toUsdCents } from './exchange-rates.ts'

describe('money', () => {
  test.each([
    [184.37, 'EUR', 18437],
    [1.005, 'USD', 101],
    [500, 'JPY', 500],
    [1.234, 'BHD', 1234],
    [1e-7, 'USD', 0],
    [1, 'ZZZ', null],
    [1e300, 'EUR', null],
  ])('%s %s is %s minor units', (amount, currency, expected) => {
    expect(toMinorUnits(amount, currency)).toBe(expected)
  })
  test.each([
    [100, 'USD', 10000],
    [100, 'EUR', 10389],
    [163.06, 'JPY', 104],
    [10, 'XAF', null],
  ])('%s %s is %s US cents', (amount, currency, expected) => {
    expect(toUsdCents(amount, currency)).toBe(expected)
  })
})

describe('addresses on the net', () => {
  test.each([
    ['::ffff:203.0.113.10', '203.0.113.10'],
    ['0.0.0.1', '0.0.0.1'],
    ['::1', '::1'],
    ['2001:DB8::1', '2001:db8::1'],
    ['300.1.1.1', null],
    ['home', null],
    ['', null],
  ])('%s is %s', (sent, expected) => {
    expect(normaliseIp(sent)).toBe(expected)
  })
})

test.each([
  ['453201', 'Visa'],
  ['222100', 'Mastercard'],
  ['371449', 'Amex'],
  ['621234', 'UnionPay'],
  ['353011', 'JCB'],
  ['601100', 'Discover'],
  ['999999', null],
])('BIN %s is %s', (bin, brand) => {
  expect(brandOf(bin)).toBe(brand)
})

test('the shape of a mailbox name is described by its kinds of characters', () => {
  expect(patternOf('ann.lee42')).toBe('AAA.AAANN')
  expect(patternOf('abcdefgh1234567')).toBe('AAAANNNN')
})

describe('entities', () => {
  const { value } = normalisePurchase({
    user: { userId: 'Cust-1', email: 'Ann@Example.com', phoneNumber: '+1-5550100' },
    deviceContext: { deviceContextId: 'ctx', externalDeviceId: 'DEV', ipAddress: '::ffff:203.0.113.10' },
    shippingAddress: { street1: 'Main St. 1', city: 'Reno', zipCode: '89501', country: 'us', phoneNumber: '15550100' },
    paymentInstrumentList: [
      { type: 'CreditCard', bin: '45320112', lastFourDigits: '4417', expirationDate: '08/27' },
      { type: 'PayPal', payerId: 'PX', email: 'ann@example.com' },
    ],
  })
  test('one per kind and compared value, what was sent for the eye', () => {
    expect(enrichPurchase(value, () => 'US').entities).toEqual([
      { type: 'user', value: 'cust-1', display: 'Cust-1' },
      { type: 'email', value: 'ann@example.com', display: 'Ann@Example.com' },
      { type: 'device', value: 'dev', display: 'DEV' },
      { type: 'ip', value: '203.0.113.10', display: '203.0.113.10' },
      { type: 'payment', value: '45320112…4417 08/27', display: '45320112…4417 08/27' },
      { type: 'payment', value: 'px', display: 'PX' },
      { type: 'phone', value: '15550100', display: '+1-5550100' },
      { type: 'address', value: 'main st 1 89501 reno us', display: 'Main St. 1, 89501 Reno, US' },
    ])
  })
  test('long values stay apart and fit an index', () => {
    const [a, b] = [normaliseEntityValue(`${'x'.repeat(300)}a`), normaliseEntityValue(`${'x'.repeat(300)}b`)]
    expect(a).not.toBe(b)
    expect(a.length).toBeLessThan(130)
  })
})

describe('labels', () => {
  test.each<[Record<string, unknown>, boolean | undefined]>([
    [{ isFraud: false, labelState: 'Fraud' }, false],
    [{ labelState: 'False Positive' }, false],
    [{ labelState: 'Reversed' }, false],
    [{ labelState: 'Inquiry' }, true],
    [{ labelState: 'Disputed' }, undefined],
    [{}, undefined],
  ])('%o says %s', (sent, expected) => {
    expect(verdictOf(sent)).toBe(expected)
  })

  const received = new Date('2025-05-01T00:00:00Z')
  test('a later label replaces the fields that it has and keeps the others; a dispute changes nothing', () => {
    const first = mergeLabel(
      null,
      { labelState: 'Fraud', eventTimeStamp: '2025-04-01T00:00:00Z', _metadata: { trackingId: 'a', x: 1 } },
      received,
    )
    expect(first).toMatchObject({ isFraud: true, at: '2025-04-01T00:00:00.000Z' })
    const disputed = mergeLabel(
      first,
      { labelState: 'Disputed', eventTimeStamp: '2025-04-05T00:00:00Z', _metadata: { trackingId: 'b' } },
      received,
    )
    expect(disputed).toMatchObject({
      isFraud: true,
      at: '2025-04-01T00:00:00.000Z',
      body: { _metadata: { trackingId: 'b', x: 1 } },
    })
    expect(mergeLabel(disputed, { labelState: 'Reversed' }, received)).toMatchObject({
      isFraud: false,
      at: '2025-04-05T00:00:00.000Z',
    })
    expect(mergeLabel(null, {}, received)).toMatchObject({ isFraud: true, at: received.toISOString() })
  })
  test('a label on an entity is compared like the entity; ids of events are compared as they are', () => {
    expect(
      createLabelWrite('e', { labelObjectType: 'Email', labelObjectId: ' Ann@Example.com', labelSource: 'X' }, received)
        .objectId,
    ).toBe('ann@example.com')
    expect(
      createLabelWrite('e', { labelObjectType: 'Purchase', labelObjectId: 'Ord-1', labelSource: 'X' }, received)
        .objectId,
    ).toBe('Ord-1')
  })
})

test('the attributes of a purchase are every path of its schema, arrays without an index, and lists of values', () => {
  const byPath = new Map(purchaseAttributes.map(attribute => [attribute.path, attribute]))
  expect(byPath.get('paymentInstrumentList.billingAddress.country')).toMatchObject({ type: 'string' })
  expect(byPath.get('productList')?.type).toBe('array')
  expect(byPath.get('user.creationDate')?.type).toBe('date-time')
  expect(byPath.get('assessmentType')?.values).toEqual(['Evaluate', 'Protect'])
  expect(attributesOf({ properties: { a: { type: 'integer' } } })).toEqual([{ path: 'a', type: 'number' }])
})

test('an address without a domain has none, which is not an empty one', () => {
  const domainOf = (email: string) => enrichPurchase({ user: { email } }, () => null).enrichment.emailDomain
  expect(['a@Mail.Example', 'a@', '@', 'a'].map(domainOf)).toEqual(['mail.example', undefined, undefined, undefined])
})
