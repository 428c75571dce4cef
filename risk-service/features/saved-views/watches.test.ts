import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SavedViewRecord } from '../../contract/saved-views.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../cases/testing/case-bench.ts'
import { checkWatches } from './watches.ts'

let bench: CaseBench
let viewId: string
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
const path = (id: string, more = '', environment: string = caseIds.root) => `${environment}/views/search/${id}${more}`
const watched = { results: 1, hours: 2, eventType: 'purchase', filter: { conditions: [] as object[] } }
const watch = (body: object | null = watched, as = 'Finn', id = viewId, environment: string = caseIds.root) =>
  bench.call<SavedViewRecord>(as, 'PUT', path(id, '/watch', environment), { watch: body })
const views = async (as = 'Finn') =>
  (await bench.call<SavedViewRecord[]>(as, 'GET', `${caseIds.root}/views/search`)).json
const check = () =>
  checkWatches({
    ports: { db: bench.store.db, clock: bench.now, newId: () => randomUUID(), log: { write: () => undefined } },
    engine: bench.engine,
    live: bench.live,
  })
const notices = () =>
  bench.store.db.selectFrom('notification').select(['event', 'user_id', 'params']).orderBy('at').execute()

beforeEach(async () => {
  await resetCaseBench(bench)
  for (const table of ['saved_view', 'personal_data_grant'] as const) await bench.store.db.deleteFrom(table).execute()
  viewId = randomUUID()
  const saved = await bench.call('Finn', 'PUT', path(viewId), {
    name: 'Rejected today',
    shared: true,
    state: { query: '' },
    baseVersion: 0,
  })
  expect(saved.status, JSON.stringify(saved.json)).toBe(200)
})

describe('watched searches', () => {
  it('notify their owner alone of more new results, once for the same ones, and every hour at most', async () => {
    expect((await watch()).json).toMatchObject({ watch: { results: 1, hours: 2, ended: null } })
    await bench.send({ id: 'P-1' })
    expect(await check()).toBe(0)
    await bench.send({ id: 'P-2' })
    // An hour has to pass first.
    bench.at('09:30')
    expect(await check()).toBe(0)
    bench.at('10:00')
    expect(await check()).toBe(1)
    expect(await notices()).toEqual([
      {
        event: 'WatchedSearch',
        user_id: bench.people.Finn,
        params: { name: 'Rejected today', count: 2, view: viewId },
      },
    ])
    bench.at('11:00')
    await bench.send({ id: 'P-3' })
    expect(await check()).toBe(0)
    await bench.send({ id: 'P-4' })
    bench.at('12:00')
    expect(await check()).toBe(1)
  })
  it('count no case of a queue that is closed to their owner', async () => {
    await bench.queue('Insiders', { restrictToAssignees: true, assignedUsers: [bench.people.Ana ?? ''] })
    await bench.route('R1', 'ROUTETO Queue("Insiders") WHEN @"purchase.request.totalAmount" > 10')
    const conditions = [{ column: 'queueName', op: 'eq', value: 'Insiders' }]
    await watch({ ...watched, results: 0, filter: { conditions } })
    await bench.send({ id: 'P-1' })
    bench.at('10:00')
    expect(await check()).toBe(0)
    await bench.store.db
      .updateTable('case_queue')
      .set({ settings: sql`settings || '{"restrictToAssignees": false}'` })
      .where('name', '=', 'Insiders')
      .execute()
    bench.at('10:59')
    await bench.send({ id: 'P-2' })
    bench.at('11:10')
    expect(await check()).toBe(1)
  })
  it('count nothing from before the search was switched on, and wait while it is off', async () => {
    const change = (values: object) =>
      bench.store.db.updateTable('search_switch').set(values).where('tenant_id', '=', caseIds.tenant).execute()
    await watch({ ...watched, results: 0 })
    await bench.send({ id: 'P-1' })
    bench.at('09:30')
    await change({ state: 'Off' })
    bench.at('10:00')
    expect(await check()).toBe(0)
    await change({ state: 'On', from_at: bench.now() })
    bench.at('11:00')
    expect(await check()).toBe(0)
    await bench.send({ id: 'P-2' })
    bench.at('12:00')
    expect(await check()).toBe(1)
    expect((await notices()).map(({ params }) => params)).toMatchObject([{ count: 1 }])
    expect((await views())[0]).toMatchObject({ watch: { ended: null } })
    await change({ state: 'On', from_at: null })
  })
  it('count only what matches, in the last hours, whatever the period of the search', async () => {
    await bench.send({ id: 'P-1', userId: 'U-1' })
    await bench.send({ id: 'P-2', userId: 'U-2' })
    const condition = { column: 'userId', op: 'eq', value: 'U-1' }
    await watch({ ...watched, results: 0, filter: { period: 'all', conditions: [condition] } })
    expect(await check()).toBe(1)
    expect((await notices())[0]?.params).toMatchObject({ count: 1 })
    bench.at('15:00')
    expect(await check()).toBe(0)
  })
  it('end with a note when the owner may not search any more', async () => {
    await watch()
    const roles = bench.store.db.updateTable('role_assignment').where('principal_id', '=', bench.people.Finn ?? '')
    await roles.set({ role: 'Reporting' }).execute()
    expect(await check()).toBe(0)
    await roles.set({ role: 'FraudEngineer' }).execute()
    expect((await views())[0]?.watch).toEqual({ results: 1, hours: 2, ended: 'access' })
    await watch()
    expect((await views())[0]?.watch).toMatchObject({ ended: null })
  })
  it('end with a note when the search became invalid', async () => {
    await watch()
    const filter = JSON.stringify({
      period: '7d',
      timeZone: 'UTC',
      match: 'all',
      groups: [],
      conditions: [{ column: 'gone', op: 'eq', value: 'x' }],
    })
    await bench.store.db.updateTable('saved_view_watch').set({ filter }).execute()
    expect(await check()).toBe(0)
    expect((await views())[0]?.watch).toMatchObject({ ended: 'search' })
  })
  it('are removed on request, and with their view', async () => {
    await watch()
    expect((await watch(null)).json).toMatchObject({ watch: null })
    await watch()
    await bench.call('Finn', 'DELETE', path(viewId))
    expect(await bench.store.db.selectFrom('saved_view_watch').select('view_id').execute()).toEqual([])
  })
  it('are the business of the owner: others neither set nor see them', async () => {
    await watch()
    expect((await watch(watched, 'Pia')).status).toBe(409)
    expect((await views('Pia'))[0]).toMatchObject({ name: 'Rejected today', watch: null })
  })
  it('are refused for unknown fields, of another tenant and in another environment', async () => {
    const unknown = await watch({ ...watched, filter: { conditions: [{ column: 'gone', op: 'eq', value: 'x' }] } })
    expect(unknown.status).toBe(422)
    expect(JSON.stringify(unknown.json)).toContain('gone')
    expect((await watch({ ...watched, hours: 0 })).status).toBe(422)
    expect((await watch({ ...watched, eventType: 'none' })).status).toBe(422)
    expect((await watch(watched, 'Outsider')).status).toBe(404)
    expect((await watch(watched, 'Finn', viewId, caseIds.eu)).status).toBe(404)
    expect((await watch(watched, 'Finn', randomUUID())).status).toBe(404)
  })
})
