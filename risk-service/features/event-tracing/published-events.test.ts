import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventKindDescriptions } from '../../contract/event-tracing/event-kind-descriptions.ts'
import { eventKinds } from '../../contract/index.ts'
import { faultsOf, fittingSchemas, ownSchemas, samples, sharedSchemas } from './testing/published-shapes.ts'
import { openTracedShop, type TracedShop } from './testing/traced-shop.ts'
import { answered, webhook } from './testing/tracing-bench.ts'

/** Every kind of event, each produced by calls of the risk API, changes in the console, and reviews. */
let shop: TracedShop
let events: (Record<string, unknown> & { name: string })[]

const schemaOf: Readonly<Record<string, string>> = {
  'FraudProtection.Trace.Rule': 'trace-rule',
  'FraudProtection.Assessments': 'assessment',
  'FraudProtection.Observations': 'observation',
  'FraudProtection.Labels': 'label',
  'FraudProtection.CaseManagement.Events': 'case-management',
  'FraudProtection.Audit': 'audit',
  'FraudProtection.ActivityLog': 'activity-log',
  'FraudProtection.Monitoring.RequestLatencyMsDistribution': 'latency',
  'FraudProtection.Monitoring.ExternalCalls': 'external-call',
  'FraudProtection.Errors.ExternalCalls': 'external-call-error',
}
const schemaName = (name: string): string => schemaOf[name] ?? 'transactional'
const named = (name: string) => events.filter(event => event.name === name)

const api = '/v1.0/MerchantServices/events'
const body = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../http/risk-api/samples/${file}.json`, import.meta.url), 'utf8')) as Record<
    string,
    Record<string, string>
  >
/** Samples of the risk API with their paths. */
const sent: readonly [string, (sample: ReturnType<typeof body>) => string][] = [
  ['purchase.card', () => `${api}/Purchase`],
  ['purchase-status.approved', () => `${api}/PurchaseStatus`],
  ['bank-event.auth', () => `${api}/BankEvent`],
  ['chargeback.inquiry', () => `${api}/Chargeback`],
  ['refund.approved', () => `${api}/Refund`],
  ['update-account.profile', () => `${api}/UpdateAccount`],
  ['label.purchase', () => `${api}/Label`],
  ['signup.web', () => `${api}/SignUp`],
  ['signup-status.approved', () => `${api}/SignUpStatus`],
  ['signin.web', () => `${api}/SignIn`],
  ['account-creation.full', ({ metadata }) => `/v1.0/action/account/create/${metadata?.['signUpId'] ?? ''}`],
  ['account-login.web', ({ metadata }) => `/v1.0/action/account/login/${metadata?.['loginId'] ?? ''}`],
  [
    'account-creation-status.rejected',
    ({ metadata }) => `/v1.0/observe/account/create/status/${metadata?.['signUpId'] ?? ''}`,
  ],
  [
    'account-login-status.approved',
    ({ metadata }) => `/v1.0/observe/account/login/status/${metadata?.['loginId'] ?? ''}`,
  ],
  ['account-update.phone', ({ user }) => `/v1.0/observe/account/update/${user?.['userId'] ?? ''}`],
  ['account-label.compromised', ({ metadata }) => `/v1.0/label/account/create/${metadata?.['userId'] ?? ''}`],
  ['assessment-card-payment.pos', () => '/v1.0/assessment/CardPayment'],
  ['observation-bank.declined', () => '/v1.0/assessment/CardPayment/observation/Bank'],
  ['observation-label.fraud', () => '/v1.0/assessment/CardPayment/label'],
]

beforeAll(async () => {
  shop = await openTracedShop()
  await shop.reset()
  await shop.create({ kinds: eventKinds, sink: webhook(undefined, 100) })
  await shop.addAssessment('CardPayment', 'Card payments')
  await shop.publishRule('Cards', 'RETURN Review("cards")', 'CardPayment')
  const callId = await shop.createCall()
  const velocity = await shop.change<{ id: string }>('POST', 'velocities', {
    setId: '30000000-0000-4000-8000-0000000000c1',
    body: {
      name: 'Users',
      description: '',
      condition: '',
      velocities: [{ text: 'SELECT Count() AS perUser FROM Purchase GROUPBY @"user.userId"' }],
    },
  })
  await shop.change('POST', `velocities/${velocity.id}/publish`, { status: 'active', baseVersion: 0 })
  await shop.change('PUT', 'lists/support/email', {
    values: ['kim@harbor.example'],
    status: 'Block',
    reason: 'Fraud',
    comments: '',
  })
  const rule = await shop.publishRule(
    'Phones',
    'OBSERVE Trace(bucket = "900+")\nLET $r = External.phones(@"user.userId")\nRETURN Review("young") WHEN $r.age < 30',
  )
  for (const [file, path] of sent) expect([file, await shop.post(path(body(file)), body(file))]).toEqual([file, 200])
  shop.targetAnswers(() => answered(404, '{"why":"unknown number"}'))
  await shop.post(`${api}/Purchase`, { ...body('purchase.minimal'), purchaseId: 'P-failed' })
  await decideCase()
  await shop.change('PUT', `rules/${rule}/status`, { status: 'inactive' })
  await shop.change('DELETE', `rules/${rule}`)
  await shop.change('DELETE', `external-calls/${callId}`)
  shop.bench.at('11:00')
  await shop.deliverAll()
  events = shop.events()
}, 120_000)
afterAll(() => shop.bench.close())

/** Takes the first case of the common queue, and decides it. */
async function decideCase(): Promise<void> {
  shop.bench.at('09:05:01')
  const queue = await shop.db
    .selectFrom('case_queue')
    .select('id')
    .where('environment_id', '=', shop.root)
    .executeTakeFirstOrThrow()
  const found = await shop.bench.next('Max', queue.id)
  const { status } = await shop.bench.call(
    'Max',
    'POST',
    `${shop.root}/casemanagement/cases/${found?.eventType ?? ''}/${encodeURIComponent(found?.externalId ?? '')}/decision`,
    { leaseToken: found?.own.leaseToken, decision: 'Reject', reason: 'Stolen card', note: 'called issuer' },
  )
  expect(status).toBe(200)
}

describe('events in their published shapes', () => {
  it('are of every kind that can be subscribed to, under every published name', () => {
    const names = eventKindDescriptions.flatMap(each => each.names)
    // Assessments without a schema need an API of their own.
    const missing = names.filter(name => named(name).length === 0)
    expect(missing).toEqual(['FraudProtection.Assessment.CustomAssessment'])
    expect(events.filter(({ name }) => !names.includes(name))).toEqual([])
  })

  it('fit the schema of their kind, and no other', () => {
    expect(events.length).toBeGreaterThan(40)
    expect(
      events.flatMap(event =>
        [faultsOf(schemaName(event.name), event)].filter(faults => (faults as unknown[]).length > 0),
      ),
    ).toEqual([])
    for (const event of events) expect(fittingSchemas(event)).toEqual([schemaName(event.name)])
  })

  it('have the envelope: name, version, tenant, environment and time', () => {
    for (const { version, metadata } of events)
      expect({ version, metadata }).toEqual({
        version: '1.0',
        metadata: {
          tenantId: expect.any(String) as string,
          environmentId: shop.root,
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/) as string,
        },
      })
  })

  it.skipIf(samples === null)('have every member of the published samples, of the same type', () => {
    for (const { schema, event: sample } of samples ?? []) {
      const own = events.filter(({ name }) => name === sample['name'])
      const whole = own.filter(event => missingOf(sample, event).length === 0)
      expect([schema, whole.length > 0 ? [] : missingOf(sample, own[0] ?? {})]).toEqual([schema, []])
    }
  })

  it('are described with a sample of the right shape', async () => {
    expect(eventKindDescriptions.map(({ kind }) => kind)).toEqual([...eventKinds])
    for (const { sample, names } of eventKindDescriptions) {
      expect(faultsOf(schemaName(String(sample['name'])), sample)).toEqual([])
      expect(names).toContain(sample['name'])
    }
    const { json } = await shop.bench.call('Vera', 'GET', `${shop.root}/event-kinds`)
    expect(json).toEqual(eventKindDescriptions)
    expect((await shop.bench.call('Ana', 'GET', `${shop.root}/event-kinds`)).status).toBe(403)
  })

  it.skipIf(sharedSchemas === null)('have the schemas of the specification', () => {
    const content = (schemas: ReadonlyMap<string, Record<string, unknown>>) =>
      Object.fromEntries([...schemas].map(([name, schema]) => [name, { ...schema, $id: '' }]))
    expect(content(ownSchemas)).toEqual(content(sharedSchemas ?? new Map()))
  })
})

/** Returns the paths of members of a sample that an event lacks or has in another type. */
function missingOf(sample: Record<string, unknown>, event: Record<string, unknown>): string[] {
  // What the shop sends and gets is its own.
  const free = new Set(['request', 'response', 'attributes'])
  return Object.entries(sample).flatMap(([name, value]) => {
    const own = event[name]
    if (typeOf(own) !== typeOf(value)) return [name]
    if (free.has(name) || typeOf(value) !== 'object') return []
    return missingOf(value as Record<string, unknown>, own as Record<string, unknown>).map(path => `${name}.${path}`)
  })
}
const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

describe('changes in the console', () => {
  it('are audit events of rules, lists, velocities and external calls by their operation', () => {
    const audits = named('FraudProtection.Audit').map(({ audit }) => audit as Record<string, string>)
    expect(audits.map(({ operationName, entityName }) => [operationName, entityName])).toEqual([
      ['NewRule', 'Cards'],
      ['NewExternalCall', 'phones'],
      ['NewVelocity', 'Users'],
      ['EditList', 'Email Support List'],
      ['NewRule', 'Phones'],
      ['EditRule', 'Phones'],
      ['DeleteRule', 'Phones'],
      ['DeleteExternalCall', 'phones'],
    ])
    expect(new Set(audits.map(({ userId }) => userId))).toEqual(new Set([shop.bench.people['Adi']]))
  })
})
