import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventDetail, EventRow } from '../../contract/index.ts'
import { enrichPurchase } from '../../engine/enrich/enrich-purchase.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'

let bench: ConsoleBench
const day = 86_400_000
const ids: string[] = []
const request = (n: number) => ({
  purchaseId: `order ${n}/ä`,
  totalAmount: 12.5,
  currency: 'EUR',
  merchantLocalDate: '2025-11-19T10:00:00Z',
  user: {
    userId: n < 30 ? 'U-1' : `U-${n}`,
    email: n % 2 === 0 ? 'Bob@Example.com' : 'other@example.com',
    phoneNumber: '+1 555 0100',
  },
  deviceContext: { ipAddress: '10.0.0.1', externalDeviceId: `device-${n}` },
  paymentInstrumentList: [{ merchantPaymentInstrumentId: 'PI-1', type: 'CreditCard' }],
  shippingAddress: { street1: 'Hauptstr. 1', city: 'Köln', zipCode: '50667', country: 'DE' },
})
const explanation = { contributions: [{ code: 'newDevice', value: 1, points: 40 }], rules: [], runtimeErrors: [] }

async function insert(n: number, at: Date, environment: string): Promise<string> {
  const { db } = bench.store
  const eventId = randomUUID()
  const sent = request(n)
  const facts = enrichPurchase(sent, () => 'US')
  const key = { environment_id: environment, at, event_id: eventId }
  await db
    .insertInto('event')
    .values({
      ...key,
      event_type: 'purchase',
      external_id: sent.purchaseId,
      assessment_type: 'Protect',
      decision: 'Review',
      reason: 'r',
      risk_score: 700,
      amount: facts.amount,
      currency: facts.currency,
      amount_usd: facts.amountUsd,
      user_id: facts.userId,
      email: facts.email,
      ip: facts.ip,
      device_id: facts.deviceId,
    })
    .execute()
  await db
    .insertInto('event_body')
    .values({
      ...key,
      received_at: at,
      correlation_id: 'c-1',
      latency_ms: 3.5,
      request: JSON.stringify(sent),
      enrichment: '{"ipCountry":"US"}',
      explanation: JSON.stringify(explanation),
    })
    .execute()
  await db
    .insertInto('event_key')
    .values({
      ...key,
      event_type: 'purchase',
      external_id: sent.purchaseId,
      answer: '{"resultDetails":{"merchantRuleDecision":"Review"}}',
    })
    .execute()
  await db
    .insertInto('event_entity')
    .values(
      facts.entities.map(link => ({
        ...key,
        entity_type: link.type,
        entity_value: link.value,
        event_type: 'purchase',
        display: link.display,
      })),
    )
    .execute()
  return eventId
}

beforeAll(async () => {
  bench = await openConsoleBench()
  // Event 0 is the newest; from 30 on they are older than the counted 90 days.
  for (let n = 0; n < 34; n += 1)
    ids.push(await insert(n, new Date(now.getTime() - n * (n < 30 ? day : 4 * day)), places.eu))
  await insert(0, now, places.us)
  const label = (key: string, objectType: string, objectId: string, at: string) => ({
    environment_id: places.eu,
    label_key: key,
    object_type: objectType,
    object_id: objectId,
    is_fraud: true,
    label_at: at,
    received_at: now,
    body: JSON.stringify({ labelState: 'Accepted', labelSource: 'Chargeback', labelReasonCodes: 'PIFraud' }),
  })
  await bench.store.db
    .insertInto('event_label')
    .values([
      label('a', 'Purchase', 'order 0/ä', '2025-11-18T00:00:00Z'),
      label('b', 'Purchase', 'order 0/ä', '2025-11-19T00:00:00Z'),
      label('c', 'Purchase', 'order 1/ä', '2025-11-19T00:00:00Z'),
      label('d', 'Account', 'u-1', '2025-11-17T00:00:00Z'),
    ])
    .execute()
})
afterAll(() => bench.close())

const get = (id: string, rest = '', environment: string = places.eu) =>
  bench.call('support', 'GET', `/environments/${environment}/events/purchase/${encodeURIComponent(id)}${rest}`)

describe('one event', () => {
  it('an event comes with decision, request, answer, labels and counted entities, by either id', async () => {
    const answer = await get('order 0/ä')
    expect(answer.status).toBe(200)
    const detail = answer.json as EventDetail
    expect(detail).toMatchObject({
      row: {
        eventId: ids[0],
        externalId: 'order 0/ä',
        environmentId: places.eu,
        decision: 'Review',
        amount: 1250,
        currency: 'EUR',
      },
      correlationId: 'c-1',
      receivedAt: now.toISOString(),
      latencyMs: 3.5,
      request: request(0),
      assessment: 'Purchase',
      answer: { resultDetails: { merchantRuleDecision: 'Review' } },
      enrichment: { ipCountry: 'US' },
      explanation,
      labels: [
        {
          key: 'b',
          isFraud: true,
          state: 'Accepted',
          source: 'Chargeback',
          reasonCodes: 'PIFraud',
          at: '2025-11-19T00:00:00.000Z',
        },
        { key: 'a' },
      ],
      // A label on the user, in any spelling of the id.
      userRestriction: {
        source: 'Chargeback',
        reasonCodes: 'PIFraud',
        at: '2025-11-17T00:00:00.000Z',
        until: null,
      },
    })
    expect(detail.labels).toHaveLength(2)
    const oldest = new Date(now.getTime() - 29 * day).toISOString()
    expect(
      Object.fromEntries(
        detail.entities.map(entity => [entity.type, [entity.display, entity.events, entity.firstSeen]]),
      ),
    ).toMatchObject({
      user: ['U-1', 30, oldest],
      email: ['Bob@Example.com', 15, new Date(now.getTime() - 28 * day).toISOString()],
      device: ['device-0', 1, now.toISOString()],
      ip: ['10.0.0.1', 30, oldest],
      payment: ['PI-1', 30, oldest],
      phone: ['+1 555 0100', 30, oldest],
      address: ['Hauptstr. 1, 50667 Köln, DE', 30, oldest],
    })
    expect((await get(String(ids[0]))).json).toEqual(detail)
  })
  it('an event of a parent counts and links what happened below it, as the search behind its links finds it', async () => {
    const id = await insert(40, now, places.root)
    const { entities } = (await get(id, '', places.root)).json as EventDetail
    const counts = Object.fromEntries(entities.map(({ type, events }) => [type, events]))
    // Thirty in one child, one in the other, and the event itself.
    expect(counts).toMatchObject({ ip: 32, phone: 32, device: 1, user: 1 })
    const oldest = new Date(now.getTime() - 29 * day).toISOString()
    expect(entities.find(({ type }) => type === 'ip')?.firstSeen).toBe(oldest)
    const search = await bench.call('support', 'POST', `/environments/${places.root}/search/count`, {
      eventType: 'purchase',
      filter: { period: '90d', conditions: [{ column: 'ip', op: 'eq', value: '10.0.0.1' }] },
    })
    expect(search.json).toMatchObject({ count: counts['ip'] })
    const linked = (await get(id, '/linked', places.root)).json as { type: string; total: number; events: EventRow[] }[]
    const byIp = linked.find(({ type }) => type === 'ip')
    expect([byIp?.total, byIp?.events.length]).toEqual([31, 20])
    expect(new Set(byIp?.events.map(row => row.environmentId))).toEqual(new Set([places.eu, places.us]))
    expect(byIp?.events.map(({ at }) => at)).toEqual(
      byIp?.events
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    )
  })
  it('an event shows what was reported of it afterwards, the latest first', async () => {
    const { db } = bench.store
    const report = (eventType: string, minute: number, body: object) => ({
      environment_id: places.eu as string,
      at: now,
      data_id: randomUUID() as string,
      event_type: eventType,
      event_key: `${eventType} ${minute}`,
      entity_id: 'x',
      subject_type: 'purchase',
      subject_id: 'order 1/ä',
      happened_at: new Date(now.getTime() + minute * 60_000),
      received_at: now,
      correlation_id: null,
      body: JSON.stringify(body),
    })
    const rows = [
      report('bankevent', 1, {
        type: 'Auth',
        status: 'Declined',
        bankResponseCode: '51',
        cvvVerify: 'N',
        threeDS: { eci: '07' },
      }),
      report('purchasestatus', 2, { statusType: 'Approved', reason: 'OfflineManualReview_General', _review: {} }),
      report('chargeback', 3, {
        chargebackId: 'cb-1',
        status: 'Inquiry',
        reason: 'Fraud',
        amount: 12.5,
        currency: 'EUR',
      }),
      { ...report('purchasestatus', 4, { statusType: 'Rejected' }), environment_id: places.root },
    ]
    await db.insertInto('data_event').values(rows).execute()
    const { json } = await get('order 1/ä')
    expect((json as EventDetail).dataEvents).toMatchObject([
      {
        kind: 'chargeback',
        reference: 'cb-1',
        status: 'Inquiry',
        amount: 12.5,
        currency: 'EUR',
        review: false,
        bank: null,
      },
      { kind: 'status', type: 'Approved', status: null, review: true },
      {
        ...{ kind: 'bankEvent', type: 'Auth', status: 'Declined', reason: '51', amount: null },
        bank: { responseCode: '51', cvv: 'N', avs: null, threeDS: { eci: '07', transStatus: null } },
      },
    ])
    await db.deleteFrom('data_event').execute()
  })
  it('an event is told apart by environment, and 404 where it is not', async () => {
    expect(((await get('order 0/ä', '', places.us)).json as EventDetail).row.environmentId).toBe(places.us)
    for (const [id, environment] of [
      ['order 5/ä', places.us],
      [String(ids[0]), places.us],
      ['order 0/Ä', places.eu],
      [randomUUID(), places.eu],
    ] as const) {
      for (const rest of ['', '/linked', '/counterfactuals'])
        expect([id, rest, (await get(id, rest, environment)).status]).toEqual([id, rest, 404])
    }
  })
  it('an event says what would have decided it otherwise, to those who may see it', async () => {
    expect(await get('order 0/ä', '/counterfactuals')).toMatchObject({
      status: 200,
      json: { state: 'noRules', rule: null, clause: null, changedSince: false, counterfactuals: [] },
    })
    const as = (who: string, environment: string) =>
      bench.call(
        who,
        'GET',
        `/environments/${environment}/events/purchase/${encodeURIComponent('order 0/ä')}/counterfactuals`,
      )
    expect((await as('outsider', places.eu)).status).toBe(404)
    expect((await as('outsider', places.foreign)).status).toBe(404)
    expect((await as('application', places.eu)).status).toBe(404)
  })
  it('an event is found by either id whatever its assessment, and nothing where it is not', async () => {
    const find = (id: string, environment: string = places.eu) =>
      bench.call('support', 'GET', `/environments/${environment}/events?id=${encodeURIComponent(id)}`)
    for (const id of ['order 0/ä', String(ids[0])])
      expect((await find(id)).json).toMatchObject({
        rows: [{ eventId: ids[0], externalId: 'order 0/ä', environmentId: places.eu }],
      })
    for (const [id, environment] of [
      [randomUUID(), places.eu],
      [String(ids[0]), places.us],
      ['nothing', places.eu],
    ] as const) {
      const answer = await find(id, environment)
      expect([answer.status, answer.json]).toEqual([200, { rows: [] }])
    }
    expect((await find('x'.repeat(200))).status).toBe(422)
    const key = await bench.store.db
      .selectFrom('event_key')
      .selectAll()
      .where('event_id', '=', String(ids[1]))
      .executeTakeFirstOrThrow()
    const [event, body] = await Promise.all(
      (['event', 'event_body'] as const).map(table =>
        bench.store.db.selectFrom(table).selectAll().where('event_id', '=', String(ids[1])).executeTakeFirstOrThrow(),
      ),
    )
    const again = { event_id: randomUUID() }
    await bench.store.db
      .insertInto('event_key')
      .values({ ...key, ...again, event_type: 'signup' })
      .execute()
    await bench.store.db
      .insertInto('event')
      .values({ ...event, ...again, event_type: 'signup' } as never)
      .execute()
    await bench.store.db
      .insertInto('event_body')
      .values({ ...body, ...again } as never)
      .execute()
    expect(
      ((await find(key.external_id)).json as { rows: EventRow[] }).rows.map(row => row.eventType).toSorted(),
    ).toEqual(['purchase', 'signup'])
    expect(((await find(again.event_id)).json as { rows: EventRow[] }).rows.map(row => row.eventType)).toEqual([
      'signup',
    ])
  })
  it('an event refuses an id that no event can have', async () => {
    const answer = await get('x'.repeat(200))
    expect([answer.status, answer.body]).toMatchObject([422, { details: { issues: [{ path: ['id'] }] } }])
    expect((await get('a\u0000b')).status).toBe(404)
  })
})

describe('linked events', () => {
  it('linked events are the twenty newest others per entity with how many there are', async () => {
    const linked = (await get('order 3/ä', '/linked')).json as {
      type: string
      total: number
      display: string
      events: EventRow[]
    }[]
    const of = (type: string) => linked.find(each => each.type === type)
    const others = ids.map((id, n) => ({ id, n })).filter(({ n }) => n !== 3)
    expect(of('user')?.events.map(row => row.eventId)).toEqual(others.slice(0, 20).map(each => each.id))
    expect(of('user')).toMatchObject({ display: 'U-1', total: 29 })
    expect(of('email')?.events.map(row => row.eventId)).toEqual(
      others
        .filter(({ n }) => n % 2 === 1)
        .slice(0, 20)
        .map(each => each.id),
    )
    expect(of('device')).toMatchObject({ total: 0, events: [] })
  })
})
