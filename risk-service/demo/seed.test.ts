import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEngine, type Engine } from '../engine/index.ts'
import { createEventWriter } from '../store/event-writer.ts'
import type { Store } from '../store/index.ts'
import { ipCountry } from '../store/ip-country.ts'
import { newId } from '../store/new-id.ts'
import { differingHours } from '../store/rollups.ts'
import { createTestStore, silentLog } from '../store/testing.ts'
import { growDemo } from './grow.ts'
import { demoRules, seedRules } from './rules.ts'
import { isSeeded, seedDemo } from './seed.ts'
import { demoEnvironmentIds, seedTenants } from './tenants.ts'

const events = 3000
let store: Store
let engine: Engine
beforeAll(async () => {
  store = await createTestStore()
  await seedTenants(store.db)
  const writer = await createEventWriter({ connect: store.writer, log: silentLog })
  engine = await createEngine({ db: store.db, clock: () => new Date(), newId, log: silentLog, writer, countryOf: ipCountry })
})
afterAll(async () => {
  await engine.close()
  await store.close()
})

const count = async (table: 'event' | 'event_key' | 'event_label') =>
  (await store.db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n
const everyHourAgrees = async () => {
  for (const environmentId of Object.values(demoEnvironmentIds)) expect(await differingHours(store.db, environmentId)).toEqual([])
}

it('has rules without a fault', () => {
  for (const rule of demoRules) expect([rule.name, engine.checkRule(demoEnvironmentIds.harbor, 'purchase', rule)]).toEqual([rule.name, []])
})

it('goes on after an interruption and counts nothing twice', async () => {
  const stop = new AbortController()
  const decide: Engine['decide'] = async input => {
    if ((await count('event_key')) > events / 3) stop.abort()
    return engine.decide(input)
  }
  await seedDemo({ db: store.db, engine: { ...engine, decide }, events, signal: stop.signal })
  expect(await isSeeded(store.db)).toBe(false)
  const before = await count('event')
  expect(before).toBeGreaterThan(events / 3)
  expect(before).toBeLessThan(events)

  const shares: number[] = []
  await seedDemo({ db: store.db, engine, events, onProgress: value => shares.push(value) })
  expect(await isSeeded(store.db)).toBe(true)
  expect(await count('event')).toBe(events)
  expect(shares.at(-1)).toBe(1)

  await seedDemo({ db: store.db, engine, events: events * 2 })
  expect(await count('event')).toBe(events)
}, 60_000)

it('gives labels to purchases that are there', async () => {
  expect(await count('event_label')).toBeGreaterThan(20)
  const { rows: [row] } = await sql<{ labelled: number; fraud: number }>`select count(label) as labelled, count(*) filter (where label = 'Fraud') as fraud from event`.execute(store.db)
  expect(row?.labelled).toBe(await count('event_label'))
  expect(row?.fraud).toBeGreaterThan(5)
})

it('keeps roll-ups equal to a recount', everyHourAgrees)

describe('decisions', () => {
  it('are a mix in which the attack is rejected and most orders pass', async () => {
    const { rows } = await sql<{ decision: string; share: number }>`select decision, count(*)::float8 / sum(count(*)) over () as share from event group by 1`.execute(store.db)
    const share = Object.fromEntries(rows.map(row => [row.decision, row.share]))
    expect(share['Approve']).toBeGreaterThan(0.85)
    for (const decision of ['Review', 'Challenge', 'Reject']) expect(share[decision], decision).toBeGreaterThan(0.003)
    const { rows: [attack] } = await sql<{ rejected: number; all: number }>`select count(*) filter (where decision = 'Reject') as rejected, count(*) as all
      from event where amount_usd < 1000 and user_id is not null and rule = 'Card testing'`.execute(store.db)
    expect(attack?.rejected).toBeGreaterThan(10)
  })
  it('name the rule that made them, in every environment with traffic', async () => {
    const { rows } = await sql<{ environment_id: string }>`select distinct environment_id from event where rule_id is not null`.execute(store.db)
    expect(rows.length).toBeGreaterThanOrEqual(3)
    const { rows: [broken] } = await sql<{ errors: number }>`select count(*) as errors from event_body where (explanation -> 'runtimeErrors')::text <> '[]'`.execute(store.db)
    expect(broken?.errors).toBe(0)
  })
})

it('leaves rules alone that are there already, in an order without gaps', async () => {
  await store.db.updateTable('rule').set({ name: 'Mine now' }).where('name', '=', 'Gift cards').where('environment_id', '=', demoEnvironmentIds.harbor).execute()
  const rules = () => store.db.selectFrom('rule').select(['id', 'name', 'position']).where('environment_id', '=', demoEnvironmentIds.harbor).where('event_type', '=', 'purchase').orderBy('position').execute()
  const before = await rules()
  await seedRules(store.db)
  expect(await rules()).toEqual(before)
  expect(before.map(({ position }) => position)).toEqual(before.map((_, index) => index + 1))
  expect(before.at(-1)?.name).toBe('Risk score bands')
})

it('grows by further histories, also after an interruption', async () => {
  const stop = new AbortController()
  const decide: Engine['decide'] = async input => {
    if ((await count('event_key')) > events + 300) stop.abort()
    return engine.decide(input)
  }
  const cut = await growDemo({ db: store.db, engine: { ...engine, decide }, events: events + 1000, signal: stop.signal })
  expect(cut).toBeGreaterThan(events)
  expect(cut).toBeLessThan(events + 1000)
  expect(await growDemo({ db: store.db, engine, events: events + 1000 })).toBe(events + 1000)
  expect(await growDemo({ db: store.db, engine, events: events + 1000 })).toBe(events + 1000)
  await everyHourAgrees()
}, 60_000)
