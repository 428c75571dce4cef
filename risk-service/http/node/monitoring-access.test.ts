import { expect, it } from 'vitest'
import { createHealth, createMetrics } from '../health.ts'
import { createMonitoringAccess } from './monitoring-access.ts'

const statusOf = async (
  address: string,
  headers: Record<string, string> = {},
  { token = null, host = 'localhost:4300' }: { token?: string | null; host?: string } = {},
) => {
  const health = createHealth({
    metrics: createMetrics(),
    checks: { database: () => Promise.resolve(true) },
    figures: { velocities: () => ({ reads: 7 }) },
    mayReadFigures: createMonitoringAccess({ token, addressOf: () => address }),
  })
  const metrics = await health.request(`http://${host}/metrics`, { headers })
  const ready = await health.request(`http://${host}/health/ready`, { headers })
  return [metrics.status, ready.status, 'figures' in ((await ready.json()) as object)]
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

it('figures are for programs of this machine, and readiness is for everybody', async () => {
  expect(await statusOf('127.0.0.1')).toEqual([200, 200, true])
  expect(await statusOf('::1', {}, { host: '[::1]:4300' })).toEqual([200, 200, true])
  expect(await statusOf('192.0.2.1')).toEqual([401, 200, false])
})
it('a proxy of this machine, or a page with a name of its own for it, reads no figures', async () => {
  expect(await statusOf('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toEqual([401, 200, false])
  expect(await statusOf('127.0.0.1', {}, { host: 'evil.example' })).toEqual([401, 200, false])
})
it('figures are for whoever has the token', async () => {
  const token = 'a-token-of-monitoring'
  expect(await statusOf('192.0.2.1', bearer(token), { token, host: 'risk.example' })).toEqual([200, 200, true])
  expect(await statusOf('192.0.2.1', bearer(`${token}x`), { token })).toEqual([401, 200, false])
  expect(await statusOf('192.0.2.1', bearer(token))).toEqual([401, 200, false])
})
