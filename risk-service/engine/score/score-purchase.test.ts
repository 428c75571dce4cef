import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import english from '../../../locales/en-US.json' with { type: 'json' }
import { enrichPurchase } from '../enrich/enrich-purchase.ts'
import { normalisePurchase } from '../ingest/precompiled-schemas.ts'
import { baseScore, scorePurchase } from './score-purchase.ts'

const at = new Date('2025-03-14T12:00:00Z')
const score = (event: Record<string, unknown>, country: string | null = null) => {
  const { value } = normalisePurchase({ merchantLocalDate: at.toISOString(), ...event })
  return scorePurchase(
    value,
    enrichPurchase(value, () => country),
    at,
  )
}
const device = { deviceContextId: 'd', ipAddress: '203.0.113.9' }

test('every contribution has its sentence', () => {
  const source = ['score-purchase.ts', 'score-account.ts', 'model-registry.ts', 'scorecard.ts']
    .map(file => readFileSync(new URL(file, import.meta.url), 'utf8'))
    .join('\n')
  const codes = [...source.matchAll(/(?:\badd\(|\bcode: )'(\w+)'/g)].map(([, code = '']) => code)
  expect(codes.length).toBeGreaterThan(20)
  expect(codes).toEqual(expect.arrayContaining(['recentChange', 'botLikely', 'historyUnread', 'averageEvent']))
  const missing = codes.filter(
    code => !(`Review.Contribution.${code.charAt(0).toUpperCase()}${code.slice(1)}` in english),
  )
  expect(missing).toEqual([])
})

describe('scorecard', () => {
  test('an event that says nothing stands at the base, but for the missing device', () => {
    expect(score({ deviceContext: device })).toEqual({ score: baseScore, contributions: [], reasonCodes: '' })
    expect(score({})).toEqual({
      score: baseScore + 23,
      contributions: [{ code: 'deviceMissing', value: null, points: 23 }],
      reasonCodes: '1100-DEVICE_INFORMATION:GENERAL',
    })
  })

  test('a weight of ln 2, which doubles the odds, adds 80 points', () => {
    // 0.7 is close to ln 2.
    const { contributions } = score({
      deviceContext: device,
      shippingAddress: { country: 'FR' },
      paymentInstrumentList: [{ type: 'CreditCard', billingAddress: { country: 'DE' } }],
    })
    expect(contributions).toEqual([{ code: 'billingShippingCountry', value: 'DE / FR', points: 81 }])
  })

  test('a purchase ten seconds after sign-up from elsewhere has the score of the worked example', () => {
    const scored = score(
      {
        deviceContext: device,
        totalAmount: 1200,
        currency: 'USD',
        user: { userId: 'u', creationDate: '2025-03-14T11:59:50Z', firstName: 'Ann', lastName: 'Lee' },
        paymentInstrumentList: [{ type: 'CreditCard', holderName: 'J SMITH', billingAddress: { country: 'US' } }],
      },
      'NG',
    )
    expect(scored.contributions.map(({ code, points }) => [code, points])).toEqual([
      ['minutesSinceSignUp', 185],
      ['ipBillingCountry', 104],
      ['amount', 69],
      ['holderDiffersFromUser', 58],
    ])
    expect(scored.score).toBe(baseScore + 185 + 104 + 69 + 58)
    expect(scored.reasonCodes).toBe(
      '700-ACCOUNT_INFORMATION:GENERAL,500-LOCATION_CONSISTENCY:GENERAL,900-PAYMENT_INFORMATION:GENERAL,800-ACCOUNT_CONSISTENCY:GENERAL',
    )
  })

  test('a purchase of an old account at home has the score of the worked example', () => {
    const scored = score(
      {
        deviceContext: device,
        totalAmount: 12,
        currency: 'USD',
        threeDS: { isThreeDSAuth: true, transStatus: 'Y' },
        user: {
          userId: 'u',
          creationDate: '2020-01-01T00:00:00Z',
          isEmailValidated: true,
          firstName: 'Mirela',
          lastName: 'Kovač',
        },
        paymentInstrumentList: [{ type: 'CreditCard', holderName: 'MIRELA KOVAC', billingAddress: { country: 'HR' } }],
      },
      'HR',
    )
    expect(scored.contributions.every(({ points }) => points < 0)).toBe(true)
    expect(scored.contributions.map(({ code }) => code)).toContain('holderMatchesUser')
    expect(scored).toMatchObject({ score: 0, reasonCodes: '' })
  })

  test('the score stays within 0..999 and contributions explain it up to the limits', () => {
    const worst = score(
      {
        isRetryOrder: true,
        isGuestCheckout: true,
        totalAmount: 9000,
        currency: 'USD',
        shippingMethod: 'Express',
        totalItemCount: 40,
        user: {
          userId: 'u',
          creationDate: at.toISOString(),
          email: 'x@mailinator.com',
          isEmailValidated: false,
          firstName: 'Ann',
        },
        deviceContext: { ...device, proxyIp: '198.51.100.4', enabledCookies: false },
        shippingAddress: { country: 'FR' },
        productList: [{ productId: 'g', category: 'GiftCard' }],
        paymentInstrumentList: [
          {
            type: 'CreditCard',
            holderName: 'Bob',
            cvvVerify: 'N',
            avsVerify: 'N',
            binCountryISO: 'US',
            creationDate: at.toISOString(),
            billingAddress: { country: 'DE' },
          },
        ],
      },
      'NG',
    )
    expect(worst.score).toBe(999)
    expect(worst.contributions[0]?.points).toBeGreaterThanOrEqual(worst.contributions[1]?.points ?? 0)
  })

  test('names are compared and never stored', () => {
    const { contributions } = score({
      user: { userId: 'u', firstName: 'Ann', lastName: 'Lee' },
      paymentInstrumentList: [{ type: 'CreditCard', holderName: 'J SMITH' }],
    })
    expect(contributions.find(({ code }) => code === 'holderDiffersFromUser')?.value).toBeNull()
  })
})
