import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isIsoTime } from '../../contract/common/iso-time.ts'
import type { ObservationTemplate, WizardTemplate } from '../../engine/ingest/event-schemas.ts'
import { seededRandom } from '../../engine/lib/testing/seeded-random.ts'
import { createAssessment, type NewAssessment } from '../../features/assessments/create-assessment.ts'
import { hostileValues, insideText, leavesOf, withValueAt } from '../console-api/testing/hostile-values.ts'
import { type RiskApiAnswer, type RiskApiUnderTest, startRiskApi } from './testing/risk-api-bench.ts'

let api: RiskApiUnderTest
const author = { id: randomUUID(), name: 'Test' }
const own = (apiName: string, template: WizardTemplate | null, more: Partial<NewAssessment> = {}): Promise<boolean> =>
  createAssessment(api.store.db, {
    id: randomUUID(),
    environmentId: api.ids.root,
    kind: template === null ? 'custom' : 'wizard',
    template,
    apiName,
    friendlyName: apiName,
    hasLabel: true,
    observations:
      template === null
        ? []
        : (['AssessmentStatus', 'Bank', 'Chargeback', 'Custom'] as const).map((each: ObservationTemplate) => ({
            apiName: each,
            template: each,
          })),
    sample: {},
    author,
    ...more,
  })
const rule = (name: string, text: string) => ({
  name,
  condition: '',
  clauses: [{ name: 'First', section: 'prior' as const, text }],
  sample: { payload: {}, riskScore: 100 },
  description: '',
})

beforeAll(async () => {
  api = await startRiskApi({ rateLimit: { perSecond: 100_000, burst: 100_000 } })
  for (const template of [
    'CardPayment',
    'DeviceFingerprinting',
    'LoyaltyProgram',
    'MoneyTransfer',
    'SoftwarePiracy',
    'Custom',
  ] as const)
    await own(`My${template}`, template)
  await own('ReviewSubmitted', null)
  await own('Idle', null)
  await api.engine.reloadRules()
  await api.addRule(
    api.ids.root,
    rule('Stars', 'RETURN Review("many stars") WHEN @"review.stars" > 4'),
    'ReviewSubmitted',
  )
})
afterAll(() => api.close())

const ajv = new Ajv2020({ strict: false })
ajv.addFormat('date-time', isIsoTime)
const folder = new URL('../../contract/schemas/responses/', import.meta.url)
const responses = new Map<string, ValidateFunction>(
  readdirSync(folder).map(file => [
    file.split('.')[0] ?? '',
    ajv.compile(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object),
  ]),
)
function expectFits(answer: RiskApiAnswer, schema: string): void {
  const validate = responses.get(schema)
  expect(validate?.(answer.json), `${schema}: ${JSON.stringify(validate?.errors)} ${answer.text}`).toBe(true)
}

type Json = Record<string, unknown>
const of = (body: Json, key: string): Json => body[key] as Json
const events = '/v1.0/MerchantServices/events'
/** Path and response of each event, by the first part of a sample's name. */
const endpoints: Record<string, (body: Json) => { path: string; response: string }> = {
  purchase: () => ({ path: `${events}/Purchase`, response: 'purchase' }),
  'purchase-status': () => ({ path: `${events}/PurchaseStatus`, response: 'ack' }),
  'bank-event': () => ({ path: `${events}/BankEvent`, response: 'ack' }),
  chargeback: () => ({ path: `${events}/Chargeback`, response: 'ack' }),
  refund: () => ({ path: `${events}/Refund`, response: 'ack' }),
  'update-account': () => ({ path: `${events}/UpdateAccount`, response: 'ack' }),
  label: () => ({ path: `${events}/Label`, response: 'ack' }),
  signup: () => ({ path: `${events}/SignUp`, response: 'signup' }),
  'signup-status': () => ({ path: `${events}/SignUpStatus`, response: 'ack' }),
  signin: () => ({ path: `${events}/SignIn`, response: 'signup' }),
  'account-creation': body => ({
    path: `/v1.0/action/account/create/${String(of(body, 'metadata').signUpId)}`,
    response: 'account-protection',
  }),
  'account-login': body => ({
    path: `/v1.0/action/account/login/${String(of(body, 'metadata').loginId)}`,
    response: 'account-protection',
  }),
  'account-creation-status': body => ({
    path: `/v1.0/observe/account/create/status/${String(of(body, 'metadata').signUpId)}`,
    response: 'account-ack',
  }),
  'account-login-status': body => ({
    path: `/v1.0/observe/account/login/status/${String(of(body, 'metadata').loginId)}`,
    response: 'account-ack',
  }),
  'account-update': body => ({
    path: `/v1.0/observe/account/update/${String(of(body, 'user').userId)}`,
    response: 'account-ack',
  }),
  'account-label': body => ({
    path: `/v1.0/label/account/create/${String(of(body, 'metadata').userId)}`,
    response: 'account-ack',
  }),
  'custom-assessment': body => ({
    path: `/v1.0/action/assessment/${String(body.name)}`,
    response: 'account-protection',
  }),
  'assessment-card-payment': () => ({ path: '/v1.0/assessment/MyCardPayment', response: 'assessment' }),
  'assessment-device-fingerprinting': () => ({
    path: '/v1.0/assessment/MyDeviceFingerprinting',
    response: 'assessment',
  }),
  'assessment-loyalty-program': () => ({ path: '/v1.0/assessment/MyLoyaltyProgram', response: 'assessment' }),
  'assessment-money-transfer': () => ({ path: '/v1.0/assessment/MyMoneyTransfer', response: 'assessment' }),
  'assessment-software-piracy': () => ({ path: '/v1.0/assessment/MySoftwarePiracy', response: 'assessment' }),
  'assessment-custom': () => ({ path: '/v1.0/assessment/MyCustom', response: 'assessment' }),
  'observation-assessment-status': () => ({
    path: '/v1.0/assessment/MyCardPayment/observation/AssessmentStatus',
    response: 'assessment-ack',
  }),
  'observation-bank': () => ({ path: '/v1.0/assessment/MyCardPayment/observation/Bank', response: 'assessment-ack' }),
  'observation-chargeback': () => ({
    path: '/v1.0/assessment/MyCardPayment/observation/Chargeback',
    response: 'assessment-ack',
  }),
  'observation-custom': () => ({
    path: '/v1.0/assessment/MyCardPayment/observation/Custom',
    response: 'assessment-ack',
  }),
  'observation-label': () => ({ path: '/v1.0/assessment/MyCardPayment/label', response: 'assessment-ack' }),
}

const shared = new URL('../../../../shared/spec/samples/', import.meta.url)
const samples = [new URL('samples/', import.meta.url), ...(existsSync(shared) ? [shared] : [])].flatMap(place =>
  readdirSync(place)
    .filter(file => file.endsWith('.json') && !file.startsWith('lp-'))
    .map(file => new URL(file, place)),
)
const sample = (file: string): Json =>
  JSON.parse(readFileSync(new URL(`samples/${file}`, import.meta.url), 'utf8')) as Json

describe('every sample is taken by its endpoint, and the answer fits its schema', () => {
  test.each(samples.map(file => [file.pathname.split('/').at(-1) ?? '', file] as const))('%s', async (name, file) => {
    const body = JSON.parse(readFileSync(file, 'utf8')) as Json
    const endpoint = endpoints[name.split('.')[0] ?? '']?.(body)
    const answer = await api.send(body, { path: endpoint?.path ?? '' })
    expect(answer.status, answer.text).toBe(200)
    expectFits(answer, endpoint?.response ?? '')
  })
  test('every endpoint has a sample', () => {
    expect(new Set(samples.map(file => file.pathname.split('/').at(-1)?.split('.')[0]))).toEqual(
      new Set(Object.keys(endpoints)),
    )
  })
})

test('no value that a merchant can send is an internal error, and no answer tells of the inside', async () => {
  const random = seededRandom(Number(process.env['FUZZ_SEED'] ?? 1))
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const targets = samples.flatMap(file => {
    const body = JSON.parse(readFileSync(file, 'utf8')) as Json
    const endpoint = endpoints[(file.pathname.split('/').at(-1) ?? '').split('.')[0] ?? '']?.(body)
    return leavesOf(body).map(path => ({ body, path, to: endpoint?.path ?? '' }))
  })
  const findings: string[] = []
  for (let call = 0; call < Number(process.env['FUZZ_CALLS'] ?? 500); call++) {
    const { body, path, to } = pick(targets)
    const value = pick(hostileValues)
    const { status, text } = await api.send(withValueAt(body, path, value), { path: to })
    if (status >= 500 || (status >= 400 && insideText.test(text.replaceAll(JSON.stringify(value), ''))))
      findings.push(`${status} ${to} ${path.join('.')} = ${JSON.stringify(value).slice(0, 60)}: ${text.slice(0, 200)}`)
  }
  expect(findings).toEqual([])
})

describe('accounts', () => {
  const login = (id: string, more: Json = {}): Json => ({
    name: 'AP.AccountLogin',
    version: '0.5',
    metadata: {
      loginId: id,
      customerLocalDate: '2025-02-12T08:00:00+01:00',
      merchantTimeStamp: '2025-02-12T07:00:01Z',
    },
    device: { deviceContextId: randomUUID(), ipAddress: '203.0.113.77' },
    user: { userId: 'cust-1', userType: 'Consumer', username: 'mirela.kovac@example.com' },
    ...more,
  })
  const loginPath = (id: string): string => `/v1.0/action/account/login/${id}`
  test('both scores, and what is known of the address', async () => {
    const { json } = await api.send(login('l-1'), { path: loginPath('l-1') })
    expect(json).toMatchObject({
      name: 'AP.AccountLogin',
      version: '0.5',
      code: 'Success',
      description: '',
      resultDetails: [{ decision: 'Approve', rule: 'Default', reasons: [], supportMessages: [], other: {} }],
      enrichments: {
        deviceAttributes: { trueIp: '203.0.113.77', deviceCountryCode: 'HR' },
        calculatedFeatures: { emailDomain: 'example.com', emailPattern: 'AAAA.AAAA' },
      },
      diagnostics: {},
    })
    const [details] = json.resultDetails as [{ scores: { scoreType: string; scoreValue: number }[] }]
    expect(details.scores.map(({ scoreType }) => scoreType)).toEqual(['Bot', 'Risk'])
    expect(details.scores.every(({ scoreValue }) => scoreValue < 999)).toBe(true)
    // Monitors count both without reading the body.
    const stored = await api.store.db
      .selectFrom('event')
      .select(['device_country', 'bot_score'])
      .where('external_id', '=', 'l-1')
      .executeTakeFirst()
    expect(stored).toEqual({ device_country: 'HR', bot_score: details.scores[0]?.scoreValue })
  })
  test('both scores are 999 without a device', async () => {
    const { device: _device, ...body } = login('l-2')
    const { json } = await api.send(body, { path: loginPath('l-2') })
    expect(json.resultDetails).toMatchObject([
      {
        scores: [
          { scoreType: 'Bot', scoreValue: 999 },
          { scoreType: 'Risk', scoreValue: 999 },
        ],
      },
    ])
  })
  test('rules of sign-ins decide sign-ins alone', async () => {
    await api.addRule(
      api.ids.root,
      rule('Login guard', 'RETURN Challenge("SMS", "suspected bot") WHEN @"user.userId" == "guarded"'),
      'accountlogin',
    )
    const { json } = await api.send(login('l-3', { user: { userId: 'guarded' } }), { path: loginPath('l-3') })
    expect(json.resultDetails).toMatchObject([
      {
        decision: 'Challenge',
        challengeType: 'SMS',
        reasons: ['suspected bot'],
        rule: 'Login guard',
        ruleEnvironmentId: api.ids.root,
        clauseName: 'First',
        ruleEvaluations: [{ rule: 'Login guard', clauseNames: ['First'], environmentId: api.ids.root }],
      },
    ])
    const creation = sample('account-creation.minimal.json')
    const answer = await api.send(
      { ...creation, metadata: { ...of(creation, 'metadata'), signUpId: 's-1' }, user: { userId: 'guarded' } },
      { path: '/v1.0/action/account/create/s-1' },
    )
    expect(answer.json.resultDetails).toMatchObject([{ decision: 'Approve' }])
  })
  test('the id of the path is that of the body, after decoding; sign-ins may name the user instead', async () => {
    expect((await api.send(login('l-4'), { path: loginPath('cust-1') })).status).toBe(200)
    expect((await api.send(login('a/b c'), { path: loginPath('a%2Fb%20c') })).status).toBe(200)
    const wrong = await api.send(login('l-5'), { path: loginPath('L-5') })
    expect(wrong).toMatchObject({
      status: 400,
      json: {
        name: 'AP.AccountLogin',
        version: '0.5',
        code: 'ClientError',
        description: null,
        isRetryable: false,
        otherErrors: null,
        message: 'Input validation failed - The id in the path does not equal metadata.loginId or user.userId',
      },
    })
    expectFits(wrong, 'error-account')
  })
  test('a repeat gets the stored answer, byte for byte', async () => {
    const first = await api.send(login('l-6'), { path: loginPath('l-6') })
    const again = await api.send(login('l-6', { user: { userId: 'somebody else' } }), { path: loginPath('l-6') })
    expect([again.text, again.headers.get('x-dfp-replayed')]).toEqual([first.text, 'true'])
  })
  test('missing and wrong values are named in the words of the family', async () => {
    const answer = await api.send(
      {
        name: 'AP.AccountLogin',
        version: '0.6',
        metadata: { loginId: 'x', customerLocalDate: 'x', merchantTimeStamp: '2025-02-12T07:00:01Z' },
        user: {},
      },
      { path: loginPath('x') },
    )
    expect(answer).toMatchObject({
      status: 400,
      json: {
        message: 'Input validation failed - Required properties userId, username are not present at level user',
        otherErrors: [
          { message: "Input validation failed - Invalid value at version: '0.6' is not one of 0.5" },
          { message: 'Input validation failed - Invalid value at metadata.customerLocalDate: expected date-time' },
        ],
      },
    })
    expectFits(answer, 'error-account')
    expectFits(await api.send({}, { path: '/v1.0/action/nothing' }), 'error-account')
    expectFits(await api.send({}, { path: loginPath('x'), method: 'GET' }), 'error-account')
  })
})

describe('assessments of the tenant’s own', () => {
  const card = (eventId: string, more: Json = {}): Json => ({
    metadata: { eventId, timestamp: '2025-06-01T12:30:00Z', isTest: true, sessionId: 's' },
    transaction: { txnAmount: 72.15, currency: 'EUR' },
    card: {},
    user: { id: 'cust-9' },
    ...more,
  })
  test('the answer says where, when and by what', async () => {
    await api.addRule(
      api.ids.root,
      rule(
        'Card guard',
        'OBSERVE Output(limit = 50)\nRETURN Review("high amount", "call them") WHEN @"transaction.txnAmount" > 50',
      ),
      'MyCardPayment',
    )
    const correlation = randomUUID()
    const { json } = await api.send(card('c-1'), {
      path: '/v1.0/assessment/MyCardPayment',
      headers: { 'x-ms-correlation-id': correlation, 'x-ms-dfpenvid': '/primary/xyz' },
    })
    expect(json).toMatchObject({
      metadata: {
        eventId: 'c-1',
        sessionId: 's',
        gdprId: 'cust-9',
        isTest: true,
        timestamp: '2025-06-01T12:30:00Z',
        hierarchyPath: 'Primary/XYZ',
        eventType: 'MyCardPayment',
        correlationId: correlation,
      },
      decisionDetails: {
        merchantRuleDecision: 'Review',
        challengeType: null,
        rule: 'Card guard',
        clauseName: 'First',
        reasons: ['high amount'],
        supportMessages: ['call them'],
      },
      ruleEvaluations: [{ rule: 'Card guard', clauseNames: ['First'] }],
    })
    expect(of(json, 'enrichments').risk).toBeUndefined()
  })
  test('the models run when a rule reads them, and are in the answer', async () => {
    await api.addRule(
      api.ids.root,
      rule(
        'Model guard',
        'RETURN Reject() WHEN Model.Risk().Score > 1 and Model.Bot(@"deviceFingerprinting.id").Score > 998',
      ),
      'MyMoneyTransfer',
    )
    const body = sample('assessment-money-transfer.p2p.json')
    const { deviceFingerprinting: _device, ...rest } = body
    const answer = await api.send(
      { ...rest, metadata: { ...of(body, 'metadata'), eventId: 'm-1' } },
      { path: '/v1.0/assessment/MyMoneyTransfer' },
    )
    expect(answer.json).toMatchObject({
      decisionDetails: { merchantRuleDecision: 'Reject' },
      enrichments: { risk: { scoreType: 'Risk' }, bot: { scoreType: 'Bot', scoreValue: 999 } },
    })
    expectFits(answer, 'assessment')
  })
  test('fields that the tenant requires are required', async () => {
    await own('Ticket', 'Custom', {
      schema: {
        sections: ['metadata'],
        custom: [
          { name: 'ticketType', type: 'String', required: true },
          { name: 'size', type: 'Integer' },
        ],
      },
    })
    const ticket = (custom: Json) => ({
      metadata: { eventId: randomUUID(), timestamp: '2025-06-01T12:30:00Z' },
      custom,
    })
    // Created a moment ago: the service reloads the directory for an unknown name.
    await expect
      .poll(
        async () =>
          (
            await api.send(ticket({ ticketType: 'refund', size: '3', Other: { K: 1 } }), {
              path: '/v1.0/assessment/Ticket',
            })
          ).status,
        { timeout: 5000 },
      )
      .toBe(200)
    const refused = await api.send(ticket({ size: 'large' }), { path: '/v1.0/assessment/Ticket' })
    expect(refused).toMatchObject({
      status: 400,
      json: {
        Message: 'Input validation failed - Required properties ticketType are not present at level custom',
        OtherErrors: [{ Message: 'Input validation failed - Invalid value at custom.size: expected integer' }],
      },
    })
  })
  test('names that are none, in their own case; each generation on its own path', async () => {
    for (const path of [
      '/v1.0/assessment/mycardpayment',
      '/v1.0/assessment/Nothing',
      '/v1.0/assessment/ReviewSubmitted',
      '/v1.0/assessment/purchase',
      '/v1.0/assessment/MyCardPayment/observation/Nothing',
      '/v1.0/assessment/MyCardPayment/nothing',
      '/v1.0/assessment/MyCardPayment/branch/none',
    ]) {
      expect((await api.send(card(randomUUID()), { path })).status, path).toBe(404)
    }
    const custom = await api.send({ name: 'MyCardPayment' }, { path: '/v1.0/action/assessment/MyCardPayment' })
    expect(custom.status).toBe(404)
    expectFits(custom, 'error-account')
  })
  test('a legacy custom assessment needs an active rule, names itself, and makes an id where none is sent', async () => {
    expect(await api.send({ name: 'Idle' }, { path: '/v1.0/action/assessment/Idle' })).toMatchObject({
      status: 400,
      json: { message: "Assessment 'Idle' has no active rule" },
    })
    expect((await api.send({ name: 'Other' }, { path: '/v1.0/action/assessment/ReviewSubmitted' })).status).toBe(400)
    const body = { name: 'ReviewSubmitted', review: { stars: 5 } }
    const answers = [
      await api.send(body, { path: '/v1.0/action/assessment/ReviewSubmitted' }),
      await api.send(body, { path: '/v1.0/action/assessment/ReviewSubmitted' }),
    ]
    for (const { json } of answers)
      expect(json.resultDetails).toMatchObject([{ decision: 'Review', reasons: ['many stars'], scores: [] }])
    expect(answers[0]?.json.transactionReferenceId).not.toBe(answers[1]?.json.transactionReferenceId)
  })
  test('the assessments of a tenant are limited: three of the old generation, sixteen of the wizard, one of a name', async () => {
    await own('Third', null)
    await expect(own('Fourth', null)).rejects.toMatchObject({ data: { reason: 'assessment.limit' } })
    await expect(own('mycardpayment', 'CardPayment')).rejects.toMatchObject({ data: { reason: 'assessment.exists' } })
    await expect(own('Purchase', 'Custom')).rejects.toThrow('own')
    await expect(own('Below', 'Custom', { environmentId: api.ids.child })).rejects.toThrow('root')
  })
})

describe('branches', () => {
  test('an unknown branch is not found; nothing of a branch is stored', async () => {
    for (const [path, body] of [
      [`${events}/Purchase/branch/none`, sample('purchase.minimal.json')],
      ['/v1.0/action/account/login/login-7710/branch/none', sample('account-login.web.json')],
    ] as const) {
      const before = await api.store.db
        .selectFrom('event')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      expect((await api.send(body, { path })).status).toBe(404)
      expect(
        await api.store.db
          .selectFrom('event')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
      ).toEqual(before)
    }
  })
})
