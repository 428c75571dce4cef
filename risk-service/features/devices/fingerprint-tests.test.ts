import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FingerprintSetup, FingerprintTest } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())

const hour = 3_600_000
async function storeSession({ pageId = 'tst', environment = places.root as string, hoursAgo = 0 } = {}) {
  const sessionId = randomUUID()
  const at = new Date(now.getTime() - hoursAgo * hour)
  const attributes = {
    userAgentBrowser: 'Firefox',
    trueIp: '203.0.113.84',
    ipAddressHistory: [{ ip: '203.0.113.84', timestamp: at.toISOString() }],
  }
  await bench.store.db
    .insertInto('device_session')
    .values({
      environment_id: environment,
      session_id: sessionId,
      at,
      page_id: pageId,
      device_id: '0198a000-0000-7000-8000-00000000000d',
      cookie_id: randomUUID(),
      match_key: '',
      ip: '203.0.113.84',
      bot_score: 40,
      attributes: JSON.stringify(attributes),
    })
    .execute()
  return sessionId
}
const get = (as: string, environment: string, rest = '') =>
  bench.call(as, 'GET', `/environments/${environment}/fingerprinting${rest}`)
const testOf = async (sessionId: string, environment: string = places.root) =>
  (await get('admin', environment, `/tests/${sessionId}`)).json as FingerprintTest

describe('setting up device fingerprinting', () => {
  it('shows where the script is, and the latest session of one day of this environment', async () => {
    expect((await get('admin', places.eu)).json).toEqual({
      origin: 'https://risk.example.com',
      hosts: [],
      latest: null,
    } satisfies FingerprintSetup)
    await storeSession({ environment: places.us })
    await storeSession({ environment: places.eu, pageId: 'SI', hoursAgo: 25 })
    expect((await get('admin', places.eu)).json).toMatchObject({ latest: null })
    await storeSession({ environment: places.eu, pageId: 'SI', hoursAgo: 2 })
    await storeSession({ environment: places.eu, pageId: 'P', hoursAgo: 1 })
    expect((await get('admin', places.eu)).json).toMatchObject({
      latest: { at: new Date(now.getTime() - hour).toISOString(), pageId: 'P', attributes: 2 },
    })
  })

  it('is for those who may read it, in environments of their own', async () => {
    const statusOf = async (as: string, environment: string) => (await get(as, environment)).status
    expect(await statusOf('viewer', places.root)).toBe(200)
    expect(await statusOf('support', places.root)).toBe(403)
    expect(await statusOf('admin', places.foreign)).toBe(404)
    expect(await statusOf('outsider', places.root)).toBe(404)
    expect(await statusOf('local', places.root)).toBe(404)
  })
})

describe('a test of device fingerprinting', () => {
  it('is read as it was stored, with everything that it could have', async () => {
    const sessionId = await storeSession()
    const { session, catalogue } = await testOf(sessionId)
    expect(session).toEqual({
      sessionId,
      at: now.toISOString(),
      deviceId: '0198a000-0000-7000-8000-00000000000d',
      botScore: 40,
      attributes: { userAgentBrowser: 'Firefox', trueIp: '203.0.113.84' },
      ipAddressHistory: [{ ip: '203.0.113.84', timestamp: now.toISOString() }],
    })
    expect(catalogue).toContainEqual({
      name: 'userAgentBrowser',
      label: 'User Agent Browser',
      category: 'BrowserUserAgent',
    })
  })

  it('is not a session of a customer, of another environment, or none', async () => {
    const [purchase, elsewhere] = [await storeSession({ pageId: 'P' }), await storeSession({ environment: places.eu })]
    for (const sessionId of [purchase, elsewhere, randomUUID()]) expect((await testOf(sessionId)).session).toBeNull()
    expect((await testOf(elsewhere, places.eu)).session?.botScore).toBe(40)
  })

  it('names a session id that is none, and is closed to others', async () => {
    const sessionId = await storeSession()
    const invalid = await get('admin', places.root, '/tests/abc')
    expect(invalid.status).toBe(422)
    expect(JSON.stringify(invalid.json)).toContain('sessionId')
    expect((await get('support', places.root, `/tests/${sessionId}`)).status).toBe(403)
    expect((await get('outsider', places.root, `/tests/${sessionId}`)).status).toBe(404)
  })
})
