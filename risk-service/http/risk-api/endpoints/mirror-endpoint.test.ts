import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { minimalPurchase, type RiskApiUnderTest, startRiskApi } from '../testing/risk-api-bench.ts'

let api: RiskApiUnderTest
beforeAll(async () => {
  api = await startRiskApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.store.db.deleteFrom('mirror').execute()
})

const path = '/v1.0/Mirror/Events'
const startMirror = (environmentId: string) =>
  api.store.db
    .insertInto('mirror')
    .values({
      environment_id: environmentId,
      id: randomUUID(),
      state: 'running',
      words: '[]',
      started_by: randomUUID(),
      started_by_name: 'Test',
      created_at: new Date(),
    })
    .execute()
const event = () => ({
  path: '/v1.0/MerchantServices/events/Purchase',
  time: new Date().toISOString(),
  request: minimalPurchase({ totalAmount: 10, currency: 'USD', user: { userId: 'u' } }),
  response: { resultDetails: { MerchantRuleDecision: 'Reject' } },
})
const stored = async (): Promise<number> =>
  (await api.store.db.selectFrom('mirror_event').select('seq').execute()).length

test('events are stored for the mirror of the environment that is called, and answered without a decision', async () => {
  await startMirror(api.ids.child)
  const answer = await api.send({ events: [event(), 'text'] }, { path, headers: { 'x-ms-dfpenvid': api.ids.child } })
  expect([answer.status, answer.json]).toEqual([200, { accepted: 1, refused: [{ index: 1, reason: 'notAnEvent' }] }])
  expect(answer.text).not.toContain('Reject')
  const rows = await api.store.db.selectFrom('mirror_event').select('environment_id').execute()
  expect(rows).toEqual([{ environment_id: api.ids.child }])
  expect(await api.store.db.selectFrom('event').select('event_id').execute()).toEqual([])
  // The environment above has none.
  expect((await api.send({ events: [event()] }, { path })).status).toBe(409)
})

test('nothing is stored without a running mirror, without events, and with too many', async () => {
  expect((await api.send({ events: [event()] }, { path })).status).toBe(409)
  await startMirror(api.ids.root)
  expect((await api.send({}, { path })).status).toBe(400)
  expect((await api.send({ events: Array.from({ length: 501 }, () => 1) }, { path })).status).toBe(400)
  await api.store.db.updateTable('mirror').set({ state: 'ended', ended_at: new Date() }).execute()
  const ended = await api.send({ events: [event()] }, { path })
  expect([ended.status, ended.json]).toMatchObject([
    409,
    { ErrorType: 'ClientError', Message: 'No mirror runs in this environment', Retryable: false },
  ])
  expect(await stored()).toBe(0)
})

test('a caller needs the role of the risk API, in the environment', async () => {
  await startMirror(api.ids.root)
  const statuses = await Promise.all(
    [
      api.send({ events: [event()] }, { path, token: null }),
      api.send({ events: [event()] }, { path, token: 'norole' }),
      api.send({ events: [event()] }, { path, token: 'theirs', headers: { 'x-ms-dfpenvid': api.ids.root } }),
      api.send({}, { path, method: 'GET' }),
    ].map(async answer => (await answer).status),
  )
  expect(statuses).toEqual([401, 403, 400, 405])
  expect(await stored()).toBe(0)
})
