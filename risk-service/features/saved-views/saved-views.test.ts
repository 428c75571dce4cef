import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SavedViewRecord } from '../../contract/index.ts'
import { viewLimits } from '../../contract/saved-views.ts'
import {
  type ConsoleAnswer,
  type ConsoleBench,
  openConsoleBench,
  places,
} from '../../http/console-api/testing/console-bench.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  for (const table of ['saved_view_default', 'saved_view', 'audit_log'] as const)
    await bench.store.db.deleteFrom(table).execute()
})

const url = (environment: string, id = '') => `/environments/${environment}/views/search${id === '' ? '' : `/${id}`}`
const list = async (who = 'engineer', environment: string = places.root) =>
  (await bench.call(who, 'GET', url(environment))).json as SavedViewRecord[]
const save = (
  who: string,
  id: string,
  view: { name: string; shared?: boolean; state?: Record<string, unknown>; baseVersion?: number },
  environment: string = places.root,
) =>
  bench.call(who, 'PUT', url(environment, id), {
    shared: false,
    state: { f: ['decision:in:Reject'] },
    baseVersion: 0,
    ...view,
  })
const remove = (who: string, id: string, environment: string = places.root) =>
  bench.call(who, 'DELETE', url(environment, id))
const setDefault = (who: string, viewId: string | null) =>
  bench.call(who, 'PUT', `${url(places.root)}/default`, { viewId })
const names = (views: SavedViewRecord[]) => views.map(({ name }) => name)
const one = (answer: ConsoleAnswer) => answer.json as SavedViewRecord
async function made(who: string, name: string, shared = false): Promise<SavedViewRecord> {
  const answer = await save(who, randomUUID(), { name, shared })
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  return one(answer)
}

describe('views', () => {
  it('views are their maker’s, or everybody’s who may search the environment', async () => {
    await made('engineer', 'night')
    await made('engineer', 'Team: lockers', true)
    await made('colleague', 'Mine')
    expect(names(await list())).toEqual(['night', 'Team: lockers'])
    expect(await list('colleague')).toMatchObject([
      { name: 'Mine', own: true, removable: true },
      { name: 'Team: lockers', own: false, removable: false, ownerName: 'Name of engineer' },
    ])
    expect(await list('engineer', places.eu)).toEqual([])
  })
  it('views change, are renamed, and keep their number of changes', async () => {
    const { id } = await made('engineer', 'Night')
    expect(one(await save('engineer', id, { name: '  Day  ', state: { sort: 'at' }, baseVersion: 1 }))).toMatchObject({
      name: 'Day',
      state: { sort: 'at' },
      version: 2,
    })
    expect(await list()).toMatchObject([{ id, name: 'Day', version: 2 }])
  })
  it('views are saved once when the answer was lost', async () => {
    const id = randomUUID()
    const state = { b: 1, a: { d: [1], c: 2 } }
    const [first, again] = [
      await save('engineer', id, { name: 'Night', state }),
      await save('engineer', id, { name: 'Night', state: { a: { c: 2, d: [1] }, b: 1 } }),
    ]
    expect(one(again)).toEqual(one(first))
    await save('engineer', id, { name: 'Day', state, baseVersion: 1 })
    expect(one(await save('engineer', id, { name: 'Day', state, baseVersion: 1 })).version).toBe(2)
    expect(
      (await bench.store.db.selectFrom('audit_log').select('operation').orderBy('operation').execute()).map(
        ({ operation }) => operation,
      ),
    ).toEqual(['Create', 'Rename'])
  })
  it('views do not lose what was changed elsewhere', async () => {
    const { id } = await made('engineer', 'Night')
    await save('engineer', id, { name: 'Night', state: { sort: 'score' }, baseVersion: 1 })
    const late = await save('engineer', id, { name: 'Night', state: { sort: 'at' }, baseVersion: 1 })
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'version.conflict', details: { currentVersion: 2, changedBy: 'Name of engineer' } },
    ])
    expect((await save('engineer', randomUUID(), { name: 'Gone', baseVersion: 4 })).status).toBe(404)
  })
  it('views come back under their id when a deletion is undone', async () => {
    const { id } = await made('engineer', 'Night')
    expect((await remove('engineer', id)).json).toEqual({ deleted: true })
    expect((await remove('engineer', id)).json).toEqual({ deleted: false })
    expect(one(await save('engineer', id, { name: 'Night' })).id).toBe(id)
  })
  it('views of who changes nothing are their own', async () => {
    const id = randomUUID()
    const refused = await save('viewer', id, { name: 'Team', shared: true })
    expect([refused.status, refused.body]).toMatchObject([403, { details: { capability: 'notes', required: 'write' } }])
    expect((await save('viewer', id, { name: 'Mine' })).status).toBe(200)
    expect((await save('viewer', id, { name: 'Mine', shared: true, baseVersion: 1 })).status).toBe(403)
    expect(await list('engineer')).toEqual([])
  })
  it('views need a name of their own among those that one sees', async () => {
    await made('engineer', 'Straße')
    await made('colleague', 'Team', true)
    for (const name of ['STRASSE'.replace('SS', 'ß'), ' straße ', 'team']) {
      const answer = await save('engineer', randomUUID(), { name })
      expect([name, answer.body.code, answer.body]).toMatchObject([
        name,
        'validation',
        { details: { issues: [{ path: ['name'], code: 'name.taken' }] } },
      ])
    }
    // The name of a view that the caller does not see is free.
    expect((await save('colleague', randomUUID(), { name: 'Straße' })).status).toBe(200)
  })
  it.each([
    ['nothing', ' '],
    ['too much', 'x'.repeat(101)],
    ['a control character', 'a\u0007b'],
    ['a character that reverses others', 'a\u202Eb'],
    ['a character without a width', 'a\u200Bb'],
  ])('views refuse %s as name', async (_what, name) => {
    expect((await save('engineer', randomUUID(), { name })).body.code).toBe('validation')
  })
  it('views refuse a state that is no state', async () => {
    expect(
      (await save('engineer', randomUUID(), { name: 'Large', state: { f: 'x'.repeat(viewLimits.stateSize) } })).body
        .code,
    ).toBe('validation')
  })
  it('views are changed by their maker alone, and shared ones cleared away by who administers search', async () => {
    const shared = await made('engineer', 'Team', true)
    const own = await made('engineer', 'Mine')
    expect((await save('colleague', shared.id, { name: 'Theirs', baseVersion: 1 })).body).toMatchObject({
      code: 'views.notOwn',
    })
    expect((await remove('colleague', shared.id)).body).toMatchObject({ code: 'views.notOwn' })
    for (const answer of [await remove('admin', own.id), await save('admin', own.id, { name: 'X', baseVersion: 1 })])
      expect(answer.status).toBe(404)
    expect((await remove('admin', shared.id)).json).toEqual({ deleted: true })
  })
  it('the number of views is limited', async () => {
    const { db } = bench.store
    const rows = (count: number, shared: boolean) =>
      Array.from({ length: count }, (_, n) => ({
        id: randomUUID(),
        environment_id: places.root,
        area: 'search',
        owner_id: bench.person('engineer').id,
        owner_name: 'E',
        name: `${shared} ${n}`,
        shared,
        state: '{}',
        version: 1,
      }))
    await db
      .insertInto('saved_view')
      .values([...rows(viewLimits.own, false), ...rows(viewLimits.shared, true)])
      .execute()
    expect((await save('engineer', randomUUID(), { name: 'One more' })).body).toMatchObject({ code: 'views.limit' })
    expect((await save('colleague', randomUUID(), { name: 'One more', shared: true })).body).toMatchObject({
      code: 'views.sharedLimit',
    })
    expect((await save('colleague', randomUUID(), { name: 'One more' })).status).toBe(200)
  })
  it('views are logged without what was searched for', async () => {
    const id = randomUUID()
    await save('engineer', id, { name: 'Night', state: { f: ['email:eq:ada@example.com'] } })
    await remove('engineer', id)
    const lines = await bench.store.db.selectFrom('audit_log').selectAll().execute()
    expect(
      lines.map(({ operation, environment_id, resource_type }) => [operation, environment_id, resource_type]).sort(),
    ).toEqual([
      ['Create', places.root, 'SavedView'],
      ['Delete', places.root, 'SavedView'],
    ])
    expect(JSON.stringify(lines)).not.toContain('ada@')
  })
})

describe('the view to start with', () => {
  it('the view to start with is each person’s own choice and goes with the view', async () => {
    const { id } = await made('engineer', 'Team', true)
    expect((await setDefault('colleague', id)).json).toMatchObject([{ id, isDefault: true }])
    expect(await list()).toMatchObject([{ id, isDefault: false }])
    await setDefault('engineer', id)
    // No longer shared: it is no other user's default.
    await save('engineer', id, { name: 'Team', baseVersion: 1 })
    await save('engineer', id, { name: 'Team', shared: true, baseVersion: 2 })
    expect([(await list())[0]?.isDefault, (await list('colleague'))[0]?.isDefault]).toEqual([true, false])
    await remove('engineer', id)
    expect(await bench.store.db.selectFrom('saved_view_default').selectAll().execute()).toEqual([])
  })
  it('the start without a view is a choice, too', async () => {
    const { id } = await made('engineer', 'Mine')
    await setDefault('engineer', id)
    expect((await setDefault('engineer', null)).json).toMatchObject([{ id, isDefault: false }])
  })
  it('the view to start with must be one that the caller sees', async () => {
    const { id } = await made('colleague', 'Theirs')
    expect((await setDefault('engineer', id)).status).toBe(404)
  })
})

describe.each([
  ['list', 'GET', '', undefined],
  ['save', 'PUT', `/${randomUUID()}`, { name: 'X', shared: false, state: {}, baseVersion: 0 }],
  ['remove', 'DELETE', `/${randomUUID()}`, undefined],
  ['default', 'PUT', '/default', { viewId: null }],
] as const)('%s', (_name, method, path, body) => {
  it('the procedure asks for a token, and for an environment that the caller may search', async () => {
    const ask = (who: string | null, environment: string) => bench.call(who, method, `${url(environment)}${path}`, body)
    expect((await ask(null, places.root)).status).toBe(401)
    for (const [who, environment] of [
      ['engineer', places.foreign],
      ['outsider', places.root],
      ['engineer', places.box],
      ['local', places.root],
      ['nobody', places.root],
      ['application', places.root],
    ] as const) {
      expect([who, (await ask(who, environment)).status]).toEqual([who, 404])
    }
    expect((await ask('viewer', places.root)).status).toBe(200)
  })
  it('the procedure refuses who may not search', async () => {
    const developer = bench.person('viewer')
    const before = developer.assignments
    Object.assign(developer, { assignments: [{ role: 'TechnicalDeveloper', environmentId: places.root }] })
    const answer = await bench.call('viewer', method, `${url(places.root)}${path}`, body)
    Object.assign(developer, { assignments: before })
    expect([answer.status, answer.body]).toMatchObject([403, { details: { capability: 'search', required: 'read' } }])
  })
  it('the procedure finds no view of another environment', async () => {
    const { id } = await made('engineer', 'Here')
    if (method !== 'DELETE') return
    expect((await remove('engineer', id, places.us)).status).toBe(404)
    expect((await save('engineer', id, { name: 'Here', baseVersion: 1 }, places.us)).status).toBe(404)
  })
})
