import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CaseOptionSettings, PageOptions, StoredCaseOptions } from '../../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

const path = `${caseIds.root}/casemanagement/options`
let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  await bench.store.db.deleteFrom('setting').where('scope', '=', caseIds.tenant).execute()
  await bench.store.db.deleteFrom('audit_log').execute()
})

const read = async () => (await bench.call<StoredCaseOptions>('Pia', 'GET', `${path}/settings`)).json
const save = (changes: Partial<CaseOptionSettings> | object, { as = 'Pia', baseVersion = 0 } = {}) =>
  bench.call<StoredCaseOptions>(as, 'PUT', `${path}/settings`, { baseVersion, settings: { costs: {}, ...changes } })
const link = { name: 'Desk', icon: 'order', url: 'https://desk.example/o/#', field: 'user.userId' }

describe('case options', () => {
  it('have their defaults before the first change', async () => {
    const { version, settings, defaults } = await read()
    expect(version).toBe(0)
    expect(settings).toEqual(defaults)
    expect(settings).toMatchObject({
      interimStatuses: false,
      corrections: false,
      countdownSeconds: 120,
      maxExtensions: null,
      nextCase: 'user',
      maturityDays: 90,
      farKm: 500,
      scoreLimits: [200, 400, 600, 800],
      costs: { hourlyCostUsd: null, margin: null },
      masking: {},
      externalLinks: [],
      tags: [],
    })
    expect(settings.listReasons.Block).toHaveLength(6)
  })
  it('are stored together, each with its line in the activity log', async () => {
    const saved = await save({
      farKm: 700,
      nextCase: 'off',
      externalLinks: [link],
      tags: ['Device ring'],
      costs: { hourlyCostUsd: 3800, margin: 0.12 },
      masking: { SupportAgent: ['email'] },
    })
    expect(saved.status).toBe(200)
    expect(saved.json.version).toBe(3)
    expect(await read()).toEqual(saved.json)
    const log = await bench.store.db.selectFrom('audit_log').selectAll().orderBy('resource_name').execute()
    expect(log.map(({ actor_name, operation, resource_name }) => [actor_name, operation, resource_name])).toEqual([
      ['Pia', 'Update', 'Case options'],
      ['Pia', 'Update', 'Masking of personal data'],
      ['Pia', 'Update', 'Review costs'],
    ])
    expect(log[0]).toMatchObject({ before: { farKm: 500 }, after: { farKm: 700, nextCase: 'off' } })
    const page = await bench.call<PageOptions>('Ana', 'GET', path)
    expect(page.json).toEqual({
      nextCase: 'off',
      maturityDays: 90,
      listReasons: saved.json.defaults.listReasons,
      externalLinks: [link],
      tags: ['Device ring'],
    })
  })
  it('reasons for list changes are those of the support view from then on', async () => {
    const { listReasons } = (await read()).defaults
    await save({ listReasons: { ...listReasons, Block: ['Device ring'] } })
    const set = (reason: string) =>
      bench.call('Sam', 'PUT', `${caseIds.root}/support/status`, {
        list: 'email',
        value: 'kim@contoso.example',
        status: 'Block',
        expiresAt: '2025-03-20T00:00:00Z',
        seen: null,
        reason,
      })
    const refused = await set('Other')
    expect([refused.status, JSON.stringify(refused.json)]).toEqual([422, expect.stringContaining('"path":["reason"]')])
    expect((await set('Device ring')).status).toBe(200)
  })
  it('that did not change leave no line and no new version', async () => {
    await save({ farKm: 700 })
    expect((await save({ farKm: 700 }, { baseVersion: 0 })).json.version).toBe(1)
    expect(await bench.store.db.selectFrom('audit_log').select('id').execute()).toHaveLength(1)
  })
  it.each([
    ['options', () => save({ farKm: 700 })],
    [
      'costs',
      () => bench.call('Max', 'PUT', `${caseIds.root}/casemanagement/costs`, { costs: { hourlyCostUsd: 100 } }),
    ],
    [
      'masking',
      () =>
        bench.call('Pia', 'PUT', `${caseIds.root}/personal-data/settings`, {
          baseVersion: 0,
          profile: { SupportAgent: ['email'] },
        }),
    ],
  ])('are not saved over changed %s', async (_name, change) => {
    expect((await change()).status).toBe(200)
    expect((await save({ farKm: 900 })).code).toBe('version.conflict')
    expect((await read()).settings.farKm).not.toBe(900)
  })
  it.each([
    ['countdownSeconds', { countdownSeconds: 29 }],
    ['maxExtensions', { maxExtensions: 0 }],
    ['farKm', { farKm: 20_001 }],
    ['scoreLimits.2', { scoreLimits: [200, 400, 400, 800] }],
    ['scoreLimits.0', { scoreLimits: [0, 400, 600, 800] }],
    ['scoreLimits', { scoreLimits: [200, 400, 600] }],
    ['maturityDays', { maturityDays: 45 }],
    ['nextCase', { nextCase: 'maybe' }],
    ['costs.margin', { costs: { margin: 1.5 } }],
    ['masking', { masking: { Janitor: ['email'] } }],
    ['listReasons.Block.0', { listReasons: { Block: ['x'.repeat(61)] } }],
    ['listReasons.Block.1', { listReasons: { Block: ['Fraud', 'fraud'] } }],
    ['listReasons.Safe', { listReasons: { Safe: [] } }],
    ['tags.0', { tags: ['x'.repeat(41)] }],
    ['tags.1', { tags: ['Ring', 'ring'] }],
    ...['http://desk.example/#', 'https://desk.example/', 'https://desk.example/#/#', 'https://#.example/'].map(url => [
      'externalLinks.0.url',
      { externalLinks: [{ ...link, url }] },
    ]),
    ['externalLinks.0.field', { externalLinks: [{ ...link, field: 'a b' }] }],
    ['externalLinks.0.name', { externalLinks: [{ ...link, name: ' ' }] }],
  ] as [string, object][])('names %s in %j', async (field, changes) => {
    const { status, json } = await save(changes)
    expect([400, 422]).toContain(status)
    expect(JSON.stringify(json)).toContain(`settings.${field}`)
  })
  it('belong to those who may configure, at the root of the tenant', async () => {
    expect((await save({}, { as: 'Max' })).status).toBe(403)
    expect((await bench.call('Max', 'GET', `${path}/settings`)).status).toBe(403)
    expect((await bench.call('Outsider', 'GET', path)).status).toBe(404)
    expect((await save({}, { as: 'Outsider' })).status).toBe(404)
    const below = await bench.call('Pia', 'GET', `${caseIds.eu}/casemanagement/options/settings`)
    expect([below.status, JSON.stringify(below.json)]).toEqual([422, expect.stringContaining('environmentId')])
  })
})
