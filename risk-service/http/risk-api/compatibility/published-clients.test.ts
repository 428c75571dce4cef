import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertionType } from '../../../kernel/identity/client-proof.ts'
import { harborId } from '../../../kernel/identity/demo-tenants.ts'
import { createCertificate } from '../../../tools/api-clients/testing/certificates.ts'
import {
  productionResource,
  type RiskApiServer,
  type Shape,
  startRiskApiServer,
  unreadable,
  writers,
} from '../testing/risk-api-server.ts'

// The requests of the published clients of the original service, with our own values: the store in C#, the shop module
// in PHP, the review tool in Java, the connector of an identity provider. Each reads the answer into types of its own.

let service: RiskApiServer
let token = ''
beforeAll(async () => {
  service = await startRiskApiServer()
  await service.addAssessment('ReviewSubmitted', { kind: 'custom', template: null })
  await service.addAssessment('Seats', { observations: [{ apiName: 'SeatStatus', template: 'AssessmentStatus' }] })
  await service.addRule('purchase', [
    {
      name: 'Told',
      text: 'OBSERVE Output(total = @"totalAmount".ToDouble(), vip = true, ip = @"deviceContext.ipAddress", parts = @@"productList[0]", none = null)',
    },
  ])
  await service.addRule('accountlogin', [
    {
      name: 'Look',
      text: 'RETURN Challenge("SMS", "new device", "call"), Output(n = 1, o = { a: [true] }) WHEN @"user.userId" == "look"',
    },
  ])
  await service.addRule('ReviewSubmitted', [
    {
      name: 'Stars',
      text: 'RETURN Review("many stars"), Other(stars = @"review.stars".ToInt32()) WHEN @"review.stars" > 4',
    },
  ])
  await service.addRule('Seats', [
    { name: 'Row', text: 'RETURN Reject("front", "no"), Output(row = 1, more = { a: 1 }) WHEN @"custom.row" == 1' },
  ])
  await service.reload()
  const answer = await service.token(
    'v2',
    new URLSearchParams({ ...service.credentials, client_info: '1', scope: `${productionResource}//.default` }),
  )
  token = ((await answer.json()) as { access_token: string }).access_token
})
afterAll(() => service.close())

type Body = Record<string, unknown>
interface Sent {
  path: string
  body: Body
  writer: keyof typeof writers
  headers: Record<string, string>
}
async function send({
  path,
  body,
  writer,
  headers,
}: Sent): Promise<{ status: number; headers: Headers; json: Body; text: string }> {
  const answer = await fetch(service.origin + path, { method: 'POST', headers, body: writers[writer](body) })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, json: JSON.parse(text) as Body, text }
}
const stored = async (key: string): Promise<Body> => {
  const event = await service.store.db
    .selectFrom('event')
    .innerJoin('event_body', 'event_body.event_id', 'event.event_id')
    .select('request')
    .where('external_id', '=', key)
    .executeTakeFirst()
  return (event?.request ?? {}) as Body
}

const events = '/v1.0/MerchantServices/events/'
const bearer = (): string => `bearer ${token}`
/** Returns a local time as .NET writes it: seven decimals and the offset. */
const local = (at = Date.now(), offset = '+01:00'): string =>
  `${new Date(at + (offset === '+01:00' ? 36e5 : -252e5)).toISOString().slice(0, -1)}4321${offset}`
const guid = (): string => randomUUID()
const braceless = (): string => randomUUID().toUpperCase()

const evaluations: Shape = { list: { Rule: 'text', ClauseNames: { list: 'text' } } }
const purchaseShape: Shape = {
  'resultDetails!': {
    'MerchantRuleDecision!': 'text',
    'RiskScore!': 'whole',
    ReasonCodes: 'text',
    'MIDFlag!': 'text',
    'PolicyApplied!': 'text',
    PolicyAppliedEnvironmentId: 'text',
    MerchantRuleReason: 'text',
    BankName: 'text',
    ClauseName: 'text',
    MerchantRuleOutput: { each: { each: 'text' } },
    RuleEvaluations: evaluations,
    DeviceAttributes: { each: 'text' },
    Diagnostics: { each: { list: 'anything' } },
    'PurchaseId!': 'text',
  },
}
const ackShape: Shape = { 'resultDetails!': { 'Succeeded!': 'truth', Error: 'anything' } }
const scoresShape: Shape = { list: { 'ScoreType!': 'text', 'ScoreValue!': 'number', Reason: 'text' } }
const accountShape: Shape = {
  'name!': 'text',
  'version!': 'text',
  code: 'text',
  description: 'text',
  'transactionReferenceId!': 'text',
  'resultDetails!': {
    list: {
      'decision!': ['Approve', 'Reject', 'Challenge', 'Review'],
      challengeType: 'text',
      reasons: { list: 'text' },
      rule: 'text',
      ruleEnvironmentId: 'text',
      clauseName: 'text',
      supportMessages: { list: 'text' },
      other: { each: 'anything' },
      scores: scoresShape,
      ruleEvaluations: evaluations,
    },
  },
  enrichments: {
    deviceAttributes: { each: 'text' },
    calculatedFeatures: { emailDomain: 'text', emailPattern: 'text' },
  },
  diagnostics: { each: { list: 'anything' } },
}
const assessmentShape: Shape = {
  'metadata!': {
    'eventId!': 'text',
    sessionId: 'text',
    gdprId: 'text',
    isTest: 'truth',
    timestamp: 'moment',
    'processedDateTime!': 'moment',
    hierarchyPath: 'text',
    eventType: 'text',
    correlationId: 'text',
  },
  'decisionDetails!': {
    'merchantRuleDecision!': 'text',
    challengeType: 'text',
    rule: 'text',
    clauseName: 'text',
    reasons: { list: 'text' },
    supportMessages: { list: 'text' },
  },
  ruleEvaluations: evaluations,
  scores: scoresShape,
  customProperties: { each: 'anything' },
  diagnostics: { each: { list: 'anything' } },
}

/** One row: what is sent where, the shape that reads the answer, and what of it is stored. */
interface Row {
  name: string
  path: string | ((body: Body) => string)
  body: () => Body
  reads: Shape
  kept?: { key: (body: Body) => unknown; as: Body }
}
const part = (body: Body, name: string): Body => body[name] as Body

describe('tokens', () => {
  const asBasic = (): Record<string, string> => ({
    authorization: `Basic ${Buffer.from(`${service.credentials.client_id}:${service.credentials.client_secret}`).toString('base64')}`,
  })
  const v1: Shape = {
    'token_type!': ['Bearer'],
    'expires_in!': 'text',
    'ext_expires_in!': 'text',
    'expires_on!': 'text',
    'not_before!': 'text',
    'resource!': 'text',
    'access_token!': 'text',
  }
  const v2: Shape = {
    'token_type!': ['Bearer'],
    'expires_in!': 'whole',
    'ext_expires_in!': 'whole',
    'access_token!': 'text',
  }
  const multipart = (fields: Record<string, string>): FormData => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return form
  }
  // The directory's library for Node creates one JWT for ten minutes; its issuer is the client id, its audience the
  // endpoint of the metadata.
  const byCertificate = async (
    version: 'v1' | 'v2',
    alg: 'PS256' | 'RS256',
    chain: boolean,
  ): Promise<URLSearchParams> => {
    const made = createCertificate()
    const { client_id: id, grant_type } = service.credentials
    const { pem, thumbprint, thumbprintSha256, expires } = made.registered
    await service.store.db
      .insertInto('api_client_credential')
      .values({
        id: guid(),
        client_id: id,
        certificate: pem,
        thumbprint,
        thumbprint_sha256: thumbprintSha256,
        expires_at: expires,
      })
      .execute()
    const metadata = (await (
      await fetch(`${service.origin}/${harborId}/v2.0/.well-known/openid-configuration`)
    ).json()) as { token_endpoint: string }
    const at = Math.floor(Date.now() / 1000)
    const claims = {
      aud: version === 'v2' ? metadata.token_endpoint : metadata.token_endpoint.replace('/v2.0', ''),
      exp: at + 600,
      iss: id,
      sub: id,
      nbf: at,
      jti: guid(),
    }
    const header = {
      alg,
      ...(alg === 'PS256' ? { 'x5t#S256': made.x5tS256 } : { x5t: made.x5t }),
      ...(chain ? { x5c: made.x5c } : {}),
      typ: 'JWT',
    }
    const target = version === 'v2' ? { scope: `${productionResource}/.default` } : { resource: productionResource }
    return new URLSearchParams({
      client_id: id,
      ...target,
      grant_type,
      client_assertion: await made.sign(header, claims),
      client_assertion_type: assertionType,
    })
  }
  test.each<[string, 'v1' | 'v2', () => BodyInit | Promise<BodyInit>, () => Record<string, string>, Shape]>([
    [
      'store: a URI that ends in a slash becomes a scope with two',
      'v2',
      () => new URLSearchParams({ client_info: '1', ...service.credentials, scope: `${productionResource}//.default` }),
      () => ({}),
      v2,
    ],
    [
      'shop module: an array of PHP',
      'v1',
      () => multipart({ ...service.credentials, resource: productionResource }),
      () => ({}),
      v1,
    ],
    [
      'go-between: the older library',
      'v1',
      () => new URLSearchParams({ resource: productionResource, ...service.credentials }),
      () => ({
        accept: 'application/json',
        'client-request-id': guid(),
        'return-client-request-id': 'true',
        'x-client-SKU': 'PCL.CoreCLR',
      }),
      v1,
    ],
    [
      'review tool: credentials in the header',
      'v2',
      () => new URLSearchParams({ grant_type: 'client_credentials', scope: `${productionResource}/.default` }),
      () => ({ ...asBasic(), accept: 'application/json;charset=UTF-8' }),
      v2,
    ],
    [
      'library for Node: a certificate by its SHA-256 thumbprint',
      'v2',
      () => byCertificate('v2', 'PS256', false),
      () => ({ 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' }),
      v2,
    ],
    [
      'library for Node: by its SHA-1 thumbprint, with the chain',
      'v2',
      () => byCertificate('v2', 'RS256', true),
      () => ({}),
      v2,
    ],
    [
      'older library: a certificate',
      'v1',
      () => byCertificate('v1', 'RS256', true),
      () => ({ accept: 'application/json' }),
      v1,
    ],
  ])('%s', async (_name, version, form, headers, shape) => {
    const answer = await service.token(version, await form(), headers())
    const json: unknown = await answer.json()
    expect([answer.status, unreadable(json, shape, true)]).toEqual([200, []])
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    const body = { purchaseId: guid(), merchantLocalDate: local(), _metadata: {} }
    const used = await send({
      path: `${events}Purchase`,
      body,
      writer: 'plain',
      headers: {
        authorization: `Bearer ${(json as { access_token: string }).access_token}`,
        'content-type': 'application/json',
      },
    })
    expect(used.status).toBe(200)
  })
})

describe('store', () => {
  const metadata = (): Body => ({ trackingId: guid(), merchantTimeStamp: local() })
  const address = (): Body => ({
    firstName: 'Zoë',
    lastName: "O'Neil",
    phoneNumber: '+385-915551234',
    street1: 'Ilica 27 <b>',
    street2: null,
    city: 'Zagreb',
    state: 'ZG',
    zipCode: '10000',
    country: 'HR',
  })
  const device = (ipAddress: string): Body => ({
    deviceContextId: guid(),
    ipAddress,
    provider: 'DFPFingerPrinting',
    deviceContextDC: 'westeurope',
    externalDeviceId: null,
  })
  const instrument = (expirationDate: string): Body => ({
    merchantPaymentInstrumentId: 'zoe@shop.example-CreditCard',
    type: 'CreditCard',
    creationDate: local(Date.now() - 3e10),
    state: 'Active',
    cardType: 'Visa',
    holderName: 'ZOË ONEIL',
    bin: '453201',
    expirationDate,
    lastFourDigits: '4417',
    billingAddress: address(),
  })
  const purchase = (more: Body = {}): Body => ({
    purchaseId: guid(),
    assessmentType: 'Protect',
    customerLocalDate: local(Date.now(), '-07:00'),
    merchantLocalDate: local(),
    totalAmount: 65.1,
    salesTax: 0,
    currency: 'EUR',
    shippingMethod: 'Standard',
    originalOrderId: null,
    user: {
      userId: 'zoe@shop.example',
      creationDate: local(),
      updateDate: local(),
      firstName: 'Zoë',
      lastName: "O'Neil",
      country: 'HR',
      zipCode: '10000',
      timeZone: 'Central European Standard Time',
      language: 'EN-US',
      phoneNumber: '+385-915551234',
      email: 'zoe@shop.example',
      profileType: 'Consumer',
      isEmailValidated: false,
      isPhoneNumberValidated: false,
    },
    deviceContext: device('::1'),
    shippingAddress: address(),
    paymentInstrumentList: [{ ...instrument('03/27'), purchaseAmount: 65.1 }],
    productList: [
      {
        productId: '4',
        productName: 'Cup<T> & saucer',
        type: 'Digital',
        sku: '4',
        category: 'Other',
        market: 'US',
        salesPrice: 12,
        currency: 'USD',
        cogs: 0.11,
        isRecurring: false,
        isFree: false,
        language: 'EN-US',
        purchasePrice: 12,
        margin: 2.1,
        quantity: 2,
        isPreorder: false,
        shippingMethod: 'Standard',
      },
    ],
    customData: { MajorVersion: 3, IsBot: false, Note: 'a+b', Ratio: 0.5 },
    _metadata: metadata(),
    ...more,
  })
  const decided = (body: Body): unknown => body.purchaseId
  const event = (
    name: string,
    body: () => Body,
    kept?: Row['kept'],
    reads: Shape = ackShape,
    path = events + name,
  ): Row => ({
    name,
    path,
    body: () => ({ ...body(), _metadata: metadata() }),
    reads,
    ...(kept === undefined ? {} : { kept }),
  })
  const at = (body: Body, member: string): string => String(part(body, 'metadata')[member])
  const accountMetadata = (id: Body): Body => ({
    ...id,
    customerLocalDate: local(),
    assessmentType: 'Evaluate',
    name: null,
    trackingId: guid(),
    merchantTimeStamp: local(),
  })
  const rows: readonly Row[] = [
    event(
      'Purchase',
      purchase,
      {
        key: decided,
        as: {
          totalAmount: 65.1,
          user: { lastName: "O'Neil", timeZone: 'Central European Standard Time' },
          productList: [{ productName: 'Cup<T> & saucer', category: 'Other' }],
          customData: { MajorVersion: 3, Note: 'a+b' },
          deviceContext: { ipAddress: '::1' },
        },
      },
      purchaseShape,
    ),
    event(
      'Purchase of a guest, with a mapped address',
      () =>
        purchase({
          user: { userId: guid(), isEmailValidated: false, isPhoneNumberValidated: false },
          deviceContext: device('::ffff:203.0.113.10'),
          assessmentType: 'Evaluate',
          customData: {},
        }),
      undefined,
      purchaseShape,
      `${events}Purchase`,
    ),
    event('BankEvent', () => ({
      bankEventId: guid(),
      type: 'Auth',
      bankEventTimestamp: local(),
      status: 'Approved',
      bankResponseCode: 'A000',
      paymentProcessor: 'CitiAch',
      mrn: 'Z20LY1',
      mid: 'A1010',
      purchaseId: guid(),
    })),
    event(
      'BankEvent in the older spelling',
      () => ({
        bankEventId: guid(),
        type: 'CHARGE',
        bankEventTimestamp: local(),
        status: 'REJECTED',
        bankResponseCode: 'A001',
        paymentProcessor: 'CitiAch',
        mrn: 'Z20LY1',
        mid: 'A1010',
        purchaseId: guid(),
      }),
      undefined,
      ackShape,
      `${events}BankEvent`,
    ),
    event('PurchaseStatus', () => ({
      purchaseId: guid(),
      statusType: 'Rejected',
      statusDate: local(),
      reason: 'RuleEngine',
    })),
    event('Refund', () => ({
      refundId: guid(),
      reason: 'CustomerRequest',
      status: 'Approved',
      bankEventTimestamp: local(),
      amount: 65.1,
      currency: 'EUR',
      userId: 'zoe@shop.example',
      purchaseId: guid(),
    })),
    event('Chargeback', () => ({
      chargebackId: guid(),
      reason: null,
      status: 'ResubmittedRequest',
      bankEventTimestamp: local(),
      amount: 13.02,
      currency: 'EUR',
      userId: 'zoe@shop.example',
      purchaseId: guid(),
    })),
    event('Label', () => ({
      labelObjectType: 'Purchase',
      labelObjectId: guid(),
      labelSource: 'TC40_SAFE',
      labelReasonCodes: 'FraudRefund',
      labelState: 'Accepted',
      processor: 'Store of the test',
      eventTimeStamp: local(),
      effectiveStartDate: null,
      amount: 65.1,
      currency: 'EUR',
    })),
    ...['Account', 'Email', 'PI', 'Signup', 'GenericEvent'].map(kind =>
      event(
        `Label of ${kind}`,
        () => ({
          labelObjectType: kind,
          labelObjectId: `of-${kind}`,
          labelSource: 'CustomerEscalation',
          labelReasonCodes: 'AccountTakeOver',
          labelState: 'Abuse',
          processor: 'x',
          eventTimeStamp: local(),
          amount: 0,
        }),
        undefined,
        ackShape,
        `${events}Label`,
      ),
    ),
    event('UpdateAccount', () => ({
      userId: 'zoe@shop.example',
      updateDate: local(),
      firstName: 'Zoë',
      email: 'zoe@shop.example',
      isEmailValidated: false,
      isPhoneNumberValidated: false,
      timeZone: '-07:00:00',
      addressList: [
        { type: 'Billing', ...address() },
        { type: 'Shipping', ...address() },
      ],
      deviceContext: device('0.0.0.1'),
    })),
    event(
      'UpdateAccount with a card',
      () => ({
        userId: 'zoe@shop.example',
        isEmailValidated: false,
        isPhoneNumberValidated: false,
        paymentInstrumentList: [instrument(`3/${local()}`)],
        deviceContext: device('::1'),
      }),
      undefined,
      ackShape,
      `${events}UpdateAccount`,
    ),
    event(
      'Signup',
      () => ({
        signUpId: guid(),
        assessmentType: 'Protect',
        customerLocalDate: local(),
        merchantLocalDate: local(),
        user: {
          creationDate: local(),
          updateDate: local(),
          firstName: 'Zoë',
          country: 'HR',
          timeZone: '-07:00:00',
          language: 'EN-US',
          email: 'zoe@shop.example',
          profileType: 'Consumer',
          isEmailValidated: false,
          isPhoneNumberValidated: false,
          address: address(),
        },
        marketingContext: { type: 'Direct', incentiveType: 'None', incentiveOffer: 'Come in' },
        storeFrontContext: { storeName: 'Shop', type: 'Web', market: 'HR' },
        deviceContext: device('::1'),
      }),
      undefined,
      {
        'resultDetails!': {
          'MerchantRuleDecision!': 'text',
          'RiskScore!': 'whole',
          ReasonCodes: 'text',
          'SignUpId!': 'text',
        },
      },
    ),
    event('SignUpStatus', () => ({
      signUpId: guid(),
      statusType: 'Approved',
      statusDate: local(),
      reason: 'User is Approved',
      user: { userId: 'zoe@shop.example' },
    })),
    event(
      'SignIn',
      () => ({
        signInId: guid(),
        passwordHash: 'AQAAAAEAACcQ',
        currentIpAddress: '::1',
        assessmentType: 'Evaluate',
        customerLocalDate: local(),
        merchantLocalDate: local(),
        userId: 'zoe@shop.example',
        deviceContextId: guid(),
        signInHistory: {
          signUpIpAddress: null,
          failedSignInAttemptsInLastHour: 0,
          failedSignInAttemptsFromCurrentIpAddress: 0,
        },
      }),
      undefined,
      { 'resultDetails!': { 'MerchantRuleDecision!': 'text', 'RiskScore!': 'whole', 'SignInId!': 'text' } },
    ),
    {
      name: 'account creation',
      reads: accountShape,
      path: body => `/v1.0/action/account/create/${at(body, 'signUpId')}`,
      body: () => ({
        name: 'AP.AccountCreation',
        version: '0.5',
        user: {
          userId: null,
          userType: 'Consumer',
          username: 'zoe@shop.example',
          firstName: 'Zoë',
          countryRegion: 'HR',
          zipCode: '10000',
          timeZone: '-07:00:00',
          language: 'EN-US',
        },
        ssoAuthenticationProvider: null,
        email: [
          { emailType: 'Primary', emailValue: 'zoe@shop.example', isEmailValidated: false, isEmailUsername: true },
        ],
        phone: [
          { phoneType: 'Primary', phoneNumber: '091 555', isPhoneNumberValidated: false, isPhoneUsername: false },
        ],
        address: [
          { addressType: 'Primary', firstName: 'Zoë', street1: 'Ilica 27', city: 'Zagreb', countryRegion: 'HR' },
        ],
        device: { deviceContextId: guid(), ipAddress: '0.0.0.1', provider: 'DFPFingerPrinting' },
        metadata: accountMetadata({ signUpId: guid() }),
      }),
    },
    ...['zoe@shop.example', 'look'].map(
      (userId): Row => ({
        name: `account login of ${userId}`,
        reads: accountShape,
        path: body => `/v1.0/action/account/login/${at(body, 'loginId')}`,
        body: () => ({
          name: 'AP.AccountLogin',
          version: '0.5',
          device: { deviceContextId: guid(), ipAddress: '198.51.100.24', provider: 'DFPFingerPrinting' },
          user: { userId, userType: 'Consumer', username: 'zoe@shop.example' },
          metadata: accountMetadata({ loginId: guid() }),
          recentUpdate: null,
        }),
      }),
    ),
    {
      name: 'custom assessment of the old kind',
      reads: accountShape,
      path: '/v1.0/action/assessment/ReviewSubmitted',
      body: () => ({
        Name: 'ReviewSubmitted',
        Version: '0.5',
        review: { stars: 5, text: 'good' },
        Device: { DeviceContextId: guid(), IpAddress: '0.0.0.1' },
      }),
    },
    {
      name: 'assessment',
      reads: assessmentShape,
      path: '/v1.0/assessment/Seats',
      body: () => ({
        metadata: { eventId: guid(), timestamp: `${new Date().toISOString().slice(0, -1)}4321Z` },
        deviceFingerprinting: { id: guid(), ipAddress: '0.0.0.1' },
        user: { id: 'u-1' },
        custom: { row: 1 },
      }),
    },
  ]
  test.each(rows.map(row => [row.name, row] as const))('%s', async (_name, { path, body, reads, kept }) => {
    const sent = body()
    const correlation = guid()
    const answer = await send({
      path: typeof path === 'string' ? path : path(sent),
      body: sent,
      writer: 'dotNet',
      headers: {
        authorization: bearer(),
        'content-type': 'application/json; charset=utf-8',
        'x-ms-correlation-id': correlation,
        'x-ms-dfpenvid': service.environmentId,
      },
    })
    expect([answer.status, unreadable(answer.json, reads)], answer.text).toEqual([200, []])
    expect([answer.headers.get('content-type'), answer.headers.get('x-ms-correlation-id')]).toEqual([
      'application/json; charset=utf-8',
      correlation,
    ])
    if (kept !== undefined) expect(await stored(String(kept.key(sent)))).toMatchObject(kept.as)
  })
})

describe('shop module', () => {
  const metadata = (): Body => ({ trackingId: braceless(), merchantTimeStamp: local().replace(/\.\d+/, '') })
  const now = (): string => String(metadata().merchantTimeStamp)
  const address = (more: Body = {}): Body => ({
    firstName: 'Ana',
    lastName: 'Šimić',
    phoneNumber: '+1-555 0100',
    street1: '9/A Mill Row',
    street2: null,
    city: 'Split',
    state: null,
    zipCode: '21000',
    country: 'USA',
    ...more,
  })
  const device = (ipAddress: unknown): Body => ({
    deviceContextId: braceless(),
    ipAddress,
    provider: 'DFPFingerPrinting',
  })
  const purchase = (more: Body): Body => ({
    purchaseId: `1000${Math.floor(Math.random() * 1e6)}`,
    assessmentType: 'Protect',
    customerLocalDate: null,
    merchantLocalDate: now(),
    totalAmount: '65.1000',
    salesTax: '0.0000',
    currency: 'USD',
    shippingMethod: 'Standard',
    user: {
      userId: braceless(),
      firstName: 'Ana',
      lastName: 'Šimić',
      country: 'USA',
      zipCode: '21000',
      timeZone: '+-2',
      language: 'EN',
      phoneNumber: '+1-555 0100',
      email: 'ana@post.example',
      isEmailValidated: false,
      isPhoneNumberValidated: false,
    },
    deviceContext: device('203.0.113.9, 10.0.0.2'),
    shippingAddress: address(),
    paymentInstrumentList: [
      {
        type: 'CreditCard',
        cardType: '',
        holderName: 'Ana',
        expirationDate: '2027-03-01T00:00:00+00:00',
        lastFourDigits: '4417',
        purchaseAmount: '65.1000',
        billingAddress: address(),
      },
    ],
    productList: [
      {
        productId: '418',
        purchasePrice: '30.0000',
        quantity: 2,
        productName: 'Šal "Zima"',
        sku: 'S-1',
        currency: 'USD',
        isRecurring: 'false',
      },
    ],
    _metadata: metadata(),
    ...more,
  })
  const rows: readonly Row[] = [
    {
      name: 'Purchase',
      path: 'Purchase',
      reads: purchaseShape,
      body: () => purchase({}),
      kept: {
        key: ({ purchaseId }) => purchaseId,
        as: {
          totalAmount: 65.1,
          salesTax: 0,
          productList: [{ purchasePrice: 30, quantity: 2, isRecurring: false, productName: 'Šal "Zima"' }],
          paymentInstrumentList: [{ purchaseAmount: 65.1 }],
          user: { timeZone: '+-2' },
        },
      },
    },
    {
      name: 'Purchase by cheque, no address known, nothing in the basket',
      path: 'Purchase',
      reads: purchaseShape,
      body: () =>
        purchase({
          deviceContext: device(false),
          paymentInstrumentList: [
            { type: 'Invoice', purchaseAmount: '65.1000', billingAddress: address({ street2: '' }) },
          ],
          productList: [],
          user: { userId: braceless(), timeZone: 0, email: null },
          customerLocalDate: false,
        }),
    },
    {
      name: 'BankEvent',
      path: 'BankEvent',
      reads: ackShape,
      body: () => ({
        bankEventId: braceless(),
        type: 'Auth',
        bankEventTimestamp: now(),
        status: 'Approved',
        bankResponseCode: 'A000',
        paymentProcessor: 'Payment Processor Co',
        purchaseId: '100000031',
        _metadata: metadata(),
      }),
    },
    {
      name: 'PurchaseStatus',
      path: 'PurchaseStatus',
      reads: ackShape,
      body: () => ({
        purchaseId: '100000031',
        statusType: 'Canceled',
        statusDate: now(),
        reason: '',
        _metadata: metadata(),
      }),
    },
    {
      name: 'Refund',
      path: 'Refund',
      reads: ackShape,
      body: () => ({
        refundId: braceless(),
        status: 'Approved',
        bankEventTimestamp: now(),
        amount: '65.1000',
        currency: 'USD',
        userId: 'ana@post.example',
        purchaseId: '100000031',
        _metadata: metadata(),
      }),
    },
    {
      name: 'Chargeback',
      path: 'Chargeback',
      reads: ackShape,
      body: () => ({
        chargebackId: braceless(),
        status: 'Inquiry',
        bankEventTimestamp: now(),
        amount: '65.1000',
        currency: 'USD',
        userId: 'ana@post.example',
        purchaseId: '100000031',
        _metadata: metadata(),
      }),
    },
    {
      name: 'UpdateAccount',
      path: 'UpdateAccount',
      reads: ackShape,
      body: () => ({
        userId: 'ana@post.example',
        firstName: 'Ana',
        lastName: 'Šimić',
        email: 'ana@post.example',
        profileType: 'Consumer',
        isEmailValidated: false,
        isPhoneNumberValidated: false,
        addressList: [
          { type: 'BILLING', ...address() },
          { type: 'SHIPPING', ...address() },
          { type: 'SHIPPING', ...address({ street1: 'Two\nlines' }) },
        ],
        deviceContext: device(false),
        _metadata: metadata(),
      }),
    },
  ]
  test.each(rows.map(row => [row.name, row] as const))('%s', async (_name, { path, body, reads, kept }) => {
    const sent = body()
    const correlation = braceless()
    const answer = await send({
      path: `${events}${String(path)}`,
      body: sent,
      writer: 'php',
      headers: {
        authorization: bearer(),
        'content-type': 'application/json; charset=utf-8',
        'x-ms-correlation-id': correlation,
        accept: '*/*',
      },
    })
    expect([answer.status, unreadable(answer.json, reads, true)], answer.text).toEqual([200, []])
    expect(answer.headers.get('x-ms-correlation-id')).toBe(correlation)
    if (kept !== undefined) expect(await stored(String(kept.key(sent)))).toMatchObject(kept.as)
  })
})

test('an answer of another shape cannot be read', () => {
  const shape: Shape = {
    'resultDetails!': { 'Succeeded!': 'truth', Score: 'whole' },
    state: ['On', 'Off'],
    names: { list: 'text' },
  }
  expect(unreadable({ ResultDetails: { succeeded: true, score: 3 }, names: [null], other: 1 }, shape)).toEqual([])
  expect(unreadable({ ResultDetails: {} }, shape, true)).toEqual(['$.resultDetails is missing'])
  expect(unreadable({ resultDetails: { Score: 3.5 }, state: 'on', names: 'x' }, shape)).toEqual([
    '$.resultDetails.Succeeded is missing',
    '$.resultDetails.Score is 3.5 and not whole',
    '$.state is "on"',
    '$.names is no list',
  ])
})
