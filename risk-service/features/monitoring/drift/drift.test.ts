import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { MonitorDrift } from '../../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { storeCounts } from '../counts/store-counts.ts'
import { type MonitoredEvent, ruleIdOf, storeMonitored } from '../testing/monitored-events.ts'
import { loadDrift, sharedDrift } from './load-drift.ts'

const minute = 60_000
const week = 7 * 24 * 60 * minute
let bench: ConsoleBench

/** A hundred purchases of the hour before, one each half a minute; those of the first places are described by `first`. */
function hundred(
  weeksAgo: number,
  first: Partial<MonitoredEvent>,
  most: number,
  environment: string = places.eu,
): MonitoredEvent[] {
  return Array.from({ length: 100 }, (_, n) => ({
    environment,
    eventType: 'purchase',
    at: now.getTime() - weeksAgo * week - n * 0.5 * minute,
    decision: 'Approve',
    score: 50 + (n % 4) * 100,
    rule: 1,
    ipCountry: n % 5 === 0 ? 'NL' : 'DE',
    deviceCountry: null,
    bot: null,
    ...(n < most ? first : {}),
  }))
}

/** Counts of the fields of an hour: all purchases, and those with an email address. */
async function storeFills(weeksAgo: number, withEmail: number): Promise<void> {
  const hour = new Date(Math.floor((now.getTime() - weeksAgo * week) / 3_600_000) * 3_600_000)
  const row = { environment_id: places.eu, event_type: 'purchase', client_id: 'shop', hour }
  await bench.store.db
    .insertInto('field_fill')
    .values([
      { ...row, field: '', events: 100 },
      { ...row, field: 'user.email', events: withEmail },
      { ...row, field: 'currency', events: 100 },
    ])
    .execute()
}

beforeAll(async () => {
  bench = await openConsoleBench()
  const attack = { decision: 'Reject', score: 950, rule: 2, ipCountry: 'BR' } as const
  const rejected = { decision: 'Reject', rule: 2 } as const
  await storeMonitored(bench.store, [
    ...hundred(0, attack, 40),
    ...[1, 2, 3, 4].flatMap(weeksAgo => hundred(weeksAgo, rejected, 2)),
    // Another tenant, and an assessment in which nothing changed.
    ...[0, 1, 2].flatMap(weeksAgo => hundred(weeksAgo, {}, 0, places.foreign)),
    ...[0, 1, 2, 3, 4].flatMap(weeksAgo =>
      hundred(weeksAgo, rejected, 2).map(event => ({ ...event, eventType: 'accountlogin' })),
    ),
    // Too few to compare.
    ...[0, 1, 2].flatMap(weeksAgo =>
      hundred(weeksAgo, attack, weeksAgo === 0 ? 10 : 0)
        .slice(0, 20)
        .map(event => ({ ...event, eventType: 'accountcreation' })),
    ),
  ])
  await storeFills(0, 20)
  for (const weeksAgo of [1, 2, 3, 4]) await storeFills(weeksAgo, 99)
})
afterAll(() => bench.close())

const read = async (timescale: string, assessment = 'purchase', environment: string = places.root) => {
  const path = `/environments/${environment}/monitoring/${assessment}/drift?timescale=${timescale}`
  const { status, json } = await bench.call('admin', 'GET', path)
  expect(status, JSON.stringify(json)).toBe(200)
  return json as MonitorDrift
}

describe.each([
  ['counted from the events', false],
  ['with stored counts of closed hours', true],
])('what is unusual, %s', (_, stored) => {
  beforeAll(async () => {
    sharedDrift.forget(bench.store.db)
    if (stored) while (await storeCounts({ db: bench.store.db, clock: () => now }));
  })
  it.each(['1h', '48h', '8d'])('%s: the same hours of four weeks are compared', async timescale => {
    const drift = await read(timescale)
    expect(drift).toMatchObject({ transactions: 100, before: 400, weeks: 4, tooFew: false, name: 'Purchase' })
    expect(Date.parse(drift.from)).toBeLessThanOrEqual(now.getTime() - 59 * minute)
    const of = (kind: string) => drift.findings.filter(finding => finding.kind === kind)
    expect(of('decision')).toEqual([{ kind: 'decision', decision: 'Reject', recent: 0.4, usual: 0.02 }])
    const rule = { kind: 'rule', recent: 0.4, usual: 0.02, ruleId: ruleIdOf(2), rule: 'Rule 2', environmentId: null }
    expect(of('rule')).toContainEqual(rule)
    expect(of('value')).toEqual([{ kind: 'value', attribute: 'ipCountry', value: 'BR', recent: 0.4, usual: 0 }])
    expect(of('field')).toEqual([{ kind: 'field', field: 'user.email', recent: 0.2, usual: 0.99 }])
    // 60 of 100 scores in four buckets, 40 in the last one; before 400 in the four.
    expect(of('score')).toEqual([
      {
        kind: 'score',
        score: 'risk',
        recent: 100 * (3 + 5 / 15),
        usual: 200,
        bucket: { index: 9, recent: 0.4, usual: 0 },
      },
    ])
    expect(of('volume')).toEqual([])
  })
})

it('the hours of the week are those of the time zone that is asked for', async () => {
  const path = (zone: string) =>
    `/environments/${places.root}/monitoring/purchase/drift?timescale=1h&timeZone=${encodeURIComponent(zone)}`
  sharedDrift.forget(bench.store.db)
  // In Samoa clocks are not changed.
  const same = await bench.call('admin', 'GET', path('Pacific/Apia'))
  expect(same.json).toMatchObject({ transactions: 100, before: 400 })
  const { status, json } = await bench.call('admin', 'GET', path('Nowhere'))
  expect(status).toBe(422)
  expect(json).toMatchObject({ details: { issues: [{ path: ['timeZone'] }] } })
})

it('all who look at the same minute share one reading', async () => {
  sharedDrift.forget(bench.store.db)
  const execute = vi.spyOn(bench.store.db.getExecutor(), 'executeQuery')
  const reads = () => execute.mock.calls.filter(([{ sql }]) => sql.includes('from field_fill')).length
  await Promise.all([read('1h'), read('1h')])
  await read('1h')
  expect(reads()).toBe(1)
  await read('1h', 'accountlogin')
  expect(reads()).toBe(2)
  execute.mockRestore()
})
it.each(['1h', '48h', '8d'] as const)('%s: a later moment of the same minute shares the reading', async timescale => {
  sharedDrift.forget(bench.store.db)
  const request = { environmentIds: [places.eu], eventType: 'purchase', name: 'Purchase', timescale, timeZone: 'UTC' }
  const load = (ms: number) =>
    loadDrift(bench.store.db, { ...request, now: new Date(Math.floor(now.getTime() / minute) * minute + ms) })
  const first = await load(0)
  expect(await load(1)).toBe(first)
  expect(await load(minute - 1)).toBe(first)
  expect(await load(minute)).not.toBe(first)
})
it('the environments of another tenant and beside it are not counted', async () => {
  expect(await read('48h', 'purchase', places.us)).toMatchObject({ transactions: 0, before: 0, weeks: 0 })
})
it('an assessment in which nothing changed has nothing unusual', async () => {
  expect(await read('48h', 'accountlogin')).toMatchObject({ transactions: 100, tooFew: false, findings: [] })
})
it('of few transactions nothing is said', async () => {
  const drift = await read('48h', 'accountcreation')
  expect(drift).toMatchObject({ transactions: 20, before: 40, weeks: 2, comparisons: 0, tooFew: true, findings: [] })
})
it.each([
  ['a role without the capability', 'support', places.root, 'purchase', 403],
  ['an environment beside that of the role', 'local', places.us, 'purchase', 404],
  ['an environment of another tenant', 'admin', places.foreign, 'purchase', 404],
  ['a user of another tenant', 'outsider', places.root, 'purchase', 404],
  ['an unknown assessment', 'admin', places.root, 'nothing', 404],
])('%s is refused', async (_, who, environment, assessment, status) => {
  const path = `/environments/${environment}/monitoring/${assessment}/drift`
  expect((await bench.call(who, 'GET', path)).status).toBe(status)
})
it('a wrong timescale is named', async () => {
  const path = `/environments/${places.root}/monitoring/purchase/drift?timescale=7d`
  const { status, body } = await bench.call('admin', 'GET', path)
  expect(status).toBe(422)
  expect(body).toMatchObject({ details: { issues: [{ path: ['timescale'] }] } })
})
