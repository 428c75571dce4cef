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
