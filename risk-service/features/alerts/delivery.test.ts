import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AlertTargets } from '../../contract/index.ts'
import { createOutgoingHttp } from '../../http/node/outgoing-http.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { caseIds } from '../cases/testing/case-bench.ts'
import { deliverIncidents, endDeliveries } from './delivery/deliver-incidents.ts'
import { type AlertBench, earlierEvent, openAlertBench } from './testing/alert-bench.ts'
import { addDelivery, copyIncident, noMail } from './testing/delivery-rows.ts'

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
  await alerts.add(earlierEvent)
  await alerts.db.deleteFrom('alert_target').execute()
  received.length = 0
  statuses = [204]
})

const at = (clock: string) => new Date(`2025-03-03T${clock}Z`)
const deliver = (time: string | Date, using = http) => {
  alerts.bench.at(typeof time === 'string' ? at(time) : time)
  return deliverIncidents({
    ports: { db: alerts.db, clock: alerts.bench.now, log: silentLog },
    http: using,
    cipher,
    ...noMail,
  })
}
/** Delivers what is due at a time; returns the number of attempts. */
const attemptsAt = async (time: string | Date) => (await deliver(time)).attempts
/** Stores a webhook that leads to the receiver. */
async function addTarget(own: { secret?: string; environmentId?: string } = {}): Promise<string> {
  const id = randomUUID()
  await alerts.db
    .insertInto('alert_target')
    .values({
      id,
      environment_id: own.environmentId ?? caseIds.root,
      name: id,
      url: `http://127.0.0.1:${port}/hook`,
      secret: `alert-target/${id}:${own.secret ?? secret}`,
      enabled: true,
      version: 1,
      updated_at: at('08:00:00'),
    })
    .execute()
  return id
}
const openIncident = async (): Promise<string> => (await alerts.openOne()).id

/** Returns the delivery of the only incident of a webhook. */
const deliveryState = (targetId: string) =>
  alerts.db.selectFrom('alert_delivery').selectAll().where('target_id', '=', targetId).executeTakeFirstOrThrow()
const deliveryOf = async (targetId: string) => (await deliveryState(targetId)).id

/** Adds so many webhooks of the environment to which an incident is due. */
async function addDeliveries(incidentId: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await addDelivery(alerts.db, { incidentId, targetId: await addTarget(), at: at('09:06:00') })
}
const targetsPath = `${caseIds.root}/alerts/targets`

describe('the delivery of incidents', () => {
  it('sends a signed message to each webhook, once for an incident', async () => {
    await addTarget()
    await addTarget()
    const incidentId = await openIncident()
    expect(await attemptsAt('09:06:00')).toBe(2)
    await alerts.check('2025-03-03T09:07:00Z')
    expect(await attemptsAt('09:30:00')).toBe(0)
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
    expect(await attemptsAt('09:06:29')).toBe(0)
    expect(await attemptsAt('09:06:30')).toBe(1)
    expect(await alerts.bench.call('Pia', 'GET', targetsPath)).toMatchObject({
      json: { targets: [{ id, latest: { state: 'waiting', failure: '503' } }] },
    })
    expect(await attemptsAt('09:07:30')).toBe(1)
    expect(await attemptsAt('12:00:00')).toBe(0)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await alerts.bench.call('Pia', 'GET', targetsPath)).toMatchObject({
      json: { targets: [{ latest: { state: 'delivered', failure: null } }] },
    })
  })

  it('a secret that cannot sign fails alone', async () => {
    const broken = await addTarget({ secret: `whsec_${'A'.repeat(33)}` })
    await addTarget()
    await openIncident()
    expect(await attemptsAt('09:06:00')).toBe(2)
    expect(received).toHaveLength(1)
    const { json } = await alerts.bench.call<AlertTargets>('Pia', 'GET', targetsPath)
    expect(json.targets.find(({ id }) => id === broken)?.latest).toMatchObject({ state: 'waiting', failure: 'secret' })
  })

  it('a result that cannot be stored leaves the others of the run awaited', async () => {
    const lost = await addTarget()
    await addTarget()
    await openIncident()
    const written: string[] = []
    alerts.bench.at(at('09:06:00'))
    const run = await deliverIncidents({
      ports: { db: alerts.db, clock: alerts.bench.now, log: { write: (_, code) => void written.push(code) } },
      http: {
        send: async request => {
          if (request.headers['webhook-id'] === (await deliveryOf(lost))) throw new TypeError('No answer.')
          return http.send(request)
        },
      },
      cipher,
      ...noMail,
    })
    expect(run).toEqual({ attempts: 2, more: false })
    expect(received).toHaveLength(1)
    expect(written).toEqual(['alerts.not-delivered'])
  })

  it('takes tenants in turn, and says while more is due', async () => {
    await addTarget()
    const foreign = await addTarget({ environmentId: caseIds.foreign })
    const incidentId = await openIncident()
    await addDeliveries(incidentId, 24)
    await alerts.db
      .updateTable('alert_delivery')
      .set({ next_at: at('09:05:00') })
      .execute()
    const copy = await copyIncident(alerts.db, incidentId, caseIds.foreign)
    await addDelivery(alerts.db, { incidentId: copy, targetId: foreign, at: at('09:06:00') })
    expect(await deliver('09:06:00')).toEqual({ attempts: 20, more: true })
    expect(await deliveryState(foreign)).toMatchObject({ delivered_at: at('09:06:00') })
    expect(await deliver('09:06:00')).toEqual({ attempts: 6, more: false })
  })

  it('what waits for a webhook ends when it is disabled', async () => {
    const id = await addTarget()
    statuses = [500]
    await openIncident()
    await deliver('09:06:00')
    const change = (baseVersion: number, enabled: boolean) =>
      alerts.bench.call('Pia', 'PATCH', `${targetsPath}/${id}`, {
        baseVersion,
        settings: { name: id, url: `http://127.0.0.1:${port}/hook`, enabled },
      })
    expect((await change(1, false)).json).toMatchObject({ latest: { state: 'failed', failure: 'disabled' } })
    expect((await change(2, true)).status).toBe(200)
    expect(await attemptsAt('10:00:00')).toBe(0)
  })

  it('an attempt that fails after its webhook was disabled is not planned anew', async () => {
    const id = await addTarget()
    await openIncident()
    alerts.bench.at(at('09:06:00'))
    await deliverIncidents({
      ports: { db: alerts.db, clock: alerts.bench.now, log: silentLog },
      http: {
        send: async () => {
          await alerts.db.transaction().execute(trx => endDeliveries(trx, id))
          return { kind: 'timeout', message: '' } as const
        },
      },
      cipher,
      ...noMail,
    })
    expect(await deliveryState(id)).toMatchObject({ next_at: null, failure: 'disabled' })
  })

  it('environments that are not active send nothing', async () => {
    await addTarget()
    await openIncident()
    const setStatus = (status: string) =>
      alerts.db.updateTable('environment').set({ status }).where('id', '=', caseIds.root).execute()
    await setStatus('Deleting')
    const attempts = await attemptsAt('09:06:00')
    await setStatus('Active')
    expect(attempts).toBe(0)
  })

  it('gives up after ten attempts', async () => {
    await addTarget()
    statuses = [410]
    await openIncident()
    let attempts = 0
    for (let day = 0; day < 12; day++)
      attempts += await attemptsAt(new Date(at('09:06:00').getTime() + day * 86_400_000))
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
    expect(await alerts.bench.call('Pia', 'GET', targetsPath)).toMatchObject({
      json: { targets: [{ latest: { state: 'waiting', failure: 'refused' } }] },
    })
  })

  it('a webhook that is off, or was added later, receives nothing', async () => {
    const id = await addTarget()
    await alerts.db.updateTable('alert_target').set({ enabled: false }).where('id', '=', id).execute()
    await openIncident()
    await addTarget()
    expect(await attemptsAt('09:06:00')).toBe(0)
  })
})
