import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultPreferences, type PreferencesPatch, type StoredPreferences } from '../../contract/index.ts'
import {
  type ConsoleAnswer,
  type ConsoleBench,
  openConsoleBench,
  places,
} from '../../http/console-api/testing/console-bench.ts'
import { mergeChanges, parsePreferences } from './preferences-document.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  for (const table of ['user_preference', 'audit_log', 'setting'] as const)
    await bench.store.db.deleteFrom(table).execute()
})

const read = async (who = 'engineer') => (await bench.call(who, 'GET', '/preferences')).json as StoredPreferences
const patch = (baseVersion: number, changes: PreferencesPatch, who = 'engineer') =>
  bench.call(who, 'PATCH', '/preferences', { baseVersion, changes })
const stored = (answer: ConsoleAnswer) => answer.json as StoredPreferences

describe('preferences', () => {
  it('preferences are the defaults until something is chosen', async () => {
    expect(await read()).toEqual({ version: 0, preferences: defaultPreferences })
  })
  it('preferences keep what is changed and nothing else', async () => {
    const answer = await patch(0, {
      theme: 'dark',
      timeZone: 'Asia/Dubai',
      startPage: '/search',
      favouriteEnvironments: [places.eu],
    })
    expect([answer.status, stored(answer)]).toEqual([
      200,
      {
        version: 1,
        preferences: {
          ...defaultPreferences,
          theme: 'dark',
          timeZone: 'Asia/Dubai',
          startPage: '/search',
          favouriteEnvironments: [places.eu],
        },
      },
    ])
    expect(stored(await patch(1, { theme: null })).preferences).toMatchObject({ theme: null, timeZone: 'Asia/Dubai' })
    const rows = await bench.store.db.selectFrom('user_preference').select('document').execute()
    expect(rows).toEqual([
      { document: { theme: null, timeZone: 'Asia/Dubai', startPage: '/search', favouriteEnvironments: [places.eu] } },
    ])
  })
  it('preferences take keys of their own for commands of a case, but no two the same and none of the browser', async () => {
    const keys = (caseKeys: Record<string, string>) => patch(0, { caseKeys })
    for (const caseKeys of [
      { hold: 'x', escalate: 'x' },
      { hold: 'Mod+R' },
      { hold: 'g' },
      { hold: '/' },
      { hold: ' ' },
    ])
      expect([caseKeys, (await keys(caseKeys)).status]).toEqual([caseKeys, 422])
    const answer = await patch(0, { caseKeys: { hold: 'x', 'decision/Approve': 'Shift+A' }, autoAdvance: false })
    expect(stored(answer).preferences).toMatchObject({
      caseKeys: { hold: 'x', 'decision/Approve': 'Shift+A' },
      autoAdvance: false,
    })
    expect(stored(await patch(1, { caseKeys: {} })).preferences.caseKeys).toEqual({})
  })
  it('preferences change tables and tours one by one', async () => {
    await patch(0, {
      tables: { search: { visibility: { email: false } } },
      tours: { purchase: { state: 'inProgress', step: 1 } },
    })
    const answer = await patch(1, {
      tables: { rules: { density: 'compact' } },
      tours: { purchase: { state: 'done', step: 4 } },
    })
    expect(stored(answer).preferences).toMatchObject({
      tables: { search: { visibility: { email: false } }, rules: { density: 'compact' } },
      tours: { purchase: { state: 'done', step: 4 } },
    })
    expect(stored(await patch(2, { tables: { search: null } })).preferences.tables).toEqual({
      rules: { density: 'compact' },
    })
  })
  it('[S54] hidden and moved columns of a grid are there tomorrow, for one person alone, until they are reset', async () => {
    const pending = { visibility: { amount: false }, order: ['riskScore', 'externalId'] }
    await patch(0, { tables: { 'cases/pending': pending } })
    await patch(0, { tables: { 'cases/pending': { visibility: { email: false } } } }, 'colleague')
    expect((await read()).preferences.tables).toMatchObject({ 'cases/pending': pending })
    expect((await read('colleague')).preferences.tables).toMatchObject({
      'cases/pending': { visibility: { email: false } },
    })
    await patch(1, { tables: { 'cases/pending': null } })
    expect([(await read()).preferences.tables, (await read('colleague')).version]).toEqual([{}, 1])
  })
  it('preferences do not lose what was changed elsewhere', async () => {
    await patch(0, { dismissed: ['a'] })
    const late = await patch(0, { dismissed: ['b'] })
    expect([late.status, late.body]).toMatchObject([409, { code: 'version.conflict', details: { currentVersion: 1 } }])
    expect((await read()).preferences.dismissed).toEqual(['a'])
  })
  it('preferences are changed once by two calls at the same time', async () => {
    const answers = await Promise.all([patch(0, { theme: 'dark' }), patch(0, { density: 'compact' })])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
    expect((await read()).version).toBe(1)
  })
  it('preferences may be sent again when the answer was lost', async () => {
    await patch(0, { density: 'compact' })
    expect(stored(await patch(0, { density: 'compact' }))).toEqual(await read())
    expect((await read()).version).toBe(1)
  })
  it('preferences belong to one person in one tenant', async () => {
    await patch(0, { theme: 'dark' })
    expect(await read('colleague')).toEqual({ version: 0, preferences: defaultPreferences })
    await bench.store.db
      .insertInto('user_preference')
      .values({
        tenant_id: places.other,
        user_id: bench.person('colleague').id,
        version: 3,
        document: '{"theme":"light"}',
      })
      .execute()
    expect(await read('colleague')).toEqual({ version: 0, preferences: defaultPreferences })
  })
  it('preferences need a token and no role', async () => {
    expect((await bench.call(null, 'GET', '/preferences')).status).toBe(401)
    expect((await bench.call('forged', 'PATCH', '/preferences', { baseVersion: 0, changes: {} })).status).toBe(401)
    expect((await patch(0, { theme: 'dark' }, 'nobody')).status).toBe(200)
  })
  it('preferences start with what the tenant sends of its users’ doings', async () => {
    await bench.store.db
      .insertInto('setting')
      .values({ scope: places.tenant, key: 'usageData', value: '"all"' })
      .execute()
    expect((await read()).preferences.usageData).toBe('all')
    expect(stored(await patch(0, { usageData: 'errors' })).preferences.usageData).toBe('errors')
    expect((await read('colleague')).preferences.usageData).toBe('all')
  })
  it('preferences log a consent, and nothing of tastes', async () => {
    await patch(0, { theme: 'dark', tables: { search: { density: 'compact' } } })
    await patch(1, { usageData: 'all' })
    await patch(1, { usageData: 'all' })
    const lines = await bench.store.db.selectFrom('audit_log').selectAll().execute()
    expect(lines).toMatchObject([
      {
        resource_type: 'UsageDataConsent',
        actor_id: bench.person('engineer').id,
        before: { usageData: 'errors' },
        after: { usageData: 'all' },
      },
    ])
  })
})

describe('refused', () => {
  it.each([
    ['a zone that is none', { timeZone: 'Mars/Olympus' }, 'timeZone'],
    ['an offset as zone', { timeZone: '+01:00' }, 'timeZone'],
    ['another host as start page', { startPage: '//evil.example' }, 'startPage'],
    ['an address as start page', { startPage: 'https://evil.example/' }, 'startPage'],
    ['a query as start page', { startPage: '/search?f=email:eq:x' }, 'startPage'],
    ['an unknown theme', { theme: 'neon' }, 'theme'],
    ['an environment that is none', { favouriteEnvironments: ['x'] }, 'favouriteEnvironments'],
    ['a step that is none', { tours: { purchase: { state: 'done', step: -1 } } }, 'tours'],
    ['a width of nothing', { tables: { search: { sizes: { at: 0 } } } }, 'tables'],
  ])('%s', async (_name, changes, field) => {
    const answer = await bench.call('engineer', 'PATCH', '/preferences', { baseVersion: 0, changes })
    expect(answer.body.code).toBe('validation')
    expect(JSON.stringify(answer.json)).toContain(`"${field}"`)
  })
  it('a name that is unknown', async () => {
    expect(
      (await bench.call('engineer', 'PATCH', '/preferences', { baseVersion: 0, changes: { colour: 'red' } })).body.code,
    ).toBe('validation')
  })
  it('a number of tables beyond the limit', async () => {
    const tables = (from: number) =>
      Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`t${from + n}`, { density: 'compact' as const }]))
    expect((await patch(0, { tables: tables(0) })).status).toBe(200)
    const second = await patch(1, { tables: tables(100) })
    expect([second.body.code, second.body]).toMatchObject([
      'validation',
      { details: { issues: [{ path: ['changes', 'tables'] }] } },
    ])
  })
  it('a document too large for a person', async () => {
    const wide = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${'x'.repeat(90)}${n}`, 100]))
    const tables = Object.fromEntries(Array.from({ length: 4 }, (_, n) => [`t${n}`, { sizes: wide }]))
    const answer = await patch(0, { tables })
    expect(answer.body.code).toBe('validation')
    expect((await read()).version).toBe(0)
  })
})

describe('the document', () => {
  it('the document is read as far as it is understood', () => {
    expect(parsePreferences({ theme: 'neon', density: 'compact', unknown: 1, tours: [] }, null)).toEqual({
      ...defaultPreferences,
      density: 'compact',
    })
  })
  it('the document keeps what this version does not know', () => {
    expect(mergeChanges({ later: 1, tables: 'broken' }, { tables: { a: { density: null } } })).toEqual({
      later: 1,
      tables: { a: { density: null } },
    })
  })
})
