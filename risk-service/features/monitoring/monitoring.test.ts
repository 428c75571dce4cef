import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AccountScorecard,
  decisions,
  type FraudOverview,
  type MonitorTimescale,
  monitorSteps,
  type ObservationMonitor,
  type TransactionMonitor,
} from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { uploadMark } from '../../kernel/store/events/upload-query.ts'
import { rebuildRollups } from '../../kernel/store/maintenance/rollups.ts'
import { storeCounts } from './counts/store-counts.ts'
import { loadObservationMonitor } from './observation-monitor.ts'
import { type MonitoredEvent, randomEvents, ruleIdOf, storeMonitored } from './testing/monitored-events.ts'

const minute = 60_000
const scopeOfRoot: readonly string[] = [places.root, places.eu, places.us]
let bench: ConsoleBench
let events: MonitoredEvent[]

beforeAll(async () => {
  bench = await openConsoleBench()
  events = randomEvents(2400, {
    now,
    days: 17,
    environments: [places.root, places.eu, places.us, places.box, places.foreign],
    seed: 7,
  })
  // The very moment of the reading, and the first and last millisecond of a step.
  for (const at of [0, 34 * minute + 56_000, 34 * minute + 55_999, 4 * minute + 56_000])
    events.push({ ...events[0]!, environment: places.eu, eventType: 'purchase', at: now.getTime() - at })
  await storeMonitored(bench.store, events)
})
afterAll(() => bench.close())

async function read<T>(path: string, environment: string = places.root, who = 'admin'): Promise<T> {
  const answer = await bench.call(who, 'GET', `/environments/${environment}/monitoring${path}`)
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  return answer.json as T
}
const transactions = (timescale: string, assessment = 'purchase', environment?: string) =>
  read<TransactionMonitor>(`/${assessment}/transactions?timescale=${timescale}`, environment)

/** The monitor of these events, counted one by one. */
function recount(of: readonly MonitoredEvent[], timescale: MonitorTimescale) {
  const { minutes, count } = monitorSteps[timescale]
  const step = minutes * minute
  const start = Math.floor(now.getTime() / step) * step - (count - 1) * step
  const zeros = () => new Array<number>(count).fill(0)
  const within = of.filter(({ at }) => at >= start && at <= now.getTime())
  const count1 = (matches: (event: MonitoredEvent) => boolean) => {
    const bars = zeros()
    for (const event of within) if (matches(event)) bars[Math.floor((event.at - start) / step)]! += 1
    return bars
  }
  const buckets = (scoreOf: (event: MonitoredEvent) => number | null) => [
    ...Array.from({ length: 10 }, (_, n) =>
      count1(event => {
        const score = scoreOf(event)
        return score !== null && score >= 0 && Math.floor(score / 100) === n
      }),
    ),
    count1(event => {
      const score = scoreOf(event)
      return score !== null && score < 0
    }),
  ]
  const rate = (decision: string) =>
    within.length === 0 ? null : within.filter(event => event.decision === decision).length / within.length
  return {
    start,
    step,
    within,
    count1,
    buckets,
    kpis: {
      transactionVolume: within.length,
      ruleApprovedRate: rate('Approve'),
      ruleRejectedRate: rate('Reject'),
      manualReviewRate: rate('Review'),
      ruleChallengedRate: rate('Challenge'),
    },
  }
}
const sum = (counts: readonly number[]) => counts.reduce((total, each) => total + each, 0)

describe.each([
  ['counted from the events', false],
  ['with stored counts of closed hours', true],
])('transactions %s', (_name, stored) => {
  beforeAll(async () => {
    if (stored) while (await storeCounts({ db: bench.store.db, clock: () => now }));
  })
  it.each([
    ['1h', 'purchase', places.root, scopeOfRoot],
    ['48h', 'purchase', places.root, scopeOfRoot],
    ['8d', 'purchase', places.root, scopeOfRoot],
    ['48h', 'purchase', places.eu, [places.eu]],
    ['8d', 'accountcreation', places.root, scopeOfRoot],
    ['48h', 'accountcreation', places.box, [places.box]],
  ] as const)('%s of %s equals a recount', async (timescale, eventType, environment, scope) => {
    const monitor = await transactions(timescale, eventType, environment)
    const own = events.filter(event => event.eventType === eventType && scope.some(id => id === event.environment))
    const expected = recount(own, timescale)
    expect(expected.within.length).toBeGreaterThan(10)
    expect(monitor).toMatchObject({
      eventType,
      now: now.toISOString(),
      windowStart: new Date(expected.start).toISOString(),
      stepMinutes: expected.step / minute,
      barCount: monitorSteps[timescale].count,
    })
    expect(monitor.kpis).toEqual(expected.kpis)
    expect(monitor.volume).toEqual(expected.count1(() => true))
    for (const decision of decisions)
      expect(monitor.decisions[decision]).toEqual(expected.count1(event => event.decision === decision))
    expect(monitor.scores).toEqual(expected.buckets(({ score }) => score))
    expect(monitor.bots).toEqual(eventType === 'purchase' ? null : expected.buckets(({ bot }) => bot))
    expect(sum(monitor.rules.others) + sum(monitor.rules.top.map(({ counts }) => sum(counts)))).toBe(
      expected.within.length,
    )
    for (const { ruleId, rule, clause, counts } of monitor.rules.top) {
      expect(counts).toEqual(
        expected.count1(event =>
          event.rule === null
            ? ruleId === null
            : ruleId === ruleIdOf(event.rule) && clause === `clause ${event.rule % 2}`,
        ),
      )
      if (ruleId !== null) expect(rule).toBe(`Rule ${Number(ruleId.slice(-2))}`)
    }
    for (const { country, counts } of monitor.countries?.top ?? [])
      expect(counts).toEqual(expected.count1(({ deviceCountry }) => deviceCountry === country))
    expect(monitor.countries?.top.length).toBe(
      new Set(expected.within.flatMap(({ deviceCountry }) => deviceCountry ?? [])).size,
    )
  })

  it.each(['1h', '48h', '8d'] as const)(
    '%s: the window before ends at the same moment of its last step',
    async timescale => {
      const monitor = await transactions(timescale)
      const own = events.filter(event => event.eventType === 'purchase' && scopeOfRoot.includes(event.environment))
      const { start, step } = recount([], timescale)
      const length = step * monitorSteps[timescale].count
      const shifted = own.map(event => ({ ...event, at: event.at + length }))
      expect(monitor.previous).toEqual(recount(shifted, timescale).kpis)
      expect(monitor.previousVolume).toEqual(
        Array.from(
          { length: monitorSteps[timescale].count },
          (_, n) => shifted.filter(({ at }) => Math.floor((at - start) / step) === n).length,
        ),
      )
    },
  )

  it('the rules with the most transactions are listed, 20 at most, and the rest is counted together', async () => {
    const { rules } = await transactions('8d')
    expect(rules.top).toHaveLength(20)
    const totals = rules.top.map(({ counts }) => sum(counts))
    expect(totals).toEqual([...totals].sort((a, b) => b - a))
    expect(sum(rules.others)).toBeGreaterThan(0)
  })
})

describe('stored counts', () => {
  it('an event that arrives late counts at once, before its hour is stored again', async () => {
    const late = { ...events[0]!, environment: places.us, eventType: 'purchase', at: now.getTime() - 30 * 3_600_000 }
    await storeMonitored(bench.store, [late])
    events.push(late)
    const own = () =>
      recount(
        events.filter(event => event.eventType === 'purchase' && scopeOfRoot.includes(event.environment)),
        '48h',
      )
    expect((await transactions('48h')).volume).toEqual(own().count1(() => true))
    await storeCounts({ db: bench.store.db, clock: () => now })
    expect((await transactions('48h')).volume).toEqual(own().count1(() => true))
  })

  it('closed hours are read from the stored counts, and from the events where a count is missing', async () => {
    const { db } = bench.store
    const approved = async () => (await transactions('8d')).decisions.Approve
    const before = await approved()
    const closed = before.findIndex(count => count > 0)
    const { windowStart } = await transactions('8d')
    const start = new Date(Date.parse(windowStart) + closed * 60 * minute)
    const ofHour = db.updateTable('monitor_count').where('start', '=', start).where('step_minutes', '=', 60)
    // The number of events stays the same: what is shown now can only be the stored counts.
    await ofHour.set({ value: 'Reject' }).where('dimension', '=', 'decision').where('value', '=', 'Approve').execute()
    expect((await approved())[closed]).toBe(0)
    await db.deleteFrom('monitor_count').where('start', '=', start).where('step_minutes', '=', 60).execute()
    expect(await approved()).toEqual(before)
    await storeCounts({ db, clock: () => now })
    expect(await approved()).toEqual(before)
  })

  it('counts of an environment that is being removed are not written again', async () => {
    const { db } = bench.store
    const ofBox = db.updateTable('environment').where('id', '=', places.box)
    const counted = () =>
      db
        .selectFrom('monitor_count')
        .select('events')
        .where('environment_id', '=', places.box)
        .where('step_minutes', '=', 60)
        .where('dimension', '=', 'decision')
        .orderBy('events', 'desc')
        .executeTakeFirst()
    await storeCounts({ db, clock: () => now })
    await db.updateTable('monitor_count').set({ events: 9999 }).where('environment_id', '=', places.box).execute()
    await ofBox.set({ status: 'Deleting' }).execute()
    await storeCounts({ db, clock: () => now })
    expect(await counted()).toEqual({ events: 9999 })
    await ofBox.set({ status: 'Active' }).execute()
    await storeCounts({ db, clock: () => now })
    expect((await counted())?.events).toBeLessThan(9999)
  })

  it('a run whose time is over has stored something, and the next one continues', async () => {
    const { db } = bench.store
    const rest = () => Promise.resolve()
    const hours = async () =>
      (await db.selectFrom('monitor_count').select('start').distinct().where('step_minutes', '=', 60).execute()).length
    while (await storeCounts({ db, clock: () => now }, { rest }));
    const all = await hours()
    await db.deleteFrom('monitor_count').execute()
    expect(await storeCounts({ db, clock: () => now }, { runMs: 0 })).toBe(true)
    const first = await hours()
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThan(all)
    while (await storeCounts({ db, clock: () => now }, { rest }));
    expect(await hours()).toBe(all)
  })

  it('nothing is left to be stored after a run, and counts that no monitor reads are removed', async () => {
    const { db } = bench.store
    await storeCounts({ db, clock: () => now })
    const all = () =>
      db
        .selectFrom('monitor_count')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirst()
    const before = await all()
    await storeCounts({ db, clock: () => now })
    expect(await all()).toEqual(before)
    await storeCounts({ db, clock: () => new Date(now.getTime() + 40 * 86_400_000) })
    expect(Number((await all())?.n)).toBe(0)
    while (await storeCounts({ db, clock: () => now }));
  })
})

describe('refusals', () => {
  it.each([
    ['an unknown timescale', 'admin', '/purchase/transactions?timescale=7d', places.root, 422],
    ['an unknown assessment', 'admin', '/nothing/transactions', places.root, 404],
    ['a name that is none', 'admin', '/a%20b/transactions', places.root, 422],
    ['a branch without an experiment', 'admin', '/purchase/transactions?branch=none', places.root, 422],
    ['an unknown period', 'admin', '/accountlogin/scorecard?period=8d', places.root, 422],
    ['a role without the capability', 'support', '/purchase/transactions', places.root, 403],
    ['a caller without a role', 'nobody', '/purchase/observations', places.root, 404],
    ['an environment beside that of the role', 'local', '/purchase/transactions', places.us, 404],
    ['an environment of another tenant', 'admin', '/purchase/transactions', places.foreign, 404],
    ['the overview of another tenant', 'admin', '', places.foreign, 404],
  ])('%s', async (_name, who, path, environment, status) => {
    expect((await bench.call(who, 'GET', `/environments/${environment}/monitoring${path}`)).status).toBe(status)
  })
  it('a wrong timescale is named', async () => {
    const { body } = await bench.call(
      'admin',
      'GET',
      `/environments/${places.root}/monitoring/purchase/transactions?timescale=7d`,
    )
    expect(body).toMatchObject({ details: { issues: [{ path: ['timescale'] }] } })
  })
})

describe('observation events', () => {
  const received = [
    [places.eu, 'purchasestatus', 10, { statusType: 'Approved' }],
    [places.eu, 'purchasestatus', 10, { statusType: 'Approved' }],
    [places.us, 'purchasestatus', 20, { statusType: 'Rejected' }],
    [places.box, 'purchasestatus', 20, { statusType: 'Rejected' }],
    [places.root, 'bankevent', 15, { type: 'Auth', status: 'Declined' }],
    [places.root, 'chargeback', 70, { status: 'Inquiry' }],
    [places.root, 'accountcreationstatus', 5, { statusDetails: { statusType: 'Pending' } }],
    [places.root, 'refund', 5, { status: 'Approved' }],
    [places.eu, 'purchasestatus', 10, { statusType: 'Approved' }, 'upload:1'],
    [places.root, 'bankevent', 15, { type: 'Auth', status: 'Declined' }, 'upload:1'],
  ] as const
  beforeAll(async () => {
    const { db } = bench.store
    await db
      .insertInto('data_event')
      .values(
        received.map(([environment, eventType, ago, body, correlationId = null]) => ({
          environment_id: environment,
          at: new Date(now.getTime() - ago * minute),
          data_id: randomUUID(),
          event_type: eventType,
          event_key: randomUUID(),
          entity_id: 'x',
          subject_type: 'purchase',
          subject_id: 'x',
          happened_at: now,
          received_at: now,
          correlation_id: correlationId,
          body: JSON.stringify(body),
        })),
      )
      .execute()
    await db
      .insertInto('event_label')
      .values(
        (
          [
            ['Purchase', true, 3],
            ['Purchase', false, 3],
            ['Account', true, 3],
            ['AccountCreation', true, 3],
            ['Purchase', true, 3, { [uploadMark]: randomUUID() }],
          ] as const
        ).map(([type, fraud, ago, body = {}], n) => ({
          environment_id: places.eu,
          label_key: `${type} ${n}`,
          object_type: type,
          object_id: `o${n}`,
          is_fraud: fraud,
          label_at: now,
          received_at: new Date(now.getTime() - ago * minute),
          body: JSON.stringify(body),
        })),
      )
      .execute()
  })

  it('those of purchases are counted by kind, status and time of receipt, without uploaded ones', async () => {
    const monitor = await read<ObservationMonitor>('/purchase/observations?timescale=1h')
    expect(monitor.kinds.map(({ kind, total }) => [kind, total])).toEqual([
      ['status', 3],
      ['bankEvent', 1],
      ['chargeback', 0],
      ['label', 2],
    ])
    const at = (ago: number) => Array.from({ length: 60 }, (_, n) => (n === 59 - ago ? 1 : 0))
    const statuses = (kind: string) => monitor.kinds.find(each => each.kind === kind)?.statuses
    expect(statuses('status')).toEqual([
      { status: 'Approved', counts: at(10).map(n => n * 2) },
      { status: 'Rejected', counts: at(20) },
    ])
    expect(statuses('bankEvent')).toEqual([{ status: 'Auth Declined', counts: at(15) }])
    expect(statuses('label')).toEqual([
      { status: 'Fraud', counts: at(3) },
      { status: 'NonFraud', counts: at(3) },
    ])
    const long = await read<ObservationMonitor>('/purchase/observations?timescale=48h')
    expect(long.kinds.find(({ kind }) => kind === 'chargeback')?.statuses).toMatchObject([{ status: 'Inquiry' }])
  })
  it('account assessments have statuses and labels of their own', async () => {
    const monitor = await read<ObservationMonitor>('/accountcreation/observations?timescale=1h')
    expect(monitor.kinds.map(({ kind, total, statuses }) => [kind, total, statuses[0]?.status])).toEqual([
      ['status', 1, 'Pending'],
      ['label', 1, 'Fraud'],
    ])
  })
})

/** Data events about logins, a minute ago. */
const storeStatuses = (statuses: readonly string[]) =>
  bench.store.db
    .insertInto('data_event')
    .values(
      statuses.map(statusType => ({
        environment_id: places.eu,
        at: new Date(now.getTime() - minute),
        data_id: randomUUID(),
        event_type: 'accountloginstatus',
        event_key: randomUUID(),
        entity_id: 'x',
        subject_type: 'accountlogin',
        subject_id: 'x',
        happened_at: now,
        received_at: now,
        body: JSON.stringify({ statusType }),
      })),
    )
    .execute()

it('known statuses are counted whatever their case, and those beyond the most frequent are counted together', async () => {
  await storeStatuses(['approved', ' Approved', 'APPROVED'])
  await storeStatuses(Array.from({ length: 25 }, (_, n) => `Own ${n}`))
  const { kinds } = await read<ObservationMonitor>('/accountlogin/observations?timescale=1h')
  const status = kinds.find(({ kind }) => kind === 'status')
  expect([status?.statuses[0]?.status, sum(status?.statuses[0]?.counts ?? [])]).toEqual(['Approved', 3])
  expect([status?.total, status?.statuses.length, sum(status?.others ?? [])]).toEqual([28, 20, 6])
})

it('a label of any custom event counts for the assessment that has this event', async () => {
  const { db } = bench.store
  for (const apiName of ['Refunds', 'Transfers'])
    await db
      .insertInto('assessment')
      .values({
        id: randomUUID(),
        environment_id: places.root,
        kind: 'wizard',
        template: 'Custom',
        api_name: apiName,
        friendly_name: apiName,
        schema: JSON.stringify({ sections: [], custom: [] }),
        settings: '{}',
        observations: '[]',
        has_label: true,
        sample: '{}',
        created_by: randomUUID(),
        created_by_name: 'Test',
      })
      .execute()
  const key = { environment_id: places.eu, at: now, answer: '{}' }
  await db
    .insertInto('event_key')
    .values([
      { ...key, event_id: randomUUID(), event_type: 'Refunds', external_id: 'R-1' },
      { ...key, event_id: randomUUID(), event_type: 'Transfers', external_id: 'T-1' },
    ])
    .execute()
  const label = { environment_id: places.eu, is_fraud: true, label_at: now, received_at: now, body: '{}' }
  await db
    .insertInto('event_label')
    .values([
      { ...label, label_key: 'r1', object_type: 'GenericEvent', object_id: 'R-1' },
      { ...label, label_key: 't1', object_type: 'GenericEvent', object_id: 'T-1' },
      { ...label, label_key: 't2', object_type: 'Event:Transfers', object_id: 'T-2' },
    ])
    .execute()
  const labels = async (eventType: string) => {
    const request = { eventType, name: eventType, tenantId: places.tenant, environmentIds: scopeOfRoot }
    const { kinds } = await loadObservationMonitor(db, { ...request, timescale: '1h', now })
    return kinds.map(({ kind, total }) => [kind, total])
  }
  expect([await labels('Refunds'), await labels('Transfers')]).toEqual([[['label', 1]], [['label', 2]]])
})

it('the figures of accounts equal a recount', async () => {
  const card = await read<AccountScorecard>('/accountcreation/scorecard?period=24h')
  const from = Date.parse(card.from)
  expect(from).toBe(Date.parse('2025-11-19T12:45:00.000Z'))
  const own = events.filter(
    event => event.eventType === 'accountcreation' && scopeOfRoot.includes(event.environment) && event.at >= from,
  )
  expect(card.total).toBe(own.length)
  const shares = (high: (event: MonitoredEvent) => boolean) => {
    const counts = new Map<string, number>()
    for (const event of own.filter(high)) {
      const country = event.deviceCountry ?? event.ipCountry
      counts.set(country, (counts.get(country) ?? 0) + 1)
    }
    return [...counts]
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .slice(0, 5)
      .map(([country, n]) => ({ country, events: n, rate: n / own.length }))
  }
  expect(card.botCountries).toEqual(shares(({ bot }) => bot !== null && bot > 900))
  expect(card.riskCountries).toEqual(shares(({ score }) => score > 900))
  expect(card.bots[9]).toBe(own.filter(({ bot }) => bot !== null && bot >= 900).length)
  expect(card.steps).toHaveLength(96)
  expect(card.topRules).toHaveLength(10)
  expect(sum(card.decisions.Reject)).toBe(own.filter(({ decision }) => decision === 'Reject').length)
})

it('the overview has the last day and the last event of every assessment', async () => {
  const { assessments } = await read<FraudOverview>('')
  expect(assessments.map(({ eventType }) => eventType)).toEqual([
    'purchase',
    'accountcreation',
    'accountlogin',
    'Signup',
  ])
  const own = events.filter(event => event.eventType === 'purchase' && scopeOfRoot.includes(event.environment))
  const day = own.filter(({ at }) => at >= Date.parse('2025-11-19T13:00:00.000Z'))
  expect(assessments[0]).toMatchObject({
    transactions: day.length,
    rejectedRate: day.filter(({ decision }) => decision === 'Reject').length / day.length,
    lastEventAt: new Date(Math.max(...own.map(({ at }) => at))).toISOString(),
  })
  expect(assessments[2]).toMatchObject({ transactions: 0, rejectedRate: null, lastEventAt: null })
})

it('an environment without events has bars of zeros and no shares', async () => {
  const { db } = bench.store
  await db.deleteFrom('event').where('environment_id', '=', places.box).execute()
  await rebuildRollups(db, places.box)
  const monitor = await transactions('8d', 'purchase', places.box)
  expect(monitor.volume).toEqual(new Array(192).fill(0))
  expect(monitor.kpis).toEqual({
    transactionVolume: 0,
    ruleApprovedRate: null,
    ruleRejectedRate: null,
    manualReviewRate: null,
    ruleChallengedRate: null,
  })
  expect(monitor).toMatchObject({ rules: { top: [] }, countries: null, bots: null, branches: [], branch: null })
})
