import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { insertPurchase } from '../testing/stored-purchases.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  for (const id of ['P-1', 'P-2', 'P-3']) await insertPurchase(bench.store.db, { id, request: {}, answer: '' })
})
afterAll(() => bench.close())

const event = (id: string, environmentId: string = places.root) => ({ environmentId, id })
const send = (input: object, who = 'engineer') =>
  bench.call(who, 'POST', `/environments/${places.root}/search/labels`, {
    eventType: 'purchase',
    label: 'Fraud',
    reason: 'Stolen cards',
    ...input,
  })

it('labels each event on its own, and tells what became of each', async () => {
  const { db } = bench.store
  await db.deleteFrom('audit_log').execute()
  const ingest = vi.spyOn(bench.engine, 'ingestLabel').mockImplementation(({ body }) => {
    const { labelObjectId } = body as { labelObjectId: string }
    if (labelObjectId === 'P-3') return Promise.reject(new Error('No connection.'))
    return Promise.resolve(
      labelObjectId === 'P-2' ? { kind: 'invalid', messages: [] } : { kind: 'accepted', event: {}, id: '' },
    )
  })
  const { status, body } = await send({ events: ['P-1', 'P-2', 'P-3', 'P-4', 'P-1'].map(id => event(id)) })
  expect(status).toBe(200)
  expect(body).toEqual([
    { ...event('P-1'), result: 'sent' },
    { ...event('P-2'), result: 'refused' },
    { ...event('P-3'), result: 'failed' },
    { ...event('P-4'), result: 'notFound' },
  ])
  expect(ingest.mock.calls).toHaveLength(3)
  expect(ingest.mock.calls[0]?.[0]).toMatchObject({
    environmentId: places.root,
    receivedAt: now,
    body: {
      labelObjectType: 'Purchase',
      labelObjectId: 'P-1',
      labelSource: 'ManualReview',
      isFraud: true,
      reasonText: 'Stolen cards',
      eventTimeStamp: now.toISOString(),
    },
  })
  ingest.mockRestore()
  const entries = await db.selectFrom('audit_log').select(['operation', 'after']).execute()
  expect(entries).toEqual([{ operation: 'SendLabel', after: { label: 'Fraud', reason: 'Stolen cards', events: body } }])
})

it('an event of an environment outside the call is not found', async () => {
  const ingest = vi.spyOn(bench.engine, 'ingestLabel')
  const other = '00000000-0000-4000-8000-00000000dead'
  const { body } = await send({ label: 'NonFraud', events: [event('P-1', other)] })
  expect(body).toEqual([{ ...event('P-1', other), result: 'notFound' }])
  expect(ingest).not.toHaveBeenCalled()
  ingest.mockRestore()
})

it.each([
  ['no event', { events: [] }],
  ['more events than are labelled at once', { events: Array.from({ length: 201 }, (_, n) => event(`P-${n}`)) }],
  ['another label', { events: [event('P-1')], label: 'None' }],
  ['no reason', { events: [event('P-1')], reason: ' ' }],
])('%s is refused', async (_what, input) => {
  const { status } = await send(input)
  expect(status).toBe(422)
})

it('who runs no actions sends no labels', async () => {
  const { status } = await send({ events: [event('P-1')] }, 'viewer')
  expect(status).toBe(403)
})
