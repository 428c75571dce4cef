import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSecurityLog } from '../../kernel/security-log.ts'
import { TokenError } from '../../ports/index.ts'
import { createConsoleApi } from './console-api.ts'
import { type ConsoleBench, now, openConsoleBench, places } from './testing/console-bench.ts'

let bench: ConsoleBench
const logged: Record<string, unknown>[] = []
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())

it('each refusal is one line, with who was refused and why, and without a token or an address', async () => {
  const log = {
    write: (_level: number, event: string, fields: object = {}) => void logged.push({ event, ...fields }),
  }
  const viewer = bench.person('viewer')
  const app = createConsoleApi({
    ports: { db: bench.store.db, clock: () => now, newId: () => randomUUID(), log },
    engine: bench.engine,
    version: '0.0.0',
    security: createSecurityLog({ log, secretKey: 'key' }),
    addressOf: () => '203.0.113.9',
    verifier: {
      user: token =>
        token === 'viewer-token'
          ? Promise.resolve(viewer)
          : Promise.reject(new TokenError('TokenSignatureInvalid', 'The signature of the token is not valid.')),
    },
  })
  const call = async (token: string, method: string, path: string) =>
    (
      await app.request(`/api/console/v1/environments/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      })
    ).status
  expect([
    await call('forged-token', 'GET', `${places.root}/dashboard?period=24h`),
    await call('viewer-token', 'DELETE', `${places.root}/rules/${randomUUID()}`),
    await call('viewer-token', 'GET', `${places.foreign}/dashboard?period=24h`),
    await call('viewer-token', 'GET', `${places.root}/dashboard?period=24h`),
  ]).toEqual([401, 403, 404, 200])
  const user = { area: 'console-api', tenantId: viewer.tenantId, principalId: viewer.id }
  expect(logged).toMatchObject([
    { event: 'security.token-refused', area: 'console-api', reason: 'TokenSignatureInvalid' },
    { event: 'security.right-refused', ...user, reason: 'rules' },
    { event: 'security.environment-refused', ...user },
  ])
  expect(JSON.stringify(logged)).not.toMatch(/-token"|203\.0\.113|viewer@example/)
})
