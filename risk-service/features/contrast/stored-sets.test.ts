import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContrastInput, ContrastOutput } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { createGraphCalls, startAt } from '../graph/testing/graph-calls.ts'
import { storeGraphPurchase } from '../graph/testing/graph-events.ts'
import { createRingCalls, four, ringValues } from '../graph/testing/ring-calls.ts'

type Set = ContrastInput['a']
let bench: ConsoleBench
const graph = createGraphCalls(() => bench)
const rings = createRingCalls(() => bench)
/** Ids of the nodes and rings that the tests compare. */
const ids = { device: '', hiddenDevice: '', ring: '', rule: randomUUID(), above: randomUUID(), routing: randomUUID() }

beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  await rings.storeHour(1000, 10)
  // Four users of one device and instrument, and twenty strangers; a purchase of another environment of the same device.
  await rings.store(four, { ...ringValues, amount: 900, label: 'Fraud' })
  for (let n = 0; n < 20; n++)
    await storeGraphPurchase(db, { id: `S-${n}`, user: `S-${n}`, device: `DS-${n}`, hoursAgo: 10 + n, amount: 20 })
  await storeGraphPurchase(db, { id: 'E-1', user: 'U-1', device: 'D-1', environmentId: places.eu, hoursAgo: 15 })
  await storeGraphPurchase(db, { id: 'O-1', user: 'U-us', device: 'D-us', environmentId: places.us, hoursAgo: 15 })
  await rings.update()
  ids.ring = (await rings.list())[0]?.id ?? ''
  ids.device = (await graph.neighbourhood(startAt('device', 'D-1'))).output.start ?? ''
  ids.hiddenDevice = (await graph.neighbourhood(startAt('device', 'D-us'))).output.start ?? ''
  const rule = {
    status: 'active' as const,
    version: 1,
    body: '{}',
    published_by: randomUUID(),
    published_by_name: 'Test',
  }
  await db
    .insertInto('rule')
    .values([
      { ...rule, id: ids.rule, environment_id: places.eu, event_type: 'purchase', name: 'Own', position: 1 },
      { ...rule, id: ids.above, environment_id: places.root, event_type: 'purchase', name: 'Above', position: 1 },
      {
        ...rule,
        id: ids.routing,
        environment_id: places.root,
        event_type: 'purchase',
        type: 'routing',
        name: 'Routing',
        position: 2,
      },
    ])
    .execute()
})
afterAll(() => bench.close())

const everything: Set = { kind: 'search', filter: { period: '30d' } }
async function compare(
  input: Partial<ContrastInput>,
  as: string | null = 'engineer',
  environment: string = places.root,
) {
  const body = { eventType: 'purchase', b: everything, ...input }
  const answer = await bench.call(as, 'POST', `/environments/${environment}/contrast`, body)
  return { ...answer, output: answer.json as ContrastOutput }
}
const pathsIn = (json: unknown): string[] =>
  ((json as { details?: { issues?: { path: (string | number)[] }[] } }).details?.issues ?? []).map(({ path }) =>
    path.join('.'),
  )
const found = ({ findings }: ContrastOutput, attribute: string) =>
  findings.flatMap(finding => [finding, ...finding.same]).find(each => each.attribute === attribute)

describe('the events of nodes', () => {
  it('are those of an entity, against all others', async () => {
    const { status, output } = await compare({ a: { kind: 'nodes', nodes: [ids.device] } })
    expect(status, JSON.stringify(output)).toBe(200)
    // Four of the ring and the one of the environment below.
    expect(output.a).toMatchObject({ found: 5, compared: 5, complete: true, missing: 0 })
    expect(output.b).toMatchObject({ found: 26, shared: 5 })
    expect(found(output, 'deviceId')).toMatchObject({ value: { kind: 'equals', text: 'D-1' } })
  })

  it('are those of the environments and days of the call alone', async () => {
    const nodes = [ids.device, ids.hiddenDevice]
    const eu = await compare({ a: { kind: 'nodes', nodes } }, 'local', places.eu)
    // A device of another environment is as one that does not exist.
    expect(eu.output.a).toMatchObject({ found: 1, missing: 1 })
    const dates = { from: '2025-11-01', to: '2025-11-02' }
    const early = await compare({ a: { kind: 'nodes', nodes: [ids.device], dates } })
    expect(early.output.a).toMatchObject({ found: 0, compared: 0, missing: 1 })
    expect(early.output.findings).toEqual([])
  })

  it('are transactions themselves, of the type that is compared', async () => {
    const { db } = bench.store
    const id = await storeGraphPurchase(db, { id: 'L-1', user: 'L-1', eventType: 'accountlogin', hoursAgo: 2 })
    const nodes = [`transaction.${id}`, `transaction.${randomUUID()}`]
    // One of another type is as missing as one that is not there.
    expect((await compare({ a: { kind: 'nodes', nodes } })).output.a).toMatchObject({ found: 0, missing: 2 })
    const logins = await compare({ a: { kind: 'nodes', nodes }, eventType: 'accountlogin' })
    expect(logins.output.a).toMatchObject({ found: 1, missing: 1 })
  })

  it('are the newest ones where an entity has many, and the answer says so', async () => {
    for (let n = 0; n < 201; n++)
      await storeGraphPurchase(bench.store.db, {
        id: `K-${n}`,
        user: `K-${n}`,
        device: 'kiosk',
        environmentId: places.us,
      })
    const node = (await graph.neighbourhood(startAt('device', 'kiosk'))).output.start ?? ''
    const { output } = await compare({ a: { kind: 'nodes', nodes: [node] } }, 'engineer', places.us)
    expect(output.a).toMatchObject({ found: 200, complete: false })
  })

  it.each<[string, Set, string, number]>([
    ['no nodes', { kind: 'nodes', nodes: [] }, 'a.nodes', 422],
    ['an id of no node', { kind: 'nodes', nodes: ['device.abcdef'] }, 'a.nodes.0', 422],
    [
      'days in the wrong order',
      { kind: 'nodes', nodes: ['x'], dates: { from: '2025-11-02', to: '2025-11-01' } },
      'a.dates.to',
      422,
    ],
    [
      'days before the first one',
      { kind: 'nodes', nodes: ['x'], dates: { from: '2020-11-02', to: '2020-11-03' } },
      'a.dates.from',
      422,
    ],
  ])('name the field of %s', async (_, a, path, expected) => {
    const { status, json } = await compare({ a })
    expect(status).toBe(expected)
    expect(pathsIn(json)).toContain(path)
  })

  it('are no events for another tenant, whose nodes have other ids', async () => {
    const { status, json } = await compare({ a: { kind: 'nodes', nodes: [ids.device] } }, 'outsider', places.foreign)
    expect(status).toBe(422)
    expect(pathsIn(json)).toContain('a.nodes.0')
  })
})

describe('the events of a ring', () => {
  it('are those of its members in its environment', async () => {
    const { status, output } = await compare({ a: { kind: 'ring', ringId: ids.ring } })
    expect(status, JSON.stringify(output)).toBe(200)
    expect(output.a).toMatchObject({ found: 4, complete: true, missing: 0, labels: { fraud: 4, labelled: 4 } })
    expect(found(output, 'deviceId')).toMatchObject({ value: { text: 'D-1' } })
    expect(found(output, 'paymentInstrumentList.merchantPaymentInstrumentId')).toMatchObject({
      value: { text: 'PI-1' },
    })
  })

  it('are not there for who does not see the ring', async () => {
    const a: Set = { kind: 'ring', ringId: ids.ring }
    const none: Set = { kind: 'ring', ringId: randomUUID() }
    for (const [as, environment] of [
      ['local', places.eu],
      ['outsider', places.foreign],
    ] as const) {
      const hidden = await compare({ a }, as, environment)
      const missing = await compare({ a: none }, as, environment)
      expect([hidden.status, missing.status]).toEqual([404, 404])
      expect({ ...hidden.body, correlationId: '' }).toEqual({ ...missing.body, correlationId: '' })
    }
    expect((await compare({ a: { kind: 'ring', ringId: 'none' } })).status).toBe(422)
  })

  it('shows no value that is masked for the caller', async () => {
    const settings = `/environments/${places.root}/personal-data/settings`
    await bench.call('admin', 'PUT', settings, { baseVersion: 0, profile: { AllAreasViewer: ['instrument'] } })
    const { output } = await compare({ a: { kind: 'ring', ringId: ids.ring } }, 'viewer')
    expect(output.a.found).toBe(4)
    expect(JSON.stringify(output.findings)).not.toContain('PI-1')
  })
})

describe('fraud that a rule caught and missed', () => {
  beforeAll(async () => {
    for (let n = 0; n < 16; n++) {
      const caught = n < 8
      const id = await storeGraphPurchase(bench.store.db, {
        id: `R-${n}`,
        user: `R-${n}`,
        device: `DR-${n}`,
        ip: caught ? `203.0.113.${n}` : `198.51.100.${n}`,
        environmentId: places.eu,
        label: n === 0 ? 'NonFraud' : 'Fraud',
        hoursAgo: 5,
      })
      if (caught)
        await bench.store.db.updateTable('event').set({ rule_id: ids.rule }).where('event_id', '=', id).execute()
    }
  })
  const outcome = (name: 'caught' | 'missed', filter: object = {}, ruleId = ids.rule): Set => ({
    kind: 'rule',
    ruleId,
    outcome: name,
    filter: { period: '30d', ...filter },
  })
  const both = { a: outcome('caught'), b: outcome('missed') }

  it('is compared with each other, without events that were good', async () => {
    const { status, output } = await compare(both, 'engineer', places.eu)
    expect(status, JSON.stringify(output)).toBe(200)
    expect(output.a).toMatchObject({ found: 7, labels: { fraud: 7, labelled: 7 } })
    expect(output.b).toMatchObject({ found: 8, shared: 0 })
    expect(found(output, 'ipNetwork')).toMatchObject({ value: { text: expect.stringMatching(/^(203|198)/) } })
  })

  it('is told apart by nothing that was decided or labelled', async () => {
    const { output } = await compare(both, 'engineer', places.eu)
    const outcomes = ['rule', 'clause', 'reason', 'decision', 'label']
    const compared = output.findings.flatMap(each => [each, ...each.same]).map(({ attribute }) => attribute)
    expect(compared.filter(attribute => outcomes.includes(attribute))).toEqual([])
    expect(output.omitted).toEqual(
      expect.arrayContaining(outcomes.map(attribute => ({ attribute, reason: 'outcome', values: 0 }))),
    )
    // Of other sets they are news.
    const { output: searched } = await compare({ a: everything, b: everything }, 'engineer', places.eu)
    expect(searched.omitted.some(({ reason }) => String(reason) === 'outcome')).toBe(false)
  })

  it('is that of the days and conditions of the search', async () => {
    const conditions = [{ column: 'userId', op: 'in' as const, value: ['R-1', 'R-2', 'R-9'] }]
    const { output } = await compare(
      { a: outcome('caught', { conditions }), b: outcome('missed', { conditions }) },
      'engineer',
      places.eu,
    )
    expect([output.a.found, output.b.found]).toEqual([2, 1])
    const dates = { from: '2025-11-01', to: '2025-11-02' }
    expect((await compare({ ...both, a: outcome('caught', { dates }) }, 'engineer', places.eu)).output.a.found).toBe(0)
  })

  it('is also that of a rule of an environment above', async () => {
    const { output } = await compare({ a: outcome('missed', {}, ids.above) }, 'local', places.eu)
    expect(output.a.found).toBe(15)
  })

  it('needs a rule that decides events of the type, and that the caller sees', async () => {
    const refused = async (a: Set, as: string, environment: string) => (await compare({ a }, as, environment)).status
    expect(await refused(outcome('caught', {}, ids.rule), 'engineer', places.root)).toBe(404)
    expect(await refused(outcome('caught', {}, randomUUID()), 'engineer', places.root)).toBe(404)
    expect(await refused(outcome('caught', {}, ids.above), 'outsider', places.foreign)).toBe(404)
    for (const [ruleId, eventType] of [
      [ids.routing, 'purchase'],
      [ids.above, 'accountlogin'],
    ] as const) {
      const { status, json } = await compare({ a: outcome('caught', {}, ruleId), eventType })
      expect([status, pathsIn(json)]).toEqual([422, ['a.ruleId']])
    }
    const faulty = await compare({
      b: outcome('missed', { conditions: [{ column: 'nothing', op: 'null' }] }, ids.above),
      a: everything,
    })
    expect(pathsIn(faulty.json)).toContain('b.filter.conditions.0.column')
  })
})

describe('a range of time and the weeks before it', () => {
  const range = { from: '2025-11-20T08:00:00Z', to: '2025-11-20T09:00:00Z' }
  const hours = (at: string) => (now.getTime() - Date.parse(at)) / 3_600_000
  beforeAll(async () => {
    const store = (id: string, at: string, ip: string) =>
      storeGraphPurchase(bench.store.db, { id, user: id, ip, hoursAgo: hours(at), environmentId: places.us })
    for (let n = 0; n < 6; n++) await store(`T-${n}`, `2025-11-20T08:0${n}:00Z`, `203.0.113.${n}`)
    await store('T-end', range.to, '203.0.113.9')
    for (const [week, day] of ['13', '06'].entries())
      for (let n = 0; n < 6; n++) await store(`W-${week}-${n}`, `2025-11-${day}T08:0${n}:00Z`, `198.51.${n}.${week}`)
    // Of three weeks before, and outside of the hour.
    await store('W-2', '2025-10-30T08:30:00Z', '198.51.100.2')
    await store('W-late', '2025-11-13T09:00:00Z', '198.51.100.3')
  })
  const inUs = (a: Set, b: Set, more: Partial<ContrastInput> = {}) => compare({ a, b, ...more }, 'engineer', places.us)

  it('are compared, the end of each excluded', async () => {
    const { status, output } = await inUs({ kind: 'time', ...range }, { kind: 'time', ...range, weeksBefore: 2 })
    expect(status, JSON.stringify(output)).toBe(200)
    expect([output.a.found, output.b.found, output.b.shared]).toEqual([6, 12, 0])
    expect(found(output, 'ipNetwork')).toMatchObject({ value: { text: '203.0.113.0/24' } })
  })

  it('are those of the clock of the time zone', async () => {
    // On 26 October the clocks of Copenhagen went back: nine o'clock was at 7:00 UTC before, and at 8:00 after.
    const store = (id: string, at: string) =>
      storeGraphPurchase(bench.store.db, { id, user: id, hoursAgo: hours(at), environmentId: places.foreign })
    await store('Z-summer', '2025-10-23T07:30:00Z')
    await store('Z-winter', '2025-10-30T08:30:00Z')
    const set: Set = { kind: 'time', from: '2025-10-30T08:00:00Z', to: '2025-10-30T09:00:00Z', weeksBefore: 1 }
    const at = async (timeZone: string) =>
      (await compare({ a: set, b: everything, timeZone }, 'outsider', places.foreign)).output.a.found
    expect([await at('Europe/Copenhagen'), await at('UTC')]).toEqual([1, 0])
  })

  it('takes conditions', async () => {
    const filter = { conditions: [{ column: 'userId', op: 'in' as const, value: ['T-1', 'W-0-2', 'W-1-2'] }] }
    const { output } = await inUs(
      { kind: 'time', ...range, filter },
      { kind: 'time', ...range, weeksBefore: 12, filter },
    )
    expect([output.a.found, output.b.found]).toEqual([1, 2])
  })

  it.each<[string, object, string]>([
    ['an end before the beginning', { to: range.from }, 'a.to'],
    ['a range of more than a week', { from: '2025-11-01T00:00:00Z' }, 'a.to'],
    ['too many weeks', { weeksBefore: 13 }, 'a.weeksBefore'],
    ['a day in place of a moment', { from: '2025-11-20' }, 'a.from'],
    [
      'an unknown field',
      { filter: { conditions: [{ column: 'nothing', op: 'null' }] } },
      'a.filter.conditions.0.column',
    ],
  ])('names the field of %s', async (_, change, path) => {
    const { status, json } = await inUs({ kind: 'time', ...range, ...change }, everything)
    expect(status).toBe(422)
    expect(pathsIn(json)).toContain(path)
  })
})

it('sets of the graph and of rules need the rights to those, and the environment', async () => {
  const sets: Set[] = [
    { kind: 'nodes', nodes: [ids.device] },
    { kind: 'ring', ringId: ids.ring },
    { kind: 'rule', ruleId: ids.above, outcome: 'caught', filter: {} },
  ]
  Object.assign(bench.person('colleague'), { limitedTo: ['search'] })
  for (const a of sets) {
    expect((await compare({ a }, 'colleague')).status).toBe(403)
    expect((await compare({ a: everything, b: a }, 'colleague')).status).toBe(403)
    expect((await compare({ a }, 'nobody')).status).toBe(404)
    expect((await compare({ a }, null)).status).toBe(401)
    expect((await compare({ a }, 'outsider')).status).toBe(404)
    expect((await compare({ a }, 'local')).status).toBe(404)
  }
  expect((await compare({ a: everything, b: everything }, 'colleague')).status).toBe(200)
})
