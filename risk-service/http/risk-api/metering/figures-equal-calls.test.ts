import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ApiErrors, type ApiRequests, apiTypeOf, apiTypes } from '../../../contract/index.ts'
import { apiSchemaOf } from '../../../engine/assessments/api-schemas.ts'
import { readErrors } from '../../../features/api-management/read-errors.ts'
import { readRequests } from '../../../features/api-management/read-requests.ts'
import { addClient } from '../../../features/applications/client-registry.ts'
import { demoEnvironmentIds, harborId } from '../../../kernel/identity/demo-tenants.ts'
import { productionResource, type RiskApiServer, startRiskApiServer } from '../testing/risk-api-server.ts'
import { testRegistrar } from '../testing/test-registrar.ts'

/** One call as the caller saw it: what every figure is recounted from. */
interface Observed {
  apiName: string
  client: string
  version: string
  experience: string
  status: number
  minute: number
  /** What the errors group it by: a field with its rule, or the message. */
  refused: string
}

const events = '/v1.0/MerchantServices/events'
const nameOf = (event: string) => `v1.0/MerchantServices/Events/${event}`
const minuteMs = 60_000
const soon = { timeout: 15_000, interval: 200 }

let service: RiskApiServer
const clients: { id: string; token: string }[] = []
const calls: Observed[] = []
const started = Date.now() - minuteMs

async function tokenOf(client_id: string, client_secret: string): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  form.set('resource', productionResource)
  return ((await (await service.token('v1', form)).json()) as { access_token: string }).access_token
}

interface Sent {
  client?: number
  userAgent?: string
  version?: string
  event?: string
  path?: string
  method?: string
  body?: string
  headers?: Record<string, string>
  experience?: string
  apiName?: string
  refused?: string
}
const purchase = (more: object = {}) =>
  JSON.stringify({
    purchaseId: randomUUID(),
    merchantLocalDate: new Date().toISOString(),
    _metadata: { trackingId: randomUUID() },
    ...more,
  })

async function send(expected: number, sent: Sent = {}): Promise<Headers> {
  const { client = 0, event = 'Purchase', version = 'checkout/8.3', body = purchase(), method = 'POST' } = sent
  const { id, token } = clients[client] ?? { id: '', token: '' }
  const response = await fetch(service.origin + (sent.path ?? `${events}/${event}`), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'user-agent': sent.userAgent ?? `${version} (node)`,
      ...sent.headers,
    },
    ...(method === 'GET' ? {} : { body }),
  })
  await response.text()
  expect(response.status, `${method} ${event} ${sent.refused ?? ''}`).toBe(expected)
  calls.push({
    apiName: sent.apiName ?? nameOf(event),
    client: id,
    version,
    experience: sent.experience ?? (event === 'Purchase' && expected === 200 ? 'Protect' : 'N/A'),
    status: expected,
    minute: Math.floor(Date.now() / minuteMs) * minuteMs,
    refused: sent.refused ?? '',
  })
  return response.headers
}

/** A mix of callers, versions, codes, replayed answers and refused bodies. */
async function sendAll(): Promise<void> {
  const repeated = purchase()
  for (let n = 0; n < 4; n += 1) await send(200)
  await send(200, { body: repeated })
  for (const client of [0, 1]) {
    const headers = await send(200, { body: repeated, client })
    expect(headers.get('x-dfp-replayed')).toBe('true')
  }
  await send(200, { body: purchase({ assessmentType: 'evaluate' }), experience: 'Evaluate' })
  for (let n = 0; n < 3; n += 1) await send(200, { client: 1, version: 'till/2.0' })
  await send(200, { client: 1, version: '', userAgent: 'a program without a version' })
  await send(200, { version: 'checkout/8.4', headers: { 'x-ms-dfpenvid': demoEnvironmentIds.harborEu } })
  for (let n = 0; n < 3; n += 1) await send(400, { body: '{}', refused: 'purchaseId required' })
  await send(400, { body: '{}', client: 1, version: 'till/2.0', refused: 'purchaseId required' })
  await send(400, { body: purchase({ user: { userId: 'u', email: ['a'] } }), refused: 'user.email type' })
  await send(400, { body: '[1', refused: 'Input validation failed - Request body is not a valid JSON object' })
  await send(400, { event: 'Label', body: '{}', refused: 'labelObjectType required' })
  await send(405, { method: 'GET', refused: 'The method GET is not allowed here', experience: 'Refused' })
  await send(415, { headers: { 'content-type': 'text/plain' }, refused: 'The content type has to be application/json' })
  await send(404, {
    path: '/v1.0/none',
    apiName: 'v1.0',
    refused: 'The requested path was not found',
    experience: 'Refused',
  })
}

const figures = () => ({
  db: service.store.db,
  tenantId: harborId,
  figures: [demoEnvironmentIds.harbor, demoEnvironmentIds.harborEu],
  now: new Date(),
  signal: undefined,
})
const period = () => ({ from: new Date(started).toISOString(), to: new Date(Date.now() + minuteMs).toISOString() })
const requests = (filter: object = {}): Promise<ApiRequests> => readRequests(figures(), { ...period(), ...filter })
const errors = (filter: object = {}): Promise<ApiErrors> =>
  readErrors({ ...figures(), schemaOf: apiName => apiSchemaOf(apiName, []) }, { ...period(), ...filter })

const countBy = (all: readonly Observed[], keyOf: (call: Observed) => string): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(all, keyOf)].map(([key, same]) => [key, same.length] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
const sorted = (counts: Iterable<readonly [string, number]>): Record<string, number> =>
  Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

beforeAll(async () => {
  service = await startRiskApiServer()
  const { client_id, client_secret } = service.credentials
  clients.push({ id: client_id, token: await tokenOf(client_id, client_secret) })
  const { client, issued } = await addClient(testRegistrar(service.store.db), {
    environmentId: service.environmentId,
    name: 'Till',
    roles: ['RiskApi'],
    clientId: null,
    credential: { months: 1 },
  })
  clients.push({ id: client.clientId, token: await tokenOf(client.clientId, issued.secret ?? '') })
  await sendAll()
  await vi.waitFor(async () => expect((await requests()).calls).toBe(calls.length), soon)
})
afterAll(() => service.close())

/** Compares every figure of the requests with a recount of the same calls. */
function expectEqual(answer: ApiRequests, all: readonly Observed[]): void {
  const failed = all.filter(({ status }) => status >= 400)
  expect(answer.calls).toBe(all.length)
  expect(answer.failed).toBe(failed.length)
  expect(sorted(answer.codes.map(each => [String(each.status), each.calls]))).toEqual(
    countBy(all, ({ status }) => String(status)),
  )
  for (const type of apiTypes) {
    const counted = all.filter(({ apiName }) => apiTypeOf(apiName) === type).length
    const figure = answer.types.find(({ apiType }) => apiType === type)
    expect(figure?.calls ?? 0, type).toBe(counted)
    expect(figure?.perMinute ?? 0, type).toBeCloseTo(counted / answer.minutes, 9)
  }
  expect(sorted(answer.series.map(each => [each.apiName, each.calls]))).toEqual(countBy(all, ({ apiName }) => apiName))
  const byMinute = answer.series.flatMap(({ apiName, points }) =>
    points.flatMap((count, index): [string, number][] =>
      count === 0 ? [] : [[`${apiName} ${Date.parse(answer.starts[index] ?? '')}`, count]],
    ),
  )
  expect(sumOf(byMinute.map(([, count]) => count))).toBe(all.length)
  expect(answer.rowCount).toBe(answer.rows.length)
  const keyOf = (call: Observed) => `${call.apiName} ${call.client} ${call.version}`
  expect(sorted(answer.rows.map(row => [`${row.apiName} ${row.clientId} ${row.clientVersion}`, row.calls]))).toEqual(
    countBy(all, keyOf),
  )
  for (const row of answer.rows) {
    const own = all.filter(call => keyOf(call) === `${row.apiName} ${row.clientId} ${row.clientVersion}`)
    expect(sorted(row.codes.map(each => [String(each.status), each.calls]))).toEqual(
      countBy(own, ({ status }) => String(status)),
    )
    expect(row.perMinute).toBeCloseTo(own.length / answer.minutes, 9)
    expect(row.latency).not.toBeNull()
  }
  expect(sumOf(answer.spread.map(each => each.calls))).toBe(all.length)
  const busy = new Set(byMinute.map(([key]) => Number(key.split(' ').at(-1))))
  expect(answer.starts.filter((_, index) => answer.latencyOverTime.p99[index] !== null).map(Date.parse)).toEqual(
    [...busy].sort((a, b) => a - b),
  )
}

describe('figures of API management equal the calls', () => {
  it('all of them', async () => expectEqual(await requests(), calls))

  it.each<[string, () => object, (call: Observed) => boolean]>([
    ['API', () => ({ apiName: nameOf('Purchase') }), ({ apiName }) => apiName === nameOf('Purchase')],
    ['type', () => ({ apiType: 'label' }), ({ apiName }) => apiTypeOf(apiName) === 'label'],
    ['caller', () => ({ clientId: clients[1]?.id }), ({ client }) => client === clients[1]?.id],
    ['version', () => ({ clientVersion: 'till/2.0' }), ({ version }) => version === 'till/2.0'],
    ['no version', () => ({ clientVersion: '' }), ({ version }) => version === ''],
    ['experience', () => ({ experience: 'Evaluate' }), ({ experience }) => experience === 'Evaluate'],
    [
      'caller and version',
      () => ({ clientId: clients[0]?.id, clientVersion: 'checkout/8.4' }),
      ({ client, version }) => client === clients[0]?.id && version === 'checkout/8.4',
    ],
  ])('those of one %s', async (_, filter, isCounted) => {
    const counted = calls.filter(isCounted)
    expect(counted.length).toBeGreaterThan(0)
    expectEqual(await requests(filter()), counted)
  })

  it('errors, by what refused them and by caller', async () => {
    const failed = calls.filter(({ status }) => status >= 400)
    await expect.poll(async () => (await errors()).calls, soon).toBe(failed.length)
    const { groups } = await errors()
    const textOf = ({ fault, message }: ApiErrors['groups'][number]) =>
      fault === null ? message : `${fault.field} ${fault.rule}`
    const groupOf = (call: Observed) => `${call.status} ${call.apiName} ${call.refused}`
    expect(sorted(groups.map(each => [`${each.status} ${each.apiName} ${textOf(each)}`, each.calls]))).toEqual(
      countBy(failed, groupOf),
    )
    for (const group of groups) {
      const own = failed.filter(call => groupOf(call) === `${group.status} ${group.apiName} ${textOf(group)}`)
      expect(sumOf(group.points)).toBe(own.length)
      expect(sorted(group.callers.map(each => [`${each.clientId} ${each.clientVersion}`, each.calls]))).toEqual(
        countBy(own, ({ client, version }) => `${client} ${version}`),
      )
      expect(group.correlationIds.length).toBe(Math.min(5, own.length))
    }
    for (const client of clients)
      expect((await errors({ clientId: client.id })).calls).toBe(
        failed.filter(call => call.client === client.id).length,
      )
    expect((await errors({ status: 400 })).calls).toBe(failed.filter(({ status }) => status === 400).length)
  })
})
