import { describe, expect, it } from 'vitest'
import { isHeldOut } from '../../../engine/booster/held-out.ts'
import { cardPurchase, sentPurchase } from '../testing/card-purchase.ts'
import { createMessage, textOfMessage } from './create-message.ts'

const noPlace = () => undefined
const textOf = (event: Parameters<typeof createMessage>[0], level: 'standard' | 'raw' = 'raw', placeOf = noPlace) => {
  const { message } = createMessage(event, level, placeOf)
  return message === null ? null : textOfMessage(message)
}

describe('the message of the acceptance booster', () => {
  it('has what the level shares, byte by byte', () => {
    expect(textOf(sentPurchase(), 'standard')).toBe(
      '{"assessment":{"decision":"Approve","riskScore":129},"location":{"country":"DK"},"deviceId":"dev-90017","cardNumber":"4417","amount":{"value":174.37,"currency":"EUR"}}',
    )
    expect(textOf(sentPurchase())).toBe(
      '{"assessment":{"decision":"Approve","riskScore":129},"location":{"country":"DK"},"deviceId":"dev-90017","cardNumber":"4417","amount":{"value":174.37,"currency":"EUR"},"bin":"453201","email":"kayla.mercer@contoso.com","mobilePhone":"+45 20 10 30 47"}',
    )
  })

  it('names the source of each value', () => {
    expect(createMessage(sentPurchase(), 'raw', () => ({ countryCode: 'DK', city: 'Hellerup' }))).toMatchObject({
      message: { location: { country: 'DK', city: 'Hellerup' } },
      sources: [
        {
          field: 'assessment',
          from: [
            { kind: 'answer', path: 'resultDetails.MerchantRuleDecision' },
            { kind: 'answer', path: 'resultDetails.RiskScore' },
          ],
        },
        { field: 'location', from: [{ kind: 'lookup', path: 'deviceContext.ipAddress' }] },
        { field: 'deviceId', from: [{ kind: 'event', path: 'deviceContext.externalDeviceId' }] },
        { field: 'cardNumber', from: [{ kind: 'event', path: 'paymentInstrumentList[1].lastFourDigits' }] },
        {
          field: 'amount',
          from: [
            { kind: 'event', path: 'paymentInstrumentList[1].purchaseAmount' },
            { kind: 'event', path: 'currency' },
          ],
        },
        { field: 'bin', from: [{ kind: 'event', path: 'paymentInstrumentList[1].bin' }] },
        { field: 'email', from: [{ kind: 'event', path: 'user.email' }] },
        { field: 'mobilePhone', from: [{ kind: 'event', path: 'user.phoneNumber' }] },
      ],
    })
    const fingerprinted = sentPurchase({ deviceContext: { deviceContextId: 'session-1' } }, { deviceId: 'fp-7' })
    expect(createMessage(fingerprinted, 'standard', noPlace).sources.slice(1, 3)).toEqual([
      { field: 'location', from: [{ kind: 'fingerprint', path: 'deviceContext.deviceContextId' }] },
      { field: 'deviceId', from: [{ kind: 'fingerprint', path: 'deviceContext.deviceContextId' }] },
    ])
  })

  it('leaves out what the purchase does not have', () => {
    const bare = sentPurchase(
      { user: {}, deviceContext: undefined, totalAmount: 5, paymentInstrumentList: [{ lastFourDigits: '**** 4417' }] },
      { ip: null, ipCountry: null, deviceId: null },
    )
    expect(textOf(bare)).toBe(
      '{"assessment":{"decision":"Approve","riskScore":129},"cardNumber":"4417","amount":{"value":5,"currency":"EUR"}}',
    )
    expect(textOf(sentPurchase({ currency: undefined }))).not.toContain('amount')
  })

  it('has no phone number that is invalid or known to be no mobile', () => {
    const withPhone = (phoneNumber: string) =>
      sentPurchase({ user: { ...cardPurchase.user, country: 'DE', phoneNumber } })
    expect(textOf(withPhone('12'))).not.toContain('mobilePhone')
    expect(textOf(withPhone('+1 800 555 0199'))).not.toContain('mobilePhone')
    expect(textOf(withPhone('0151 23456789'))).toContain('"mobilePhone":"0151 23456789"')
  })

  it('is none without a decision, a card, or an assessment that the merchant acts on', () => {
    const obstacleOf = (...change: Parameters<typeof sentPurchase>) =>
      createMessage(sentPurchase(...change), 'standard', noPlace).obstacle
    expect(obstacleOf({}, { decision: null })).toBe('undecided')
    expect(obstacleOf({}, { assessmentType: 'Evaluate' })).toBe('evaluate')
    expect(obstacleOf({ paymentInstrumentList: [{ type: 'PayPal', lastFourDigits: '12' }] })).toBe('noCard')
    expect(obstacleOf({ paymentInstrumentList: undefined })).toBe('noCard')
    expect(obstacleOf()).toBeNull()
  })
})

describe('the held-out share', () => {
  const heldOut = (share: number, key = 'k1') =>
    Array.from({ length: 2000 }, (_, index) => `ord-${index}`).filter(externalId =>
      isHeldOut({ hold_out_key: key, hold_out: share }, externalId),
    )

  it('has its size, stays the same, and grows from a smaller one', () => {
    const [none, tenth, half] = [heldOut(0), heldOut(10), heldOut(50)]
    expect(none).toEqual([])
    // Five standard deviations of 2,000 draws.
    expect(Math.abs(tenth.length - 200)).toBeLessThan(68)
    expect(Math.abs(half.length - 1000)).toBeLessThan(112)
    expect(heldOut(10)).toEqual(tenth)
    expect(half).toEqual(expect.arrayContaining(tenth))
  })

  it('is another one with another key', () => {
    expect(heldOut(50, 'k2')).not.toEqual(heldOut(50))
  })
})
