import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rule, SupportStatus } from '../../contract/index.ts'
import type { SupportImpact } from '../../contract/support/support.ts'
import { createEngine, type Engine } from '../../engine/index.ts'
import { createListRegistry } from '../../engine/lists/list-registry.ts'
import { createConsoleApi } from '../../http/console-api/console-api.ts'
import { type ConsoleBench, openConsoleBench, places, ruleBody } from '../../http/console-api/testing/console-bench.ts'
import { createEventWriter } from '../../kernel/store/events/event-writer.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'

/** The console API with the real engine: purchases are decided, and decided again with another status. */
let bench: ConsoleBench
let engine: Engine
let app: ReturnType<typeof createConsoleApi>
const day = 86_400_000
const start = Date.parse('2025-11-20T12:00:00Z')
let now = new Date(start)

beforeAll(async () => {
  bench = await openConsoleBench()
  const ports = { db: bench.store.db, clock: () => now, newId: () => randomUUID(), log: silentLog }
  const lists = createListRegistry(ports)
  const writer = await createEventWriter({ connect: bench.store.writer, log: silentLog })
  engine = await createEngine({ ...ports, writer, countryOf: () => null, lists })
  app = createConsoleApi({
    ports,
    engine,
    lists,
    version: '0.0.0',
    verifier: { user: token => Promise.resolve(bench.person(token)) },
  })
  await publish('Lists', {
    blocked: 'RETURN Reject("Blocked email")\nWHEN IsBlock("Email Support List", @"user.email")',
    safe: 'RETURN Approve("Safe email")\nWHEN IsSafe("Email Support List", @"user.email")',
  })
  await publish('Amount', { large: 'RETURN Reject("Large")\nWHEN @"totalAmount" > 100' })
})
afterAll(async () => {
  await engine.close()
  await bench.close()
})

async function send<T>(method: string, path: string, body: object, as = 'engineer'): Promise<T> {
  const response = await app.request(`/api/console/v1/environments/${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const json = (await response.json()) as T
  expect(response.ok, JSON.stringify(json)).toBe(true)
  return json
}
async function publish(name: string, clauses: Record<string, string>): Promise<Rule> {
  const body = ruleBody(name, {
    clauses: Object.entries(clauses).map(([clause, text]) => ({ name: clause, section: 'prior', text })),
  })
  const made = await send<Rule>('POST', `${places.root}/rules/purchase`, { body })
  return send<Rule>('POST', `${places.root}/rules/${made.id}/publish`, { status: 'active', baseVersion: 0 })
}

/** Decides a purchase so many days before the start; returns its id. */
async function buy(
  daysAgo: number,
  email: string,
  amount: number,
  environmentId: string = places.root,
): Promise<string> {
  now = new Date(start - daysAgo * day)
  const purchaseId = randomUUID()
  const result = await engine.decide({
    environmentId,
    eventType: 'purchase',
    correlationId: null,
    receivedAt: now,
    backfill: false,
    diagnostics: false,
    body: {
      purchaseId,
      assessmentType: 'Protect',
      merchantLocalDate: now.toISOString(),
      totalAmount: amount,
      currency: 'USD',
      salesTax: 0,
      user: { userId: `of ${email}`, email },
      _metadata: { trackingId: randomUUID(), merchantTimeStamp: now.toISOString() },
    },
  })
  if (result.kind !== 'answer') throw new Error(JSON.stringify(result))
  now = new Date(start)
  return purchaseId
}
const chargeback = (purchaseId: string, at = new Date(start - day)) =>
  bench.store.db
    .insertInto('data_event')
    .values({
      environment_id: places.root,
      at,
      data_id: randomUUID(),
      event_type: 'chargeback',
      event_key: randomUUID(),
      entity_id: randomUUID(),
      subject_type: 'purchase',
      subject_id: purchaseId,
      happened_at: at,
      received_at: at,
      correlation_id: null,
      body: '{}',
    })
    .execute()
const impact = (value: string, status: SupportStatus | null, days = 7, environment: string = places.root) =>
  send<SupportImpact>('POST', `${environment}/support/impact`, { list: 'email', value, status, days }, 'support')
const none = { events: 0, chargedBack: 0, bad: 0, good: 0, amountUsd: 0 }

describe('what a status would have done', () => {
  it('Safe would have passed three earlier purchases of seven days, one of them charged back later', async () => {
    const rejected = [
      await buy(1, 'Ivo@x.example', 150),
      await buy(3, 'ivo@x.example', 200),
      await buy(6, 'ivo@x.example', 300),
    ]
    await buy(2, 'ivo@x.example', 50)
    await buy(8, 'ivo@x.example', 400)
    await buy(1, 'other@x.example', 400)
    await chargeback(rejected[1] ?? '')
    expect(await impact(' IVO@x.example', 'Safe')).toEqual({
      from: new Date(start - 7 * day).toISOString(),
      to: new Date(start).toISOString(),
      events: 4,
      replayed: 4,
      read: 4,
      passed: { events: 3, chargedBack: 1, bad: 1, good: 2, amountUsd: 65_000 },
      stopped: none,
      reviewed: none,
    })
    // A longer entry looks further back.
    expect(await impact('ivo@x.example', 'Safe', 30)).toMatchObject({ events: 5, passed: { events: 4, good: 3 } })
  })
  it('Block would have stopped the approved ones, and says how many of them were good', async () => {
    const approved = [
      await buy(1, 'bea@x.example', 10),
      await buy(2, 'bea@x.example', 20),
      await buy(3, 'bea@x.example', 30),
    ]
    await buy(4, 'bea@x.example', 500)
    await chargeback(approved[0] ?? '')
    expect(await impact('bea@x.example', 'Block')).toMatchObject({
      events: 4,
      stopped: { events: 3, chargedBack: 1, bad: 1, good: 2, amountUsd: 6000 },
      passed: none,
    })
  })
  it('Watch changes nothing where no rule reads it, and a value that no rule looks up has no effect', async () => {
    expect(await impact('ivo@x.example', 'Watch')).toMatchObject({
      read: 4,
      passed: none,
      stopped: none,
      reviewed: none,
    })
    const user = await send<SupportImpact>('POST', `${places.root}/support/impact`, {
      list: 'user',
      value: 'of ivo@x.example',
      status: 'Safe',
      days: 7,
    })
    expect(user).toMatchObject({ events: 4, replayed: 4, read: 0, passed: none })
  })
  it('the status of that time is replaced: without its Block entry a customer would have passed', async () => {
    now = new Date(start - 5 * day)
    await send('PUT', `${places.root}/lists/support/email`, { values: ['cy@x.example'], status: 'Block' })
    await buy(4, 'cy@x.example', 10)
    await buy(4, 'cy@x.example', 500)
    expect(await impact('cy@x.example', null)).toMatchObject({
      events: 2,
      read: 2,
      passed: { events: 1, amountUsd: 1000 },
    })
    expect(await impact('cy@x.example', 'Safe')).toMatchObject({ passed: { events: 2 } })
    expect(await impact('cy@x.example', 'Block')).toMatchObject({ passed: none, stopped: none })
  })
  it('lists of a parent act on purchases below it, lists of a child only where its own rules read them', async () => {
    await buy(1, 'dan@x.example', 500, places.eu)
    expect(await impact('dan@x.example', 'Safe')).toMatchObject({ events: 1, passed: { events: 1 } })
    expect(await impact('dan@x.example', 'Safe', 7, places.eu)).toMatchObject({
      events: 1,
      replayed: 1,
      read: 0,
      passed: none,
    })
    expect(await impact('dan@x.example', 'Safe', 7, places.us)).toMatchObject({ events: 0, replayed: 0 })
  })
  it('a purchase whose rule version is gone is counted, and not decided again', async () => {
    await buy(1, 'eve@x.example', 500)
    await bench.store.db.deleteFrom('rule_version').execute()
    await bench.store.db.deleteFrom('rule').where('name', '=', 'Amount').execute()
    expect(await impact('eve@x.example', 'Safe')).toMatchObject({ events: 1, replayed: 0, passed: none })
  })
})
