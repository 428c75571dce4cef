import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import ackSchema from '../../contract/schemas/responses/ack.schema.json' with { type: 'json' }
import purchaseSchema from '../../contract/schemas/responses/purchase.schema.json' with { type: 'json' }
import {
  labelPath,
  minimalPurchase,
  purchasePath,
  type RiskApiUnderTest,
  type SendOptions,
  startRiskApi,
} from './testing/risk-api-bench.ts'

let api: RiskApiUnderTest
beforeAll(async () => {
  api = await startRiskApi()
})
afterAll(() => api.close())

const guid = /^[0-9a-f-]{36}$/
const detailsOf = (json: Record<string, unknown>) => json.resultDetails as Record<string, unknown>
const error = (message: string, more: Record<string, unknown> = {}) => ({
  ErrorType: 'ClientError',
  Message: message,
  Retryable: false,
  OtherErrors: null,
  ...more,
})
const stored = (id: string) =>
  api.store.db
    .selectFrom('event')
    .innerJoin('event_body', 'event_body.event_id', 'event.event_id')
    .selectAll()
    .where('external_id', '=', id)
    .executeTakeFirstOrThrow()

describe('the published samples', () => {
  const folder = new URL('samples/', import.meta.url)
  const ajv = new Ajv2020({ strict: false })
  const valid = { purchase: ajv.compile(purchaseSchema), label: ajv.compile(ackSchema) }
  test.each(readdirSync(folder).filter(file => /^(purchase|label)\./.test(file)))(
    '%s is taken, its answer fits the schema',
    async file => {
      const kind = file.startsWith('label') ? 'label' : 'purchase'
      const answer = await api.send(JSON.parse(readFileSync(new URL(file, folder), 'utf8')), {
        path: kind === 'label' ? labelPath : purchasePath,
      })
      expect(answer.status).toBe(200)
      expect(valid[kind](answer.json), JSON.stringify(valid[kind].errors)).toBe(true)
      if (kind === 'label') expect(answer.text).toBe('{"resultDetails":{"Succeeded":true,"Error":null}}')
    },
  )
  test('the card sample is stored with what it says', async () => {
    const row = await stored('ord-2025-000772')
    expect(row).toMatchObject({
      amount: 18437,
      currency: 'EUR',
      amount_usd: 19154,
      email: 'mirela.kovac@example.com',
      ip: '203.0.113.77',
      ip_country: 'HR',
      bin: '453201',
      last_four: '4417',
      card_type: 'Visa',
      item_count: 3,
      billing_country: 'HR',
      shipping_city: 'Zagreb',
      user_name: 'Mirela Kovač',
      device_id: 'dev-90017',
      label: 'Fraud',
    })
    expect(row.enrichment).toMatchObject({ emailDomain: 'example.com', cardBrand: 'Visa' })
  })
})

test('the answer and its headers', async () => {
  const purchase = minimalPurchase()
  const answer = await api.send(purchase, {
    headers: { 'x-ms-correlation-id': '1B0D5F0E-7F3E-4A52-8A39-6B7C0E2B7A10' },
  })
  expect(answer.json).toEqual({
    resultDetails: {
      MerchantRuleDecision: 'Approve',
      MerchantRuleReason: 'NO_RULE_HIT',
      RiskScore: 173,
      ReasonCodes: '1100-DEVICE_INFORMATION:GENERAL',
      MIDFlag: 'Standard',
      PolicyApplied: 'Default',
      PurchaseId: purchase.purchaseId,
    },
  })
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('x-ms-correlation-id')).toBe('1B0D5F0E-7F3E-4A52-8A39-6B7C0E2B7A10')
  expect(answer.headers.get('x-ms-appversion')).toMatch(/^1\.0:\d+\.\d+:\d{18}$/)
  expect((await api.send(minimalPurchase())).headers.get('x-ms-correlation-id')).toMatch(guid)
  expect(
    detailsOf((await api.send(minimalPurchase(), { headers: { 'x-dfp-diagnostics': 'true' } })).json).Diagnostics,
  ).toEqual({ externalCalls: [], velocities: [], rules: [] })
})

describe('peculiarities of real clients', () => {
  const gzip = (body: unknown): SendOptions => ({
    raw: new Uint8Array(gzipSync(JSON.stringify(body))),
    headers: { 'content-encoding': 'gzip' },
  })
  test.each<[string, Record<string, unknown>, SendOptions]>([
    ['lower-case bearer', {}, { token: null, headers: { authorization: 'bearer good' } }],
    ['path in lower case', {}, { path: purchasePath.toLowerCase() }],
    ['path with a slash at the end', {}, { path: `${purchasePath.toUpperCase()}/` }],
    ['no charset, blanks', {}, { headers: { 'content-type': 'Application/JSON ; charset=UTF-8' } }],
    [
      'amounts, prices and ids as text',
      { totalAmount: '65.1000', currency: 'EUR', productList: [{ productId: 7, salesPrice: '65.1000', quantity: 1 }] },
      {},
    ],
    ['false for no address', { deviceContext: { deviceContextId: 'd', ipAddress: false } }, {}],
    ['explicit nulls', { shippingAddress: { street1: 'a', street2: null }, user: null }, {}],
    ['time zones that are none', { user: { userId: 'u', timeZone: 0 } }, {}],
    ['Pascal-case keys', { User: { UserId: 'u', PasswordHash: 'secret' }, TotalAmount: 5, Currency: 'USD' }, {}],
    [
      'one instrument without a list',
      { paymentInstrumentList: { type: 'Credit Card', expirationDate: '2027-03-31T00:00:00' } },
      {},
    ],
    ['odd addresses', { deviceContext: { deviceContextId: 'd', ipAddress: '::ffff:203.0.113.10' } }, {}],
    ['unknown category', { productList: [{ productId: 'p', category: 'Other' }] }, {}],
  ])('%s', async (_, more, options) => {
    const body = minimalPurchase(more)
    expect(await api.send(body, options)).toMatchObject({ status: 200 })
    expect(JSON.stringify((await stored(String(body.purchaseId))).request)).not.toContain('secret')
  })
  test('a body compressed with gzip is read', async () => {
    const body = minimalPurchase()
    expect(await api.send(null, gzip(body))).toMatchObject({ status: 200 })
    expect((await api.send(null, gzip({ ...minimalPurchase(), storeName: 'x'.repeat(2_000_000) }))).status).toBe(413)
    expect((await api.send(null, { raw: 'no gzip', headers: { 'content-encoding': 'gzip' } })).status).toBe(400)
    const other = await api.send(minimalPurchase(), { headers: { 'content-encoding': 'deflate' } })
    expect([other.status, other.headers.get('accept-encoding'), other.json.Message]).toEqual([
      415,
      'gzip',
      "The content encoding 'deflate' is not supported; send gzip or none",
    ])
  })
  test('escaped text arrives as text', async () => {
    const answer = await api.send(null, {
      raw: JSON.stringify(minimalPurchase({ purchaseId: 'plus' })).replace('plus', 'p\\u002B\\u003C1'),
    })
    expect(detailsOf(answer.json).PurchaseId).toBe('p+<1')
  })
  test('label without currency, upper-case type', async () => {
    const label = {
      labelObjectType: 'PURCHASE',
      LabelObjectId: 'x',
      labelSource: 'Chargeback',
      amount: 0,
      labelReasonCode: 'Abuse',
      _metadata: {},
    }
    expect(await api.send(label, { path: labelPath })).toMatchObject({
      status: 200,
      text: '{"resultDetails":{"Succeeded":true,"Error":null}}',
    })
  })
})

describe('naming the environment', () => {
  const environmentOf = async (options: SendOptions): Promise<string> => {
    const body = minimalPurchase()
    expect(await api.send(body, options)).toMatchObject({ status: 200 })
    return (await stored(String(body.purchaseId))).environment_id
  }
  test('id, path of API ids, mixed path, query parameter, none', async () => {
    const { root, child } = api.ids
    const header = (value: string): SendOptions => ({ headers: { 'x-ms-dfpenvid': value } })
    expect(await environmentOf({})).toBe(root)
    expect(await environmentOf({ token: 'child' })).toBe(child)
    expect(await environmentOf(header(child.toUpperCase()))).toBe(child)
    expect(await environmentOf(header('/primary/xyz'))).toBe(child)
    expect(await environmentOf(header('Primary/XYZ'))).toBe(child)
    expect(await environmentOf(header(`${root}/XYZ`))).toBe(child)
    expect(await environmentOf({ path: `${purchasePath}?X-MS-dfpenvid=%2Fprimary%2FXYZ` })).toBe(child)
  })
  test.each<[string, (ids: RiskApiUnderTest['ids']) => SendOptions, number, string]>([
    [
      'unknown',
      () => ({ headers: { 'x-ms-dfpenvid': '/primary/none' } }),
      400,
      "Environment '/primary/none' was not found",
    ],
    ['of another tenant', ids => ({ headers: { 'x-ms-dfpenvid': ids.foreign } }), 400, 'was not found'],
    [
      'ours for a caller of another tenant',
      ids => ({ token: 'theirs', headers: { 'x-ms-dfpenvid': ids.root } }),
      400,
      'was not found',
    ],
    [
      'above what the application may call',
      ids => ({ token: 'child', headers: { 'x-ms-dfpenvid': ids.root } }),
      403,
      'Forbidden. The application is not assigned the Risk_API role for this environment.',
    ],
    [
      'of the other kind than the token',
      ids => ({ headers: { 'x-ms-dfpenvid': ids.sandbox } }),
      401,
      'Unauthorized. Access token is missing or invalid.',
    ],
    ['not active', () => ({ headers: { 'x-ms-dfpenvid': '/primary/gone' } }), 400, "Environment 'Gone' is not active"],
  ])('%s', async (_, options, status, message) => {
    const answer = await api.send(minimalPurchase(), options(api.ids))
    expect(answer.status).toBe(status)
    expect(String(answer.json.Message ?? answer.json.message)).toContain(message)
  })
})

describe('errors in the documented order', () => {
  test('401 like the gateway', async () => {
    for (const [token, reason] of [
      [null, 'TokenNotPresent'],
      ['expired', 'TokenExpired'],
      ['nonsense', 'JwtInvalid'],
    ] as const) {
      const answer = await api.send({}, { token, path: '/v1.0/nowhere' })
      expect(answer.status).toBe(401)
      expect(answer.text).toBe('{"statusCode":401,"message":"Unauthorized. Access token is missing or invalid."}')
      expect(answer.headers.get('content-type')).toBe('application/json')
      expect([
        answer.headers.get('errorreason'),
        answer.headers.get('errorsource'),
        answer.headers.get('errorstatuscode'),
      ]).toEqual([reason, 'validate-jwt', '401'])
    }
  })
  test.each<[string, unknown, SendOptions, number, Record<string, unknown>]>([
    ['role missing before the path', {}, { token: 'norole', path: '/v1.0/nowhere' }, 403, { statusCode: 403 }],
    ['unknown path', {}, { path: '/v1.0/nowhere' }, 404, { ErrorType: 'ClientError' }],
    ['old version', {}, { path: '/v0.5/MerchantServices/events/Purchase' }, 404, { Retryable: false }],
    ['wrong method', {}, { method: 'GET' }, 405, { ErrorType: 'ClientError' }],
    [
      'wrong content type before the body',
      'x',
      { headers: { 'content-type': 'text/plain' } },
      415,
      { ErrorType: 'ClientError' },
    ],
    ['too large', { a: 'x'.repeat(1_100_000) }, {}, 413, { ErrorType: 'ClientError' }],
    [
      'too large and of another content type',
      { a: 'x'.repeat(1_100_000) },
      { headers: { 'content-type': 'text/plain', 'content-length': '1100008' } },
      413,
      { ErrorType: 'ClientError' },
    ],
    [
      'no JSON',
      null,
      { raw: '{"purchaseId":' },
      400,
      error('Input validation failed - Request body is not a valid JSON object'),
    ],
    ['no object', [1], {}, 400, error('Input validation failed - Request body is not a valid JSON object')],
    [
      'missing property',
      { merchantLocalDate: '2025-01-01T00:00:00Z', _metadata: {} },
      {},
      400,
      error('Input validation failed - Required properties purchaseId are not present at level (root)'),
    ],
    [
      'several faults',
      { purchaseId: 'p', merchantLocalDate: 'soon', _metadata: {}, user: {} },
      {},
      400,
      error('Input validation failed - Required properties userId are not present at level user', {
        OtherErrors: [error('Input validation failed - Invalid value at merchantLocalDate: expected date-time')],
      }),
    ],
  ])('%s', async (_, body, options, status, expected) => {
    const answer = await api.send(body, options)
    expect(answer.status).toBe(status)
    expect(answer.json).toMatchObject(expected)
    if (status === 405) expect(answer.headers.get('allow')).toBe('POST')
  })
  test('health is answered before anything else', async () => {
    expect(await api.send(null, { path: '/api/v1/health', method: 'GET', token: null })).toMatchObject({
      status: 200,
      text: '',
    })
  })
  test('failed calls are kept without what was sent', async () => {
    await api.send({ ...minimalPurchase(), assessmentType: 'jane.doe@example.com' })
    const read = () =>
      api.store.db.selectFrom('api_error').selectAll().where('message', 'like', '%assessmentType%').execute()
    await expect.poll(async () => (await read()).length, { timeout: 5000 }).toBe(1)
    const [row] = await read()
    expect(row).toMatchObject({
      api_name: 'v1.0/MerchantServices/Events/Purchase',
      status: 400,
      environment_id: api.ids.root,
      tenant_id: api.ids.tenant,
    })
    expect(row?.message).not.toContain('jane')
  })
})

describe('repetition', () => {
  test('the stored answer, byte for byte, even for another body; concurrent ones too', async () => {
    const body = minimalPurchase()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => api.send({ ...body, totalAmount: n, currency: 'USD' })),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('x-dfp-replayed') === null)).toHaveLength(1)
    const later = await api.send({ ...body, isGuestCheckout: true })
    expect([later.status, later.text, later.headers.get('x-dfp-replayed')]).toEqual([200, answers[0]?.text, 'true'])
  })
  test('409 where the environment refuses repeats', async () => {
    const body = minimalPurchase()
    const options = { headers: { 'x-ms-dfpenvid': '/primary/xyz' } }
    await api.send(body, options)
    await api.store.db
      .insertInto('setting')
      .values({ scope: api.ids.child, key: 'rejectRepeatedIds', value: 'true' })
      .execute()
    await api.engine.reloadRules()
    expect(await api.send(body, options)).toMatchObject({
      status: 409,
      json: error(`Purchase '${String(body.purchaseId)}' already exists`),
    })
  })
})

test('the transaction date is the time of assessment, except for an import', async () => {
  const past = new Date(Date.now() - 40 * 86_400_000).toISOString()
  const tooOld = new Date(Date.now() - 500 * 86_400_000).toISOString()
  const backfill = { headers: { 'x-assay-backfill': 'true' } }
  const timeOf = async (merchantLocalDate: string, options: SendOptions): Promise<number> => {
    const body = minimalPurchase({ merchantLocalDate })
    await api.send(body, options)
    return (await stored(String(body.purchaseId))).at.getTime()
  }
  expect(Date.now() - (await timeOf(past, {}))).toBeLessThan(10_000)
  expect(await timeOf(past, backfill)).toBe(Date.parse(past))
  expect(Date.now() - (await timeOf(tooOld, backfill))).toBeLessThan(10_000)
})

describe('limits', () => {
  test('429 with Retry-After over the rate of the environment, another one has its own', async () => {
    const limited = await startRiskApi({ rateLimit: { perSecond: 1, burst: 5 } })
    const answers = await Promise.all(Array.from({ length: 8 }, () => limited.send(minimalPurchase())))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.json).toMatchObject({ ErrorType: 'ClientError', Retryable: true })
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect((await limited.send(minimalPurchase(), { headers: { 'x-ms-dfpenvid': '/primary/xyz' } })).status).toBe(200)
    await limited.close()
  })
  test('a clock that is set stops no call', async () => {
    const limited = await startRiskApi({ rateLimit: { perSecond: 50, burst: 5 } })
    try {
      for (const step of [0, -3000, -3_600_000, -40 * 86_400_000, 3_600_000, 0]) {
        vi.setSystemTime(Date.now() + step)
        const answers = await Promise.all(Array.from({ length: 12 }, () => limited.send(minimalPurchase())))
        for (const { status, headers } of answers) {
          expect([200, 429]).toContain(status)
          expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(2)
        }
        await new Promise(resolve => setTimeout(resolve, 100))
        expect((await limited.send(minimalPurchase())).status, `a step of ${step} ms`).toBe(200)
        vi.useRealTimers()
      }
    } finally {
      vi.useRealTimers()
      await limited.close()
    }
  })
  test('who may not call an environment does not use up its rate', async () => {
    const limited = await startRiskApi({ rateLimit: { perSecond: 1, burst: 5 } })
    const foreign = { token: 'child', headers: { 'x-ms-dfpenvid': limited.ids.root } }
    const refused = await Promise.all(Array.from({ length: 20 }, () => limited.send(minimalPurchase(), foreign)))
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403, 429]))
    expect((await limited.send(minimalPurchase())).status).toBe(200)
    await limited.close()
  })
  test('one tenant never takes all places', async () => {
    const leave = Array.from({ length: 250 }, () => api.underWay.acquire(api.ids.tenant))
    expect((await api.send(minimalPurchase())).status).toBe(503)
    const theirs = await api.send(minimalPurchase(), { token: 'theirs' })
    expect(theirs.status).toBe(200)
    for (const each of leave) each?.()
    expect((await api.send(minimalPurchase())).status).toBe(200)
  })
  test('503 with Retry-After under overload, and back', async () => {
    const small = await startRiskApi({ maxWaiting: 20 })
    const answers = await Promise.all(Array.from({ length: 400 }, () => small.send(minimalPurchase())))
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect(refused[0]?.json).toMatchObject({ ErrorType: 'ServerError', Retryable: true })
    expect((await small.send(minimalPurchase())).status).toBe(200)
    await small.close()
  })
})
