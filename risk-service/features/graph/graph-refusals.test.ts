import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { createGraphCalls, nodeOf, startAt, textsOf } from './testing/graph-calls.ts'
import { storeGraphPurchase } from './testing/graph-events.ts'

let bench: ConsoleBench
const { neighbourhood, expand, path, selection, hubs } = createGraphCalls(() => bench)
/** More than `graphLimits.hubLinks`. */
const crowd = 201

beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  for (let n = 0; n < crowd; n += 1)
    await storeGraphPurchase(db, {
      id: `C-${n}`,
      user: `crowd-${n}`,
      device: 'kiosk',
      email: `crowd${n}@example.com`,
      hoursAgo: 1 + n / 100,
      ...(n < 2 ? { label: 'Fraud' as const } : {}),
      payment: n === 0 ? 'shared' : `own-${n}`,
      bin: '510510',
      ip: `198.51.100.${n}`,
    })
  await storeGraphPurchase(db, {
    id: 'K-1',
    user: 'kim@contoso.com',
    email: 'kim@contoso.com',
    payment: 'shared',
    bin: '400012',
    ip: '203.0.113.9',
  })
  await db
    .insertInto('event_hour')
    .values({
      environment_id: places.root,
      event_type: 'purchase',
      hour: now,
      decision: 'Approve',
      score_band: 1,
      label: 'Fraud',
      events: 5,
      amount_usd: 0,
    })
    .execute()
  await db
    .insertInto('event_hour')
    .values({
      environment_id: places.root,
      event_type: 'purchase',
      hour: now,
      decision: 'Approve',
      score_band: 1,
      label: '',
      events: 995,
      amount_usd: 0,
    })
    .execute()
})
afterAll(() => bench.close())

describe('a hub', () => {
  it('is drawn with its base rate and not walked through, unless it is named', async () => {
    const { output } = await neighbourhood(startAt('device', 'kiosk'))
    expect(output.nodes).toHaveLength(1)
    expect(output.hubs).toEqual([output.start])
    expect(nodeOf(output, 'kiosk')).toMatchObject({
      accounts: crowd,
      events: { count: 200, complete: false },
      hub: {
        accounts: crowd,
        events: crowd,
        complete: true,
        fraud: { events: 2, share: 2 / crowd },
        base: { events: 1000, fraud: 5, share: 0.005 },
      },
      more: crowd,
    })
    const walked = await neighbourhood({ ...startAt('device', 'kiosk'), walk: [output.start ?? ''], nodes: 2000 })
    expect(textsOf(walked.output, 'user').length).toBeGreaterThanOrEqual(200)
    expect(walked.output.hubs).toEqual([])
  })
  it('may be a BIN or a network', async () => {
    const { output } = await neighbourhood(startAt('bin', '510510'))
    expect(output.nodes).toMatchObject([{ type: 'bin', hub: { accounts: crowd }, more: crowd }])
    expect(output.hubs).toEqual([output.start])
    const one = await neighbourhood(startAt('ip', '198.51.100.1'))
    const network = await neighbourhood({ start: { kind: 'node', node: nodeOf(one.output, '198.51.100.0/24').id } })
    expect(network.output.nodes).toMatchObject([{ type: 'ipNetwork', hub: { accounts: crowd }, more: crowd }])
    const closed = await expand({ node: output.start ?? '' })
    expect(closed.output.nodes).toMatchObject([{ type: 'bin', hub: { accounts: crowd } }])
  })
  it('is drawn where a graph begins at several nodes', async () => {
    const starts = await Promise.all(
      [startAt('device', 'kiosk'), startAt('bin', '510510'), startAt('user', 'kim@contoso.com')].map(start =>
        neighbourhood(start),
      ),
    )
    const nodes = starts.map(({ output }) => output.start ?? '')
    const { output } = await neighbourhood({ start: { kind: 'nodes', nodes }, steps: 1 })
    expect(output.hubs.toSorted()).toEqual(nodes.slice(0, 2).toSorted())
    expect(textsOf(output, 'transaction')).toContain('K-1')
    const closed = await neighbourhood({ start: { kind: 'nodes', nodes: nodes.slice(0, 2) }, steps: 1 })
    expect(closed.output.nodes.map(({ id }) => id).toSorted()).toEqual(nodes.slice(0, 2).toSorted())
  })
  it('is found among values, in any letter case', async () => {
    const values = [
      { key: 'device', value: 'DV-nobody' },
      { key: 'device', value: 'KIOSK' },
      { key: 'bin', value: '510510' },
      { key: 'payment', value: 'shared' },
    ]
    const { output } = await hubs(values)
    expect(output.hubs).toMatchObject([
      { index: 1, hub: { accounts: crowd, fraud: { events: 2 }, base: { share: 0.005 } } },
      { index: 2, hub: { accounts: crowd } },
    ])
    const elsewhere = await hubs(values, 'outsider', places.foreign)
    expect([elsewhere.status, elsewhere.output.hubs]).toEqual([200, []])
    expect((await hubs(values, 'outsider')).status).toBe(404)
  })
  it('is looked for among no more than fifty whole values', async () => {
    const refused = async (values: Parameters<typeof hubs>[0]) => {
      const { status, json } = await hubs(values)
      const issues = (json as { details?: { issues?: { path: unknown[] }[] } }).details?.issues ?? []
      return [status, issues.map(({ path }) => path.join('.'))]
    }
    expect(await refused([])).toEqual([422, ['values']])
    expect(await refused(Array.from({ length: 51 }, () => ({ key: 'ip', value: '10.0.0.1' })))).toEqual([
      422,
      ['values'],
    ])
    expect(await refused([{ key: 'email', value: 'k***@contoso.com' }])).toEqual([422, ['values.0.value']])
    expect((await refused([{ key: 'purchase', value: 'P-1' }]))[1]).toEqual(['values.0.key'])
  })
  it('is not walked through from elsewhere', async () => {
    const { output } = await neighbourhood(startAt('payment', 'shared'))
    expect(textsOf(output, 'user')).toEqual(['crowd-0', 'kim@contoso.com'])
    expect(nodeOf(output, 'kiosk').hub).not.toBeNull()
  })
  it('opens in steps of a hundred when the caller asks for it', async () => {
    const { output } = await neighbourhood(startAt('device', 'kiosk'))
    const node = output.start ?? ''
    const refused = await expand({ node })
    expect(refused.output.nodes.map(({ text }) => text)).toEqual(['kiosk'])
    const seen = new Set<string>()
    let cursor: string | null | undefined
    const sizes: number[] = []
    do {
      const { output: page } = await expand({ node, walk: [node], ...(cursor ? { cursor } : {}), present: [...seen] })
      sizes.push(page.nodes.length - 1)
      for (const { id } of page.nodes) seen.add(id)
      cursor = page.nextCursor
    } while (cursor)
    expect(sizes).toEqual([100, 100, 1])
    expect(seen.size).toBe(crowd + 1)
  })
  it('ends a path, which is found when the hub is named', async () => {
    const nodeFor = async (id: string) => (await neighbourhood(startAt('user', id))).output.start ?? ''
    const ends = { from: await nodeFor('crowd-5'), to: await nodeFor('crowd-6') }
    const { output } = await path(ends)
    expect(output.paths).toEqual([])
    expect(output.hubs).toEqual([nodeOf(output, 'kiosk').id])
    const through = await path({ ...ends, walk: output.hubs })
    expect(through.output.paths).toHaveLength(1)
    // Without the hub the search goes on to the BIN, of whose events only the newest are read.
    expect([output.complete, through.output.complete]).toEqual([false, true])
  })
})

describe('the limits', () => {
  it('an answer has what it has, with what is left out', async () => {
    const kiosk = (await neighbourhood(startAt('device', 'kiosk'))).output.start ?? ''
    const { output } = await neighbourhood({ ...startAt('device', 'kiosk'), walk: [kiosk], nodes: 50 })
    expect(output.complete).toBe(false)
    expect(output.nodes.length).toBeLessThanOrEqual(50)
    expect(nodeOf(output, 'kiosk').more).toBeGreaterThan(150)
  })
})

describe('masked values', () => {
  it('are shown in no node and no id', async () => {
    const saved = await bench.call('admin', 'PUT', `/environments/${places.root}/personal-data/settings`, {
      baseVersion: 0,
      profile: { AllAreasViewer: ['email', 'ip', 'instrument'] },
    })
    expect(saved.status, JSON.stringify(saved.json)).toBe(200)
    const { output } = await neighbourhood(startAt('email', 'kim@contoso.com'), 'viewer')
    const answer = JSON.stringify(output)
    for (const value of ['kim@', '203.0.113.9"', '400012', '"shared"']) expect(answer).not.toContain(value)
    expect(output.start).toMatch(/^email\.[\w-]{60,}$/)
    const email = output.nodes.find(({ type }) => type === 'email')
    expect(email).toMatchObject({ text: 'k***@contoso.com', key: null })
    expect(output.nodes.find(({ type }) => type === 'user')).toMatchObject({ text: 'k***@contoso.com', key: null })
    expect(output.nodes.find(({ type }) => type === 'bin')).toMatchObject({ text: '***', key: null })
    expect(output.nodes.find(({ type }) => type === 'ipNetwork')).toMatchObject({ text: '203.0.113.0/24' })
    // The node opens nevertheless: its id stands for the value.
    const again = await neighbourhood({ start: { kind: 'node', node: output.start ?? '' } }, 'viewer')
    expect(again.output.nodes).toHaveLength(output.nodes.length)
    const open = await neighbourhood(startAt('email', 'kim@contoso.com'))
    expect(open.output.start).toBe(output.start)
    expect(nodeOf(open.output, '400012').key).toBe('400012')
  })
})

describe('refusals', () => {
  const start = startAt('device', 'kiosk')
  it('by rights', async () => {
    expect((await neighbourhood(start, null)).status).toBe(401)
    expect((await neighbourhood(start, 'nobody')).status).toBe(404)
    expect((await neighbourhood(start, 'outsider')).status).toBe(404)
    expect((await neighbourhood(start, 'engineer', places.foreign)).status).toBe(404)
    expect((await neighbourhood(start, 'local')).status).toBe(404)
  })
  it('of ids of another tenant, and of forged ones', async () => {
    const { output } = await neighbourhood(start)
    const id = output.start ?? ''
    await sql`update setting set value = '"other"' where key = 'graphNodeKey'`.execute(bench.store.db)
    for (const node of [id, 'device.', 'device.AAAA', 'nothing', 'transaction.1', `user.${id.split('.')[1]}`]) {
      const answer = await neighbourhood({ start: { kind: 'node', node } })
      expect([node, answer.status]).toEqual([node, 422])
      expect(answer.body).toMatchObject({ details: { issues: [{ path: ['start', 'node'], code: 'graph.node' }] } })
    }
  })
  it.each([
    ['no start', {}, 400, ['start']],
    ['an unknown key', { start: { kind: 'key', key: 'shoe', value: 'x' } }, 422, ['start', 'key']],
    ['an empty value', startAt('device', '  '), 422, ['start', 'value']],
    ['a masked value', startAt('email', 'k***@contoso.com'), 422, ['start', 'value']],
    ['a day too early', { ...start, dates: { from: '2020-01-01', to: '2025-01-01' } }, 422, ['dates', 'from']],
    ['days in the wrong order', { ...start, dates: { from: '2025-11-02', to: '2025-11-01' } }, 422, ['dates', 'to']],
    ['too many nodes', { ...start, nodes: 5000 }, 422, ['nodes']],
    ['an unknown decision', { ...start, filter: { decisions: ['Maybe'] } }, 422, ['filter', 'decisions', 0]],
  ])('%s', async (_, input, status, at) => {
    const answer = await neighbourhood(input as Parameters<typeof neighbourhood>[0])
    expect([answer.status, answer.body], JSON.stringify(answer.json)).toMatchObject([
      status,
      { details: { issues: expect.arrayContaining([expect.objectContaining({ path: at })]) } },
    ])
  })
  it('an empty selection, a path to itself and a cursor of another page', async () => {
    const id = (await neighbourhood(start)).output.start ?? ''
    expect((await selection({ nodes: [] })).status).toBe(422)
    expect((await path({ from: id, to: id })).status).toBe(422)
    expect((await expand({ node: id, cursor: 'x' })).status).toBe(422)
  })
  it('while the search is off', async () => {
    await sql`delete from search_switch`.execute(bench.store.db)
    const answer = await neighbourhood(start)
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'search.off' }])
  })
})
