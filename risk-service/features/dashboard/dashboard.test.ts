import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Dashboard, type DashboardApiCalls, decisions, type EventRow } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { rebuildRollups } from '../../kernel/store/maintenance/rollups.ts'

interface Event {
  environment: string
  at: number
  decision: (typeof decisions)[number]
  score: number
  usd: number | null
  label: 'Fraud' | 'NonFraud' | null
  rule: number | null
}

const hour = 3_600_000
const to = Date.parse('2025-11-20T13:00:00.000Z')
const ruleId = (n: number) => `50000000-0000-4000-8000-00000000000${n}`
let bench: ConsoleBench
let events: Event[] = []
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  // Over 200 days, so that also the 90 days before the last 90 are incomplete; irregular, and some in the current hour.
  events = Array.from(
    { length: 1500 },
    (_, n): Event => ({
      environment: [places.root, places.eu, places.us, places.box, places.foreign][n % 5] ?? places.root,
      at: now.getTime() - Math.floor((n / 1500) ** 3 * 200 * 24 * hour),
      decision: decisions[(n * 7) % 4] ?? 'Approve',
      score: (n * 131) % 1000,
      usd: n % 6 === 0 ? null : n,
      label: n % 9 === 0 ? 'Fraud' : n % 9 === 1 ? 'NonFraud' : null,
      rule: n % 3 === 0 ? null : n % 4,
    }),
  )
  await db
    .insertInto('event')
    .values(
      events.map((event, n) => ({
        environment_id: event.environment,
        at: new Date(event.at),
        event_id: randomUUID(),
        event_type: 'purchase',
        external_id: `e${n}`,
        assessment_type: 'Protect',
        decision: event.decision,
        reason: '',
        risk_score: event.score,
        amount: event.usd,
        currency: 'USD',
        amount_usd: event.usd,
        label: event.label,
        rule_id: event.rule === null ? null : ruleId(event.rule),
        rule: event.rule === null ? null : `Rule ${event.rule}`,
        clause: event.rule === null ? null : 'clause1',
      })),
    )
    .execute()
  for (const id of [places.root, places.eu, places.us, places.box, places.foreign]) await rebuildRollups(db, id)
  await db
    .insertInto('api_client')
    .values([
      {
        client_id: 'checkout',
        tenant_id: places.tenant,
        environment_id: places.root,
        principal_id: randomUUID(),
        display_name: 'Checkout',
      },
      {
        client_id: 'us-shop',
        tenant_id: places.tenant,
        environment_id: places.us,
        principal_id: randomUUID(),
        display_name: 'Shop',
      },
    ])
    .execute()
})
afterAll(() => bench.close())

const readPart = async (environment: string, part: string, who = 'admin') => {
  const answer = await bench.call(who, 'GET', `/environments/${environment}/dashboard${part}`)
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  return answer.json
}
const read = async (environment: string, period: string) =>
  (await readPart(environment, `?period=${period}`)) as Dashboard
function totalsOf(of: readonly Event[]) {
  return {
    events: of.length,
    amountUsd: of.reduce((sum, event) => sum + (event.usd ?? 0), 0),
    labelledFraud: of.filter(event => event.label === 'Fraud').length,
    decisions: Object.fromEntries(
      decisions.map(decision => [decision, of.filter(event => event.decision === decision).length]),
    ),
  }
}

/** Start of the day of `to`. */
const today = Date.parse('2025-11-20T00:00:00.000Z')

describe.each([
  ['24h', to - 24 * hour, 24, 'hour'],
  ['7d', today - 6 * 24 * hour, 168, 'day'],
  ['30d', today - 29 * 24 * hour, 720, 'day'],
  ['90d', today - 89 * 24 * hour, 2160, 'day'],
] as const)('%s', (period, from, hours, bucket) => {
  it.each([
    ['the root with its children', places.root, [places.root, places.eu, places.us]],
    ['a child', places.eu, [places.eu]],
    ['a sandbox', places.box, [places.box]],
  ] as const)('the dashboard equals a recount in %s', async (_name, environment, scope) => {
    const board = await read(environment, period)
    const within = (from: number, until: number) =>
      events.filter(event => scope.some(id => id === event.environment) && event.at >= from && event.at < until)
    const current = within(from, to)
    expect(current.length).toBeGreaterThan(0)
    expect(board).toMatchObject({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      bucket,
      hasEvents: true,
    })
    expect(board.totals).toEqual(totalsOf(current))
    expect(board.previous).toEqual(totalsOf(within(from - hours * hour, to - hours * hour)))
    const step = bucket === 'hour' ? hour : 24 * hour
    expect(board.series).toEqual(
      Array.from({ length: (hours * hour) / step }, (_, n) => {
        const { amountUsd, decisions: mix } = totalsOf(within(from + n * step, from + (n + 1) * step))
        return { start: new Date(from + n * step).toISOString(), amountUsd, ...mix }
      }),
    )
    expect(board.scoreBands).toEqual(
      [0, 1, 2, 3, 4].map(band => current.filter(event => Math.floor(event.score / 200) === band).length),
    )
    const expected = new Map<string, number>()
    for (const event of current)
      if (event.rule !== null)
        expected.set(
          `Rule ${event.rule} ${event.decision}`,
          (expected.get(`Rule ${event.rule} ${event.decision}`) ?? 0) + 1,
        )
    const top = board.topRules.map(rule => [`${rule.rule} ${rule.decision}`, rule.events] as const)
    expect(top).toHaveLength(Math.min(10, expected.size))
    for (const [name, count] of top) expect([name, count]).toEqual([name, expected.get(name)])
    expect(top.map(([, count]) => count)).toEqual([...expected.values()].sort((a, b) => b - a).slice(0, 10))
    const reviews = events
      .filter(event => scope.some(id => id === event.environment) && event.decision === 'Review')
      .map(event => event.at)
      .sort((a, b) => b - a)
      .slice(0, 8)
    const latest = (await readPart(environment, '/reviews')) as EventRow[]
    expect(latest.map(row => Date.parse(row.at))).toEqual(reviews)
  })
})

it('the dashboard shows how to call the risk API, and which applications may', async () => {
  expect(await readPart(places.us, '/integration')).toEqual({
    apiEndpoint: 'https://risk.example.com',
    tenantId: places.tenant,
    environmentId: places.us,
    apiClients: ['checkout', 'us-shop'],
    hasEvents: true,
  })
  expect(await readPart(places.eu, '/integration')).toMatchObject({ apiClients: ['checkout'] })
})

it('score bands follow the limits of the tenant, also for the past', async () => {
  const limits = [100, 350, 500, 900]
  const setting = { scope: places.tenant, key: 'caseManagement.options' }
  const { db } = bench.store
  expect((await read(places.root, '30d')).scoreLimits).toEqual([200, 400, 600, 800])
  await db
    .insertInto('setting')
    .values({ ...setting, value: JSON.stringify({ scoreLimits: limits }) })
    .execute()
  const board = await read(places.root, '30d')
  await db.deleteFrom('setting').where('scope', '=', setting.scope).where('key', '=', setting.key).execute()
  const counted = [0, 0, 0, 0, 0]
  for (const event of events)
    if (
      [places.root, places.eu, places.us].some(id => id === event.environment) &&
      event.at >= Date.parse(board.from) &&
      event.at < Date.parse(board.to)
    )
      counted[limits.filter(limit => event.score >= limit).length]!++
  expect(counted.every(count => count > 0)).toBe(true)
  expect(board).toMatchObject({ scoreLimits: limits, scoreBands: counted })
})

it('the dashboard of an environment without events is full of zeros, and other periods are refused', async () => {
  await bench.store.db.deleteFrom('event_hour').where('environment_id', '=', places.box).execute()
  await bench.store.db.deleteFrom('event').where('environment_id', '=', places.box).execute()
  const board = await read(places.box, '24h')
  expect(board).toMatchObject({
    hasEvents: false,
    totals: { events: 0 },
    scoreBands: [0, 0, 0, 0, 0],
  })
  expect(await readPart(places.box, '/reviews')).toEqual([])
  expect(await readPart(places.box, '/integration')).toMatchObject({ hasEvents: false })
  expect(await readPart(places.box, '/api-calls')).toMatchObject({ totals: { calls: 0, failed: 0 } })
  expect(board.series).toHaveLength(24)
  const refused = await bench.call('admin', 'GET', `/environments/${places.box}/dashboard?period=1y`)
  expect([refused.status, refused.body]).toMatchObject([422, { details: { issues: [{ path: ['period'] }] } }])
})

it('calls of the risk API are counted with those of the environments below, and failed ones by their status', async () => {
  const { db } = bench.store
  const hours: [environment: string, hour: string, status: number, calls: number][] = [
    [places.root, '2025-11-20T12:00:00Z', 200, 900],
    [places.root, '2025-11-20T12:00:00Z', 400, 6],
    [places.us, '2025-11-20T11:00:00Z', 503, 4],
    [places.us, '2025-11-20T11:00:00Z', 399, 90],
    // The hour before the first one of the last 24.
    [places.root, '2025-11-19T12:00:00Z', 200, 95],
    [places.root, '2025-11-19T12:00:00Z', 429, 5],
    [places.box, '2025-11-20T12:00:00Z', 500, 70],
    [places.foreign, '2025-11-20T12:00:00Z', 500, 70],
  ]
  await db
    .insertInto('api_call_hour')
    .values(
      hours.map(([environment_id, at, status, calls]) => ({
        environment_id,
        hour: at,
        api_name: 'Purchase',
        experience: 'Protect',
        status,
        calls,
        latency_ms: 0,
        longest_ms: 0,
        latency_bands: [calls],
      })),
    )
    .execute()
  await db
    .insertInto('api_call_hour')
    .values({
      environment_id: places.root,
      hour: '2025-11-20T12:00:00Z',
      api_name: 'v1.0',
      experience: 'Refused',
      status: 401,
      calls: 50,
      latency_ms: 0,
      longest_ms: 0,
      latency_bands: [50],
    })
    .execute()
  const { totals, previous, series } = (await readPart(places.root, '/api-calls')) as DashboardApiCalls
  expect([totals, previous]).toEqual([
    { calls: 1000, failed: 10 },
    { calls: 100, failed: 5 },
  ])
  expect(series).toHaveLength(24)
  expect(series.slice(-2)).toEqual([
    { start: '2025-11-20T11:00:00.000Z', calls: 94, failed: 4 },
    { start: '2025-11-20T12:00:00.000Z', calls: 906, failed: 6 },
  ])
  expect(await readPart(places.us, '/api-calls')).toMatchObject({ totals: { calls: 94, failed: 4 } })
})

it('each part of the dashboard has its right, and none is for another tenant', async () => {
  const status = async (who: string, part: string, environment: string = places.root) =>
    (await bench.call(who, 'GET', `/environments/${environment}/dashboard${part}`)).status
  const parts = ['', '/reviews', '/integration', '/api-calls', '/health']
  const statuses = (who: string, environment?: string) => Promise.all(parts.map(part => status(who, part, environment)))
  expect(await statuses('viewer')).toEqual([200, 200, 200, 200, 200])
  // Support agents search; they see neither figures nor the integration.
  expect(await statuses('support')).toEqual([403, 200, 403, 403, 200])
  expect(await statuses('local')).toEqual([404, 404, 404, 404, 404])
  expect(await statuses('local', places.eu)).toEqual([200, 200, 200, 200, 200])
  expect(await statuses('outsider')).toEqual([404, 404, 404, 404, 404])
  expect(await statuses('viewer', places.foreign)).toEqual([404, 404, 404, 404, 404])
})
