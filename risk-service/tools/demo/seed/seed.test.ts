import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertRuleSettingsSchema } from '../../../contract/alerts/alert-rules.ts'
import { incidentFiguresSchema } from '../../../contract/alerts/incident-figures.ts'
import { defaultCaseConfiguration } from '../../../contract/cases/case-decisions.ts'
import { quickDecisionsSchema } from '../../../contract/cases/quick-decisions.ts'
import { functionBodySchema } from '../../../contract/functions.ts'
import { ruleBodySchema } from '../../../contract/index.ts'
import { velocitySetBodySchema } from '../../../contract/velocities/velocities.ts'
import { createEngine, type Engine } from '../../../engine/index.ts'
import { createListRegistry } from '../../../engine/lists/list-registry.ts'
import { openVelocityStore } from '../../../engine/velocities/index.ts'
import { assignWaitingCases } from '../../../features/cases/clock/assign-cases.ts'
import { createDeviceStore, type DeviceStore } from '../../../features/devices/device-store.ts'
import { findUnusedResources } from '../../../features/usage/unused-resources.ts'
import { loadEnvironmentTree } from '../../../kernel/environments/environment-tree.ts'
import { demoEnvironmentIds, harborId } from '../../../kernel/identity/demo-tenants.ts'
import { ipCountry } from '../../../kernel/ip-country.ts'
import { createLiveHub } from '../../../kernel/live/live-hub.ts'
import { createEventWriter } from '../../../kernel/store/events/event-writer.ts'
import { differingHours } from '../../../kernel/store/maintenance/rollups.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import type { Store } from '../../../kernel/store/store.ts'
import { createTestStore, silentLog } from '../../../kernel/store/testing/test-store.ts'
import { generateDemo } from '../history/generate.ts'
import { reportDemo } from '../report.ts'
import { starterAlerts } from './alerts/starter-alerts.ts'
import { identityChecks, routingRules, savedViews } from './building-blocks.ts'
import { growDemo } from './grow.ts'
import { otherDemoRules } from './rules/account-rules.ts'
import { harborRules } from './rules/harbor-rules.ts'
import { demoRules } from './rules/purchase-rules.ts'
import { firstHistory, isSeeded, seedDemo } from './seed.ts'
import { seedExternalCalls } from './seed-external-call.ts'
import { seedRules } from './seed-rules.ts'
import { seedTenants } from './seed-tenants.ts'

const events = 3000
let store: Store
let engine: Engine
let devices: DeviceStore
beforeAll(async () => {
  store = await createTestStore()
  await seedTenants(store.db)
  const ports = { db: store.db, clock: () => new Date(), newId, log: silentLog }
  const writer = await createEventWriter({ connect: store.writer, log: silentLog })
  devices = await createDeviceStore(ports)
  engine = await createEngine({
    ...ports,
    writer,
    countryOf: ipCountry,
    devices,
    lists: createListRegistry(ports),
    velocities: await openVelocityStore(ports, { timeoutMs: 20_000 }),
  })
})
afterAll(async () => {
  await engine.close()
  await store.close()
})

/** Orders that were sent again, to wait for review. */
const ordersLike = async (ids: string): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from event_key where external_id like ${ids}`.execute(store.db)
  expect(rows[0]?.n).toBeGreaterThan(50)
  return rows[0]?.n ?? 0
}
const waitingOrders = (): Promise<number> => ordersLike('W-%')
/** Orders of planted rings, and of groups that are none. */
const plantedOrders = (): Promise<number> => ordersLike('R-%')

const count = async (
  table:
    | 'event'
    | 'event_key'
    | 'event_label'
    | 'data_event'
    | 'device_session'
    | 'list'
    | 'support_entry'
    | 'velocity_set'
    | 'velocity_set_version'
    | 'function'
    | 'function_version'
    | 'template'
    | 'saved_view',
) =>
  (
    await store.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
const everyHourAgrees = async () => {
  for (const environmentId of Object.values(demoEnvironmentIds))
    expect(await differingHours(store.db, environmentId)).toEqual([])
}

it('the seed goes on after an interruption and counts nothing twice', async () => {
  const stop = new AbortController()
  const decide: Engine['decide'] = async input => {
    if ((await count('event_key')) > events / 3) stop.abort()
    return engine.decide(input)
  }
  await seedDemo({ db: store.db, devices, engine: { ...engine, decide }, events, signal: stop.signal })
  expect(await isSeeded(store.db)).toBe(false)
  const before = await count('event')
  expect(before).toBeGreaterThan(events / 3)
  expect(before).toBeLessThan(events)

  const shares: number[] = []
  await seedDemo({ db: store.db, devices, engine, events, onProgress: value => shares.push(value) })
  expect(await isSeeded(store.db)).toBe(true)
  expect(await count('event')).toBe(events + (await waitingOrders()) + (await plantedOrders()))
  expect(shares.at(-1)).toBe(1)

  await seedDemo({ db: store.db, devices, engine, events: events * 2 })
  expect(await count('event')).toBe(events + (await waitingOrders()) + (await plantedOrders()))
}, 60_000)

it('the demo has cases that were decided and cases that wait, each in the queue of its routing rule', async () => {
  const { rows } = await sql<{ state: string; queue: string; n: number }>`
    select c.state, q.name as queue, count(*)::int as n from review_case c join case_queue q on q.id = c.queue_id
    group by 1, 2 order by 1, 2`.execute(store.db)
  const of = (state: string) => rows.filter(row => row.state === state)
  expect(of('Decided').map(({ queue }) => queue)).toEqual(['General', 'Gift cards', 'High value'])
  expect(of('Decided').reduce((sum, { n }) => sum + n, 0)).toBeGreaterThan(50)
  // Those of the smaller shop are released at the first look.
  const waiting = [...of('Held'), ...of('Pending')]
  expect(waiting.reduce((sum, { n }) => sum + n, 0)).toBeGreaterThan((await waitingOrders()) / 2)
  expect(of('OnHold')).toEqual([
    { state: 'OnHold', queue: 'Gift cards', n: 2 },
    { state: 'OnHold', queue: 'Identity checks', n: 1 },
  ])
  expect(of('Pending')).toContainEqual({ state: 'Pending', queue: 'Identity checks', n: 2 })
  const { rows: history } = await sql<{ kinds: string }>`
    select distinct (select string_agg(kind, ' ' order by at) from case_event where case_id = c.id) as kinds
    from review_case c where state = 'Decided'`.execute(store.db)
  expect(history).toEqual([{ kinds: 'released-to-queue locked decided' }])
  const { rows: escalated } = await sql<{ n: number }>`
    select count(*)::int as n from review_case where escalated`.execute(store.db)
  expect(escalated).toEqual([{ n: 2 }])
})

it('the service assigns the cases of one queue, to two people, and one of its customers is challenged', async () => {
  const ports = { db: store.db, clock: () => new Date(), newId }
  await assignWaitingCases({ ports, live: createLiveHub({ epoch: 'test' }) }, [demoEnvironmentIds.harborEu])
  const rows = await store.db
    .selectFrom('review_case as c')
    .innerJoin('case_queue as q', 'q.id', 'c.queue_id')
    .select(['c.state', 'c.assignee_name', 'c.awaiting'])
    .where('q.name', '=', identityChecks)
    .orderBy('c.assignee_name')
    .execute()
  expect(rows.map(({ state, awaiting }) => [state, awaiting])).toEqual([
    ['Pending', null],
    ['Pending', null],
    ['OnHold', 'Challenge'],
  ])
  const names = rows.flatMap(({ assignee_name: name }) => name ?? [])
  expect(new Set(names).size).toBe(2)
})

it('a queue of the demo has groups of reviewers and quick decisions of the configured names', async () => {
  const { rows } = await sql<{ groups: string; quick: unknown }>`
    select q.settings -> 'quickDecisions' as quick,
      (select string_agg(g.name, ', ') from reviewer_group g where g.environment_id = q.environment_id
        and q.settings -> 'assignedGroups' ? g.id::text) as groups
    from case_queue q where q.name = 'High value'`.execute(store.db)
  expect(rows.map(({ groups }) => groups)).toEqual(Array.from({ length: 3 }, () => 'Senior reviewers'))
  const quick = rows.flatMap(row => quickDecisionsSchema.parse(row.quick))
  expect(quick).toHaveLength(9)
  for (const { decision, reason } of quick)
    expect(defaultCaseConfiguration.queueDecisions.find(({ name }) => name === decision)?.reasons).toContain(reason)
})

it('the seeded rules have no fault', async () => {
  // The contract validates the input of a merchant: a rule of the demo that violated it could not be edited, or stored
  // in a template.
  const stored = await store.db.selectFrom('rule').select(['name', 'body']).execute()
  expect(stored.length).toBeGreaterThan(40)
  for (const { name, body } of stored)
    expect([name, ruleBodySchema.safeParse(body).error?.message]).toEqual([name, undefined])
  for (const rule of [...demoRules, ...harborRules])
    expect([rule.name, await engine.checkRule(demoEnvironmentIds.harbor, 'purchase', rule)]).toEqual([rule.name, []])
  for (const [eventType, rule] of otherDemoRules)
    expect([eventType, rule.name, await engine.checkRule(demoEnvironmentIds.harbor, eventType, rule)]).toEqual([
      eventType,
      rule.name,
      [],
    ])
})

it('the seeded building blocks have no fault, and there are several of each', async () => {
  const at = demoEnvironmentIds.harbor
  const stored = (table: 'velocity_set' | 'function') =>
    store.db.selectFrom(table).select(['id', 'name', 'body']).execute()
  for (const { id, name, body } of await stored('velocity_set'))
    expect([
      name,
      await engine.checkVelocitySet({ environmentId: at, id, body: velocitySetBodySchema.parse(body) }),
    ]).toEqual([name, []])
  for (const { id, name, body } of await stored('function'))
    expect([name, await engine.checkFunction({ environmentId: at, id, body: functionBodySchema.parse(body) })]).toEqual(
      [name, []],
    )
  for (const body of routingRules)
    expect([body.name, await engine.checkRule(at, 'purchase', body, 'routing')]).toEqual([body.name, []])
  for (const { query } of savedViews) expect(query).toMatch(/^(\w+=[\w:]+&?)+$/)
  for (const table of [
    'velocity_set',
    'velocity_set_version',
    'function',
    'function_version',
    'template',
    'saved_view',
  ] as const)
    expect([table, await count(table)]).toEqual([table, table === 'saved_view' ? 3 : 2])
})

it('what is seeded was published by several people, on working days before the history begins', async () => {
  const { rows } = await sql<{
    name: string
    by: string
    at: Date
  }>`select name, published_by_name as by, published_at as at from rule union all
    select name, published_by_name, published_at from velocity_set union all
    select name, published_by_name, published_at from function`.execute(store.db)
  expect(new Set(rows.map(({ by }) => by)).size).toBeGreaterThanOrEqual(5)
  expect(rows.map(({ by }) => by)).not.toContain('Ana Lindqvist')
  expect(new Set(rows.map(({ at }) => at.toISOString().slice(0, 10))).size).toBeGreaterThan(8)
  for (const { name, at } of rows) {
    expect([name, at.getTime() < Date.now() - 91 * 86_400_000]).toEqual([name, true])
    expect([name, [0, 6].includes(at.getUTCDay())]).toEqual([name, false])
  }
})

it('no seeded name is one of a program', async () => {
  const { rows } = await sql<{ name: string }>`select name from rule
    union select jsonb_array_elements(body -> 'clauses') ->> 'name' from rule
    union select name from list union select friendly_name from assessment
    union select display from event_entity where entity_type = 'device'`.execute(store.db)
  const internal = rows.map(({ name }) => name).filter(name => /^clause\d|0{5}/i.test(name))
  expect(internal).toEqual([])
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'Disposable email',
      'Disposable email domains',
      'Automated sign-ups',
      'Automated sign-ins',
      'Password spraying',
      'Suspicious sign-ins',
      'Sign-up risk score',
      'AVS and CVV mismatch',
      'Repeated CVV failure',
      'High-risk network',
      'New account, high score',
      'Card authorization',
    ]),
  )
})

it('every seeded label belongs to an event', async () => {
  expect(await count('event_label')).toBeGreaterThan(20)
  const {
    rows: [row],
  } = await sql<{
    labelled: number
    fraud: number
  }>`select count(label) as labelled, count(*) filter (where label = 'Fraud') as fraud from event`.execute(store.db)
  const {
    rows: [objects],
  } = await sql<{
    named: number
  }>`select count(distinct (environment_id, object_id)) as named from event_label`.execute(store.db)
  expect(row?.labelled).toBe(objects?.named)
  expect(row?.fraud).toBeGreaterThan(5)
})

it('seeded labels are received within hours of the time that they are of', async () => {
  const {
    rows: [row],
  } = await sql<{ labels: number; late: number; days: number }>`
    select count(*)::int as labels, count(*) filter (where received_at < label_at or received_at > label_at + interval '3 hours')::int as late,
      count(distinct received_at::date)::int as days from event_label`.execute(store.db)
  expect(row?.labels).toBeGreaterThan(20)
  expect(row?.late).toBe(0)
  expect(row?.days).toBeGreaterThan(5)
})

it('seeded notes stand on events, with replies and with notifications for those whom they mention', async () => {
  const { rows } = await sql<{ notes: number; replies: number; orphans: number; later: number; mentioned: number }>`
    select count(*)::int as notes, count(parent_id)::int as replies,
      count(*) filter (where not exists (select 1 from event_key k where k.environment_id = n.environment_id
        and k.event_type = n.event_type and k.external_id = n.event_id))::int as orphans,
      count(*) filter (where n.created_at > now())::int as later,
      (select count(*)::int from notification where event = 'NoteTagged') as mentioned
    from note n where system_event is null`.execute(store.db)
  expect(rows[0]).toEqual({ notes: 7, replies: 2, orphans: 0, later: 0, mentioned: 2 })
})

it('the seeded roll-ups equal a recount', everyHourAgrees)

it('the events of the shop name the API client that sent them', async () => {
  const { rows } = await sql<{ client: string | null; events: number }>`
    select enrichment ->> 'apiClient' as client, count(*)::int as events from event_body
    where environment_id = ${demoEnvironmentIds.harborEu}::uuid group by 1 order by 2 desc limit 1`.execute(store.db)
  expect(rows[0]?.client).toBe('harbor-checkout')
})

it('the seed has later data events, sessions of the last weeks, and lists', async () => {
  expect(await count('data_event')).toBeGreaterThan(100)
  expect(await count('device_session')).toBeGreaterThan(100)
  expect(await count('list')).toBe(6)
  expect(await count('support_entry')).toBeGreaterThan(10)
  const { rows } = await sql<{
    late: number
    early: number
  }>`select count(*) filter (where received_at > now() - interval '1 minute') as late, count(*) filter (where happened_at > received_at) as early from data_event`.execute(
    store.db,
  )
  expect(rows[0]).toEqual({ late: 0, early: 0 })
  // No chargeback follows a rejected order.
  const {
    rows: [wrong],
  } = await sql<{
    n: number
  }>`select count(*) as n from data_event d join event e on e.environment_id = d.environment_id and e.external_id = d.subject_id and e.event_type = 'purchase'
    where d.event_type in ('chargeback', 'refund') and e.decision = 'Reject'`.execute(store.db)
  expect(wrong?.n).toBe(0)
})

it('the seeded rules with velocities decide events, and read no velocity in vain', async () => {
  const { rows } = await sql<{
    rule: string
    decision: string
    n: number
  }>`select rule, decision, count(*) as n from event where rule in ('Many cards', 'Repeat orders', 'Password spraying') group by 1, 2`.execute(
    store.db,
  )
  const hits = (rule: string) => rows.filter(row => row.rule === rule).reduce((sum, { n }) => sum + n, 0)
  expect(hits('Password spraying')).toBeGreaterThan(20)
  expect(hits('Many cards')).toBeGreaterThan(2)
  expect(hits('Repeat orders')).toBeGreaterThan(0)
})

it('the demo earns its keep: rules stop far more of the fraud than of the rest', async () => {
  const figures = await reportDemo(store.db)
  if (figures === null) throw new Error('no figures')
  expect(Object.values(figures.events).reduce((sum, each) => sum + each, 0)).toBe(events)
  expect(figures.caught).toBeGreaterThan(0.5)
  expect(figures.falsePositives).toBeLessThan(0.08)
  expect(figures.caught).toBeGreaterThan(8 * figures.falsePositives)
  const shape = (name: string) => figures.byShape.find(each => each.shape === name)
  expect(shape('accountlogin spray')?.reject).toBeGreaterThan(0.9)
  expect(shape('purchase cardTesting')?.reject).toBeGreaterThan(0.5)
  expect((shape('accountlogin usual')?.reject ?? 1) + (shape('accountcreation usual')?.reject ?? 1)).toBeLessThan(0.02)
})

describe('decisions', () => {
  it('decisions are a mix in which the attack is rejected and most orders pass', async () => {
    const { rows } = await sql<{
      decision: string
      share: number
    }>`select decision, count(*)::float8 / sum(count(*)) over () as share from event group by 1`.execute(store.db)
    const share = Object.fromEntries(rows.map(row => [row.decision, row.share]))
    expect(share['Approve']).toBeGreaterThan(0.85)
    for (const decision of ['Review', 'Challenge', 'Reject']) expect(share[decision], decision).toBeGreaterThan(0.003)
    const {
      rows: [attack],
    } = await sql<{
      rejected: number
      all: number
    }>`select count(*) filter (where decision = 'Reject') as rejected, count(*) as all
      from event where amount_usd < 1000 and user_id is not null and rule = 'Card testing'`.execute(store.db)
    expect(attack?.rejected).toBeGreaterThan(10)
  })
  it('decisions name the rule that made them, in every environment with traffic', async () => {
    const { rows } = await sql<{
      environment_id: string
    }>`select distinct environment_id from event where rule_id is not null`.execute(store.db)
    expect(rows.length).toBeGreaterThanOrEqual(3)
    const {
      rows: [broken],
    } = await sql<{
      errors: number
    }>`select count(*) as errors from event_body where (explanation -> 'runtimeErrors')::text <> '[]'`.execute(store.db)
    expect(broken?.errors).toBe(0)
  })
})

it('the seed leaves existing rules alone, in an order without gaps', async () => {
  await store.db
    .updateTable('rule')
    .set({ name: 'Mine now' })
    .where('name', '=', 'Gift cards')
    .where('environment_id', '=', demoEnvironmentIds.harbor)
    .execute()
  const rules = () =>
    store.db
      .selectFrom('rule')
      .select(['id', 'name', 'position'])
      .where('environment_id', '=', demoEnvironmentIds.harbor)
      .where('event_type', '=', 'purchase')
      .where('type', '=', 'decision')
      .orderBy('position')
      .execute()
  const before = await rules()
  await seedRules(store.db, new Date())
  expect(await rules()).toEqual(before)
  expect(before.map(({ position }) => position)).toEqual(before.map((_, index) => index + 1))
  expect(before.at(-1)?.name).toBe('Risk score bands')
})

it('the demo grows by further histories, also after an interruption', async () => {
  const stop = new AbortController()
  const decide: Engine['decide'] = async input => {
    if ((await count('event_key')) > events + 300) stop.abort()
    return engine.decide(input)
  }
  const cut = await growDemo({
    db: store.db,
    devices,
    engine: { ...engine, decide },
    events: events + 1000,
    signal: stop.signal,
  })
  expect(cut).toBeGreaterThan(events)
  expect(cut).toBeLessThan(events + 1000)
  // The option is a minimum: where a history comes out an event short, a small one follows.
  const grown = await growDemo({ db: store.db, devices, engine, events: events + 1000 })
  expect(grown).toBeGreaterThanOrEqual(events + 1000)
  expect(grown).toBeLessThan(events + 1210)
  expect(await growDemo({ db: store.db, devices, engine, events: events + 1000 })).toBe(grown)
  await everyHourAgrees()
}, 60_000)

it('every building block of the first tenant is used by a rule or a decision', async () => {
  await seedExternalCalls(store.db, '127.0.0.1:9')
  const rules = await store.db
    .selectFrom('rule')
    .select(['id', 'name', 'position', 'body'])
    .where('environment_id', '=', demoEnvironmentIds.harbor)
    .where('event_type', '=', 'purchase')
    .where('type', '=', 'decision')
    .orderBy('position')
    .execute()
  expect(rules[0]?.name).toBe('Network reputation')
  expect(rules.map(({ position }) => position)).toEqual(rules.map((_, index) => index + 1))
  expect(ruleBodySchema.safeParse(rules[0]?.body).error).toBeUndefined()
  expect(
    await findUnusedResources(store.db, await loadEnvironmentTree(store.db, harborId), demoEnvironmentIds.harbor),
  ).toEqual([])
})

it('the demo has alerts of both shops, each with what its check would have found', async () => {
  const rules = await store.db.selectFrom('alert_rule').selectAll().orderBy('name').execute()
  expect(rules).toHaveLength(2 * starterAlerts.length)
  for (const { settings } of rules) expect(starterAlerts).toContainEqual(alertRuleSettingsSchema.parse(settings))
  const incidents = await store.db.selectFrom('alert_incident').selectAll().execute()
  for (const { id, alert_id, opened_at, fired_at, ended_at, peak, status } of incidents) {
    expect(rules.map(rule => rule.id)).toContain(alert_id)
    expect(fired_at.getTime(), id).toBeGreaterThanOrEqual(opened_at.getTime())
    if (status === 'resolved') expect(ended_at).not.toBeNull()
    incidentFiguresSchema.parse(peak)
  }
})

it('each night of sprayed passwords is one attack, with at least 95 % of its attempts and nobody else', async () => {
  const attacks = await store.db
    .selectFrom('attack')
    .select('attempts')
    .where('event_type', '=', 'accountlogin')
    .execute()
  expect(attacks).toHaveLength(2)
  const history = await firstHistory(store.db)
  const sprayed = history ? generateDemo(history).events.filter(({ shape }) => shape === 'spray').length : 0
  const found = attacks.reduce((sum, { attempts }) => sum + attempts, 0)
  expect(found).toBeGreaterThanOrEqual(0.95 * sprayed)
  expect(found).toBeLessThanOrEqual(1.02 * sprayed)
})
