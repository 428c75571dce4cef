import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outage } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { runBacktests } from './backtest-job.ts'
import { createBacktestPerformer } from './perform-backtest.ts'

const day = Date.parse('2025-11-19T00:00:00Z')
const hour = 3_600_000

interface Bought {
  id: string
  at: number
  ip: string
  amount: number
  salesTax: number
  client: string
  environmentId?: string
}
/** Six purchases of yesterday from three addresses, one of the day before, and one of another tenant. */
const bought: Bought[] = [
  { id: 'earlier', at: day - 2 * hour, ip: '198.51.100.1', amount: 10, salesTax: 1, client: 'shop' },
  { id: 'bad-1', at: day + hour, ip: '203.0.113.1', amount: 20, salesTax: 1, client: 'shop' },
  { id: 'bad-2', at: day + 2 * hour, ip: '203.0.113.2', amount: 30, salesTax: 2, client: 'app' },
  { id: 'often-1', at: day + 3 * hour, ip: '198.51.100.1', amount: 40, salesTax: 3, client: 'shop' },
  { id: 'often-2', at: day + 4 * hour, ip: '198.51.100.1', amount: 50, salesTax: 3, client: 'shop' },
  {
    id: 'large',
    at: day + 5 * hour,
    ip: '192.0.2.9',
    amount: 500,
    salesTax: 4,
    client: 'app',
    environmentId: places.eu,
  },
  { id: 'no-ip', at: day + 6 * hour, ip: '', amount: 60, salesTax: 5, client: 'shop' },
  {
    id: 'foreign',
    at: day + 6 * hour,
    ip: '203.0.113.1',
    amount: 60,
    salesTax: 5,
    client: 'x',
    environmentId: places.foreign,
  },
]
const ruleTexts: Record<string, string> = {
  'Bad network': 'RETURN Reject() WHEN @"deviceContext.ipAddress".StartsWith("203.0.113.")',
  'Tax share': 'RETURN Review() WHEN 100 / @"salesTax" < 1',
  Often: 'RETURN Review() WHEN Velocity.perIp(@"deviceContext.ipAddress", 23h) > 1',
  // Fails whatever is sent; an event that a rule before it decides does not reach it.
  Fails: 'RETURN Review() WHEN 1 / (@"totalAmount" - @"totalAmount") > 1',
  Large: 'RETURN Challenge("SMS") WHEN @"totalAmount" > 400',
}

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  const published = { version: 1, published_by: randomUUID(), published_by_name: 'Test', published_at: now }
  for (const [index, [name, text]] of Object.entries(ruleTexts).entries())
    await db
      .insertInto('rule')
      .values({
        ...published,
        id: randomUUID(),
        environment_id: places.root,
        event_type: 'purchase',
        name,
        status: 'active',
        position: index,
        body: JSON.stringify({
          name,
          description: '',
          condition: '',
          clauses: [{ name: 'c', section: 'prior', text }],
          sample: { payload: {}, riskScore: 0 },
        }),
      })
      .execute()
  const setId = randomUUID()
  await db
    .insertInto('velocity_set')
    .values({
      ...published,
      id: setId,
      environment_id: places.root,
      name: 'Networks',
      status: 'active',
      body: JSON.stringify({
        name: 'Networks',
        description: '',
        condition: '',
        velocities: [{ text: 'SELECT Count() AS perIp FROM Purchase GROUPBY @"deviceContext.ipAddress"' }],
      }),
    })
    .execute()
  await db
    .insertInto('velocity')
    .values({ environment_id: places.root, name: 'perip', id: randomUUID(), set_id: setId })
    .execute()
  for (const { id, at, ip, amount, salesTax, client, environmentId = places.root } of bought) {
    const key = { environment_id: environmentId, at: new Date(at), event_id: randomUUID() }
    await db
      .insertInto('event')
      .values({
        ...key,
        event_type: 'purchase',
        external_id: id,
        assessment_type: 'Protect',
        decision: 'Approve',
        reason: '',
        risk_score: 0,
        amount: amount * 100,
        currency: 'USD',
        amount_usd: amount * 100,
        ip: ip === '' ? null : ip,
      })
      .execute()
    await db
      .insertInto('event_body')
      .values({
        ...key,
        request: JSON.stringify({
          purchaseId: id,
          totalAmount: amount,
          salesTax,
          currency: 'USD',
          deviceContext: { deviceContextId: id, ...(ip === '' ? {} : { ipAddress: ip }) },
        }),
        enrichment: JSON.stringify({ apiClient: client, ...(ip === '' ? {} : { deviceAttributes: { trueIp: ip } }) }),
        explanation: '{"contributions":[],"rules":[],"runtimeErrors":[]}',
      })
      .execute()
  }
})
afterAll(() => bench.close())

const at = (id: string, environment: string = places.root) => `/environments/${environment}/field-outages/${id}`
const start = (
  outage: object,
  { as = 'engineer', environment = places.root as string, id = randomUUID() as string, more = {} } = {},
) => bench.call(as, 'PUT', at(id, environment), { eventType: 'purchase', outage, ...more })
async function simulate(outage: object, options: Parameters<typeof start>[1] = {}): Promise<Outage> {
  const begun = await start(outage, options)
  expect(begun.status, JSON.stringify(begun.json)).toBe(200)
  const { id, environmentId } = begun.json as Outage
  const { db } = bench.store
  const ports = { db, clock: () => now, log: silentLog }
  await runBacktests({ ...ports, perform: createBacktestPerformer({ ...ports, countryOf: () => null }) }, 'outage')
  const ended = (await bench.call('engineer', 'GET', at(id, environmentId))).json as Outage
  expect(ended.failure).toBeNull()
  return ended
}

describe('outage of a field', () => {
  it('decides yesterday again without it: decisions, rules and velocities', async () => {
    const { state, result, from, id, isStale } = await simulate({ path: 'deviceContext.ipAddress' })
    expect({ state, from, isStale }).toEqual({ state: 'done', from: '2025-11-19T00:00:00.000Z', isStale: false })
    expect(result).toMatchObject({
      events: 6,
      withField: 5,
      amountUsd: 700_00,
      changed: { events: 3, amountUsd: 100_00 },
    })
    expect(result?.matrix.toSorted((a, b) => (a.before + a.after < b.before + b.after ? -1 : 1))).toEqual([
      { before: 'Approve', after: 'Approve', events: 2, amountUsd: 100_00 },
      { before: 'Challenge', after: 'Challenge', events: 1, amountUsd: 500_00 },
      { before: 'Reject', after: 'Approve', events: 2, amountUsd: 50_00 },
      { before: 'Review', after: 'Approve', events: 1, amountUsd: 50_00 },
    ])
    const rule = (name: string) => result?.rules.find(each => each.rule === name)
    expect(rule('Bad network')).toMatchObject({
      before: 2,
      after: 0,
      isBlind: true,
      readsField: true,
      environmentId: places.root,
      defaults: 5,
      errors: 0,
    })
    expect(rule('Often')).toMatchObject({ before: 1, after: 0, isBlind: true, readsField: true })
    expect(rule('Large')).toMatchObject({ before: 1, after: 1, isBlind: false, readsField: false, defaults: 0 })
    // Three events reach it only without the address; it fails with it as well.
    expect(rule('Fails')).toBeUndefined()
    // With the address, five events count; one of the day before counts for both.
    expect(result?.velocities).toEqual([{ name: 'perIp', before: 5, after: 0 }])
    const { rows } = (await bench.call('engineer', 'GET', `${at(id)}/events`)).json as unknown as {
      rows: { externalId: string }[]
    }
    expect(rows.map(({ externalId }) => externalId)).toEqual(['often-2', 'bad-2', 'bad-1'])
  })
  it('names rules that fail without the field', async () => {
    const { result } = await simulate({ path: 'salesTax' })
    expect(result).toMatchObject({ withField: 6, changed: { events: 0 } })
    expect(result?.rules.find(({ rule }) => rule === 'Tax share')).toMatchObject({ errors: 4, defaults: 4 })
  })
  it('concerns one API client alone when one is named', async () => {
    const { result } = await simulate({ path: 'deviceContext.ipAddress', clientId: 'app' })
    expect(result).toMatchObject({ events: 6, withField: 2, changed: { events: 1, amountUsd: 30_00 } })
  })
  it.each([
    'orderType',
    'customData.nothing',
    'user.email',
    'deviceAttributes.proxy',
    'toString',
    'productList.sku',
    'customData.Größe in cm',
  ])('an outage of %s, which no rule reads or nobody sends, changes no decision', async path => {
    const { result } = await simulate({ path })
    expect(result).toMatchObject({ events: 6, changed: { events: 0, amountUsd: 0 } })
    expect(result?.velocities).toEqual([])
    expect(result?.rules.every(({ before, after, errors }) => before === after && errors === 0)).toBe(true)
  })
  it('an outage of an environment below concerns its events alone', async () => {
    const { result } = await simulate({ path: 'totalAmount' }, { environment: places.eu })
    expect(result).toMatchObject({ events: 1, withField: 1, changed: { events: 1, amountUsd: 500_00 } })
    expect(result?.matrix).toEqual([{ before: 'Challenge', after: 'Approve', events: 1, amountUsd: 500_00 }])
  })
})

describe('simulations', () => {
  it('repeat their first answer, and refuse another request with the same id', async () => {
    const id = randomUUID()
    expect((await start({ path: 'currency' }, { id })).status).toBe(200)
    expect((await start({ path: 'currency' }, { id })).status).toBe(200)
    expect((await start({ path: 'salesTax' }, { id })).status).toBe(409)
    expect((await bench.call('engineer', 'POST', `${at(id)}/cancel`)).json).toEqual({ cancelled: true })
    expect((await bench.call('engineer', 'GET', at(id))).status).toBe(404)
  })
  it.each([
    [{ path: '' }, {}, 'path'],
    [{ path: 'a..b' }, {}, 'path'],
    [{ path: '*' }, {}, 'path'],
    [{ path: 'customData.' }, {}, 'path'],
    [{ path: 'customData. x' }, {}, 'path'],
    [{ path: 'productList[0].sku' }, {}, 'path'],
    [{ path: 'currency' }, { day: '2025-11-21' }, 'day'],
    [{ path: 'currency' }, { day: '2025-01-01' }, 'day'],
    [{ path: 'currency' }, { day: 'yesterday' }, 'day'],
  ])('refuse %j %j', async (outage, more, field) => {
    const { status, body } = await start(outage, { more })
    expect([400, 422]).toContain(status)
    expect(JSON.stringify(body)).toContain(field)
  })
  it('need the right to change rules, in an environment of the own tenant', async () => {
    for (const [as, environment, status] of [
      ['viewer', places.root, 403],
      ['support', places.root, 403],
      ['local', places.root, 404],
      ['engineer', places.foreign, 404],
      ['outsider', places.root, 404],
    ] as const)
      expect((await start({ path: 'currency' }, { as, environment })).status, as).toBe(status)
  })
})
