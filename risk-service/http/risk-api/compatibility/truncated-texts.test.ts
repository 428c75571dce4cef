import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { labelPath, minimalPurchase, type RiskApiUnderTest, startRiskApi } from '../testing/risk-api-bench.ts'

let api: RiskApiUnderTest
beforeAll(async () => {
  api = await startRiskApi()
})
afterAll(() => api.close())

// Characters outside the basic plane are two units of a JavaScript text: a cut may leave half of one, which PostgreSQL
// stores as JSON and cannot read as text again.
const face = '\u{1F600}'
const texts = [63, 64, 99, 100, 127, 199, 200, 254, 255, 256, 1023].map(
  length => `${'a'.repeat(length)}${face}${'b'.repeat(60)}`,
)

test.each(texts.map(text => [text.indexOf(face), text] as const))(
  'a text whose character at %i is of two halves is stored wherever it stands, and labels find it',
  async (_at, text) => {
    const address = { street1: text, city: text, zipCode: text, country: text, firstName: text, phoneNumber: text }
    const user = {
      userId: text.slice(0, 128).toWellFormed(),
      email: `${text}@example.com`,
      firstName: text,
      phoneNumber: text,
      language: text,
      country: text,
      zipCode: text,
    }
    const purchase = minimalPurchase({
      user,
      merchantLocalDate: '2025-01-01T00:00:00Z',
      currency: text,
      shippingAddress: address,
      bankName: text,
      customerReference: text,
      deviceContext: {
        deviceContextId: 'x',
        ipAddress: text,
        httpUserAgent: text,
        provider: text,
        siteHostName: text,
        deviceId: text,
        externalDeviceId: text,
      },
      paymentInstrumentList: [
        {
          merchantPaymentInstrumentId: text,
          type: text,
          email: `x@${text}.example`,
          bin: text,
          holderName: text,
          billingAddress: address,
          expirationDate: text,
          cardType: text,
        },
      ],
      productList: [{ productId: text, productName: text, sku: text, category: text }],
      ownField: { [text]: [text] },
    })
    const answer = await api.send(purchase)
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    for (const [labelObjectType, labelObjectId] of [
      ['Purchase', purchase.purchaseId],
      ['Account', user.userId],
      ['Email', user.email],
      ['PI', text],
    ]) {
      const label = await api.send(
        {
          labelObjectType,
          labelObjectId,
          labelSource: 'ManualReview',
          labelState: 'Fraud',
          eventTimeStamp: '2025-01-02T00:00:00Z',
          _metadata: {},
        },
        { path: labelPath },
      )
      // An id of a label has at most 256 characters, one of a purchase 128.
      if (String(labelObjectId).length <= 256)
        expect([labelObjectType, label.status, label.text]).toEqual([labelObjectType, 200, expect.any(String)])
    }
    const loginId = randomUUID()
    const login = await api.send(
      {
        name: 'AP.AccountLogin',
        version: '0.5',
        metadata: { loginId, customerLocalDate: '2025-02-12T08:00:00Z', merchantTimeStamp: '2025-02-12T07:00:01Z' },
        device: { deviceContextId: 'd', httpUserAgent: text },
        user: { ...user, username: `${text}@example.com` },
        email: [{ emailType: 'Primary', emailValue: `${text}@example.com` }],
        phone: [{ phoneNumber: text, phoneType: 'Primary' }],
      },
      { path: `/v1.0/action/account/login/${loginId}` },
    )
    expect([login.status, login.text]).toEqual([200, expect.any(String)])
  },
)
