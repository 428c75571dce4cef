import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FieldFigures, FieldUse, GraphTypes, MeasuredEvents, Ontology } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { insertPurchase } from '../search/testing/stored-purchases.ts'
import { insertRule } from './testing/stored-texts.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  await insertRule(db, {
    name: 'Address mismatch',
    condition: 'WHEN @"totalAmount" > 10',
    clauses: [
      'RETURN Reject() WHEN ContainsKey("bad networks", "ip", @"deviceContext.trueIp")',
      'RETURN Reject() WHEN @"customData.channel" == "app" && @"user.country" == "DE"',
    ],
  })
  await insertRule(db, {
    name: 'Route by network',
    type: 'routing',
    clauses: [
      'ROUTETO Queue("General") WHEN @"purchase.request.deviceContext.trueIp" != "" && @"purchase.response.riskScore" > 5',
    ],
  })
  await insertRule(db, {
    name: 'Route by decision',
    eventType: 'accountcreation',
    type: 'routing',
    clauses: [
      'ROUTETO Queue("General") WHEN @"accountcreation.response.merchantRuleDecision" == "Review" && @"accountcreation.response.reasonCodes" != ""',
    ],
  })
  await insertRule(db, {
    name: 'Route without a prefix',
    eventType: 'accountcreation',
    type: 'routing',
    clauses: [
      'ROUTETO Queue("General") WHEN @"merchantRuleDecision" == "Review" && @"clauseName" != "" && @"user.region" == "x"',
    ],
  })
  await insertRule(db, {
    name: 'Logins',
    eventType: 'accountlogin',
    clauses: ['RETURN Reject() WHEN @"user.userId" == "x"'],
  })
  await insertRule(db, {
    name: 'Below',
    environmentId: places.eu,
    clauses: ['RETURN Reject() WHEN @"deviceContext.trueIp" == "203.0.113.1"'],
  })
  await insertRule(db, {
    name: 'Elsewhere',
    environmentId: places.foreign,
    clauses: ['RETURN Reject() WHEN @"deviceContext.trueIp" == ""'],
  })
  // Ten purchases of the last ten hours: seven with an address, of which three come twice.
  for (let n = 0; n < 10; n++)
    await insertPurchase(db, {
      id: `P-${n}`,
      environmentId: n < 8 ? places.root : places.eu,
      at: new Date(now.getTime() - (n + 1) * 3_600_000),
      answer: '{}',
      request: {
        purchaseId: `P-${n}`,
        currency: n === 9 ? '' : 'EUR',
        user: {
          userId: n === 0 ? 'kim@contoso.com' : `u-${n}`,
          email: n === 0 ? 'kim@contoso.com' : `u${n}@shop.example`,
        },
        deviceContext: n < 7 ? { trueIp: `203.0.113.${n % 4}` } : {},
        productList: n === 1 ? [{ sku: 'a' }, { sku: 'b' }] : [],
        ...(n < 2 ? { customData: { channel: 'app' } } : {}),
      },
    })
  await insertPurchase(db, {
    id: 'old',
    at: new Date(now.getTime() - 20 * 86_400_000),
    answer: '{}',
    request: { currency: 'USD' },
  })
  await insertPurchase(db, { id: 'foreign', environmentId: places.foreign, answer: '{}', request: { currency: 'USD' } })
  await sql`update event_body set enrichment = '{"apiClient":"shop"}' where request ->> 'purchaseId' in ('P-0', 'P-1', 'P-2', 'P-7')`.execute(
    db,
  )
})
afterAll(() => bench.close())

/** Stores a label as the engine does. */
const insertLabel = (labelObjectType: string, labelObjectId: string, fields: object) =>
  bench.store.db
    .insertInto('event_label')
    .values({
      environment_id: places.root,
      label_key: `${labelObjectType} ${labelObjectId}`,
      object_type: labelObjectType,
      object_id: labelObjectId,
      is_fraud: true,
      label_at: now,
      received_at: now,
      body: JSON.stringify({ labelObjectType, labelObjectId, ...fields }),
    })
    .execute()

const get = async <Output>(path: string, as = 'engineer', environment: string = places.root): Promise<Output> => {
  const { status, json } = await bench.call(as, 'GET', `/environments/${environment}/ontology${path}`)
  expect(status, JSON.stringify(json)).toBe(200)
  return json as Output
}
const ontology = (as?: string, environment?: string) => get<Ontology>('/purchase', as, environment)
const attributeOf = ({ attributes }: Ontology, path: string, event = 'purchase') =>
  attributes.find(each => each.path === path && each.event === event)
const usesOf = (path: string, as?: string, environment?: string) =>
  get<{ uses: FieldUse[]; hidden: number }>(`/purchase/uses?event=purchase&path=${path}`, as, environment)
const figures = async (query = '', as?: string, environment?: string) =>
  get<{ measured: MeasuredEvents[]; figures: FieldFigures[] }>(`/purchase/figures${query}`, as, environment)
const figureOf = ({ figures: all }: { figures: FieldFigures[] }, path: string) =>
  all.find(each => each.path === path && each.event === 'purchase')

describe('ontology', () => {
  it('has the node types and edges of purchases', async () => {
    const { nodes, edges } = await ontology()
    expect(nodes.map(({ id }) => id)).toEqual([
      'Purchase',
      'User',
      'PaymentInstrument',
      'Address',
      'Product',
      'DeviceContext',
      'BankEvent',
      'PurchaseStatus',
      'Chargeback',
      'Refund',
      'Label',
    ])
    expect(edges.map(({ id }) => id).sort()).toEqual(
      [
        'PurchaseUser',
        'PurchasePaymentInstrument',
        'PurchaseProduct',
        'PurchaseAddress',
        'PaymentInstrumentAddress',
        'PurchaseDeviceContext',
        'PurchaseBankEvent',
        'PurchaseStatus',
        'PurchaseChargeback',
        'PurchaseRefund',
        'UserAddress',
        'UserPaymentInstrument',
        'UserDevice',
        'UserChargeback',
        'UserRefund',
      ].sort(),
    )
    const ids = new Set(nodes.map(({ id }) => id))
    expect(edges.every(({ from, to }) => ids.has(from) && ids.has(to))).toBe(true)
  })
  it('describes each attribute once, at the node of its block', async () => {
    const found = await ontology()
    const keys = found.attributes.map(({ event, path }) => `${event} ${path}`.toLowerCase())
    expect(new Set(keys).size).toBe(keys.length)
    expect(attributeOf(found, 'merchantLocalDate')).toMatchObject({
      node: 'Purchase',
      type: 'date-time',
      required: true,
    })
    expect(attributeOf(found, 'user.email')).toMatchObject({ node: 'User', personal: ['email'], searchable: true })
    expect(attributeOf(found, 'paymentInstrumentList.billingAddress.city')).toMatchObject({ node: 'Address' })
    expect(attributeOf(found, 'deviceAttributes.trueIp')).toMatchObject({ node: 'DeviceContext', source: 'device' })
    expect(attributeOf(found, 'riskScore')).toMatchObject({ source: 'derived' })
    expect(attributeOf(found, 'chargebackId', 'chargeback')).toMatchObject({ node: 'Chargeback', required: true })
    expect(attributeOf(found, 'labelObjectId', 'label')).toMatchObject({ personal: ['email', 'instrument'] })
    expect(attributeOf(found, 'user')).toBeUndefined()
  })
  it.each(['accountcreation', 'accountlogin'])('has an ontology for %s', async type => {
    const { nodes, attributes } = await get<Ontology>(`/${type}`)
    expect(nodes.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['event', 'user', 'device']))
    expect(attributes.length).toBeGreaterThan(20)
  })
  it('has the types of the graph, of all assessments together', async () => {
    const { nodes, edges } = await get<GraphTypes>('')
    expect(nodes.map(({ id }) => id)).toEqual(expect.arrayContaining(['Purchase', 'AccountCreation', 'AccountLogin']))
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length)
    expect(nodes.find(({ id }) => id === 'User')?.attributes).toEqual(
      expect.arrayContaining(['user.userId', 'user.totalSpend']),
    )
    expect(edges.map(({ id }) => id)).toEqual(expect.arrayContaining(['PurchaseUser', 'AccountLoginUser']))
    expect(edges.find(({ id }) => id === 'PurchaseUser')?.attributes).toEqual(['merchantLocalDate'])
  })
  it('refuses an assessment that the environment does not have', async () => {
    const { status, body } = await bench.call('engineer', 'GET', `/environments/${places.root}/ontology/nothing`)
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain('eventType')
  })
})

describe('who uses a field', () => {
  it('counts the places that read an attribute, and names each', async () => {
    expect(attributeOf(await ontology(), 'deviceContext.trueIp')).toMatchObject({ uses: 3 })
    const { uses, hidden } = await usesOf('deviceContext.trueIp')
    expect(hidden).toBe(0)
    expect(uses).toMatchObject([
      {
        kind: 'rule',
        name: 'Address mismatch',
        place: 'Clause 1',
        receivers: [{ kind: 'list', name: 'bad networks' }],
      },
      { kind: 'rule', name: 'Below', environmentId: places.eu },
      { kind: 'rule', name: 'Route by network', ruleType: 'routing', receivers: [] },
    ])
  })
  it('an answer in a routing rule is no attribute, and a rule of another assessment no use', async () => {
    const found = await ontology()
    expect(attributeOf(found, 'riskScore')?.uses).toBe(0)
    expect(attributeOf(found, 'user.userId')?.uses).toBe(0)
  })
  it('what a routing rule reads of the answer to an account is its decision, and no attribute of another name', async () => {
    const found = await get<Ontology>('/accountcreation')
    const paths = found.attributes.filter(({ listed }) => !listed).map(({ path }) => path)
    expect(paths).toEqual(['user.region'])
    expect(attributeOf(found, 'decision', 'accountcreation')?.uses).toBe(2)
  })
  it('adds attributes that no schema lists', async () => {
    const found = await ontology()
    expect(attributeOf(found, 'customData.channel')).toMatchObject({ listed: false, node: 'Purchase', uses: 1 })
  })
  it('hides the names of uses in environments above that the caller does not see', async () => {
    const { uses, hidden } = await usesOf('deviceContext.trueIp', 'local', places.eu)
    expect(uses.map(({ name }) => name)).toEqual(['Below'])
    expect(hidden).toBe(2)
  })
  it('does not list what only places read that the caller does not see', async () => {
    expect(attributeOf(await ontology('local', places.eu), 'customData.channel')).toBeUndefined()
    expect(attributeOf(await ontology('engineer', places.eu), 'customData.channel')).toBeDefined()
  })
  it('a field that nobody reads has no uses', async () => {
    expect(await usesOf('nobody.sends.this')).toMatchObject({ uses: [], hidden: 0 })
  })
  it('refuses an event that is not part of the ontology', async () => {
    const { status, body } = await bench.call(
      'engineer',
      'GET',
      `/environments/${places.root}/ontology/purchase/uses?event=signup&path=x`,
    )
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain('"event"')
  })
})

describe('figures of fields', () => {
  it('measures how often each attribute has a value, and its different values', async () => {
    const found = await figures()
    expect(found.measured[0]).toEqual({ event: 'purchase', events: 10, measured: 10 })
    expect(figureOf(found, 'deviceContext.trueIp')).toMatchObject({ filled: 7, distinct: 4 })
    expect(figureOf(found, 'currency')).toMatchObject({ filled: 9, distinct: 1, lastSeen: '2025-11-20T11:34:56.000Z' })
    expect(figureOf(found, 'productList.sku')).toMatchObject({ filled: 1, distinct: 2 })
    expect(figureOf(found, 'customData')).toMatchObject({ filled: 2 })
    expect(figureOf(found, 'customData.channel')).toMatchObject({ filled: 2, distinct: 1 })
    expect(figureOf(found, 'threeDS.eci')?.filled ?? 0).toBe(0)
  })
  it('covers the period and the environment only', async () => {
    expect((await figures('?period=30d')).measured[0]).toMatchObject({ events: 11 })
    expect((await figures('', 'local', places.eu)).measured[0]).toMatchObject({ events: 2 })
  })
  it('shows the most frequent values to those who may search', async () => {
    const path = '/purchase/values?event=purchase&path=deviceContext.trueIp'
    expect(await get(path)).toEqual({
      measured: { event: 'purchase', events: 10, measured: 10 },
      values: [
        ['203.0.113.0', 2],
        ['203.0.113.1', 2],
        ['203.0.113.2', 2],
        ['203.0.113.3', 1],
      ].map(([value, events]) => ({ name: 'deviceContext.trueIp', value, events })),
      clients: [{ id: 'shop', name: 'shop', filled: 3, events: 4 }],
    })
  })
})

describe('values of personal data', () => {
  it('are masked as everywhere, also where they stand in another attribute', async () => {
    const saved = await bench.call('admin', 'PUT', `/environments/${places.root}/personal-data/settings`, {
      baseVersion: 0,
      profile: { AllAreasViewer: ['email', 'ip'] },
    })
    expect(saved.status).toBe(200)
    const texts = async (path: string, as: string) =>
      (await get<{ values: { value: string }[] }>(`/purchase/values?event=purchase&path=${path}`, as)).values.map(
        ({ value }) => value,
      )
    expect(await texts('user.email', 'engineer')).toContain('kim@contoso.com')
    expect((await texts('user.email', 'viewer')).every(value => value.includes('***'))).toBe(true)
    expect((await texts('deviceContext.trueIp', 'viewer')).every(value => value.includes('***'))).toBe(true)
    const users = await texts('user.userId', 'viewer')
    expect(users).toContain('u-1')
    expect(users.join(' ')).not.toContain('kim@contoso')
  })
  it('are masked as the object of a label, of which only the type says what it is', async () => {
    await insertLabel('Email', 'kim@contoso.com', {})
    const ids = async (as: string) =>
      (await get<{ values: { value: string }[] }>('/purchase/values?event=label&path=labelObjectId', as)).values.map(
        ({ value }) => value,
      )
    expect(await ids('engineer')).toContain('kim@contoso.com')
    expect(await ids('viewer')).toContain('k***@contoso.com')
  })
})

describe('labels', () => {
  it('are those of purchases, and none of accounts or of an assessment of the tenant', async () => {
    const _metadata = { merchantTimeStamp: now.toISOString() }
    await insertLabel('Purchase', 'P-1', { _metadata, processor: 'bank' })
    await insertLabel('PI', 'pi-1', { processor: 'bank' })
    await insertLabel('AccountLogin', 'login-1', { _metadata, processor: 'none' })
    await insertLabel('GenericEvent', 'event-1', { _metadata, processor: 'none' })
    await insertLabel('Event:signup', 'event-1', { processor: 'none' })
    await insertLabel('Account', 'u-1', {
      userId: 'u-1',
      _metadata: { ..._metadata, userId: 'u-1' },
      processor: 'none',
    })
    await insertLabel('Account', 'u-2', { _metadata: { timestamp: now.toISOString() }, processor: 'none' })
    const { values, measured } = await get<{ values: object[]; measured: MeasuredEvents }>(
      '/purchase/values?event=label&path=processor',
    )
    expect(values).toEqual([{ name: 'processor', value: 'bank', events: 2 }])
    // With that of an e-mail address above.
    expect(measured).toMatchObject({ events: 3, measured: 3 })
  })
})

describe('rights', () => {
  it('an environment of another tenant does not exist, and a caller without a role is refused', async () => {
    for (const [as, environment, status] of [
      ['engineer', places.foreign, 404],
      ['outsider', places.root, 404],
      ['local', places.root, 404],
      ['nobody', places.root, 404],
      [null, places.root, 401],
    ] as const)
      expect((await bench.call(as, 'GET', `/environments/${environment}/ontology/purchase`)).status).toBe(status)
  })
  it('a support agent reads the ontology', async () => {
    expect((await ontology('support')).nodes).toHaveLength(11)
  })
})
