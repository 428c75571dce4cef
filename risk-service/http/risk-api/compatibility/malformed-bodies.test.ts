import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  minimalPurchase,
  purchasePath,
  type RiskApiAnswer,
  type RiskApiUnderTest,
  startRiskApi,
} from '../testing/risk-api-bench.ts'

let api: RiskApiUnderTest
beforeAll(async () => {
  api = await startRiskApi()
})
afterAll(() => api.close())

const events = '/v1.0/MerchantServices/events/'
const stored = async (externalId: string): Promise<Record<string, unknown>> => {
  const row = await api.store.db
    .selectFrom('event')
    .innerJoin('event_body', 'event_body.event_id', 'event.event_id')
    .select('request')
    .where('external_id', '=', externalId)
    .executeTakeFirstOrThrow()
  return row.request as Record<string, unknown>
}
const messageOf = ({ status, json }: RiskApiAnswer): unknown => [status, json.Message]
/** Returns a purchase with a literal where JSON.stringify would not put it. */
const withLiteral = (more: Record<string, unknown>, literal: string): { raw: string; id: string } => {
  const body = minimalPurchase(more)
  return { raw: JSON.stringify(body).replace('"#"', literal), id: String(body.purchaseId) }
}

describe('numbers', () => {
  test('ids that were sent as long numbers stay apart, digit by digit', async () => {
    const [one, other] = ['90071992547409931', '90071992547409932']
    for (const id of [one, other]) {
      const { raw } = withLiteral({ purchaseId: '#', totalAmount: 12.5, loyalty: { card: '#2' } }, id)
      const answer = await api.send(null, { raw: raw.replace('"#2"', id) })
      expect([
        answer.status,
        answer.headers.get('x-dfp-replayed'),
        (answer.json.resultDetails as { PurchaseId: string }).PurchaseId,
      ]).toEqual([200, null, id])
      expect(await stored(id)).toMatchObject({ purchaseId: id, totalAmount: 12.5, loyalty: { card: id } })
    }
  })
  test('a number that none can hold is named; a long one where an amount stands is an amount', async () => {
    expect(messageOf(await api.send(null, withLiteral({ totalAmount: '#' }, '1e400')))).toEqual([
      400,
      'Input validation failed - Invalid value at totalAmount: expected number',
    ])
    expect(messageOf(await api.send(null, withLiteral({ customData: { limit: '#' } }, '-1e999')))).toEqual([
      400,
      'Input validation failed - Invalid value at customData.limit: expected string, number, boolean',
    ])
    const { raw, id } = withLiteral({ totalAmount: '#' }, '10000000000000000')
    expect((await api.send(null, { raw })).status).toBe(200)
    expect((await stored(id)).totalAmount).toBe(1e16)
  })
})

test('an address that is none is taken as sent: the format is not enforced', async () => {
  for (const ipAddress of ['203.0.113.77, 10.0.0.1', 'unknown', '', '203.0.113.77:443']) {
    const body = minimalPurchase({ deviceContext: { deviceContextId: 'd', ipAddress } })
    expect((await api.send(body)).status, ipAddress).toBe(200)
    expect(await stored(String(body.purchaseId))).toMatchObject({ deviceContext: { ipAddress } })
  }
  const answer = await api.send(
    { signInId: randomUUID(), merchantLocalDate: '2025-01-01', userId: 'u', currentIpAddress: '', _metadata: {} },
    { path: `${events}SignIn` },
  )
  expect(answer.status).toBe(200)
})

test('dates at the ends of the calendar, in any zone, are taken everywhere', async () => {
  for (const date of ['0001-01-01T00:00:00', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59.9999999-08:00']) {
    const id = randomUUID()
    const calls: [string, Record<string, unknown>][] = [
      [
        'Purchase',
        { purchaseId: id, merchantLocalDate: date, customerLocalDate: date, user: { userId: id, creationDate: date } },
      ],
      ['PurchaseStatus', { purchaseId: id, statusType: 'Approved', statusDate: date }],
      ['BankEvent', { bankEventId: id, purchaseId: id, type: 'Auth', bankEventTimestamp: date }],
      ['Chargeback', { chargebackId: id, purchaseId: id, userId: id, bankEventTimestamp: date }],
      ['Refund', { refundId: id, purchaseId: id, userId: id, bankEventTimestamp: date }],
      ['UpdateAccount', { userId: id, updateDate: date, creationDate: date }],
      [
        'Label',
        {
          labelObjectType: 'Account',
          labelObjectId: id,
          labelSource: 'x',
          eventTimeStamp: date,
          effectiveStartDate: date,
          effectiveEndDate: date,
        },
      ],
      ['SignUpStatus', { signUpId: id, statusType: 'Approved', statusDate: date }],
    ]
    for (const [event, body] of calls)
      expect([event, date, (await api.send({ ...body, _metadata: {} }, { path: events + event })).status]).toEqual([
        event,
        date,
        200,
      ])
  }
})

test('a traffic source in its wire spelling is folded into its object', async () => {
  const loginId = randomUUID()
  const answer = await api.send(
    {
      name: 'AP.AccountLogin',
      version: '0.5',
      metadata: { loginId, customerLocalDate: '2025-02-12T08:00:00Z', merchantTimeStamp: '2025-02-12T07:00:01Z' },
      user: { userId: 'u' },
      MarketingContext: {
        campaignType: 'General Marketing',
        'trafficSource-referrer': 'cust-7',
        'TrafficSource-ReferralLink': 'https://a.example',
        'trafficSource-referralSite': 'whats app',
      },
    },
    { path: `/v1.0/action/account/login/${loginId}` },
  )
  expect(answer.status).toBe(200)
  expect(await stored(loginId)).toMatchObject({
    marketingContext: {
      campaignType: 'GeneralMarketing',
      trafficSource: { referrer: 'cust-7', referralLink: 'https://a.example', referralSite: 'WhatsApp' },
    },
  })
})

test.each<[string, string | Uint8Array<ArrayBuffer>]>([
  ['nothing', ''],
  ['a list', '[]'],
  ['null', 'null'],
  ['a text', '"a"'],
  ['not a number', '{"purchaseId":NaN}'],
  ['a part', '{"purchaseId":'],
  ['a comment', '{/**/}'],
  ['a comma too many', '{"a":1,}'],
  ['UTF-16', new Uint8Array(Buffer.from('{"a":1}', 'utf16le'))],
])('no JSON object: %s', async (_, raw) => {
  expect(messageOf(await api.send(null, { raw }))).toEqual([
    400,
    'Input validation failed - Request body is not a valid JSON object',
  ])
})

test('a byte order mark and repeated keys are no reason to refuse; the last key counts', async () => {
  const { purchaseId, ...rest } = minimalPurchase()
  const raw = `\ufeff{"purchaseId":"first","PURCHASEID":${JSON.stringify(purchaseId)},${JSON.stringify(rest).slice(1)}`
  const answer = await api.send(null, { raw })
  expect([answer.status, (answer.json.resultDetails as { PurchaseId: string }).PurchaseId]).toEqual([200, purchaseId])
})

test('health says that it has no body', async () => {
  const answer = await api.app.request('/API/v1/health/')
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '0', ''])
})

test('a person with the role calls environments of their own assignments, and no others', async () => {
  const principalId = randomUUID()
  const known = api.callers.get('good')
  if (known === undefined || known instanceof Error) throw new Error('No caller.')
  api.callers.set('person', { ...known, principalId, homeEnvironmentId: null })
  await api.store.db
    .insertInto('role_assignment')
    .values({ tenant_id: api.ids.tenant, principal_id: principalId, role: 'RiskApi', environment_id: api.ids.child })
    .execute()
  await expect
    .poll(
      async () =>
        (await api.send(minimalPurchase(), { token: 'person', headers: { 'x-ms-dfpenvid': api.ids.child } })).status,
      { timeout: 15_000, interval: 500 },
    )
    .toBe(200)
  expect(
    (await api.send(minimalPurchase(), { token: 'person', headers: { 'x-ms-dfpenvid': api.ids.root } })).status,
  ).toBe(403)
})

test('methods other than POST are named with the one that works', async () => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await api.app.request(purchasePath, { method, headers: { authorization: 'bearer good' } })
    expect([
      method,
      answer.status,
      answer.headers.get('allow'),
      ((await answer.json()) as { Message: string }).Message,
    ]).toEqual([method, 405, 'POST', `The method ${method} is not allowed here`])
  }
})
