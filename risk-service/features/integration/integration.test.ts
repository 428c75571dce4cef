import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { IntegrationOverview, ListenedEvent } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { insertRule } from '../ontology/testing/stored-texts.ts'
import { storePurchase } from '../review/testing/stored-purchase.ts'
import { stateOf } from './integration.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())

const hour = 3_600_000
const overview = async (environment: string, as = 'admin') =>
  (await bench.call(as, 'GET', `/environments/${environment}/integration`)).json as IntegrationOverview
const listened = async (environment: string, eventType = 'purchase') =>
  (await bench.call('admin', 'GET', `/environments/${environment}/integration/events/${eventType}`))
    .json as ListenedEvent

interface Calls {
  apiName: string
  status?: number
  calls?: number
  hoursAgo?: number
  environment?: string
}
async function storeCalls({ apiName, status = 200, calls = 1, hoursAgo = 1, environment = places.root }: Calls) {
  const at = new Date(now.getTime() - hoursAgo * hour)
  const row = {
    environment_id: environment,
    api_name: apiName,
    experience: 'N/A',
    status,
    calls,
    latency_ms: calls * 12,
    longest_ms: 20,
    latency_bands: [calls],
  }
  await bench.store.db
    .insertInto('api_call_hour')
    .values({ ...row, hour: at })
    .execute()
  await bench.store.db
    .insertInto('api_call_minute')
    .values({ ...row, minute: at })
    .execute()
}
const [purchase, refund, label] = ['Purchase', 'Refund', 'Label'].map(
  name => `v1.0/MerchantServices/Events/${name}`,
) as [string, string, string]

describe('the overview of integration', () => {
  beforeEach(async () => {
    for (const table of ['api_call_hour', 'api_call_minute'] as const) await bench.store.db.deleteFrom(table).execute()
  })

  it('names what a call needs', async () => {
    expect(await overview(places.eu)).toMatchObject({
      apiEndpoint: 'https://risk.example.com',
      tenantId: places.tenant,
      environmentId: places.eu,
      kind: 'production',
      apiPath: '/Harbor/Harbor-EU',
      counterpartId: null,
      applications: 0,
      apis: [],
      recent: [],
    })
    expect((await overview(places.box)).kind).toBe('sandbox')
  })

  it('an API is received after its first success, and healthy while few calls fail', async () => {
    await storeCalls({ apiName: purchase, calls: 19 })
    await storeCalls({ apiName: purchase, status: 400, calls: 1 })
    await storeCalls({ apiName: refund, hoursAgo: 48 })
    await storeCalls({ apiName: label, status: 400 })
    await storeCalls({ apiName: label, environment: places.eu })
    expect((await overview(places.root)).apis).toEqual([
      { apiName: purchase, state: 'healthy' },
      { apiName: refund, state: 'received' },
    ])
  })

  it.each([
    [{ calls: 0, failed: 0 }, 'received'],
    [{ calls: 1, failed: 0 }, 'healthy'],
    [{ calls: 20, failed: 1 }, 'healthy'],
    [{ calls: 20, failed: 2 }, 'received'],
  ])('the state of %j is %s', (figures, state) => expect(stateOf({ apiName: purchase, ...figures })).toBe(state))

  it('shows the latest ten entries of one day, the latest first, with the mean of their time', async () => {
    await storeCalls({ apiName: purchase, calls: 3, hoursAgo: 2 })
    await storeCalls({ apiName: refund, status: 401, hoursAgo: 1 })
    await storeCalls({ apiName: label, hoursAgo: 25 })
    const { recent } = await overview(places.root)
    expect(recent).toEqual([
      { minute: new Date(now.getTime() - hour).toISOString(), apiName: refund, status: 401, calls: 1, meanMs: 12 },
      {
        minute: new Date(now.getTime() - 2 * hour).toISOString(),
        apiName: purchase,
        status: 200,
        calls: 3,
        meanMs: 12,
      },
    ])
    for (let status = 200; status < 212; status += 1) await storeCalls({ apiName: label, status, hoursAgo: 3 })
    expect((await overview(places.root)).recent).toHaveLength(10)
  })

  it('is for those who may read it, in environments of their own', async () => {
    const statusOf = async (as: string, environment: string) =>
      (await bench.call(as, 'GET', `/environments/${environment}/integration`)).status
    expect(await statusOf('engineer', places.root)).toBe(200)
    expect(await statusOf('support', places.root)).toBe(403)
    expect(await statusOf('admin', places.foreign)).toBe(404)
    expect(await statusOf('outsider', places.root)).toBe(404)
  })
})

describe('listening', () => {
  it('waits, and grades the latest event by the rules of the environment and those above it', async () => {
    expect(await listened(places.eu)).toEqual({ event: null, grade: null })
    const when = (path: string) => `RETURN Reject() WHEN @"${path}" == "x"`
    await insertRule(bench.store.db, { name: 'Above', clauses: [when('shippingAddress.country')] })
    await insertRule(bench.store.db, {
      name: 'Own',
      clauses: [when('user.email'), when('shippingAddress.city'), 'RETURN Review() WHEN @"riskScore" > 900'],
      environmentId: places.eu,
    })
    await insertRule(bench.store.db, { name: 'Aside', clauses: [when('user.phoneNumber')], environmentId: places.us })
    await insertRule(bench.store.db, { name: 'Login', clauses: [when('user.zipCode')], eventType: 'accountlogin' })
    const send = (externalId: string, at: Date, request: Record<string, unknown>) =>
      storePurchase(bench.store, { environmentId: places.eu, externalId, at, request })
    await send('ord-1', new Date(now.getTime() - hour), { purchaseId: 'ord-1' })
    expect(await listened(places.eu)).toMatchObject({ event: { id: 'ord-1' }, grade: { fields: 3, present: 0 } })
    await send('ord-2', now, { purchaseId: 'ord-2', user: { email: 'a@example.com' } })
    expect(await listened(places.eu)).toEqual({
      event: { id: 'ord-2', at: now.toISOString(), decision: 'Review' },
      grade: {
        rules: 2,
        fields: 3,
        present: 1,
        missing: [{ part: 'shippingAddress', fields: ['shippingAddress.city', 'shippingAddress.country'], rules: 2 }],
      },
    })
  })

  it('grades by what decides: neither by routing, nor by what runs after the decision, nor in another letter case', async () => {
    const when = (path: string) => `RETURN Reject() WHEN @"${path}" == "x"`
    const environmentId = places.box
    await storePurchase(bench.store, { environmentId, externalId: 'ord-9', at: now, request: { purchaseId: 'ord-9' } })
    await insertRule(bench.store.db, { name: 'Routes', clauses: [when('user.city')], type: 'routing', environmentId })
    await insertRule(bench.store.db, {
      name: 'After',
      clauses: [when('user.city')],
      type: 'postDecision',
      environmentId,
    })
    expect((await listened(environmentId)).grade).toMatchObject({ rules: 0, fields: 0 })
    const scored = 'RETURN Review() WHEN @"RiskScore" > 900'
    await insertRule(bench.store.db, { name: 'Scores', clauses: [scored, when('user.email')], environmentId })
    expect((await listened(environmentId)).grade).toMatchObject({ rules: 1, fields: 1 })
    const whole = 'RETURN Review() WHEN External.Check(@@"shippingAddress") == 1'
    await insertRule(bench.store.db, { name: 'Sends', clauses: [whole], environmentId })
    expect((await listened(environmentId)).grade).toMatchObject({
      rules: 2,
      fields: 2,
      missing: [{ part: 'shippingAddress', fields: ['shippingAddress'] }, { part: 'user' }],
    })
  })

  it('finds no event that is older than a week', async () => {
    const environmentId = places.us
    const send = (externalId: string, at: Date) =>
      storePurchase(bench.store, { environmentId, externalId, at, request: { purchaseId: externalId } })
    await send('old', new Date(now.getTime() - 7 * 24 * hour))
    expect((await listened(environmentId)).event).toBeNull()
    await send('new', new Date(now.getTime() - 7 * 24 * hour + 1000))
    expect((await listened(environmentId)).event).toMatchObject({ id: 'new' })
  })

  it('an event below is none of the environment, and a disabled rule reads nothing', async () => {
    expect((await listened(places.root)).event).toBeNull()
    await bench.store.db.updateTable('rule').set({ status: 'inactive' }).where('name', '=', 'Above').execute()
    expect((await listened(places.eu)).grade).toMatchObject({ rules: 1, fields: 2, present: 1 })
  })

  it('refuses an event that is not graded, and whoever may not read it', async () => {
    const statusOf = async (as: string, environment: string, eventType = 'purchase') =>
      (await bench.call(as, 'GET', `/environments/${environment}/integration/events/${eventType}`)).status
    expect(await statusOf('admin', places.root, 'refund')).toBe(422)
    expect(await statusOf('support', places.root)).toBe(403)
    expect(await statusOf('outsider', places.root)).toBe(404)
    expect(await statusOf('local', places.root)).toBe(404)
  })
})
