import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minimalPurchase, type RiskApiUnderTest, startRiskApi } from '../testing/risk-api-bench.ts'

let api: RiskApiUnderTest
beforeAll(async () => {
  api = await startRiskApi()
})
afterAll(() => api.close())

type Json = Record<string, unknown>
const events = '/v1.0/MerchantServices/events'
const send = async (event: string, body: Json): Promise<void> => {
  const answer = await api.send({ _metadata: {}, ...body }, { path: `${events}/${event}` })
  expect([answer.status, answer.text]).toEqual([200, '{"resultDetails":{"Succeeded":true,"Error":null}}'])
}
const stored = (subject: string) =>
  api.store.db.selectFrom('data_event').selectAll().where('subject_id', '=', subject).orderBy('happened_at').execute()

describe('data events', () => {
  test('data events are there for what they speak of, whichever came first', async () => {
    const purchase = minimalPurchase()
    const id = String(purchase.purchaseId)
    await send('BankEvent', {
      bankEventId: `${id}-auth`,
      type: 'AUTH',
      status: 'DECLINED',
      purchaseId: id,
      bankEventTimestamp: '2025-03-14T09:26:53.5897932+01:00',
    })
    expect((await api.send(purchase)).status).toBe(200)
    await send('PurchaseStatus', {
      purchaseId: id,
      statusType: 'Rejected',
      statusDate: '2025-03-14T09:27:00+01:00',
      reason: '',
    })
    const rows = await stored(id)
    expect(
      rows.map(({ event_type, subject_type, body }) => [event_type, subject_type, body.status ?? body.statusType]),
    ).toEqual([
      ['bankevent', 'purchase', 'Declined'],
      ['purchasestatus', 'purchase', 'Rejected'],
    ])
    const event = await api.store.db
      .selectFrom('event_key')
      .select('external_id')
      .where('environment_id', '=', rows[0]?.environment_id ?? '')
      .where('event_type', '=', 'purchase')
      .where('external_id', '=', id)
      .execute()
    expect(event).toHaveLength(1)
  })
  test('data events change what was sent before: fields sent replace, the others stay', async () => {
    const bank = { bankEventId: 'b-1', type: 'Auth', purchaseId: 'later', mid: 'M1' }
    await send('BankEvent', { ...bank, status: 'Unknown' })
    await send('BankEvent', { bankEventId: 'b-1', type: 'Auth', purchaseId: 'later', status: 'Approved' })
    const rows = await stored('later')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.body).toMatchObject({ status: 'Approved', mid: 'M1' })
  })
  test('the stages of a chargeback are in the order of the bank’s time; the same time, in any zone, is the same stage', async () => {
    const stage = (status: string, bankEventTimestamp: string) =>
      send('Chargeback', {
        chargebackId: 'cb-1',
        purchaseId: 'p-cb',
        userId: 'u',
        status,
        bankEventTimestamp,
        amount: '12.50',
      })
    await stage('Accepted', '2025-04-02T10:00:00Z')
    await stage('Inquiry', '2025-04-01T10:00:00Z')
    await stage('Disputed', '2025-04-02T12:00:00+02:00')
    const rows = await stored('p-cb')
    expect(rows.map(({ body, entity_id }) => [body.status, entity_id, body.amount])).toEqual([
      ['Inquiry', 'cb-1', 12.5],
      ['Disputed', 'cb-1', 12.5],
    ])
  })
  test('an account update makes the user and joins addresses by type and instruments by id', async () => {
    await send('UpdateAccount', {
      userId: 'acc-1',
      email: 'a@example.com',
      addressList: [
        { type: 'Billing', city: 'Zagreb' },
        { type: 'Shipping', city: 'Split' },
      ],
      paymentInstrumentList: [{ merchantPaymentInstrumentId: 'i1', type: 'CreditCard' }],
    })
    await send('UpdateAccount', {
      userId: 'acc-1',
      firstName: 'Ana',
      addressList: { type: 'billing', city: 'Rijeka' },
      paymentInstrumentList: [{ merchantPaymentInstrumentId: 'i2', type: 'PayPal' }],
    })
    const [row] = await stored('acc-1')
    expect(row?.body).toMatchObject({
      email: 'a@example.com',
      firstName: 'Ana',
      addressList: [
        { type: 'Billing', city: 'Rijeka' },
        { type: 'Shipping', city: 'Split' },
      ],
      paymentInstrumentList: [{ merchantPaymentInstrumentId: 'i1' }, { merchantPaymentInstrumentId: 'i2' }],
    })
  })
  test('a field that must not be stored is dropped', async () => {
    await send('UpdateAccount', {
      userId: 'acc-2',
      PasswordHash: 'secret',
      paymentInstrumentList: [{ type: 'CreditCard', encryptedCreditCardNumber: 'secret', bin: '4111111111111111' }],
    })
    const [row] = await stored('acc-2')
    expect(JSON.stringify(row?.body)).not.toMatch(/secret|4111111111111111/)
  })
  test('the environment is part of the key', async () => {
    const body = { _metadata: {}, refundId: 'r-1', purchaseId: 'p-r', userId: 'u' }
    await api.send(body, { path: `${events}/Refund` })
    await api.send(body, { path: `${events}/Refund`, headers: { 'x-ms-dfpenvid': '/primary/xyz' } })
    expect((await stored('p-r')).map(({ environment_id }) => environment_id).sort()).toEqual(
      [api.ids.root, api.ids.child].sort(),
    )
  })
  test('a label of an account reaches purchases of the user and sign-ins by their id, in any order', async () => {
    const label = (labelObjectType: string, labelObjectId: string, userId = 'victim') =>
      api.send(
        {
          name: 'AP.Label',
          version: '0.5',
          metadata: { userId, merchantTimeStamp: '2025-02-14T09:00:01Z' },
          label: { labelObjectType, labelObjectId, labelSource: 'manual review', labelState: 'Account Compromised' },
        },
        { path: `/v1.0/label/account/create/${userId}` },
      )
    const login = (loginId: string, userId: string) =>
      api.send(
        {
          name: 'AP.AccountLogin',
          version: '0.5',
          metadata: { loginId, customerLocalDate: '2025-02-12T08:00:00Z', merchantTimeStamp: '2025-02-12T07:00:01Z' },
          user: { userId },
        },
        { path: `/v1.0/action/account/login/${loginId}` },
      )
    const labelOf = async (id: string) =>
      (await api.store.db.selectFrom('event').select('label').where('external_id', '=', id).executeTakeFirstOrThrow())
        .label
    await login('lg-1', 'victim')
    expect((await label('Account Login', 'lg-1')).status).toBe(200)
    expect(await labelOf('lg-1')).toBe('Fraud')
    await label('AccountLogin', 'lg-2')
    await login('lg-2', 'nobody')
    expect(await labelOf('lg-2')).toBe('Fraud')
    const purchase = minimalPurchase({ user: { userId: 'victim' } })
    await label('Account', 'victim')
    await api.send(purchase)
    expect(await labelOf(String(purchase.purchaseId))).toBe('Fraud')
    await login('lg-3', 'nobody')
    expect(await labelOf('lg-3')).toBeNull()
    expect((await label('Account', 'victim', 'somebody-else')).status).toBe(200)
    expect((await api.send({}, { path: '/v1.0/label/account/create/x' })).json).toMatchObject({
      name: 'AP.AccountLabel',
      code: 'ClientError',
    })
  })
})

describe('peculiarities of real clients on the other paths', () => {
  const login = (more: Json): Json => ({
    Name: 'AP.AccountLogin',
    Version: '0.5',
    Metadata: {
      LogInId: 'LG',
      customerLocalDate: '2025-02-12T08:00:00.5897932+01:00',
      merchantTimeStamp: '2025-02-12T07:00:01Z',
      AssessmentType: 'evaluate',
    },
    Device: { SessionId: 'abc', ipAddress: '::1' },
    User: { UserId: 'u-1', PasswordHash: 'secret', timeZone: '-07:00:00' },
    ...more,
  })
  const requestOf = async (id: string) =>
    await api.store.db
      .selectFrom('event')
      .innerJoin('event_body', 'event_body.event_id', 'event.event_id')
      .selectAll()
      .where('external_id', '=', id)
      .executeTakeFirstOrThrow()
  test('Pascal-case keys, LogInId, Device.SessionId, a password', async () => {
    expect((await api.send(login({}), { path: '/v1.0/Action/Account/Login/LG/' })).status).toBe(200)
    const row = await requestOf('LG')
    expect(row).toMatchObject({ event_type: 'accountlogin', assessment_type: 'Evaluate', user_id: 'u-1' })
    expect(row.request).toMatchObject({
      metadata: { loginId: 'LG' },
      device: { deviceContextId: 'abc', ipAddress: '::1' },
    })
    expect(JSON.stringify(row.request)).not.toContain('secret')
  })
  test('single objects for lists, instrument types with a blank and as a number, explicit nulls', async () => {
    const id = randomUUID().toUpperCase()
    const body = {
      name: 'AP.AccountCreation',
      version: '0.5',
      metadata: {
        signUpId: id,
        customerLocalDate: '2025-02-12T08:00:00',
        merchantTimeStamp: '2025-02-12T07:00:01Z',
        trackingId: null,
      },
      user: { username: 'x@example.com' },
      Email: { emailType: 'primary', emailValue: 'x@example.com' },
      Phone: { phoneType: 'PRIMARY', phoneNumber: '1' },
      Address: { street1: 'a', street2: null },
      paymentInstrument: [{ type: 'Credit Card' }, { type: 3 }],
    }
    expect(await api.send(body, { path: `/v1.0/action/account/create/${id}` })).toMatchObject({ status: 200 })
    expect((await requestOf(id)).request).toMatchObject({
      email: [{ emailType: 'Primary' }],
      phone: [{ phoneType: 'Primary' }],
      address: [{ street1: 'a' }],
      paymentInstruments: [{ type: 'CreditCard' }, {}],
    })
  })
  test('a userId that nobody has in the status of a creation; the environment as a query parameter', async () => {
    const body = {
      name: 'AP.AccountCreation.Status',
      version: '0.5',
      metadata: { signUpId: 'su-1', userId: 'UnKnown', merchantTimeStamp: '2025-02-12T07:00:01Z' },
      statusDetails: { statusType: 'approved', statusDate: '2025-02-12T07:00:01Z' },
    }
    const answer = await api.send(body, {
      path: `/v1.0/observe/account/create/status/UnKnown?x-ms-dfpenvid=${api.ids.child}`,
    })
    expect(answer).toMatchObject({
      status: 200,
      json: { name: 'AP.AccountCreation.Status', version: '0.5', resultDetails: [{ succeeded: true }] },
    })
    expect((await stored('su-1'))[0]).toMatchObject({
      environment_id: api.ids.child,
      subject_type: 'accountcreation',
      event_type: 'accountcreationstatus',
    })
  })
  test('a review tool: status with a reason of its own', async () => {
    await send('PurchaseStatus', {
      purchaseId: 'rv',
      statusType: 'APPROVED',
      statusDate: '2025-03-14T09:27:00Z',
      reason: 'OfflineManualReview_Approved',
    })
    expect((await stored('rv'))[0]?.body).toMatchObject({
      statusType: 'Approved',
      reason: 'OfflineManualReview_Approved',
    })
  })
  test('a sign-up and a sign-in of the older generation: scored, approved, by no policy', async () => {
    const signUp = {
      signUpId: 'old-1',
      merchantLocalDate: '2025-03-14T09:27:00Z',
      user: { email: 'a@mailinator.com', passwordHash: 'secret' },
      _metadata: {},
    }
    for (const [path, body, id] of [
      ['SignUp', signUp, 'SignUpId'],
      ['Signup', signUp, 'SignUpId'],
      [
        'SignIn',
        {
          signInId: 'in-1',
          merchantLocalDate: '2025-03-14T09:27:00Z',
          userId: 'u',
          currentIpAddress: false,
          passwordHash: 'secret',
          _metadata: {},
        },
        'SignInId',
      ],
    ] as const) {
      const { json } = await api.send(body, { path: `${events}/${path}` })
      const details = json.resultDetails as Json
      expect(details).toMatchObject({ MerchantRuleDecision: 'Approve', [id]: id === 'SignUpId' ? 'old-1' : 'in-1' })
      expect(details).not.toHaveProperty('PolicyApplied')
    }
    expect(JSON.stringify((await requestOf('old-1')).request)).not.toContain('secret')
  })
  test('one correlation id for all calls of an order, in upper case', async () => {
    const id = '1B0D5F0E-7F3E-4A52-8A39-6B7C0E2B7A10'
    const answer = await api.send(
      { bankEventId: 'corr', type: 'Charge', purchaseId: 'corr', _metadata: {} },
      { path: `${events}/BankEvent`, headers: { 'x-ms-correlation-id': id } },
    )
    expect(answer.headers.get('x-ms-correlation-id')).toBe(id)
    expect((await stored('corr'))[0]?.correlation_id).toBe(id)
  })
})

describe('the log of calls', () => {
  test('the log of calls counts by API, experience and status, by the minute and by the hour', async () => {
    const fresh = await startRiskApi()
    const environmentId = fresh.ids.root
    for (let n = 0; n < 3; n++) await fresh.send(minimalPurchase())
    await fresh.send(minimalPurchase({ assessmentType: 'evaluate' }))
    await fresh.send({}, {})
    await fresh.send({}, { path: `/v1.0/assessment/${randomUUID()}` })
    const read = async (table: 'api_call_minute' | 'api_call_hour') => {
      const rows = await fresh.store.db
        .selectFrom(table)
        .select(['api_name', 'experience', 'status', 'calls', 'latency_bands', 'latency_ms'])
        .where('environment_id', '=', environmentId)
        .execute()
      const sums = new Map<string, number>()
      for (const row of rows) {
        expect(row.latency_bands.reduce((a, b) => Number(a) + Number(b), 0)).toBe(row.calls)
        expect(row.latency_ms).toBeGreaterThan(0)
        const key = `${row.api_name} ${row.experience} ${row.status}`
        sums.set(key, (sums.get(key) ?? 0) + row.calls)
      }
      return Object.fromEntries(sums)
    }
    const purchase = 'v1.0/MerchantServices/Events/Purchase'
    const expected = {
      [`${purchase} Protect 200`]: 3,
      [`${purchase} Evaluate 200`]: 1,
      [`${purchase} N/A 400`]: 1,
      'v1.0/Assessment N/A 404': 1,
    }
    await expect.poll(() => read('api_call_minute'), { timeout: 15_000, interval: 200 }).toEqual(expected)
    expect(await read('api_call_hour')).toEqual(expected)
    await fresh.close()
  })
})
