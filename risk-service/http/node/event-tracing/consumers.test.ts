import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTracedShop, type TracedShop } from '../../../features/event-tracing/testing/traced-shop.ts'
import { webhook } from '../../../features/event-tracing/testing/tracing-bench.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import { createEventRunner, type EventRunner } from './event-runner.ts'

/* The consumers of the published samples, as real receivers: what they parse and read is theirs, not the service's. */

const ajv = new Ajv2020({ strict: false })
const text = { type: 'string' }
const envelope = { name: text, version: text, metadata: { type: 'object', required: ['tenantId', 'timestamp'] } }
/** "Parse JSON" of the workflow template that follows the audit. */
const parsesAudit = ajv.compile({
  type: 'array',
  items: {
    type: 'object',
    properties: { ...envelope, audit: { type: 'object' } },
    required: ['audit', 'name', 'version', 'metadata'],
  },
})
/** "Parse JSON" of the workflow template that follows latencies: its members are in camel case. */
const integers = { type: 'array', items: { type: 'integer' } }
const texts = { type: 'array', items: text }
const parsesLatency = ajv.compile({
  type: 'array',
  items: {
    type: 'object',
    properties: {
      ...envelope,
      index: integers,
      bucketSamples: integers,
      ...Object.fromEntries(
        ['numberOfBuckets', 'bucketSize', 'minimumValue', 'samples', 'min', 'max'].map(name => [
          name,
          { type: 'integer' },
        ]),
      ),
      counterName: text,
      dimensionNames: texts,
      dimensionValues: texts,
      startTime: text,
      endTime: text,
    },
    required: [
      ...['index', 'bucketSamples', 'numberOfBuckets', 'bucketSize', 'minimumValue', 'counterName', 'dimensionNames'],
      ...['dimensionValues', 'startTime', 'endTime', 'samples', 'min', 'max', 'name', 'version', 'metadata'],
    ],
  },
})

interface AuditEvent {
  audit: { entityId: string; entityName: string; entityType: string; operationName: string; userId: string }
  metadata: { timestamp: string }
}
interface LatencyEvent {
  dimensionNames: string[]
  dimensionValues: string[]
  samples: number
  max: number
}

/** Bodies by the path at which they arrived: a workflow reads those that came since it polled last. */
const inbox = new Map<string, string[]>()
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    const path = request.url ?? ''
    // Of the test of the connection.
    if (!body.includes('FraudProtection.Test')) inbox.set(path, [...(inbox.get(path) ?? []), body])
    response.writeHead(204).end()
  })
})
/** Takes what arrived since the last poll. */
function poll(path: string): string[] {
  const bodies = inbox.get(path) ?? []
  inbox.delete(path)
  return bodies
}

let shop: TracedShop
let runner: EventRunner
beforeAll(async () => {
  shop = await openTracedShop()
  await shop.reset()
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  for (const [name, kinds] of [
    ['workflow-audit', ['audit']],
    ['workflow-latency', ['latency']],
    ['report-audit', ['audit']],
    ['report-latency', ['latency']],
    ['stream', ['audit']],
  ] as const)
    expect((await shop.create({ name, kinds, sink: webhook(`${origin}/${name}`) })).status).toBe(200)
  runner = createEventRunner(
    {
      target: shop.bench.store.target,
      reachable: { privateHosts: ['127.0.0.1'] },
      secretKey: 'a key of an installation for tests',
      plugins: [],
      directories: [],
    },
    { live: shop.bench.live, log: silentLog },
  )
  const rule = await shop.publishRule('Ceiling rule', 'RETURN Review("high") WHEN @"totalAmount" > 900')
  await shop.change('PUT', `rules/${rule}/status`, { status: 'inactive' })
  const callId = await shop.createCall()
  await shop.change('DELETE', `external-calls/${callId}`)
  for (const id of ['P-1', 'P-2', 'P-3'])
    await shop.post('/v1.0/MerchantServices/events/Purchase', {
      purchaseId: id,
      merchantLocalDate: '2025-03-03T09:00:00Z',
      _metadata: { trackingId: id, merchantTimeStamp: '2025-03-03T09:00:00Z' },
    })
  await shop.latencies.flush(true)
  await runner.run()
  const counts = { 'workflow-audit': 4, 'workflow-latency': 1, 'report-audit': 4, 'report-latency': 1, stream: 4 }
  await vi.waitFor(() => {
    const arrived = Object.keys(counts).map(name => [name, inbox.get(`/${name}`)?.length])
    expect(Object.fromEntries(arrived)).toEqual(counts)
  }, 10_000)
})
afterAll(async () => {
  await runner.stop()
  receiver.close()
  await shop.bench.close()
})

const changes = [
  ['Ceiling rule', 'Rule', 'NewRule'],
  ['Ceiling rule', 'Rule', 'EditRule'],
  ['phones', 'ExternalCall', 'NewExternalCall'],
  ['phones', 'ExternalCall', 'DeleteExternalCall'],
]

it('the workflow that follows the audit parses each message and takes its first element', () => {
  const taken = poll('/workflow-audit').map(body => {
    const parsed = JSON.parse(body) as AuditEvent[]
    expect([parsesAudit(parsed), parsesAudit.errors]).toEqual([true, null])
    // One event in an array: nothing is lost by taking the first.
    expect(parsed).toHaveLength(1)
    return parsed[0]?.audit
  })
  expect(taken.map(audit => [audit?.entityName, audit?.entityType, audit?.operationName])).toEqual(changes)
})

it('the workflow that follows latencies parses each message', () => {
  const taken = poll('/workflow-latency').map(body => {
    const parsed = JSON.parse(body) as LatencyEvent[]
    expect([parsesLatency(parsed), parsesLatency.errors]).toEqual([true, null])
    expect(parsed).toHaveLength(1)
    return parsed[0]?.samples
  })
  expect(taken).toEqual([3])
})

it('the report of administrators stores changes, and latencies by the API as the third dimension', () => {
  const stored = poll('/report-audit').flatMap(body =>
    (JSON.parse(body) as AuditEvent[]).map(({ audit, metadata }) => ({
      entityName: audit.entityName,
      entityType: audit.entityType,
      operationName: audit.operationName,
      time: new Date(metadata.timestamp),
      userId: audit.userId,
    })),
  )
  expect(stored.map(({ entityName, entityType, operationName }) => [entityName, entityType, operationName])).toEqual(
    changes,
  )
  for (const { time, userId } of stored)
    expect([time.toISOString().slice(0, 10), userId]).toEqual(['2025-03-03', shop.bench.people['Adi']])
  const latencies = poll('/report-latency').flatMap(body =>
    (JSON.parse(body) as LatencyEvent[]).map(({ dimensionNames, dimensionValues }) => [
      dimensionNames[2],
      dimensionValues[2],
    ]),
  )
  expect(latencies).toEqual([['ApiName', 'v1.0/MerchantServices/Events/Purchase']])
})

it('the query over the stream selects entity, operation and user', () => {
  const column = (event: unknown, path: string) =>
    path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], event)
  const selected = poll('/stream').flatMap(body =>
    (JSON.parse(body) as unknown[]).map(event =>
      ['audit.entityName', 'audit.entityType', 'audit.operationName', 'audit.userId'].map(path => column(event, path)),
    ),
  )
  expect(selected).toEqual(changes.map(change => [...change, shop.bench.people['Adi']]))
})
