import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { caseIds } from '../cases/testing/case-bench.ts'
import { exportDeadLetters } from './subscriptions/export-dead-letters.ts'
import { openSubscriptionBench, type SubscriptionBench } from './testing/subscription-bench.ts'
import { answered } from './testing/tracing-bench.ts'
import { tracingCallOf } from './testing/tracing-call.ts'

let tracing: SubscriptionBench
beforeAll(async () => {
  tracing = await openSubscriptionBench()
})
afterAll(() => tracing.bench.close())
beforeEach(() => tracing.reset())

interface Line {
  name: string
  failure: { reason: string; status: number | null }
  attempts: number
  rejectedAt: string
  event: { uniqueId: string; request: { user: { email?: string } } } | null
}

const exportPath = (id: string, environmentId?: string) => `${tracing.path(id, environmentId)}/dead-letters/export`
/** Downloads the dead letters of a subscription, and returns the lines of the file. */
async function download(id: string, as = 'Pia'): Promise<Line[]> {
  const response = await tracing.bench.post(as, exportPath(id), {})
  expect(response.status).toBe(200)
  return linesOf(await response.arrayBuffer())
}
const linesOf = (bytes: ArrayBuffer): Line[] =>
  gunzipSync(new Uint8Array(bytes))
    .toString('utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Line)

/** Has the receiver reject purchases with some ids for good. */
async function reject(...sent: string[]) {
  const found = await tracing.subscribe()
  tracing.answerWith(() => answered(400))
  for (const id of sent) await tracing.bench.send({ id, amount: 1, email: 'kim@harbor.example' })
  await tracing.deliver()
  return found
}

describe('the download of dead letters', () => {
  it('has all of a subscription, the oldest first, each with why and with the event as it was sent', async () => {
    const { id } = await reject('P-1', 'P-2', 'P-3')
    const sent = tracing.received.map(({ body }) => (JSON.parse(body ?? '') as unknown[])[0])
    const lines = await download(id, 'Vera')
    expect(lines.map(({ event }) => event)).toEqual(sent)
    expect(lines.map(({ event }) => event?.uniqueId)).toEqual(['P-1', 'P-2', 'P-3'])
    expect(lines[0]).toMatchObject({
      name: 'FraudProtection.Assessment.Purchase',
      failure: { reason: 'status', status: 400 },
      attempts: 1,
      rejectedAt: '2025-03-03T09:00:00.000Z',
    })
  })

  it('is in the activity log with the subscription and the number of its lines', async () => {
    const { id, name } = await reject('P-1', 'P-2')
    await download(id)
    const audit = await tracing.db
      .selectFrom('audit_log')
      .select(['operation', 'resource_id', 'resource_name', 'after', 'environment_id'])
      .where('operation', '=', 'Export')
      .execute()
    expect(audit).toEqual([
      {
        operation: 'Export',
        resource_id: id,
        resource_name: name,
        after: { deadLetters: 2 },
        environment_id: caseIds.root,
      },
    ])
  })

  it('hides personal data as the roles of the caller say', async () => {
    const { id } = await reject('P-1')
    const emailOf = async (as: string) => (await download(id, as))[0]?.event?.request.user.email
    expect(await emailOf('Vera')).toBe('kim@harbor.example')
    await tracing.maskEmailsFrom('AllAreasViewer')
    expect(await emailOf('Vera')).toBe('k***@harbor.example')
    expect(await emailOf('Pia')).toBe('kim@harbor.example')
  })

  it('has a line without event where the event was erased meanwhile', async () => {
    const { id } = await reject('P-1', 'P-2')
    await tracing.db.deleteFrom('event_key').where('external_id', '=', 'P-1').execute()
    expect((await download(id)).map(({ event }) => event?.uniqueId)).toEqual([undefined, 'P-2'])
  })

  it('is refused to those without the right, to another tenant, and below another environment', async () => {
    const { id } = await reject('P-1')
    const statusOf = async (as: string, environmentId?: string) =>
      (await tracing.bench.post(as, exportPath(id, environmentId), {})).status
    expect(await statusOf('Ana')).toBe(403)
    expect(await statusOf('Outsider')).toBe(404)
    expect(await statusOf('Pia', caseIds.eu)).toBe(404)
  })

  it('is written page by page, and refused whole where one file cannot have them all', async () => {
    const { id } = await reject('P-1', 'P-2', 'P-3', 'P-4', 'P-5')
    const call = tracingCallOf(tracing)
    const file = await exportDeadLetters(call, { subscriptionId: id }, undefined, { rows: 2 })
    expect(linesOf(await file.arrayBuffer()).map(({ event }) => event?.uniqueId)).toEqual([
      'P-1',
      'P-2',
      'P-3',
      'P-4',
      'P-5',
    ])
    await expect(
      exportDeadLetters(call, { subscriptionId: id }, undefined, { rows: 2, limit: 4 }),
    ).rejects.toMatchObject({
      issues: [{ path: ['subscriptionId'], message: expect.stringContaining('more than 4 events') as unknown }],
    })
  })
})
