import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  productionResource,
  type RiskApiServer,
  type Shape,
  startRiskApiServer,
  unreadable,
  writers,
} from '../testing/risk-api-server.ts'

// The other requests of published clients: the review tool in Java, the connector of an identity provider, bodies
// written by hand from the guides, and the ways in which HTTP libraries send them.

let service: RiskApiServer
let token = ''
beforeAll(async () => {
  service = await startRiskApiServer()
  await service.addAssessment('Seats', {
    observations: [
      { apiName: 'SeatStatus', template: 'AssessmentStatus' },
      { apiName: 'Shipped', template: 'Custom' },
    ],
  })
  await service.reload()
  const answer = await service.token(
    'v1',
    new URLSearchParams({ ...service.credentials, resource: productionResource }),
  )
  token = ((await answer.json()) as { access_token: string }).access_token
})
afterAll(() => service.close())

type Body = Record<string, unknown>
interface Answer {
  status: number
  json: Body
  headers: Headers
}
async function send(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  writer: keyof typeof writers = 'plain',
): Promise<Answer> {
  const answer = await fetch(service.origin + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: writers[writer](body),
  })
  return { status: answer.status, json: (await answer.json()) as Body, headers: answer.headers }
}
const events = '/v1.0/merchantservices/events/'
const id = (): string => randomUUID()
const now = (): string => `${new Date().toISOString().slice(0, -1)}4321-07:00`
const eventOf = async (key: string): Promise<Body> =>
  (
    await service.store.db
      .selectFrom('event')
      .innerJoin('event_body', 'event_body.event_id', 'event.event_id')
      .select('request')
      .where('external_id', '=', key)
      .executeTakeFirstOrThrow()
  ).request as Body
const result: Shape = { 'resultDetails!': { PurchaseId: 'text', Succeeded: 'truth' } }
const account: Shape = {
  'resultDetails!': {
    list: {
      'decision!': 'text',
      challengeType: 'text',
      reasons: { list: 'text' },
      other: { each: 'anything' },
      scores: { list: { scoreType: 'text', scoreValue: 'number' } },
    },
  },
  'transactionReferenceId!': 'text',
  description: 'text',
  code: 'text',
  enrichments: { deviceAttributes: { each: 'text' } },
}
const accountAck: Shape = { 'resultDetails!': { list: { 'succeeded!': 'truth' } }, transactionReferenceId: 'text' }

describe('review tool', () => {
  // OffsetDateTime.toString(): nanoseconds if they are not zero, and not even seconds on the full minute.
  test.each([
    '2025-03-04T10:15Z',
    '2025-03-04T10:15+05:30',
    '2025-03-04T10:15:30Z',
    '2025-03-04T10:15:30.5+01:00',
    '2025-03-04T10:15:30.123456Z',
    '2025-03-04T10:15:30.123456789-08:00',
  ])('a decision of %s', async statusDate => {
    for (const [statusType, reason] of [
      ['Approved', 'OfflineManualReview_General'],
      ['Rejected', 'OfflineManualReview_Fraud'],
      ['Approved', 'ManualReview_WatchNA'],
    ]) {
      const answer = await send(
        `${events}PurchaseStatus`,
        { purchaseId: id(), statusType, statusDate, reason, _metadata: { trackingId: null, merchantTimeStamp: null } },
        { accept: '*/*', 'accept-encoding': 'gzip' },
      )
      expect([answer.status, answer.json]).toEqual([200, { resultDetails: { Succeeded: true, Error: null } }])
    }
  })
  test('its label, with everything that it does not know', async () => {
    const answer = await send(`${events}Label`, {
      labelObjectType: 'Purchase',
      labelObjectId: id(),
      labelSource: 'ManualReview',
      labelReasonCodes: null,
      labelState: 'Fraud',
      processor: null,
      eventTimeStamp: '2025-03-04T10:15Z',
      effectiveStartDate: null,
      effectiveEndDate: null,
      _metadata: { trackingId: id(), merchantTimeStamp: '2025-03-04T10:15:00.123456Z' },
    })
    expect([answer.status, unreadable(answer.json, result, true)], JSON.stringify(answer.json)).toEqual([200, []])
  })
  test('purchases and bank events that it makes up', async () => {
    const address = {
      firstName: 'Olu',
      lastName: 'Ade',
      phoneNumber: '555-0100',
      street1: '39, quai du Lac',
      street2: null,
      city: 'Nice',
      state: null,
      zipCode: '06000',
      country: 'France',
    }
    const purchase = {
      purchaseId: id(),
      assessmentType: 'evaluate',
      originalOrderId: '900-11-2222',
      customerLocalDate: '2025-03-04T10:15:30.123456789+04:00',
      merchantLocalDate: '2025-03-04T10:15+04:00',
      totalAmount: 1061.4,
      salesTax: 712.03,
      currency: 'USD',
      shippingMethod: 'Space agency',
      user: {
        userId: '417',
        creationDate: '2025-03-04T10:15:30.123456+04:00',
        updateDate: null,
        firstName: 'Olu',
        lastName: 'Ade',
        country: 'FR',
        language: 'fr',
        email: 'olu@post.example',
        authenticationProvider: 'post.example',
        displayName: 'olu',
        isEmailValidated: null,
      },
      deviceContext: {
        externalDeviceId: '356938035643809',
        deviceContextDC: 'westus',
        externalDeviceType: 'Phone of the year',
        provider: 'DFPFingerPrinting',
        deviceContextId: id(),
        ipAddress: '203.0.113.77',
      },
      paymentInstrumentList: [
        {
          merchantPaymentInstrumentId: null,
          type: 'DEBITCARD',
          cardType: 'VISA',
          bin: '411',
          holderName: 'O A',
          addressStatus: 'some status',
          purchaseAmount: 1061.4,
          billingAddress: address,
        },
      ],
      productList: [
        {
          productId: '40417',
          productName: 'Steel lamp',
          type: 'cyan',
          sku: 'edu',
          category: 'Home & Baby',
          salesPrice: 61.4,
          purchasePrice: 61.4,
          currency: 'EUR',
          cogs: 0.3,
          margin: 0.7,
          quantity: 0,
          isRecurring: true,
          isFree: false,
          language: 'fr_FR',
          isPreorder: true,
          shippingMethod: 'Space agency',
          market: null,
        },
      ],
      shippingAddress: address,
      customData: { email_confirmed: 'true', MemberID: '-7723372036854775807' },
      _metadata: { trackingId: id(), merchantTimeStamp: '2025-03-04T10:15:30.123456+04:00' },
    }
    const answer = await send(`${events}purchase`, purchase)
    expect([answer.status, unreadable(answer.json, result, true)], JSON.stringify(answer.json)).toEqual([200, []])
    expect((answer.json.resultDetails as Body).PurchaseId).toBe(purchase.purchaseId)
    expect(await eventOf(purchase.purchaseId)).toMatchObject({
      assessmentType: 'Evaluate',
      customData: { MemberID: '-7723372036854775807' },
      productList: [{ quantity: 0, category: 'Home & Baby' }],
    })
    for (const type of ['Auth', 'AuthCancel', 'ChargeReversal', 'Charge']) {
      const bank = await send(`${events}bankevent`, {
        bankEventId: id(),
        type,
        bankEventTimestamp: '2025-03-04T10:15+04:00',
        status: 'Unknown',
        bankResponseCode: 'B0001',
        paymentProcessor: 'GB33',
        mrn: '1',
        mid: '2',
        purchaseId: purchase.purchaseId,
        _metadata: { trackingId: id(), merchantTimeStamp: '2025-03-04T10:15Z' },
      })
      expect([bank.status, unreadable(bank.json, result, true)]).toEqual([200, []])
    }
  })
})

describe('go-between of an identity provider', () => {
  const body = (metadata: Body, more: Body): Body => ({
    metadata: { trackingId: id(), ...metadata, merchantTimeStamp: now() },
    ...more,
    version: '0.5',
  })
  const device = { ipAddress: '198.51.100.24', deviceContextId: id(), provider: 'DFPFingerprinting' }
  const signUpId = id()
  const userId = id()
  const loginId = id()
  test.each<[string, string, Body, Shape]>([
    [
      'sign-up',
      `/v1.0/action/account/create/${signUpId}`,
      body(
        { signUpId, customerLocalDate: now(), assessmentType: 'Protect' },
        {
          user: { username: 'ada@post.example', firstName: 'Ada', language: 'en', userType: 'Consumer' },
          email: [
            { emailValue: 'ada@post.example', isEmailValidated: true, isEmailUsername: true, emailType: 'Primary' },
          ],
          device,
          name: 'AP.AccountCreation',
        },
      ),
      account,
    ],
    [
      'status of one nobody has an id for yet',
      `/v1.0/observe/account/create/status/${signUpId}`,
      body(
        { signUpId, userId: 'UnKnown' },
        {
          statusDetails: {
            statusType: 'Rejected',
            reasonType: 'ChallengeFailed',
            challengeType: 'SMS',
            statusDate: now(),
          },
          name: 'AP.AccountCreation.Status',
        },
      ),
      accountAck,
    ],
    [
      'sign-in by the id of the user',
      `/v1.0/action/account/login/${userId}`,
      body(
        { loginId, customerLocalDate: now(), assessmentType: 'Protect' },
        { user: { username: 'ada@post.example', userId, userType: 'Consumer' }, device, name: 'AP.AccountLogin' },
      ),
      account,
    ],
    [
      'its status, by the same',
      `/v1.0/observe/account/login/status/${userId}`,
      body(
        { loginId, userId },
        {
          statusDetails: { statusType: 'Approved', reasonType: 'ChallengePassed', statusDate: now() },
          name: 'AP.AccountLogin.Status',
        },
      ),
      accountAck,
    ],
  ])('%s', async (_name, path, sent, shape) => {
    for (const [where, headers] of [
      [path, { 'x-ms-dfpenvid': service.environmentId.toUpperCase() }],
      [`${path}?x-ms-dfpenvid=${service.environmentId}`, {}],
    ] as const) {
      const answer = await send(where, sent, { 'x-ms-correlation-id': id(), ...headers }, 'dotNet')
      expect([answer.status, unreadable(answer.json, shape)], JSON.stringify(answer.json)).toEqual([200, []])
    }
  })
})

describe('policy of an identity provider: no id in the path, nobody’s id where there is none, a slash behind the environment', () => {
  const nobody = '00000000-0000-0000-0000-000000000000'
  const userId = id()
  const made = (more: Body): Body => ({ version: '0.5', assessmentType: 'Protect', ...more })
  const metadata = (name: string): Body => ({
    trackingId: id(),
    [name]: id(),
    customerLocalDate: now(),
    merchantTimeStamp: now(),
    assessmentType: 'Protect',
  })
  const device = { deviceContextId: id(), ipAddress: '192.0.2.9', provider: 'DFPFingerprinting' }
  const user = { firstName: 'Ivo', lastName: 'Lang', username: 'ivo@post.example', language: 'en-US' }
  const email = [
    {
      emailType: 'Primary',
      emailValue: 'ivo@post.example',
      isEmailUsername: true,
      isEmailValidated: true,
      emailValidatedDate: now(),
    },
  ]
  const status = (statusType: string, reasonType: string, challengeType: string): Body => ({
    statusType,
    reasonType,
    challengeType,
    statusDate: now(),
  })
  const score: Shape = {
    'resultDetails!': {
      list: {
        'decision!': ['Approve', 'Reject', 'Challenge', 'Review'],
        'scores!': { list: { 'scoreType!': ['Bot', 'Risk'], 'scoreValue!': 'number' } },
      },
    },
    'transactionReferenceId!': 'text',
  }
  test.each<[string, Body, Shape]>([
    [
      'action/account/create',
      made({
        metadata: metadata('signUpId'),
        device,
        user,
        email,
        ssoAuthenticationProvider: { displayName: 'Ivo', authenticationProvider: 'MerchantAuth' },
        name: 'AP.AccountCreation',
      }),
      score,
    ],
    [
      'observe/account/create/status',
      made({
        metadata: { ...metadata('signUpId'), userId: nobody },
        statusDetails: status('Rejected', 'None', 'None'),
        name: 'AP.AccountCreation.Status',
      }),
      accountAck,
    ],
    [
      'observe/account/create/status',
      made({
        metadata: { ...metadata('signUpId'), userId },
        statusDetails: status('Approved', 'ChallengePassed', 'SMS'),
        name: 'AP.AccountCreation.Status',
      }),
      accountAck,
    ],
    [
      'action/account/login',
      made({
        metadata: metadata('loginId'),
        device,
        user: { ...user, userId },
        ssoAuthenticationProvider: { displayName: 'Ivo', authenticationProvider: 'Facebook' },
        name: 'AP.AccountLogin',
      }),
      score,
    ],
    [
      'observe/account/login/status',
      made({
        metadata: { ...metadata('loginId'), userId },
        statusDetails: status('Pending', 'ChallengePending', 'SMS'),
        name: 'AP.AccountLogin.Status',
      }),
      accountAck,
    ],
    [
      'observe/account/update',
      made({
        metadata: { trackingId: id(), customerLocalDate: now(), merchantTimeStamp: now() },
        user: { ...user, userId },
        email,
        device,
        name: 'AP.AccountUpdate',
      }),
      accountAck,
    ],
    [
      'label/account/create',
      made({
        metadata: { userId, merchantTimeStamp: now() },
        label: {
          eventTimeStamp: now(),
          labelObjectType: 'Account',
          labelObjectId: userId,
          labelSource: 'ManualReview',
          labelState: 'Fraud',
        },
        name: 'AP.AccountLabel',
      }),
      accountAck,
    ],
  ])('%s', async (path, sent, shape) => {
    for (const end of ['', '/']) {
      const answer = await send(`/v1.0/${path}${end}?x-ms-dfpenvid=${service.environmentId}/`, sent)
      expect([answer.status, unreadable(answer.json, shape)], JSON.stringify(answer.json)).toEqual([200, []])
    }
    // An id in the path has to be that of the body.
    expect((await send(`/v1.0/${path}/${id()}`, sent)).status).toBe(400)
  })
  test.each([
    'action/account',
    'action/account/create//',
    'action/assessment',
    'assessment',
    'merchantservices/events/purchase/branch',
  ])('%s stays no path', async path => {
    expect((await send(`/v1.0/${path}`, {})).status).toBe(404)
  })
})

describe('written by hand from the guides', () => {
  const Device = { SessionId: id(), IpAddress: '0.0.0.1', Provider: 'DFPFingerPrinting', ExternalDeviceId: null }
  const User = {
    UserId: null,
    UserType: 'Consumer',
    Username: 'kay@post.example',
    PasswordHash: 'AQAAAAEAACcQ',
    FirstName: 'Kay',
    Country: 'US',
    TimeZone: '-08:00:00',
    Language: 'EN-US',
    MembershipId: null,
  }
  const login = id()
  const create = id()
  const user = id()
  const rows: [string, string, Body, Shape][] = [
    [
      'sign-in',
      `/v1.0/action/account/login/${login}`,
      {
        Device,
        User,
        SSOAuthenticationProvider: { authenticationProvider: 'MSA', displayName: 'Kay' },
        Metadata: {
          LogInId: login,
          CustomerLocalDate: now(),
          AssessmentType: 'Evaluate',
          TrackingId: null,
          MerchantTimeStamp: now(),
        },
        RecentUpdate: { lastPhoneNumberUpdateDate: now(), lastEmailUpdateDate: null },
        Name: 'AP.AccountLogin',
        Version: '0.5',
      },
      account,
    ],
    [
      'sign-up with single objects',
      `/v1.0/action/account/create/${create}`,
      {
        User,
        Email: { EmailType: 'Primary', EmailValue: 'kay@post.example', IsEmailValidated: false, IsEmailUsername: true },
        Phone: { PhoneType: 'Primary', PhoneNumber: '1231231234', IsPhoneNumberValidated: false },
        Address: { AddressType: 'Primary', Street1: '9 Mill Row', Street3: null, Country: 'US' },
        Device,
        Metadata: { SignUpId: create, CustomerLocalDate: now(), TrackingId: null, MerchantTimeStamp: now() },
        Name: 'AP.AccountCreation',
        Version: '0.5',
      },
      account,
    ],
    [
      'sign-up as the setup guide has it',
      `/v1.0/action/account/create/${user}`,
      {
        device: {
          deviceContextId: id(),
          ipAddress: '192.168.8.214',
          provider: 'DFPFingerprinting',
          externalDeviceType: 'Tablet',
        },
        user: {
          userId: ` ${user}`,
          userType: 'Consumer',
          username: 'kay@post.example',
          countryRegion: 'US',
          timeZone: '-08:00',
          language: 'en-us',
          membershipId: ' CC1',
          isMembershipIdUsername: false,
        },
        phone: [
          {
            phoneType: 'Alternative',
            phoneNumber: '1-498',
            isPhoneNumberValidated: true,
            phoneNumberValidatedDate: now(),
            isPhoneUsername: false,
          },
        ],
        paymentInstruments: [
          { merchantPaymentInstrumentId: id(), type: 'Credit Card', creationDate: now(), updateDate: now() },
        ],
        ssoAuthenticationProvider: { authenticationProvider: 'MerchantAuth', displayName: 'Kay' },
        metadata: {
          signUpId: user,
          customerLocalDate: now(),
          assessmentType: 'Protect',
          trackingId: id(),
          merchantTimeStamp: now(),
        },
        name: 'AP.AccountCreation',
        version: '0.5',
      },
      account,
    ],
    [
      'label of an account',
      `/v1.0/label/account/create/${user}`,
      {
        metadata: { name: 'AP.Label.Metadata', userId: user, merchantTimeStamp: now(), trackingId: id() },
        label: {
          eventTimeStamp: now(),
          labelObjectType: 'Account',
          labelObjectId: user,
          labelSource: 'ManualReview',
          labelState: 'AccountCompromised',
          labelReasonCode: 'AccountFraud',
        },
        name: 'AP.Label',
        version: '0.5',
      },
      accountAck,
    ],
    [
      'label in capitals',
      `/v1.0/label/account/create/${user}`,
      {
        Metadata: { UserId: user, MerchantTimeStamp: now() },
        Label: {
          LabelObjectType: 'ACCOUNT',
          LabelObjectId: user,
          LabelSource: 'TC40_SAFE',
          LabelState: 'INQUIRYACCEPTED',
          LabelReasonCodes: 'FRIENDLYFRAUD',
        },
        Name: 'AP.AccountLabel',
        Version: '0.5',
      },
      accountAck,
    ],
    [
      'observation of an assessment',
      '/v1.0/assessment/Seats/observation/SeatStatus',
      {
        metadata: { primaryEventId: id(), eventId: id(), timestamp: now() },
        statusDetails: { statusType: 'APPROVED', reasonType: null, statusDate: now() },
      },
      { 'succeeded!': 'truth', metadata: { eventId: 'text', correlationId: 'text' } },
    ],
    [
      'data of the tenant’s own',
      '/v1.0/assessment/Seats/observation/Shipped',
      {
        metadata: { primaryEventId: id(), eventId: id(), timestamp: now() },
        custom: { carrier: 'post', boxes: '2', none: null, list: [] },
      },
      { 'succeeded!': 'truth' },
    ],
    [
      'label of an assessment',
      '/v1.0/assessment/Seats/label',
      {
        metadata: { eventId: id(), primaryEventId: id(), timestamp: now() },
        label: {
          labelState: 'Fraud',
          labelSource: 'ManualReview',
          labelObjectType: 'Account',
          labelObjectId: 'x',
          eventTimestamp: now(),
        },
      },
      { 'succeeded!': 'truth' },
    ],
  ]
  test.each(rows)('%s', async (_name, path, body, shape) => {
    const answer = await send(path, body, { 'x-ms-dfpenvid': '/Harbor' })
    expect([answer.status, unreadable(answer.json, shape)], JSON.stringify(answer.json)).toEqual([200, []])
    expect(JSON.stringify(await service.store.db.selectFrom('event_body').select('request').execute())).not.toContain(
      'AQAAAAEAACcQ',
    )
  })
})

describe('HTTP', () => {
  const body = (): string =>
    JSON.stringify({ purchaseId: id(), merchantLocalDate: now(), _metadata: {}, note: 'x'.repeat(3000) })
  interface Raw {
    status: number | undefined
    continued: boolean
    body: string
    socket: number | undefined
  }
  const raw = (
    text: string | Buffer,
    headers: Record<string, string>,
    options: { agent?: Agent; chunked?: boolean; path?: string } = {},
  ) =>
    new Promise<Raw>((resolve, reject) => {
      let continued = false
      const call = httpRequest(
        service.origin + (options.path ?? `${events}Purchase`),
        {
          method: 'POST',
          ...(options.agent === undefined ? {} : { agent: options.agent }),
          headers: {
            authorization: `bearer ${token}`,
            'content-type': 'application/json',
            ...(options.chunked === true ? {} : { 'content-length': String(Buffer.byteLength(text)) }),
            ...headers,
          },
        },
        answer => {
          const socket = answer.socket.localPort
          let read = ''
          answer
            .setEncoding('utf8')
            .on('data', (piece: string) => {
              read += piece
            })
            .on('end', () => {
              resolve({ status: answer.statusCode, continued, body: read, socket })
            })
        },
      )
      call
        .on('continue', () => {
          continued = true
          call.end(text)
        })
        .on('error', reject)
      if (headers.expect === undefined) call.end(text)
      else call.flushHeaders()
    })
  test('a body that waits to be asked for, one in pieces, one that is packed', async () => {
    expect(await raw(body(), { expect: '100-continue' })).toMatchObject({ status: 200, continued: true })
    expect(await raw(body(), { 'transfer-encoding': 'chunked' }, { chunked: true })).toMatchObject({ status: 200 })
    expect(await raw(gzipSync(body()), { 'content-encoding': 'gzip' })).toMatchObject({ status: 200 })
    expect(await raw(`\ufeff${body()}`, { 'content-type': 'application/json; charset=utf-8' })).toMatchObject({
      status: 200,
    })
  })
  test('a caller that goes away in the middle of its body is no failure of the service', async () => {
    const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
    socket.on('error', () => undefined)
    const call = `POST ${events}Chargeback HTTP/1.1\r\nhost: x\r\nauthorization: bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`
    await new Promise<void>(resolve => {
      socket.on('connect', () => {
        socket.write(call, () => {
          resolve()
        })
      })
    })
    setTimeout(() => {
      socket.destroy()
    }, 100)
    const logged = () =>
      service.store.db
        .selectFrom('api_error')
        .select(['status', 'message'])
        .where('api_name', '=', 'v1.0/MerchantServices/Events/Chargeback')
        .execute()
    await expect
      .poll(logged, { timeout: 5000 })
      .toEqual([{ status: 400, message: 'Input validation failed - Request body ended before it was complete' }])
  })
  test('calls one after another go over one connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = []
    for (let call = 0; call < 5; call += 1) ports.push((await raw(body(), {}, { agent })).socket)
    agent.destroy()
    expect(new Set(ports).size).toBe(1)
  })
  test.each(['/V1.0/MERCHANTSERVICES/EVENTS/PURCHASE', `${events}Purchase/`, `${events}purchase?api-version=1`])(
    '%s',
    async path => {
      expect((await raw(body(), {}, { path })).status).toBe(200)
    },
  )
  test('refusals are read by the types that clients have for them', async () => {
    const purchase = await send(`${events}Refund`, { refundId: id() })
    expect([
      purchase.status,
      unreadable(
        purchase.json,
        { 'ErrorType!': ['ClientError'], 'Message!': 'text', 'Retryable!': 'truth', OtherErrors: { list: 'anything' } },
        true,
      ),
    ]).toEqual([400, []])
    const login = await send('/v1.0/action/account/login/x', { name: 'AP.AccountLogin' })
    expect([
      login.status,
      unreadable(login.json, {
        name: 'text',
        version: 'text',
        code: 'text',
        'isRetryable!': 'truth',
        'message!': 'text',
        otherErrors: { list: { message: 'text', isRetryable: 'truth' } },
      }),
    ]).toEqual([400, []])
    const refused = await send(`${events}Purchase`, {}, { authorization: 'bearer no' })
    expect([refused.status, refused.json, refused.headers.get('errorreason')]).toEqual([
      401,
      { statusCode: 401, message: 'Unauthorized. Access token is missing or invalid.' },
      'JwtInvalid',
    ])
    expect((await send('/v0.5/MerchantServices/events/Purchase', {})).status).toBe(404)
  })
})
