import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiSchemaOf } from '../../../engine/assessments/api-schemas.ts'
import { readErrors } from '../../../features/api-management/read-errors.ts'
import { readRequests } from '../../../features/api-management/read-requests.ts'
import { listClients } from '../../../features/applications/read-clients.ts'
import { demoEnvironmentIds, harborId } from '../../../kernel/identity/demo-tenants.ts'
import { productionResource, type RiskApiServer, startRiskApiServer } from '../testing/risk-api-server.ts'

const events = '/v1.0/MerchantServices/events'
const [purchase, label] = ['Purchase', 'Label'].map(name => `v1.0/MerchantServices/Events/${name}`) as [string, string]
let service: RiskApiServer
let token: string
beforeAll(async () => {
  service = await startRiskApiServer()
  token = await newToken()
})
afterAll(() => service.close())

const requestToken = () =>
  service.token('v1', new URLSearchParams({ ...service.credentials, resource: productionResource }))
async function newToken(): Promise<string> {
  return ((await (await requestToken()).json()) as { access_token: string }).access_token
}
interface Sent {
  path?: string
  body?: unknown
  userAgent?: string
  bearer?: string
  environment?: string
  correlationId?: string
}
async function send({ path = `${events}/Purchase`, body = purchaseBody(), bearer = token, ...more }: Sent = {}) {
  const response = await fetch(service.origin + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'user-agent': more.userAgent ?? 'checkout/8.3 (node)',
      'x-forwarded-for': '203.0.113.7',
      ...(more.environment === undefined ? {} : { 'x-ms-dfpenvid': more.environment }),
      ...(more.correlationId === undefined ? {} : { 'x-ms-correlation-id': more.correlationId }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const purchaseBody = (more: object = {}) => ({
  purchaseId: randomUUID(),
  merchantLocalDate: new Date().toISOString(),
  _metadata: { trackingId: randomUUID() },
  ...more,
})

const started = Date.now() - 60_000
const figures = () => ({
  db: service.store.db,
  tenantId: harborId,
  figures: [demoEnvironmentIds.harbor, demoEnvironmentIds.harborEu],
  now: new Date(),
  signal: undefined,
})
const period = () => ({ from: new Date(started).toISOString(), to: new Date(Date.now() + 60_000).toISOString() })
const requests = (filter = {}) => readRequests(figures(), { ...period(), ...filter })
const errors = () => readErrors({ ...figures(), schemaOf: apiName => apiSchemaOf(apiName, []) }, period())
const soon = { timeout: 15_000, interval: 200 }

describe('figures of calls that were sent over HTTP', () => {
  const correlationId = randomUUID()
  beforeAll(async () => {
    for (let n = 0; n < 3; n += 1) expect((await send()).status).toBe(200)
    expect((await send({ userAgent: 'checkout/8.4' })).status).toBe(200)
    expect((await send({ body: purchaseBody({ assessmentType: 'evaluate' }) })).status).toBe(200)
    expect((await send({ environment: demoEnvironmentIds.harborEu })).status).toBe(200)
    expect((await send({ body: {}, correlationId })).status).toBe(400)
    expect((await send({ body: {} })).status).toBe(400)
    expect(
      (await send({ body: purchaseBody({ user: { userId: 'u', email: ['jane.doe@example.com'] } }) })).status,
    ).toBe(400)
    expect((await send({ path: `${events}/Label`, body: {} })).status).toBe(400)
    expect((await send({ path: '/v1.0/nothing' })).status).toBe(404)
    expect((await send({ environment: demoEnvironmentIds.meridian })).status).toBeGreaterThanOrEqual(400)
    // A token that proves nobody is not counted.
    expect((await send({ bearer: 'none' })).status).toBe(401)
  })

  it('are those of the log of calls, by API, caller, version and code', async () => {
    await expect.poll(async () => (await requests()).calls, soon).toBe(12)
    const { failed, rows, series, types, latency, options } = await requests()
    expect(failed).toBe(6)
    expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(12)
    expect(rows.flatMap(({ codes }) => codes).reduce((sum, { calls }) => sum + calls, 0)).toBe(12)
    expect(series.reduce((sum, { calls }) => sum + calls, 0)).toBe(12)
    expect(types.reduce((sum, { calls }) => sum + calls, 0)).toBe(12)
    const row = rows.find(each => each.apiName === purchase && each.clientVersion === 'checkout/8.4')
    expect(row).toMatchObject({ calls: 1, codes: [{ status: 200, calls: 1 }], clientId: service.credentials.client_id })
    expect(row?.clientName).not.toBeNull()
    expect(options.clientVersions).toEqual(['checkout/8.3', 'checkout/8.4'])
    expect(latency?.p50).toBeGreaterThan(0)
    expect(latency?.p99).toBeGreaterThanOrEqual(latency?.p50 ?? Infinity)
  })

  it('are stored apart where the environment was not known', async () => {
    await expect.poll(async () => (await requests()).calls, soon).toBe(12)
    const { rows } = await sql<{ status: number; calls: number }>`select status, sum(calls)::int as calls
      from api_call_minute where experience = 'Refused' group by status order by status`.execute(service.store.db)
    expect(rows).toEqual([
      { status: 400, calls: 1 },
      { status: 404, calls: 1 },
    ])
  })

  it('can be filtered', async () => {
    await expect.poll(async () => (await requests()).calls, soon).toBe(12)
    expect((await requests({ experience: 'Evaluate' })).calls).toBe(1)
    expect((await requests({ clientVersion: 'checkout/8.4' })).calls).toBe(1)
    expect((await requests({ apiType: 'label' })).rows.map(({ apiName }) => apiName)).toEqual([label])
    expect((await requests({ apiName: label })).series.map(({ calls }) => calls)).toEqual([1])
    expect(await requests({ clientId: 'nobody' })).toMatchObject({ calls: 0, latency: null, rows: [] })
  })

  it('tell errors apart by the field and the line of the schema, without values', async () => {
    await expect.poll(async () => (await errors()).calls, soon).toBe(6)
    const { groups } = await errors()
    const missing = groups.find(({ fault }) => fault?.field === 'purchaseId')
    expect(missing).toMatchObject({ status: 400, apiName: purchase, calls: 2, fault: { rule: 'required' } })
    expect(missing?.fault?.line?.text).toMatch(/^"purchaseId",?$/)
    expect(missing?.correlationIds).toContain(correlationId)
    expect(missing?.callers).toMatchObject([{ clientId: service.credentials.client_id, clientVersion: 'checkout/8.3' }])
    expect(groups.find(({ fault }) => fault?.field === 'user.email')).toMatchObject({
      calls: 1,
      fault: { rule: 'type' },
    })
    expect(groups.find(({ status }) => status === 404)).toMatchObject({ fault: null, apiName: 'v1.0' })
    expect(JSON.stringify(await service.store.db.selectFrom('api_error_minute').selectAll().execute())).not.toContain(
      'jane',
    )
  })
})

describe('a brown-out', () => {
  const credentialId = async () => {
    const [client] = await listClients(service.store.db, { clientId: service.credentials.client_id })
    return client?.credentials[0]?.id ?? ''
  }
  const useOf = async () =>
    service.store.db
      .selectFrom('credential_call_minute')
      .select(({ fn }) => [fn.sum<number>('calls').as('calls'), fn.sum<number>('refused').as('refused')])
      .where('credential_id', '=', await credentialId())
      .executeTakeFirst()

  it('refuses its share of the calls and token requests of a credential, says so, and ends', async () => {
    const before = await credentialId()
    await service.store.db
      .insertInto('credential_brown_out')
      .values({
        credential_id: before,
        id: randomUUID(),
        percent: 10,
        started_at: new Date(),
        ends_at: new Date(Date.now() + 60_000),
        started_by_name: 'Test',
      })
      .execute()
    const fresh = await newToken()
    const answers = []
    for (let n = 0; n < 20; n += 1) answers.push(await send({ bearer: fresh }))
    const refused = answers.filter(({ status }) => status === 401)
    expect(refused).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(18)
    for (const { headers, text } of refused) {
      expect(headers.get('x-assay-rehearsal')).toBe('brown-out')
      expect(text).toContain('rehearsal')
    }
    const tokens = []
    for (let n = 0; n < 19; n += 1) tokens.push(await requestToken())
    expect(tokens.filter(({ status }) => status === 401).map(each => each.headers.get('x-assay-rehearsal'))).toEqual([
      'brown-out',
      'brown-out',
    ])
    await service.store.db.updateTable('credential_brown_out').set({ ends_at: new Date() }).execute()
    const later = await newToken()
    for (let n = 0; n < 12; n += 1) expect((await send({ bearer: later })).status).toBe(200)
    await expect.poll(async () => (await useOf())?.refused, soon).toBe(4)
    const refusals = sql<{ calls: number }>`select sum(calls)::int as calls from api_call_minute
      where experience = 'Refused' and status = 401`
    await expect.poll(async () => (await refusals.execute(service.store.db)).rows, soon).toEqual([{ calls: 2 }])
    const brownOut = service.store.db.selectFrom('credential_brown_out').select(['calls', 'refused'])
    // A token request and 20 calls, then 19 token requests: none from before or after it.
    await expect.poll(() => brownOut.executeTakeFirst(), soon).toEqual({ calls: 40, refused: 4 })
  })

  it('counts uses by source without the last part of an address, and the last one', async () => {
    await expect.poll(async () => (await useOf())?.calls, soon).toBeGreaterThan(30)
    const sources = await service.store.db.selectFrom('credential_call_minute').select('source').distinct().execute()
    expect(sources.map(({ source }) => source)).toContain('203.0.113.***')
    expect(JSON.stringify(sources)).not.toContain('203.0.113.7')
    const [client] = await listClients(service.store.db, { clientId: service.credentials.client_id })
    for (const last of [client?.lastUsed, client?.credentials[0]?.lastUsed])
      expect(Date.now() - (last?.getTime() ?? 0)).toBeLessThan(60_000)
  })
})
