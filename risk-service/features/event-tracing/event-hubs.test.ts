import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { DeliveryTest, EventSubscription, SinkSettings } from '../../contract/index.ts'
import { noEventSinks } from '../../kernel/console-api/no-event-sinks.ts'
import type { SinkFailure, SinkMessage } from '../../ports/index.ts'
import { createSigner } from './delivery/signature.ts'
import { openTracingBench, type TracingBench, tracingSecret } from './testing/tracing-bench.ts'

const namespace = 'harbor.servicebus.windows.net'
const connection = ({ host = namespace, hub = 'fraud-events', key = 'a2V5' } = {}) =>
  `Endpoint=sb://${host}/;SharedAccessKeyName=send;SharedAccessKey=${key};EntityPath=${hub}`
const hubSink = (batch = 1, more: object = {}): SinkSettings =>
  ({ kind: 'eventHubs', namespace, hub: 'fraud-events', batch, ...more }) as SinkSettings

/** What the hub got, each call as its messages, and how it answers. */
let calls: { messages: readonly SinkMessage[]; credential: string | null }[]
let answer: SinkFailure['reason'] | null
let testAnswer: SinkFailure['reason'] | null
const failureOf = (reason: SinkFailure['reason'] | null): SinkFailure | null => reason && { reason, status: null }
let tracing: TracingBench
beforeAll(async () => {
  tracing = await openTracingBench({
    sinks: {
      ...noEventSinks,
      obstacleOf: kind => (kind === 'blobStorage' ? 'switchedOff' : null),
      addressIssue: url => (url.includes('10.0.0.1') ? 'Private and local addresses are not called.' : null),
      openMessages: ({ hub }, { credential }) => ({
        send(messages) {
          calls.push({ messages, credential })
          return Promise.resolve(failureOf(answer))
        },
        test: () =>
          Promise.resolve({
            failure: failureOf(testAnswer),
            certificateUntil: null,
            facts: testAnswer === null ? [{ fact: 'hub' as const, value: hub }] : [],
            freeBytes: null,
          }),
      }),
    },
  })
})
afterAll(() => tracing.bench.close())
beforeEach(async () => {
  await tracing.reset()
  calls = []
  answer = null
  testAnswer = null
})

const create = (sink: SinkSettings = hubSink(), credential: string | null = connection()) =>
  tracing.create({ sink, credential })
const patch = (found: EventSubscription, sink: SinkSettings, credential: string | null = null) =>
  tracing.bench.call<EventSubscription & { details: { issues: { path: string[] }[] } }>(
    'Pia',
    'PATCH',
    tracing.path(found.id),
    { baseVersion: found.version, settings: { name: found.name, kinds: found.kinds, sink }, secret: null, credential },
  )
/** Sends purchases and delivers them. */
async function deliver(...ids: string[]): Promise<void> {
  for (const id of ids) await tracing.bench.send({ id, amount: 1 })
  await tracing.deliver()
}
const bodies = () => calls.map(({ messages }) => messages.map(({ body }) => JSON.parse(body) as { name: string }[]))

it('all sinks are listed, those that cannot be chosen with the reason', async () => {
  const { json } = await tracing.bench.call<{ sinks: unknown }>('Pia', 'GET', `${tracing.root}/event-sinks`)
  expect(json.sinks).toEqual(
    expect.arrayContaining([
      { kind: 'eventHubs', obstacle: null },
      { kind: 'blobStorage', obstacle: 'switchedOff' },
    ]),
  )
  const refused = await tracing.create({
    sink: { kind: 'blobStorage', endpoint: 'https://harbor.blob.core.windows.net', container: 'events', prefix: '' },
    credential: 'AccountName=harbor;AccountKey=a2V5',
  })
  expect([refused.status, refused.json.details.issues[0]?.path]).toEqual([422, ['settings', 'sink', 'kind']])
})

it('a connection string has to be that of the hub, at an address that may be called, and pass the test', async () => {
  const pathOf = async (...input: Parameters<typeof create>) => {
    const { status, json } = await create(...input)
    return [status, json.details.issues[0]?.path.join('.')]
  }
  expect(await pathOf(hubSink(), null)).toEqual([422, 'credential'])
  expect(await pathOf(hubSink(), 'https://vault.example/secrets/hub')).toEqual([422, 'credential'])
  expect(await pathOf(hubSink(), connection({ hub: 'other' }))).toEqual([422, 'credential'])
  expect(await pathOf(hubSink(), connection({ host: 'other.servicebus.windows.net' }))).toEqual([422, 'credential'])
  expect(await pathOf(hubSink(1, { namespace: '10.0.0.1' }), connection({ host: '10.0.0.1' }))).toEqual([
    422,
    'settings.sink.namespace',
  ])
  testAnswer = 'credential'
  expect(await pathOf()).toEqual([422, 'settings.sink.hub'])
  expect(await tracing.list()).toEqual([])
})

it('the connection string is stored encrypted, is never returned, and is needed anew for another hub', async () => {
  const { json, status } = await create()
  expect(status).toBe(200)
  expect(json.sink).toEqual(hubSink())
  expect(JSON.stringify(json)).not.toContain('SharedAccessKey')
  const rows = await tracing.db.selectFrom('event_subscription').selectAll().execute()
  const entries = await tracing.db.selectFrom('audit_log').selectAll().execute()
  expect(JSON.stringify([rows, entries])).not.toContain('SharedAccessKey')
  const other = hubSink(1, { hub: 'other' })
  expect((await patch(json, other)).json.details.issues[0]?.path).toEqual(['credential'])
  // Another number of events is no other target: nothing is tested.
  testAnswer = 'communication'
  const batched = await patch(json, hubSink(50))
  expect(batched.json.sink).toEqual(hubSink(50))
  testAnswer = null
  expect((await patch(batched.json, other, connection({ hub: 'other' }))).json.sink).toEqual(other)
})

it('a test reads the hub with the stored connection string, or with another one', async () => {
  const { json } = await create()
  const test = (input: object) => tracing.bench.call<DeliveryTest>('Pia', 'POST', `${tracing.path()}/test`, input)
  expect((await test({ subscriptionId: json.id })).json).toMatchObject({
    failure: null,
    facts: [{ fact: 'hub', value: 'fraud-events' }],
  })
  testAnswer = 'missing'
  expect((await test({ sink: hubSink(), credential: connection() })).json.failure).toEqual({
    reason: 'missing',
    status: null,
  })
  expect((await test({ sink: hubSink() })).status).toBe(422)
  expect(calls).toEqual([])
})

it('events are sent at once and in order, each in a signed message of its own', async () => {
  const { json } = await create()
  await deliver('P-1', 'P-2', 'P-3')
  expect(bodies()).toMatchObject([
    ['P-1', 'P-2', 'P-3'].map(purchaseId => [{ name: 'FraudProtection.Assessment.Purchase', request: { purchaseId } }]),
  ])
  const [sent] = calls
  expect(sent?.credential).toBe(connection())
  const ids = new Set(sent?.messages.map(({ properties }) => properties['x-dfp-delivery']))
  expect(ids.size).toBe(3)
  for (const { body, properties } of sent?.messages ?? []) {
    expect(properties).toMatchObject({
      'x-dfp-subscription': json.id,
      'x-dfp-event': 'FraudProtection.Assessment.Purchase',
      'x-dfp-attempt': '1',
      'x-dfp-signature': await createSigner([tracingSecret])(Number(properties['x-dfp-timestamp']), Buffer.from(body)),
    })
  }
  expect((await tracing.list())[0]).toMatchObject({ delivered: 3, waiting: 0, failure: null })
})

it('with batching, a message has several events', async () => {
  await create(hubSink(2))
  await deliver('P-1', 'P-2', 'P-3')
  expect(bodies().map(messages => messages.map(events => events.length))).toEqual([[2, 1]])
  expect(calls[0]?.messages[0]?.properties['x-dfp-event']).toBe('batch')
})

it.each(['throttled', 'credential', 'missing', 'communication', 'timeout', 'notInstalled'] as const)(
  'a hub that answers %s gets the same messages again, and nothing is lost',
  async reason => {
    await create()
    answer = reason
    await deliver('P-1')
    expect((await tracing.list())[0]).toMatchObject({
      failure: { reason, status: null },
      attempts: 1,
      waiting: 1,
      deadLetters: 0,
    })
    answer = null
    tracing.bench.at(new Date(tracing.bench.now().getTime() + 6000))
    await deliver()
    const [first, second] = calls.map(({ messages }) => messages[0])
    expect(second?.body).toBe(first?.body)
    expect(second?.properties).toMatchObject({
      'x-dfp-delivery': first?.properties['x-dfp-delivery'],
      'x-dfp-attempt': '2',
    })
    expect((await tracing.list())[0]).toMatchObject({ failure: null, waiting: 0, delivered: 1 })
  },
)

it('an event that is too large is a dead letter, and is sent again by request', async () => {
  const { json } = await create()
  answer = 'size'
  await deliver('P-1')
  expect((await tracing.list())[0]).toMatchObject({ deadLetters: 1, waiting: 0, attempts: 0 })
  answer = null
  await tracing.bench.call('Pia', 'POST', `${tracing.path(json.id)}/redeliver`, {})
  await tracing.deliver()
  expect(calls).toHaveLength(2)
  expect((await tracing.list())[0]).toMatchObject({ deadLetters: 0, delivered: 1 })
})

it('what is sent at once stays below the size that every tier accepts', async () => {
  await create()
  const customData = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field${n}`, 'x'.repeat(250)]))
  const ids = Array.from({ length: 10 }, (_, n) => `P-${n}`)
  for (const id of ids) await tracing.bench.send({ id, amount: 1, more: { customData } })
  await tracing.deliver()
  expect(calls.length).toBeGreaterThan(1)
  for (const { messages } of calls)
    expect(messages.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(200_000)
  expect(calls.flatMap(({ messages }) => messages)).toHaveLength(ids.length)
})
