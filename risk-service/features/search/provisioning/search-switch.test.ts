import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SearchOutput, SearchSwitchDetails } from '../../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { insertPurchase } from '../testing/stored-purchases.ts'
import { type ProvisionServices, provisionSearches } from './provision-search.ts'

const hour = 3_600_000
let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  const request = {}
  const answer = '{}'
  await insertPurchase(bench.store.db, { id: 'before', request, answer, at: new Date(now.getTime() - hour) })
  await insertPurchase(bench.store.db, { id: 'after', request, answer, at: now })
  return () => bench.close()
})
beforeEach(async () => {
  for (const table of ['search_switch', 'notification', 'audit_log', 'event_hour'] as const)
    await bench.store.db.deleteFrom(table).execute()
})
afterEach(() => void vi.restoreAllMocks())

const path = `/environments/${places.root}/search`
const read = async (who = 'support') => (await bench.call(who, 'GET', `${path}/switch`)).json
const enable = (who = 'admin') => bench.call(who, 'PUT', `${path}/switch`)
const details = async () => (await bench.call('admin', 'GET', `${path}/switch/settings`)).json as SearchSwitchDetails
const search = () =>
  bench.call('support', 'POST', path, { eventType: 'purchase', filter: { period: 'all', conditions: [] } })
const provision = (more: Partial<ProvisionServices> = {}) =>
  provisionSearches({
    ports: {
      db: bench.store.db,
      clock: () => now,
      newId: () => randomUUID(),
      log: { write: () => undefined },
    },
    engine: bench.engine,
    live: bench.live,
    ...more,
  })
const notices = () => bench.store.db.selectFrom('notification').select(['event', 'environment_id', 'topic']).execute()

describe('a search that was never switched on', () => {
  it('is off, and refuses every question with its reason', async () => {
    expect(await read()).toEqual({ state: 'Off', from: null })
    const body = { eventType: 'purchase', filter: {} }
    for (const [at, more] of [
      ['', {}],
      ['/count', {}],
      ['/removals', {}],
      ['/export', { columns: 'all' }],
    ] as const) {
      const answer = await bench.call('engineer', 'POST', `${path}${at}`, { ...body, ...more })
      expect([at, answer.status, answer.json]).toMatchObject([at, 409, { code: 'search.off' }])
    }
  })
  it('leaves the lookup of an event by its id, and the types of events', async () => {
    const found = await bench.call('support', 'GET', `/environments/${places.root}/events?id=before`)
    expect((found.json as SearchOutput).rows.map(({ externalId }) => externalId)).toEqual(['before'])
    expect((await bench.call('support', 'GET', `${path}/types`)).status).toBe(200)
  })
  it('refuses a watch of a saved search', async () => {
    const view = `/environments/${places.root}/views/search/${randomUUID()}`
    await bench.call('support', 'PUT', view, { name: 'Any', shared: false, state: { query: '' }, baseVersion: 0 })
    const answer = await bench.call('support', 'PUT', `${view}/watch`, {
      watch: { results: 1, hours: 2, eventType: 'purchase', filter: {} },
    })
    expect([answer.status, answer.json]).toMatchObject([409, { code: 'search.off' }])
  })
})

describe('switching the search on', () => {
  it('is for Product admins alone', async () => {
    for (const who of ['engineer', 'viewer', 'support']) expect((await enable(who)).status).toBe(403)
    expect((await bench.call('viewer', 'GET', `${path}/switch/settings`)).status).toBe(403)
    expect((await enable('outsider')).status).toBe(404)
    expect(await read()).toEqual({ state: 'Off', from: null })
  })
  it('prepares it, finds the events from then on, and says so to the administrators', async () => {
    expect((await enable()).json).toEqual({ state: 'Provisioning', from: now.toISOString() })
    expect(await details()).toMatchObject({ state: 'Provisioning', by: 'Name of admin', prepared: 0, environments: 4 })
    expect(await search()).toMatchObject({ status: 409, json: { code: 'search.off' } })
    await provision()
    expect(await details()).toMatchObject({ state: 'On', prepared: 4, environments: 4, failure: null })
    const { rows } = (await search()).json as SearchOutput
    expect(rows.map(({ externalId }) => externalId)).toEqual(['after'])
    expect(await notices()).toEqual([{ event: 'SearchTurnedOn', environment_id: null, topic: 'search' }])
    // Nothing is left to prepare.
    await provision()
    expect(await notices()).toHaveLength(1)
  })
  it('happens once: it stays on from its first moment, with one entry in the audit log', async () => {
    await enable()
    await provision()
    expect((await enable()).json).toEqual({ state: 'On', from: now.toISOString() })
    const entries = await bench.store.db
      .selectFrom('audit_log')
      .select(['operation', 'resource_type', 'environment_id', 'actor_name'])
      .execute()
    expect(entries).toEqual([
      {
        operation: 'Activate',
        resource_type: 'SearchSwitch',
        environment_id: places.root,
        actor_name: 'Name of admin',
      },
    ])
    // There is no way to switch it off.
    expect((await bench.call('admin', 'DELETE', `${path}/switch`)).status).toBe(404)
  })
  it('fails with its reason, and can be tried again', async () => {
    await enable()
    await provision({ hasInvalidIndex: () => Promise.resolve(true) })
    expect(await details()).toMatchObject({ state: 'Off', failure: 'index' })
    expect(await notices()).toEqual([])
    await enable()
    expect(await details()).toMatchObject({ state: 'Provisioning', failure: null })
    await provision({ hasInvalidIndex: () => Promise.reject(new Error('lost')) })
    expect(await details()).toMatchObject({ state: 'Off', failure: 'store' })
    await enable()
    await provision()
    expect(await read()).toMatchObject({ state: 'On' })
  })
  it('keeps to its tenant', async () => {
    await bench.call('outsider', 'PUT', `/environments/${places.foreign}/search/switch`)
    await provision()
    expect(await read()).toEqual({ state: 'Off', from: null })
    expect((await search()).status).toBe(409)
  })
})

describe('what the search finds', () => {
  const hours = (environmentId: string, eventType: string, at: Date, events: number) => ({
    environment_id: environmentId,
    event_type: eventType,
    hour: at,
    decision: 'Approve',
    score_band: 1,
    events,
    amount_usd: 0,
  })
  it('is counted from its beginning, without assessments that are excluded', async () => {
    const excluded = bench.engine
      .assessments('')
      .map(each => (each.key === 'Signup' ? { ...each, search: false } : each))
    vi.spyOn(bench.engine, 'assessments').mockReturnValue(excluded)
    const nextHour = new Date(Math.ceil(now.getTime() / hour) * hour)
    await bench.store.db
      .insertInto('event_hour')
      .values([
        hours(places.root, 'purchase', new Date(nextHour.getTime() - 5 * hour), 100),
        hours(places.root, 'purchase', nextHour, 20),
        hours(places.eu, 'accountlogin', nextHour, 3),
        hours(places.eu, 'Signup', nextHour, 4000),
        hours(places.foreign, 'purchase', nextHour, 50_000),
      ])
      .execute()
    await enable()
    await provision()
    expect(await details()).toMatchObject({
      // One event in the hour of the beginning.
      events: now.getTime() % hour === 0 ? 23 : 24,
      newestAt: now.toISOString(),
      excluded: [
        { name: 'Sign-up', environmentId: places.root, environment: 'Harbor' },
        { name: 'Sign-up', environmentId: places.box, environment: 'Harbor box' },
      ],
    })
  })
  it('leaves out the events of an excluded assessment, and says which', async () => {
    await enable()
    await provision()
    const excluded = bench.engine.assessments('').map(each => ({ ...each, search: each.key !== 'Signup' }))
    vi.spyOn(bench.engine, 'assessments').mockReturnValue(excluded)
    const answer = await bench.call('support', 'POST', path, { eventType: 'Signup', filter: {} })
    expect([answer.status, answer.json]).toMatchObject([
      422,
      { details: { issues: [{ path: ['eventType'], code: 'search.excluded' }] } },
    ])
    expect((await search()).status).toBe(200)
    expect((await bench.call('support', 'GET', `${path}/types`)).json).toContainEqual({
      key: 'Signup',
      name: 'Sign-up',
      search: false,
      cases: true,
    })
  })
})
