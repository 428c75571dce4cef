import fc from 'fast-check'
import { describe, expect, it, test, vi } from 'vitest'
import { purchaseAttributes } from '../assessments/purchase-attributes.ts'
import { normalisePurchase } from '../ingest/precompiled-schemas.ts'
import { memoise } from '../lib/memoise.ts'
import { enrichPurchase } from './enrich-purchase.ts'
import { createRateLookup, ratesOf, toUsdCents } from './exchange-rates.ts'
import {
  binReader,
  countryProvider,
  createPurchaseRuleInput,
  defaultProviders,
  distanceKm,
  domainFacts,
  type FactProviders,
  geoReader,
  networkProvider,
  phoneFacts,
  purchaseFeatureAttributes,
  userAgentFacts,
} from './index.ts'

const at = new Date('2025-05-01T10:00:00Z')
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
const phoneAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'
const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

describe('e-mail domains', () => {
  test.each([
    ['mailinator.com', true, false],
    ['box.mailinator.com', true, false],
    ['gmail.com', false, true],
    ['web.de', false, true],
    ['tempmail.com', true, false],
    ['contoso.example', false, false],
    ['com', false, false],
    ['', false, false],
  ])('%s', (domain, disposable, free) => {
    expect(domainFacts(domain)).toEqual({ disposable, free })
  })
})

describe('user agents', () => {
  test.each([
    [
      'a computer',
      chrome,
      {
        userAgentBrowser: 'Chrome',
        userAgentPlatform: 'Chrome 126.0.0.0',
        userAgentOperatingSystem: 'Windows',
        userAgentType: 'computer',
        userAgentMobile: 'false',
      },
    ],
    [
      'a phone',
      phoneAgent,
      { userAgentBrowser: 'Safari', userAgentOperatingSystem: 'iOS', userAgentType: 'mobile', userAgentMobile: 'true' },
    ],
    ['a crawler', crawler, { userAgentType: 'spider' }],
  ])('%s', (_what, text, expected) => {
    expect(userAgentFacts(text)).toMatchObject(expected)
  })
  it('user agents say nothing where there is nothing', () => {
    expect([userAgentFacts(null), userAgentFacts(' ')]).toEqual([{}, {}])
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), text => {
        expect(Object.values(userAgentFacts(text)).every(value => typeof value === 'string' && value !== '')).toBe(true)
      }),
    )
  })
})

describe('phones', () => {
  test.each([
    ['+1-2125550123', null, true, 'US'],
    ['+49 30 901820', null, true, 'DE'],
    ['030 901820', 'DE', true, 'DE'],
    ['+49 30 901820', 'US', true, 'DE'],
    ['030 901820', null, false, null],
    ['+1-1', null, false, null],
    ['none', 'US', false, null],
  ])('%s with country %s', (text, country, valid, found) => {
    expect(phoneFacts(text, country)).toMatchObject({ valid, country: found })
  })
  it('phones are read whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.constantFrom(null, 'DE', 'XX', 'zz'), (text, country) => {
        expect(typeof phoneFacts(text, country).valid).toBe('boolean')
      }),
    )
  })
})

describe('addresses on the net', () => {
  const reader = geoReader(
    countryProvider(ip => ({ '1.1.1.1': 'AU', '2.2.2.2': 'US', '3.3.3.3': 'MX', '4.4.4.4': 'DE' })[ip] ?? null),
    ip => (ip === 'x' ? null : ip),
  )
  it('addresses on the net have a country, its name and its market, and nothing that the data do not tell', () => {
    expect(reader.lookup('1.1.1.1')).toEqual({ countryCode: 'AU', countryRegion: 'Australia', marketCode: 'APAC' })
    expect(['2.2.2.2', '3.3.3.3', '4.4.4.4'].map(ip => reader.lookup(ip)?.marketCode)).toEqual(['NA', 'LATAM', 'EMEA'])
    expect([reader.lookup('9.9.9.9'), reader.lookup('x')]).toEqual([undefined, undefined])
  })
})

describe('cards', () => {
  const reader = binReader(networkProvider)
  test.each([
    ['411111', 'Visa'],
    ['555555', 'Mastercard'],
    ['371449', 'Amex'],
    ['353011', 'JCB'],
    ['999999', undefined],
    ['41', undefined],
    ['', undefined],
  ])('%s is of %s', (digits, network) => {
    expect(reader.lookup(digits)?.cardNetwork).toBe(network)
  })
  it('cards have no issuer and country without a data set', () => {
    expect(reader.lookup('411111')).toEqual({ cardNetwork: 'Visa' })
  })
})

test('the distance between two places is measured in kilometres along a great circle', () => {
  expect(Math.round(distanceKm({ latitude: 52.52, longitude: 13.405 }, { latitude: 48.8566, longitude: 2.3522 }))).toBe(
    877,
  )
  expect(distanceKm({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(20015.1, 0)
})

test('the exchange rate of an event is the one of the latest day before it', () => {
  const rates = createRateLookup([
    { day: '2024-01-01', dollarsPerEuro: 1.1, perEuro: { EUR: 1 } },
    { day: '2025-01-01', dollarsPerEuro: 1.2, perEuro: { EUR: 1 } },
  ])
  expect(['2023-06-01', '2024-06-01', '2025-01-01', '2026-01-01'].map(day => rates(new Date(day)).day)).toEqual([
    '2024-01-01',
    '2024-01-01',
    '2025-01-01',
    '2025-01-01',
  ])
  expect([
    rates(null).day,
    rates(null).factor('EUR'),
    rates(null).factor('XXX'),
    toUsdCents(100, 'EUR', rates(new Date('2024-02-02'))),
  ]).toEqual(['2025-01-01', 1.2, null, 11000])
  expect(ratesOf(at).factor('USD')).toBe(1)
})

test('a memory is bounded and remembers', () => {
  const compute = vi.fn((text: string) => ({ text }))
  const known = memoise(compute, 10)
  for (let n = 0; n < 100; n++) known(`k${n % 4}`)
  expect(compute).toHaveBeenCalledTimes(4)
  for (let n = 0; n < 100; n++) known(`n${n}`)
  known('k1')
  expect(compute).toHaveBeenCalledTimes(105)
})

describe('a purchase as rules see it', () => {
  const { value: event } = normalisePurchase({
    purchaseId: 'p',
    totalAmount: 100,
    salesTax: 19,
    currency: 'EUR',
    user: { userId: 'u', email: 'Ann.Lee42@Mailinator.com', phoneNumber: '+49 30 901820' },
    deviceContext: { deviceContextId: 'c', ipAddress: '203.0.113.10', httpUserAgent: chrome },
    shippingAddress: { country: 'DE', zipCode: '10115', city: 'Berlin' },
    paymentInstrumentList: [
      { type: 'CreditCard', bin: '41111111', binCountryISO: 'us', billingAddress: { country: 'US', city: 'Reno' } },
    ],
  })
  const countryOf = () => 'DE'
  const seen = (providers: FactProviders = defaultProviders(countryOf)) =>
    createPurchaseRuleInput(event, enrichPurchase(event, countryOf, at), { trueIp: '203.0.113.10' }, providers, at) as {
      calculatedFeatures: Record<string, unknown>
      deviceAttributes: Record<string, unknown>
    }
  it('a purchase as rules see it has what is known, and not what is not', () => {
    expect({ ...seen().calculatedFeatures }).toEqual({
      emailDomain: 'mailinator.com',
      emailDisposable: true,
      emailFree: false,
      emailPattern: 'AAA.AAANN',
      ipCountry: 'DE',
      ipMarket: 'EMEA',
      cardNetwork: 'Visa',
      cardCountry: 'US',
      ipBillingCountryMismatch: true,
      ipShippingCountryMismatch: false,
      billingShippingCountryMismatch: true,
      cardBillingCountryMismatch: false,
      cardIpCountryMismatch: true,
      totalAmountInUSD: 103.89,
      currencyConversionFactor: 1.0389,
      salesTaxInUSD: 19.74,
      currencyConversionDate: '2024-12-31',
      phoneValid: true,
      phoneCountry: 'DE',
      phoneType: undefined,
      phoneIpCountryMismatch: false,
    })
    expect(seen().deviceAttributes).toMatchObject({
      trueIp: '203.0.113.10',
      userAgentBrowser: 'Chrome',
      userAgentType: 'computer',
    })
  })
  it('a purchase as rules see it has more where a provider knows more', () => {
    const providers: FactProviders = {
      geo: {
        find: () => ({
          countryCode: 'DE',
          region: 'Berlin',
          city: 'Berlin',
          asn: '64500',
          coordinates: { latitude: 52.52, longitude: 13.405 },
        }),
        locate: ({ city }) => (city === 'Reno' ? { latitude: 39.53, longitude: -119.81 } : undefined),
      },
      bins: {
        find: digits => (digits === '411111' ? { cardNetwork: 'Visa', issuer: 'Bank', countryCode: 'GB' } : undefined),
      },
    }
    expect(seen(providers).calculatedFeatures).toMatchObject({
      ipCity: 'Berlin',
      ipNetwork: '64500',
      cardIssuer: 'Bank',
      cardCountry: 'GB',
      ipBillingDistance: 8830,
    })
    expect(seen(providers).calculatedFeatures.ipShippingDistance).toBeUndefined()
  })
  it('a purchase as rules see it is worked out when it is read, its place once', () => {
    const find = vi.fn(() => undefined)
    const event = seen({ geo: { find, locate: () => undefined }, bins: networkProvider })
    expect(find).not.toHaveBeenCalled()
    void event.calculatedFeatures.emailDomain
    expect(find).not.toHaveBeenCalled()
    expect([
      event.calculatedFeatures.ipCity,
      event.calculatedFeatures.ipRegion,
      event.calculatedFeatures.ipBillingDistance,
      'ipCity' in event.calculatedFeatures,
      'nothing' in event.calculatedFeatures,
    ]).toEqual([undefined, undefined, undefined, true, false])
    expect(find).toHaveBeenCalledTimes(1)
    expect(JSON.parse(JSON.stringify(event.calculatedFeatures))).toMatchObject({
      emailDomain: 'mailinator.com',
      phoneCountry: 'DE',
    })
  })
  it('a purchase as rules see it is described attribute by attribute', () => {
    const described = new Set(purchaseAttributes.map(({ path }) => path))
    for (const name of Object.keys(seen().calculatedFeatures))
      expect(described, name).toContain(`calculatedFeatures.${name}`)
    for (const name of Object.keys(seen().deviceAttributes))
      expect(described, name).toContain(`deviceAttributes.${name}`)
    expect(purchaseFeatureAttributes.every(({ description }) => (description ?? '').length > 10)).toBe(true)
  })
})
