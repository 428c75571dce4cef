import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AlertTarget } from '../../contract/index.ts'
import { caseIds } from '../cases/testing/case-bench.ts'
import { type AlertBench, openAlertBench } from './testing/alert-bench.ts'

let alerts: AlertBench
beforeAll(async () => {
  alerts = await openAlertBench()
})
afterAll(() => alerts.bench.close())
beforeEach(async () => {
  await alerts.reset()
  await alerts.db.deleteFrom('alert_target').execute()
})

const secret = `whsec_${'S'.repeat(44)}`
const targetsPath = (environmentId: string = caseIds.root) => `${environmentId}/alerts/targets`
const settings = { name: 'Chat', url: 'https://hooks.example/alerts' }
const put = (more: object = {}, as = 'Pia', id: string = randomUUID()) =>
  alerts.bench.call<AlertTarget & { details: { issues: { path: string[] }[] } }>(as, 'PUT', `${targetsPath()}/${id}`, {
    settings,
    secret,
    ...more,
  })

describe('webhooks', () => {
  it('administrators add, change and remove them, and no one reads their secret', async () => {
    const id = randomUUID()
    const made = await put({}, 'Pia', id)
    expect(made.json).toEqual({
      ...settings,
      kind: 'webhook',
      address: null,
      language: null,
      id,
      environmentId: caseIds.root,
      enabled: true,
      version: 1,
      latest: null,
    })
    const change = (more: object) =>
      alerts.bench.call('Pia', 'PATCH', `${targetsPath()}/${id}`, { baseVersion: 1, settings, ...more })
    const elsewhere = { settings: { ...settings, url: 'https://other.example/' } }
    expect((await change(elsewhere)).status).toBe(422)
    expect((await change({ ...elsewhere, secret })).json).toMatchObject({ url: 'https://other.example/', version: 2 })
    expect((await change({})).status).toBe(409)
    const log = await alerts.db.selectFrom('audit_log').selectAll().where('resource_type', '=', 'AlertTarget').execute()
    expect(log).toHaveLength(2)
    expect(JSON.stringify(log)).not.toContain('whsec')
    const anew = { settings: elsewhere.settings, baseVersion: 2, secret: `whsec_${'B'.repeat(44)}` }
    expect((await change(anew)).json).toMatchObject({ version: 3 })
    const update = await alerts.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('resource_type', '=', 'AlertTarget')
      .orderBy('at', 'desc')
      .execute()
    expect(update.filter(({ after }) => (after as { secretChanged?: boolean }).secretChanged)).toHaveLength(2)
    const remove = (version: number) =>
      alerts.bench.call('Pia', 'DELETE', `${targetsPath()}/${id}`, { baseVersion: version })
    expect((await remove(3)).json).toEqual({ removed: true })
    expect((await remove(3)).status).toBe(404)
  })

  it('repeating the call that created one changes nothing; another secret or address is refused', async () => {
    const id = randomUUID()
    await put({}, 'Pia', id)
    expect(await put({}, 'Pia', id)).toMatchObject({ status: 200, json: { id, version: 1 } })
    expect((await put({ secret: `whsec_${'B'.repeat(44)}` }, 'Pia', id)).code).toBe('resource.exists')
    expect((await put({ settings: { ...settings, name: 'Other' } }, 'Pia', id)).code).toBe('resource.exists')
    const log = await alerts.db
      .selectFrom('audit_log')
      .select('id')
      .where('resource_type', '=', 'AlertTarget')
      .execute()
    expect(log).toHaveLength(1)
  })

  it('others are refused, and so is what makes no sense, with the name of the field', async () => {
    expect((await put({}, 'Max')).status).toBe(403)
    expect((await put({}, 'Outsider')).status).toBe(404)
    const refused = async (more: object) => {
      const { status, json } = await put(more)
      return [status, json.details.issues[0]?.path]
    }
    for (const wrong of ['short', 'A'.repeat(33), 'A'.repeat(31), `${'A'.repeat(34)}=`, 'A'.repeat(87)])
      expect(await refused({ secret: `whsec_${wrong}` })).toEqual([422, ['secret']])
    for (const right of ['A'.repeat(32), 'A'.repeat(34), `${'A'.repeat(86)}==`])
      expect(
        (await put({ secret: `whsec_${right}`, settings: { ...settings, name: `Key ${right.length}` } })).status,
      ).toBe(200)
    expect(await refused({ settings: { ...settings, url: 'no address' } })).toEqual([422, ['settings', 'url']])
    await put()
    expect(await refused({ settings: { ...settings, name: 'CHAT' } })).toEqual([422, ['settings', 'name']])
  })
})

describe('email addresses', () => {
  const mail = { kind: 'email', name: 'Team', address: 'team@shop.example', language: 'de-DE' }
  const putMail = (own: object = {}, id: string = randomUUID(), secretOf: string | null = null) =>
    put({ settings: { ...mail, ...own }, secret: secretOf }, 'Pia', id)

  it('administrators add, change and remove them', async () => {
    const id = randomUUID()
    expect((await putMail({}, id)).json).toMatchObject({ ...mail, url: null, enabled: true, version: 1 })
    expect(await putMail({}, id)).toMatchObject({ status: 200, json: { version: 1 } })
    const change = (own: object) =>
      alerts.bench.call('Pia', 'PATCH', `${targetsPath()}/${id}`, { baseVersion: 1, settings: { ...mail, ...own } })
    expect((await change({ address: 'others@shop.example', language: 'ar-AE' })).json).toMatchObject({
      address: 'others@shop.example',
      language: 'ar-AE',
      version: 2,
    })
    expect(await alerts.bench.call('Pia', 'GET', targetsPath())).toMatchObject({
      json: { targets: [{ id, kind: 'email' }], hasMailServer: true },
    })
    expect((await alerts.bench.call('Pia', 'DELETE', `${targetsPath()}/${id}`, { baseVersion: 2 })).status).toBe(200)
    const log = await alerts.db
      .selectFrom('audit_log')
      .select(['operation', 'after'])
      .where('resource_id', '=', id)
      .orderBy('at')
      .execute()
    expect(log.map(({ operation }) => operation).toSorted()).toEqual(['Create', 'Delete', 'Update'])
  })

  it('what makes no sense is refused with the name of the field', async () => {
    const issueOf = async (own: object, secretOf: string | null = null) => {
      const { status, json } = await putMail(own, randomUUID(), secretOf)
      return [status, json.details.issues[0]?.path.join('.')]
    }
    expect(await issueOf({ address: 'team' })).toEqual([422, 'settings.address'])
    expect(await issueOf({ address: 'a@b.example, c@d.example' })).toEqual([422, 'settings.address'])
    expect(await issueOf({ address: 'a@b.example\r\nBcc: c@d.example' })).toEqual([422, 'settings.address'])
    expect(await issueOf({ address: undefined })).toEqual([422, 'settings.address'])
    expect(await issueOf({ language: 'xx' })).toEqual([422, 'settings.language'])
    expect(await issueOf({ url: 'https://hooks.example/' })).toEqual([422, 'settings.url'])
    expect(await issueOf({}, secret)).toEqual([422, 'secret'])
    expect(await issueOf({ kind: 'pager' })).toEqual([422, 'settings.kind'])
    const webhook = await put({ secret: null })
    expect([webhook.status, webhook.json.details.issues[0]?.path]).toEqual([422, ['secret']])
  })

  it('a target stays of its kind', async () => {
    const id = randomUUID()
    await putMail({}, id)
    const changed = await alerts.bench.call<{ details: { issues: { path: string[] }[] } }>(
      'Pia',
      'PATCH',
      `${targetsPath()}/${id}`,
      { baseVersion: 1, settings, secret },
    )
    expect([changed.status, changed.json.details.issues[0]?.path]).toEqual([422, ['settings', 'kind']])
  })
})

it('without an SMTP server no email address is added', async () => {
  const bare = await openAlertBench({ hasMailServer: false })
  const settingsOf = (enabled: boolean) => ({
    settings: { kind: 'email', name: 'Team', address: 'team@shop.example', language: 'de-DE', enabled },
  })
  const path = `${targetsPath()}/${randomUUID()}`
  const refused = await bare.bench.call<{ details: { issues: { path: string[] }[] } }>(
    'Pia',
    'PUT',
    path,
    settingsOf(true),
  )
  expect([refused.status, refused.json.details.issues[0]?.path]).toEqual([422, ['settings', 'kind']])
  expect((await bare.bench.call('Pia', 'GET', targetsPath())).json).toEqual({ targets: [], hasMailServer: false })
  await bare.bench.close()
})
