import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BoosterSettings, boosterTermsVersion } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { storePurchase } from '../review/testing/stored-purchase.ts'
import { cardPurchase } from './testing/card-purchase.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.store.db.deleteFrom('booster_setting').execute()
  await bench.store.db.deleteFrom('audit_log').execute()
})

const path = (environment: string) => `/environments/${environment}/acceptance-booster`
async function settings(environment: string = places.root, as = 'admin'): Promise<BoosterSettings> {
  const answer = await bench.call(as, 'GET', path(environment))
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  return answer.json as BoosterSettings
}
const versionsOf = ({ children }: BoosterSettings) =>
  children.map(({ environmentId, version }) => ({ environmentId, version }))
/** Saves settings that differ from those of all environments below. */
async function save(more: object = {}, { as = 'admin', environment = places.root as string } = {}) {
  const stored = await settings(environment, 'admin').catch(() => null)
  return bench.call(as, 'PUT', path(environment), {
    baseVersion: stored?.version ?? 0,
    level: 'standard',
    holdOut: 10,
    terms: boosterTermsVersion,
    children: stored === null ? [] : versionsOf(stored),
    ...more,
  })
}
const logged = () =>
  bench.store.db
    .selectFrom('audit_log')
    .select(['environment_id', 'resource_type', 'resource_id', 'resource_name', 'operation', 'before', 'after'])
    .orderBy('resource_name')
    .execute()

describe('settings of the acceptance booster', () => {
  it('are off until somebody saves them', async () => {
    expect(await settings(places.root, 'viewer')).toEqual({
      version: 0,
      level: 'off',
      holdOut: 0,
      changed: null,
      available: true,
      participants: [],
      children: [
        { environmentId: places.eu, name: 'Harbor EU', version: 0, level: 'off', holdOut: 0, changed: null },
        { environmentId: places.us, name: 'Harbor US', version: 0, level: 'off', holdOut: 0, changed: null },
      ],
    })
  })

  it('of a parent overwrite all environments below, each with an entry in the activity log', async () => {
    const own = await save({ level: 'raw', holdOut: 0 }, { environment: places.us })
    expect(own.json).toMatchObject({ version: 1, level: 'raw', changed: { origin: { name: 'Harbor US' } } })
    await bench.store.db.deleteFrom('audit_log').execute()
    const saved = await save()
    expect(saved.json).toMatchObject({
      version: 1,
      level: 'standard',
      changed: { at: now.toISOString(), by: 'Name of admin', terms: boosterTermsVersion },
      children: [
        { name: 'Harbor EU', version: 1, level: 'standard', holdOut: 10 },
        { name: 'Harbor US', version: 2, level: 'standard', holdOut: 10 },
      ],
    })
    expect((await settings(places.us)).changed?.origin).toEqual({ environmentId: places.root, name: 'Harbor' })
    const terms = boosterTermsVersion
    const after = { level: 'standard', holdOut: 10, terms, origin: 'Harbor' }
    const entry = { resource_type: 'TransactionAcceptanceBooster', operation: 'Update', after }
    expect(await logged()).toMatchObject([
      { ...entry, environment_id: places.root, before: { level: 'off', holdOut: 0, terms: null } },
      { ...entry, environment_id: places.eu, resource_id: places.eu, before: { level: 'off' } },
      { ...entry, environment_id: places.us, resource_name: 'Harbor US', before: { level: 'raw', holdOut: 0, terms } },
    ])
  })

  it('of a child may be changed again, and the last save counts', async () => {
    await save()
    const off = await save({ level: 'off', holdOut: 0, terms: null }, { environment: places.eu })
    expect(off.json).toMatchObject({ level: 'off', changed: { terms: null, origin: { name: 'Harbor EU' } } })
    expect(await settings()).toMatchObject({ level: 'standard', children: [{ level: 'off' }, { level: 'standard' }] })
    const again = await save({ children: versionsOf(await settings()).slice(0, 1) })
    expect(again.json).toMatchObject({ version: 1, children: [{ level: 'standard', version: 3 }, { version: 1 }] })
  })

  it('are those of the environment above where nothing was ever saved', async () => {
    await save({ level: 'raw' })
    const id = '20000000-0000-4000-8000-0000000000aa'
    const { kind, geography, status } = { kind: 'production' as const, geography: 'Europe', status: 'Active' }
    await bench.store.db
      .insertInto('environment')
      .values({
        ...{
          id,
          tenant_id: places.tenant,
          parent_id: places.eu,
          name: 'Later',
          friendly_name: 'Later',
          api_id: 'later',
        },
        ...{ kind, geography, status },
      })
      .execute()
    expect(await settings(id)).toMatchObject({
      version: 0,
      level: 'raw',
      changed: { origin: { environmentId: places.root } },
    })
    expect((await save({ level: 'standard' }, { environment: id })).json).toMatchObject({ version: 1 })
    await bench.store.db.deleteFrom('environment').where('id', '=', id).execute()
  })

  it('are saved only as they were shown', async () => {
    const conflict = { status: 409, body: { code: 'version.conflict' } }
    expect(await save({ children: [{ environmentId: places.eu, version: 0 }] })).toMatchObject(conflict)
    expect(
      await save({ children: [...versionsOf(await settings()), { environmentId: places.foreign, version: 0 }] }),
    ).toMatchObject(conflict)
    expect(await logged()).toEqual([])
    await save()
    expect(await save({ baseVersion: 0, level: 'raw' })).toMatchObject({
      ...conflict,
      body: { details: { currentVersion: 1, changedBy: 'Name of admin', changedAt: now.toISOString() } },
    })
    // A repeat after a lost answer.
    expect(await save({ baseVersion: 0 })).toMatchObject({ status: 200, json: { version: 1 } })
  })

  it('need the consent to the current terms, and a share that leaves half', async () => {
    expect(await save({ terms: null })).toMatchObject({
      status: 422,
      body: { details: { issues: [{ path: ['terms'] }] } },
    })
    expect((await save({ terms: '2020-01' })).status).toBe(422)
    for (const holdOut of [-1, 51]) expect((await save({ holdOut })).status).toBe(422)
    expect((await save({ holdOut: 2.5 })).status).toBe(400)
    expect((await save({ level: 'everything' })).status).toBe(422)
    expect(await logged()).toEqual([])
  })

  it('belong to production environments, and to whoever may write settings there', async () => {
    expect(await settings(places.box)).toMatchObject({ available: false, level: 'off', children: [] })
    expect(await save({}, { environment: places.box })).toMatchObject({
      status: 409,
      body: { code: 'booster.sandbox' },
    })
    const refused = { status: 403, body: { details: { capability: 'settings.tab', required: 'write' } } }
    expect(await save({}, { as: 'viewer' })).toMatchObject(refused)
    for (const as of ['engineer', 'support']) {
      expect((await save({}, { as })).status).toBe(403)
      expect((await bench.call(as, 'GET', path(places.root))).status).toBe(403)
    }
    for (const as of ['outsider', 'nobody']) expect((await save({}, { as })).status).toBe(404)
    expect(await logged()).toEqual([])
  })
})

describe('the preview of a message', () => {
  const preview = (query: string, { as = 'admin', environment = places.root as string } = {}) =>
    bench.call(as, 'GET', `${path(environment)}/preview?${query}`)
  beforeAll(async () => {
    const stored = (externalId: string, minutes: number, request: object = {}) =>
      storePurchase(bench.store, {
        environmentId: places.root,
        externalId,
        at: new Date(now.getTime() - minutes * 60_000),
        request: { ...cardPurchase, purchaseId: externalId, ...request },
      })
    await stored('ord-1', 2)
    await stored('ord-2', 1, { paymentInstrumentList: [] })
  })

  it('is the text of what leaves, for the newest purchase or a chosen one', async () => {
    expect((await preview('level=raw')).json).toMatchObject({
      purchase: { externalId: 'ord-2' },
      obstacle: 'noCard',
      text: null,
      bytes: 0,
    })
    const text =
      '{"assessment":{"decision":"Review","riskScore":700},"location":{"country":"US"},"deviceId":"dev-90017","cardNumber":"4417","amount":{"value":174.37,"currency":"EUR"}}'
    expect((await preview('level=standard&id=ord-1')).json).toMatchObject({
      purchase: { externalId: 'ord-1', decision: 'Review' },
      obstacle: null,
      heldOut: false,
      message: { cardNumber: '4417' },
      text,
      bytes: text.length,
      masked: false,
    })
    const { purchases } = (await bench.call('viewer', 'GET', `${path(places.root)}/purchases`)).json as {
      purchases: { externalId: string }[]
    }
    expect(purchases.map(({ externalId }) => externalId)).toEqual(['ord-2', 'ord-1'])
  })

  it('hides what the caller may not see, and still counts the bytes that leave', async () => {
    const open = (await preview('level=raw&id=ord-1', { as: 'viewer' })).json as { bytes: number }
    const profile = { AllAreasViewer: ['email', 'phone', 'instrument'] }
    const put = (baseVersion: number, changed: object) =>
      bench.call('admin', 'PUT', `/environments/${places.root}/personal-data/settings`, {
        baseVersion,
        profile: changed,
      })
    expect((await put(0, profile)).status).toBe(200)
    const hidden = await preview('level=raw&id=ord-1', { as: 'viewer' })
    expect(hidden.json).toMatchObject({
      message: { cardNumber: '***', bin: '***', email: 'k***@contoso.com', mobilePhone: '***47' },
      bytes: open.bytes,
      masked: true,
    })
    for (const secret of ['kayla.mercer', '20 10 30', '453201', '4417'])
      expect(JSON.stringify(hidden.json)).not.toContain(secret)
    expect((await preview('level=raw&id=ord-1')).json).toMatchObject({ masked: false })
    await put(1, {})
  })

  it('says which purchases are held out', async () => {
    const heldOut = async () => ((await preview('level=raw&id=ord-1')).json as { heldOut: boolean }).heldOut
    await save({ holdOut: 50 })
    const { db } = bench.store
    const keys = Array.from({ length: 12 }, (_, index) => `30000000-0000-4000-8000-${String(index).padStart(12, '0')}`)
    const answers = []
    for (const key of keys) {
      await db.updateTable('booster_setting').set({ hold_out_key: key }).execute()
      answers.push(await heldOut())
    }
    expect(new Set(answers)).toEqual(new Set([true, false]))
    await save({ holdOut: 0 })
    expect(await heldOut()).toBe(false)
  })

  it('is of an environment of the caller, and of a purchase there', async () => {
    expect((await preview('level=raw&id=ord-9')).status).toBe(404)
    expect((await preview('level=raw&id=ord-1', { environment: places.eu })).status).toBe(404)
    expect((await preview('level=raw', { environment: places.eu })).json).toMatchObject({ purchase: null, text: null })
    expect((await preview('level=off&id=ord-1')).status).toBe(422)
    expect((await preview('level=raw&id=ord-1', { as: 'engineer' })).status).toBe(403)
    expect((await preview('level=raw&id=ord-1', { as: 'outsider' })).status).toBe(404)
  })
})
