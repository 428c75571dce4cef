import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSummary } from '../../../features/metering/read-summary.ts'
import { scopeOfTenant } from '../../../features/metering/use-scope.ts'
import { demoEnvironmentIds, harborId } from '../../../kernel/identity/demo-tenants.ts'
import { productionResource, type RiskApiServer, startRiskApiServer } from '../testing/risk-api-server.ts'

/* Calls over HTTP, counted as their caller sees them, beside what was metered and what the log of events has. */

const events = '/v1.0/MerchantServices/events'
const soon = { timeout: 15_000, interval: 200 }
let service: RiskApiServer
let token: string
beforeAll(async () => {
  service = await startRiskApiServer()
  const form = new URLSearchParams({ ...service.credentials, resource: productionResource })
  token = ((await (await service.token('v1', form)).json()) as { access_token: string }).access_token
  await service.addAssessment('Transfer', { template: 'MoneyTransfer' })
  await service.addAssessment('Loyalty', { template: 'LoyaltyProgram' })
  await service.reload()
})
afterAll(() => service.close())

const observed: { counts: boolean; status: number }[] = []
async function send(
  path: string,
  body: unknown,
  counts: boolean,
  headers: Record<string, string> = {},
): Promise<number> {
  const response = await fetch(service.origin + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  await response.text()
  observed.push({ counts: counts && response.status < 500, status: response.status })
  return response.status
}
const purchase = (more: object = {}) => ({
  purchaseId: randomUUID(),
  merchantLocalDate: new Date().toISOString(),
  _metadata: { trackingId: randomUUID() },
  ...more,
})

it('every answered call of an assessment is one unit, repeated and refused ones too, and nothing else is', async () => {
  const repeated = purchase()
  for (let n = 0; n < 12; n += 1) expect(await send(`${events}/Purchase`, purchase(), true)).toBe(200)
  for (let n = 0; n < 3; n += 1) expect(await send(`${events}/Purchase`, repeated, true)).toBe(200)
  await Promise.all(Array.from({ length: 20 }, () => send(`${events}/Purchase`, purchase(), true)))
  for (let n = 0; n < 4; n += 1) expect(await send(`${events}/Purchase`, {}, true)).toBe(400)
  expect(await send(`${events}/Purchase`, '[1', true)).toBe(400)
  expect(await send(`${events}/Purchase`, purchase(), true, { 'x-ms-dfpenvid': demoEnvironmentIds.harborEu })).toBe(200)
  expect(await send('/v1.0/assessment/Transfer', { metadata: {} }, true)).toBe(400)
  expect(await send('/v1.0/assessment/Loyalty', { metadata: {} }, true)).toBe(400)
  expect(await send('/v1.0/assessment/None', { metadata: {} }, false)).toBe(404)
  expect(await send(`${events}/Label`, {}, false)).toBe(400)
  expect(await send('/v1.0/none', {}, false)).toBe(404)
  expect(await send(`${events}/Purchase`, purchase(), false, { 'x-ms-dfpenvid': randomUUID() })).toBe(400)

  await service.flushUnits()
  const { db } = service.store
  const scope = await scopeOfTenant(db, harborId)
  const { capabilities } = await readSummary({ db, tenantId: harborId, now: new Date(), signal: undefined, scope }, {})
  const used = Object.fromEntries(capabilities.map(each => [each.capability, each.used]))
  const counted = observed.filter(({ counts }) => counts).length
  expect(Object.values(used).reduce((sum, units) => sum + units, 0)).toBe(counted)
  expect(used).toEqual({ purchase: counted - 1, account: 0, lossPrevention: 1 })

  // The log of events has each decided purchase once: the repeated one and its repeats are one event.
  const { rows: stored } = await sql<{ events: number }>`select count(*)::int as events from event
    where event_type = 'purchase'`.execute(db)
  const { rows: answered } = await sql<{ units: number }>`select sum(units)::int as units from metered_day
    where capability = 'purchase' and response = '2xx'`.execute(db)
  expect(answered[0]?.units).toBe((stored[0]?.events ?? 0) + 2)

  // So has the log of calls, by hour.
  const calls = sql<{ calls: number }>`select sum(calls)::int as calls from api_call_hour
    where experience <> 'Refused' and status < 500 and (api_name ilike '%/events/purchase' or api_name ~* '/assessment/')`
  await expect.poll(async () => (await calls.execute(db)).rows[0]?.calls, soon).toBe(counted)
})
