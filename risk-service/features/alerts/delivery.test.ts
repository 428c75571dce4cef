import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AlertTarget } from '../../contract/index.ts'
import { createOutgoingHttp } from '../../http/node/outgoing-http.ts'
import { newId } from '../../kernel/store/new-id.ts'
import { caseIds } from '../cases/testing/case-bench.ts'
import { deliverIncidents } from './delivery/deliver-incidents.ts'
import { type AlertBench, openAlertBench } from './testing/alert-bench.ts'

interface Received {
  headers: Record<string, string | string[] | undefined>
  body: string
}
/** A receiver of webhooks on this machine; it answers with the statuses in turn, the last one for good. */
const received: Received[] = []
let statuses: number[] = [204]
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', chunk => (body += String(chunk)))
  request.on('end', () => {
    received.push({ headers: request.headers, body })
    response.statusCode = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 204
    response.end()
  })
})
const key = Buffer.from('a key of thirty-two bytes, 012345')
const secret = `whsec_${key.toString('base64')}`

let alerts: AlertBench
let port: number
const httpOf = (privateHosts: string[]) => createOutgoingHttp({ privateHosts })
let http: ReturnType<typeof httpOf>
/** Stands in for encryption, whose own tests cover it. */
const cipher = {
  decrypt: (place: string, sealed: string) => Promise.resolve(sealed.replace(`${place}:`, '')),
}
beforeAll(async () => {
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  port = (receiver.address() as AddressInfo).port
  http = httpOf([`127.0.0.1:${port}`])
  alerts = await openAlertBench()
})
afterAll(async () => {
  http.close()
  await new Promise(resolve => receiver.close(resolve))
  await alerts.bench.close()
})
beforeEach(async () => {
  await alerts.reset()
  await alerts.db.deleteFrom('alert_target').execute()
  received.length = 0
  statuses = [204]
})

const at = (clock: string) => new Date(`2025-03-03T${clock}Z`)
const deliver = (clock: string, using = http) => {
  alerts.bench.at(at(clock))
  return deliverIncidents({ ports: { db: alerts.db, clock: alerts.bench.now, newId }, http: using, cipher })
}
/** Stores a webhook that leads to the receiver. */
async function addTarget(id: string = randomUUID()): Promise<string> {
  await alerts.db
    .insertInto('alert_target')
    .values({
      id,
      environment_id: caseIds.root,
      name: id,
      url: `http://127.0.0.1:${port}/hook`,
      secret: `alert-target/${id}:${secret}`,
      enabled: true,
      version: 1,
      updated_at: at('08:00:00'),
    })
    .execute()
  return id
}
async function openIncident(): Promise<string> {
  await alerts.create()
  await alerts.add({ from: '2025-03-03T09:00:00Z', count: 20, everySeconds: 30 })
  await alerts.check('2025-03-03T09:06:00Z')
  return (await alerts.incidents())[0]?.id ?? ''
}

const targetsPath = (environmentId: string = caseIds.root) => `${environmentId}/alerts/targets`
const settings = { name: 'Chat', url: 'https://hooks.example/alerts' }
const put = (more: object = {}, as = 'Pia', id: string = randomUUID()) =>
  alerts.bench.call<AlertTarget & { details: { issues: { path: string[] }[] } }>(as, 'PUT', `${targetsPath()}/${id}`, {
    settings,
    secret,
    ...more,
  })

describe('the delivery of incidents', () => {
  it('sends a signed message to each webhook, once for an incident', async () => {
    await addTarget()
    await addTarget()
    const incidentId = await openIncident()
    expect(await deliver('09:06:00')).toBe(2)
    await alerts.check('2025-03-03T09:07:00Z')
    expect(await deliver('09:30:00')).toBe(0)
    expect(received).toHaveLength(2)
    const [{ headers, body }] = received as [Received]
    expect(JSON.parse(body)).toMatchObject({
      type: 'incident.opened',
      data: { incidentId, environmentId: caseIds.root, alert: 'Attack', metric: 'transactions', value: 13 },
    })
    expect(headers['webhook-timestamp']).toBe(String(at('09:06:00').getTime() / 1000))
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    expect(new Set(received.map(each => each.headers['webhook-id'])).size).toBe(2)
  })

  it('tries again under the same id until it is accepted', async () => {
    const id = await addTarget()
    statuses = [500, 503, 200]
    await openIncident()
    await deliver('09:06:00')
    expect(await deliver('09:06:29')).toBe(0)
    expect(await deliver('09:06:30')).toBe(1)
    expect(await alerts.bench.call('Pia', 'GET', targetsPath())).toMatchObject({
      json: [{ id, latest: { state: 'waiting', failure: '503' } }],
    })
    expect(await deliver('09:07:30')).toBe(1)
    expect(await deliver('12:00:00')).toBe(0)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await alerts.bench.call('Pia', 'GET', targetsPath())).toMatchObject({
      json: [{ latest: { state: 'delivered', failure: null } }],
    })
  })

  it('gives up after ten attempts', async () => {
    await addTarget()
    statuses = [410]
    await openIncident()
    let attempts = 0
    for (let day = 0; day < 12; day++) {
      alerts.bench.at(new Date(at('09:06:00').getTime() + day * 86_400_000))
      attempts += await deliverIncidents({
        ports: { db: alerts.db, clock: alerts.bench.now, newId },
        http,
        cipher,
      })
    }
    expect(attempts).toBe(10)
  })

  it('two processes send a message once', async () => {
    await addTarget()
    await openIncident()
    await Promise.all([deliver('09:06:00'), deliver('09:06:00')])
    expect(received).toHaveLength(1)
  })

  it('calls no private address that the installation does not allow', async () => {
    await addTarget()
    await openIncident()
    const strict = httpOf([])
    await deliver('09:06:00', strict)
    strict.close()
    expect(received).toEqual([])
    expect(await alerts.bench.call('Pia', 'GET', targetsPath())).toMatchObject({
      json: [{ latest: { state: 'waiting', failure: 'refused' } }],
    })
  })

  it('a webhook that is off, or was added later, receives nothing', async () => {
    const id = await addTarget()
    await alerts.db.updateTable('alert_target').set({ enabled: false }).where('id', '=', id).execute()
    await openIncident()
    await addTarget()
    expect(await deliver('09:06:00')).toBe(0)
  })
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
    const remove = (version: number) =>
      alerts.bench.call('Pia', 'DELETE', `${targetsPath()}/${id}`, { baseVersion: version })
    expect((await remove(2)).json).toEqual({ removed: true })
    expect((await remove(2)).status).toBe(404)
  })

  it('others are refused, and so is what makes no sense, with the name of the field', async () => {
    expect((await put({}, 'Max')).status).toBe(403)
    expect((await put({}, 'Outsider')).status).toBe(404)
    const refused = async (more: object) => {
      const { status, json } = await put(more)
      return [status, json.details.issues[0]?.path]
    }
    expect(await refused({ secret: 'whsec_short' })).toEqual([422, ['secret']])
    expect(await refused({ settings: { ...settings, url: 'no address' } })).toEqual([422, ['settings', 'url']])
    await put()
    expect(await refused({ settings: { ...settings, name: 'CHAT' } })).toEqual([422, ['settings', 'name']])
  })
})
