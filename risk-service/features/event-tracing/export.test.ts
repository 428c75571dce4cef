import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { caseIds } from '../cases/testing/case-bench.ts'
import { exportEvents } from './subscriptions/export-events.ts'
import type { TracingCall } from './subscriptions/read-subscriptions.ts'
import { openTracingBench, type TracingBench } from './testing/tracing-bench.ts'

let tracing: TracingBench
beforeAll(async () => {
  tracing = await openTracingBench()
})
afterAll(() => tracing.bench.close())
beforeEach(() => tracing.reset())

const day = { from: '2025-03-03T00:00:00.000Z', to: '2025-03-04T00:00:00.000Z' }
interface Exported {
  uniqueId: string
  request: { user: { email?: string } }
}

/** Exports the transactions of a day, and returns what the file has. */
async function exported(as: string, period: object = day, environmentId: string = caseIds.root): Promise<Exported[]> {
  const path = `${environmentId}/traced-events/export`
  const response = await tracing.bench.post(as, path, { kind: 'transactional', ...period })
  expect(response.status).toBe(200)
  const text = gunzipSync(new Uint8Array(await response.arrayBuffer())).toString('utf8')
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Exported)
}

it('a file has the stored events of a kind and a period, without a subscription, and is audited', async () => {
  await tracing.bench.send({ id: 'P-1', amount: 1 })
  await tracing.bench.send({ id: 'P-2', amount: 1, environmentId: caseIds.eu })
  tracing.bench.at(new Date('2025-03-04T00:00:00Z'))
  await tracing.bench.send({ id: 'P-3', amount: 1 })
  expect((await exported('Vera')).map(({ uniqueId }) => uniqueId)).toEqual(['P-1', 'P-2'])
  expect((await exported('Pia', day, caseIds.eu)).map(({ uniqueId }) => uniqueId)).toEqual(['P-2'])
  const audit = await tracing.db
    .selectFrom('audit_log')
    .select(['operation', 'after', 'environment_id'])
    .where('resource_type', '=', 'EventSubscription')
    .orderBy('id')
    .execute()
  expect(audit).toMatchObject([
    { operation: 'Export', after: { ...day, kind: 'transactional', events: 2 }, environment_id: caseIds.root },
    { operation: 'Export', after: { events: 1 }, environment_id: caseIds.eu },
  ])
})

it('personal data is hidden as the roles of the caller say', async () => {
  await tracing.bench.send({ id: 'P-1', amount: 1, email: 'kim@harbor.example' })
  const emailOf = async (as: string) => (await exported(as))[0]?.request.user.email
  expect(await emailOf('Vera')).toBe('kim@harbor.example')
  await tracing.maskEmailsFrom('AllAreasViewer')
  expect(await emailOf('Vera')).toBe('k***@harbor.example')
  expect(await emailOf('Pia')).toBe('kim@harbor.example')
})

it('is refused for a period that ends before it begins, to those without the right, and to another tenant', async () => {
  const statusOf = async (as: string, period: object = {}) =>
    (await tracing.bench.post(as, `${caseIds.root}/traced-events/export`, { kind: 'audit', ...day, ...period })).status
  expect(await statusOf('Vera', { to: day.from })).toBe(422)
  expect(await statusOf('Ana')).toBe(403)
  expect(await statusOf('Outsider')).toBe(404)
})

it('says when a period has more events than one file may have', async () => {
  for (const id of ['P-1', 'P-2', 'P-3']) await tracing.bench.send({ id, amount: 1 })
  const call = {
    db: tracing.db,
    scope: [caseIds.root],
    masking: { kinds: new Set() },
    importQueue: (_key: string, work: () => Promise<unknown>) => work(),
    principal: { tenantId: caseIds.tenant },
  } as unknown as TracingCall
  const run = exportEvents(call, { kind: 'transactional', ...day }, { limit: 2 })
  await expect(run).rejects.toMatchObject({ issues: [{ path: ['to'] }] })
})
