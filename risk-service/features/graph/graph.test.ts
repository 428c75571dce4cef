import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NeighbourhoodInput } from '../../contract/index.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { createGraphCalls, nodeOf, sentencesOf, startAt, textsOf } from './testing/graph-calls.ts'
import { storeGraphPurchase, storeOpenCase } from './testing/graph-events.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  // Three users on one device; the second and the third share a card.
  await storeGraphPurchase(db, {
    id: 'P-1',
    user: 'U-1',
    device: 'D-1',
    payment: 'PI-1',
    bin: '400012',
    email: 'one@example.com',
    ip: '203.0.113.84',
    street: 'Kade 7',
    product: 'gift',
    hoursAgo: 5,
    amount: 20,
    riskScore: 871,
    decision: 'Reject',
  })
  await storeGraphPurchase(db, {
    id: 'P-2',
    user: 'U-2',
    device: 'D-1',
    payment: 'PI-2',
    email: 'two@example.com',
    hoursAgo: 4,
    label: 'Fraud',
  })
  await storeGraphPurchase(db, {
    id: 'P-3',
    user: 'U-3',
    device: 'D-1',
    payment: 'PI-2',
    email: 'three@example.com',
    hoursAgo: 3,
    environmentId: places.eu,
  })
  await storeGraphPurchase(db, {
    id: 'P-4',
    user: 'U-3',
    device: 'D-2',
    payment: 'PI-3',
    email: 'three@example.com',
    hoursAgo: 2,
  })
  await storeGraphPurchase(db, { id: 'P-5', device: 'D-2', payment: 'PI-5', hoursAgo: 1 })
  await storeOpenCase(db, 'P-3', places.eu)
  // Of an environment that engineers do not see.
  await storeGraphPurchase(db, { id: 'B-1', user: 'U-9', device: 'D-1', environmentId: places.box })
})
afterAll(() => bench.close())

const { neighbourhood, expand, path, selection } = createGraphCalls(() => bench)

describe('the neighbourhood of a device', () => {
  it('shows its users with their instruments, addresses and transactions', async () => {
    const { status, output } = await neighbourhood({ ...startAt('device', 'd-1'), steps: 1 })
    expect(status, JSON.stringify(output)).toBe(200)
    expect(output.start).toBe(nodeOf(output, 'D-1').id)
    expect(textsOf(output, 'user')).toEqual(['U-1', 'U-2', 'U-3'])
    expect(textsOf(output, 'transaction')).toEqual(['P-1', 'P-2', 'P-3'])
    expect(sentencesOf(output)).toEqual(
      expect.arrayContaining([
        'U-1 used D-1',
        'U-1 paidWith PI-1',
        'U-1 owns P-1',
        'U-1 owns one@example.com',
        'U-1 shippedTo Kade 7, 2000 Antwerpen, BE',
        'PI-1 owns 400012',
        '203.0.113.84 owns 203.0.113.0/24',
        'P-1 used Name of gift',
      ]),
    )
    expect(nodeOf(output, 'D-1')).toMatchObject({
      type: 'device',
      key: 'D-1',
      events: { count: 3, complete: true },
      accounts: 3,
      amounts: [{ currency: 'EUR', amount: 4000 }],
      riskScore: { highest: 871, last: 100 },
      decisions: { Approve: 2, Reject: 1 },
      labels: { fraud: 1, good: 0 },
      hub: null,
      more: 0,
      hidden: 0,
    })
    // U-3 has another purchase with another device and instrument, which two steps would load.
    expect(nodeOf(output, 'U-3')).toMatchObject({ more: 3, moreByType: { transaction: 1, device: 1, payment: 1 } })
  })
  it('counts what lies in environments that the caller does not see, and shows nothing of it', async () => {
    const { output } = await neighbourhood({ ...startAt('device', 'D-1'), steps: 1 }, 'local', places.eu)
    expect(textsOf(output, 'user')).toEqual(['U-3'])
    expect(nodeOf(output, 'D-1')).toMatchObject({ hidden: 2, accounts: 1, events: { count: 1 } })
    expect(JSON.stringify(output)).not.toContain('U-1')
  })
})

describe('where a graph starts', () => {
  it.each([
    ['email', 'ONE@example.com', 'one@example.com'],
    ['user', 'u-1', 'U-1'],
    ['purchase', 'P-1', 'P-1'],
    ['address', 'kade 7, 2000 antwerpen BE', 'Kade 7, 2000 Antwerpen, BE'],
    ['payment', 'PI-1', 'PI-1'],
    ['device', 'D-1', 'D-1'],
    ['ip', '203.0.113.84', '203.0.113.84'],
    ['bin', '400012', '400012'],
  ] as const)('%s %s', async (key, value, text) => {
    const { output } = await neighbourhood(startAt(key, value))
    expect(output.start).toBe(nodeOf(output, text).id)
    expect(textsOf(output, 'user')).toContain('U-1')
  })
  it('an event shows its entities and everything one shared strong entity away', async () => {
    const { output } = await neighbourhood({ start: { kind: 'event', eventType: 'purchase', id: 'P-2' } })
    expect(textsOf(output, 'user')).toEqual(['U-1', 'U-2', 'U-3'])
    expect(textsOf(output, 'transaction')).toEqual(['P-1', 'P-2', 'P-3'])
  })
  it('a node of an earlier answer, whose id does not change', async () => {
    const first = await neighbourhood(startAt('device', 'D-2'))
    const again = await neighbourhood({ start: { kind: 'node', node: nodeOf(first.output, 'D-2').id } })
    expect({ ...again.output, queryMs: 0 }).toEqual({ ...first.output, queryMs: 0 })
  })
  it('several nodes of earlier answers together', async () => {
    const [device, card] = await Promise.all([
      neighbourhood({ ...startAt('device', 'D-2'), steps: 1 }),
      neighbourhood({ ...startAt('payment', 'PI-1'), steps: 1 }),
    ])
    const nodes = [device.output.start ?? '', card.output.start ?? '']
    const { output, status } = await neighbourhood({ start: { kind: 'nodes', nodes }, steps: 1 })
    expect(status, JSON.stringify(output)).toBe(200)
    expect(output.start).toBe(nodes[0])
    expect(textsOf(output, 'transaction')).toEqual(['P-1', 'P-4', 'P-5'])
  })
  it('nothing has the value', async () => {
    const { output } = await neighbourhood(startAt('device', 'D-404'))
    expect(output).toMatchObject({ start: null, nodes: [], edges: [], complete: true })
  })
  it('a transaction without a user hangs on its entities', async () => {
    const { output } = await neighbourhood({ ...startAt('payment', 'PI-5'), steps: 1 })
    expect(sentencesOf(output)).toEqual(['P-5 paidWith PI-5', 'P-5 used D-2'])
  })
})

describe('filters', () => {
  it.each([
    [{ decisions: ['Reject'] }, ['P-1']],
    [{ labels: ['Fraud'] }, ['P-2']],
    [{ riskScore: { from: 800 } }, ['P-1']],
    [{ amountUsd: { to: 1500 } }, ['P-2', 'P-3']],
    [{ environmentIds: [places.eu] }, ['P-3']],
    [{ eventTypes: ['accountlogin'] }, []],
    [{ countries: ['be'] }, ['P-1']],
    [{ reviews: ['open'] }, ['P-3']],
  ] as const)('%j leave %j', async (filter, expected) => {
    const { output, status } = await neighbourhood({
      ...startAt('device', 'D-1'),
      steps: 1,
      filter: filter as unknown as NonNullable<NeighbourhoodInput['filter']>,
    })
    expect(status, JSON.stringify(output)).toBe(200)
    expect(textsOf(output, 'transaction')).toEqual(expected)
  })
  it('draws some types of nodes and kinds of edges alone', async () => {
    const { output } = await neighbourhood({
      ...startAt('device', 'D-1'),
      filter: { nodeTypes: ['user', 'device', 'payment'], edgeKinds: ['used'] },
    })
    expect(sentencesOf(output)).toEqual(['U-1 used D-1', 'U-2 used D-1', 'U-3 used D-1', 'U-3 used D-2'])
  })
  it('leaves users out that share too little', async () => {
    const { output } = await neighbourhood({ ...startAt('device', 'D-1'), filter: { minShared: 2 } })
    expect(textsOf(output, 'user')).toEqual(['U-2', 'U-3'])
    expect(textsOf(output, 'payment')).not.toContain('PI-1')
  })
  it('reads the days that are asked for', async () => {
    const { output } = await neighbourhood({
      ...startAt('device', 'D-1'),
      dates: { from: '2025-10-01', to: '2025-10-31' },
    })
    expect(output.start).toBeNull()
  })
})

describe('expanding a node', () => {
  it('adds its neighbours, with edges to what the page has', async () => {
    const { output: first } = await neighbourhood({ ...startAt('payment', 'PI-1'), steps: 1 })
    const present = first.nodes.map(({ id }) => id)
    const { output, status } = await expand({ node: nodeOf(first, 'D-1').id, present })
    expect(status, JSON.stringify(output)).toBe(200)
    expect(textsOf(output, 'user')).toEqual(['U-2', 'U-3'])
    expect(textsOf(output, 'transaction')).toEqual([])
    expect(nodeOf(output, 'D-1')).toMatchObject({ more: 0 })
    expect(output.edges.map(({ source }) => source)).toContain(nodeOf(first, 'U-1').id)
    expect(output.nextCursor).toBeNull()
  })
  it('adds neighbours of one type', async () => {
    const { output: first } = await neighbourhood({ ...startAt('device', 'D-2'), steps: 1 })
    const { output } = await expand({ node: nodeOf(first, 'U-3').id, type: 'transaction', present: [] })
    expect(output.nodes.map(({ text }) => text).toSorted()).toEqual(['P-3', 'P-4', 'U-3'])
    // What the type left out is still to come, except what the page has.
    expect(nodeOf(output, 'U-3').moreByType).toEqual({ device: 2, payment: 2, email: 1 })
    const present = output.nodes.map(({ id }) => id)
    const { output: next } = await expand({ node: nodeOf(first, 'U-3').id, type: 'device', present })
    expect(textsOf(next, 'device')).toEqual(['D-1', 'D-2'])
    expect(nodeOf(next, 'U-3').moreByType).toEqual({ payment: 2, email: 1 })
  })
  it('counts only neighbours of types that the filter draws', async () => {
    const filter = { nodeTypes: ['user' as const, 'device' as const] }
    const { output } = await neighbourhood({ ...startAt('device', 'D-1'), steps: 1, filter })
    expect(nodeOf(output, 'U-3')).toMatchObject({ more: 1, moreByType: { device: 1 } })
  })
  it.each([
    [['owns', 'chargedBack'], {}, { transaction: 1 }],
    [['used'], { nodeTypes: ['user', 'device', 'payment'] }, { device: 1 }],
    [['paidWith', 'used'], {}, { device: 1, payment: 1 }],
  ] as const)('counts no neighbours that edges of the kinds %s do not lead to', async (edgeKinds, types, more) => {
    const filter = { edgeKinds: [...edgeKinds], ...('nodeTypes' in types ? { nodeTypes: [...types.nodeTypes] } : {}) }
    // What hangs on the user is drawn with one of its devices or purchases.
    const { output } = await neighbourhood({ ...startAt('device', 'D-1'), steps: 1, filter })
    expect(nodeOf(output, 'U-3').moreByType).toEqual(more)
  })
})

describe('a path', () => {
  it('is the shortest one between two nodes', async () => {
    const start = await neighbourhood(startAt('payment', 'PI-1'))
    const end = await neighbourhood(startAt('payment', 'PI-5'))
    const { output, status } = await path({ from: start.output.start ?? '', to: end.output.start ?? '' })
    expect(status, JSON.stringify(output)).toBe(200)
    const text = new Map(output.nodes.map(node => [node.id, node.text]))
    expect(output.paths.map(ids => ids.map(id => text.get(id)))).toEqual([
      ['PI-1', 'U-1', 'D-1', 'U-3', 'D-2', 'P-5', 'PI-5'],
    ])
    expect(output.edges).toHaveLength(6)
  })
  it('is not longer than the steps that are asked for', async () => {
    const start = await neighbourhood(startAt('payment', 'PI-1'))
    const end = await neighbourhood(startAt('payment', 'PI-5'))
    const { output } = await path({ from: start.output.start ?? '', to: end.output.start ?? '', steps: 5 })
    expect(output.paths).toEqual([])
    expect(textsOf(output, 'payment')).toEqual(['PI-1', 'PI-5'])
  })
})

describe('a selection', () => {
  it('names the events of its nodes and the open cases among them', async () => {
    const { output: first } = await neighbourhood(startAt('device', 'D-1'))
    const nodes = [nodeOf(first, 'PI-2').id, nodeOf(first, 'P-1').id]
    const { output, status } = await selection({ nodes }, 'admin')
    expect(status, JSON.stringify(output)).toBe(200)
    expect(output.events.map(({ externalId, label }) => [externalId, label]).toSorted()).toEqual([
      ['P-1', null],
      ['P-2', 'Fraud'],
      ['P-3', null],
    ])
    expect(output).toMatchObject({
      complete: true,
      missing: [],
      openCases: [{ externalId: 'P-3', state: 'Pending', refusal: null }],
    })
    // Who sees no queue sees no case; who may not review cannot decide it.
    expect((await selection({ nodes })).output.openCases).toEqual([])
    expect((await selection({ nodes }, 'viewer')).output.openCases).toMatchObject([{ refusal: 'case.forbidden' }])
    const everything = await selection({ nodes: first.nodes.map(({ id }) => id) })
    expect(everything.output.events).toHaveLength(5)
  })
  it('says which of its nodes have no events any more', async () => {
    const missing = 'transaction.30000000-0000-4000-8000-00000000000f'
    const { output } = await selection({ nodes: [missing] })
    expect(output).toMatchObject({ events: [], openCases: [], missing: [missing] })
  })
})

describe('what was removed meanwhile', () => {
  it('is gone from the graph, and its node opens nothing', async () => {
    const { db } = bench.store
    await storeGraphPurchase(db, { id: 'G-1', user: 'gone', device: 'D-gone' })
    const { output } = await neighbourhood(startAt('device', 'D-gone'))
    const ids = output.nodes.map(({ id }) => id)
    for (const table of ['event_entity', 'event_key', 'event_body', 'event'] as const)
      await sql`delete from ${sql.table(table)} where event_id = ${nodeOf(output, 'G-1').event?.eventId}::uuid`.execute(
        db,
      )
    const again = await neighbourhood({ start: { kind: 'node', node: nodeOf(output, 'D-gone').id } })
    expect(again.output).toMatchObject({ start: null, nodes: [], edges: [] })
    const opened = await expand({ node: nodeOf(output, 'gone').id })
    expect([opened.status, opened.output.nodes]).toEqual([200, []])
    const chosen = await selection({ nodes: ids })
    expect(chosen.output).toMatchObject({ events: [], openCases: [] })
    expect(chosen.output.missing).toHaveLength(3)
  })
})
