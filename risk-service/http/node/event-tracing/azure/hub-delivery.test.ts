import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DeliveryTest } from '../../../../contract/index.ts'
import { openTracingBench } from '../../../../features/event-tracing/testing/tracing-bench.ts'
import { silentLog } from '../../../../kernel/store/testing/test-store.ts'
import { createOutgoingHttp } from '../../outgoing-http.ts'
import { createEventRunner, type EventRunner } from '../event-runner.ts'
import { createEventSinks } from '../event-sinks.ts'
import { type EventHubServer, openEventHubServer } from './testing/event-hub-server.ts'

const hub = 'fraud-events'
const reachable = { privateHosts: ['127.0.0.1'] }
const secretKey = 'a key of an installation for tests'
const plugins = ['eventHubs'] as const
let server: EventHubServer
let tracing: Awaited<ReturnType<typeof openTracingBench>>
let runner: EventRunner

beforeAll(async () => {
  server = await openEventHubServer({ hub, keyName: 'send', key: 'a2V5' })
  const http = createOutgoingHttp(reachable)
  tracing = await openTracingBench({ sinks: createEventSinks({ directories: [], plugins, reachable, http }) })
  runner = createRunner(plugins)
})
afterAll(async () => {
  await runner.stop()
  await server.close()
  await tracing.bench.close()
})

const createRunner = (switchedOn: Parameters<typeof createEventRunner>[0]['plugins']) =>
  createEventRunner(
    { target: tracing.bench.store.target, reachable, secretKey, directories: [], plugins: switchedOn },
    { live: tracing.bench.live, log: silentLog },
  )
const namespace = () => `127.0.0.1:${server.port}`
const sink = () => ({ kind: 'eventHubs', namespace: namespace(), hub, batch: 1 })
const connection = (key = 'a2V5') =>
  `Endpoint=sb://${namespace()}/;SharedAccessKeyName=send;SharedAccessKey=${key};EntityPath=${hub};UseDevelopmentEmulator=true`

it('a subscription is tested at the hub, and a thread sends it what stands in the outbox, in order', async () => {
  const test = (credential: string) =>
    tracing.bench.call<DeliveryTest>('Pia', 'POST', `${tracing.path()}/test`, { sink: sink(), credential })
  expect((await test(connection())).json).toMatchObject({
    failure: null,
    facts: [
      { fact: 'namespace', value: namespace() },
      { fact: 'hub', value: hub },
    ],
  })
  expect((await test(connection('b3RoZXI='))).json).toMatchObject({ failure: { reason: 'credential' }, facts: [] })
  const { status, json } = await tracing.create({ sink: sink(), credential: connection() })
  expect(status).toBe(200)
  for (const id of ['P-1', 'P-2', 'P-3']) await tracing.bench.send({ id, amount: 1 })
  await runner.run()
  await expect.poll(() => server.received.length, { timeout: 10_000 }).toBe(3)
  expect(server.received.map(({ body }) => JSON.parse(body))).toMatchObject(
    ['P-1', 'P-2', 'P-3'].map(purchaseId => [{ request: { purchaseId } }]),
  )
  expect(new Set(server.received.map(({ key }) => key))).toEqual(new Set([json.id]))
  await expect.poll(async () => (await tracing.list())[0]?.delivered).toBe(3)
})

it('a plug-in that is switched off calls nobody, and its subscriptions wait', async () => {
  await runner.stop()
  runner = createRunner([])
  const before = server.connections
  await tracing.bench.send({ id: 'P-4', amount: 1 })
  await runner.run()
  await expect
    .poll(async () => (await tracing.list())[0]?.failure, { timeout: 10_000 })
    .toEqual({ reason: 'notInstalled', status: null })
  expect(server.connections).toBe(before)
})
