import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventSubscription } from '../../../contract/index.ts'
import { caseIds } from '../../../features/cases/testing/case-bench.ts'
import {
  openTracingBench,
  type TracingBench,
  tracingSecret,
} from '../../../features/event-tracing/testing/tracing-bench.ts'
import { createOutgoingHttp } from '../outgoing-http.ts'
import { openBucketTarget } from './bucket-target.ts'
import { createEventSinks } from './event-sinks.ts'
import { startS3Server } from './testing/s3-server.ts'
import { eventsOf, verifiedManifest } from './testing/written-files.ts'

const keys = { accessKeyId: 'AKIAHARBOR', secretKey: 'a secret key of Harbor' }
const http = createOutgoingHttp({ privateHosts: ['127.0.0.1'] })
let server: Awaited<ReturnType<typeof startS3Server>>
let tracing: TracingBench

beforeAll(async () => {
  server = await startS3Server(keys, ['harbor-events'])
  tracing = await openTracingBench({ sinks: createEventSinks({ directories: [], plugins: [], reachable: {}, http }) })
})
afterAll(async () => {
  await tracing.bench.close()
  http.close()
  await server.close()
})

const sinkOf = (more: object = {}) => ({
  kind: 'bucket' as const,
  endpoint: server.endpoint,
  region: 'us-east-1',
  bucket: 'harbor-events',
  prefix: 'assay',
  accessKeyId: keys.accessKeyId,
  ...more,
})
const testOf = (more: object = {}, secretKey: string | null = keys.secretKey) =>
  openBucketTarget({ sink: sinkOf(more), secretKey, http }).test()
const keysOf = () => [...server.objects.keys()].sort()

it('a test writes a file and removes it; what is wrong is named', async () => {
  expect(await testOf()).toEqual({
    failure: null,
    certificateUntil: null,
    facts: [{ fact: 'bucket', value: 'harbor-events/assay' }],
    freeBytes: null,
  })
  expect(keysOf()).toEqual([])
  const failureOf = async (...args: Parameters<typeof testOf>) => (await testOf(...args)).failure
  expect(await failureOf({}, 'another key')).toEqual({ reason: 'credential', status: 403 })
  expect(await failureOf({ accessKeyId: 'UNKNOWN' })).toEqual({ reason: 'credential', status: 403 })
  expect(await failureOf({}, null)).toEqual({ reason: 'credential', status: null })
  expect(await failureOf({ bucket: 'no-such-bucket' })).toEqual({ reason: 'missing', status: 404 })
  expect(await failureOf({ endpoint: 'http://127.0.0.1:1' })).toEqual({ reason: 'communication', status: null })
  const strict = createOutgoingHttp()
  const refused = await openBucketTarget({ sink: sinkOf(), secretKey: keys.secretKey, http: strict }).test()
  expect(refused.failure).toEqual({ reason: 'refused', status: null })
})

it.each([
  [403, 'SignatureDoesNotMatch', 'credential'],
  [403, 'AccessDenied', 'denied'],
  [400, 'ExpiredToken', 'credential'],
  [301, 'PermanentRedirect', 'region'],
  [400, 'AuthorizationHeaderMalformed', 'region'],
  [302, 'Found', 'redirect'],
  [507, 'XMinioStorageFull', 'space'],
  [503, 'SlowDown', 'status'],
])('the answer %i with %s is named', async (status, code, reason) => {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No.</Message></Error>`
  const target = openBucketTarget({
    sink: sinkOf(),
    secretKey: keys.secretKey,
    http: { send: () => Promise.resolve({ kind: 'answer', status, text }) },
  })
  expect(await target.put('a', new Uint8Array(1))).toEqual({ reason, status })
})

it('stored events are written to a bucket; the secret key is encrypted and returned by nothing', async () => {
  tracing.bench.at('09:00')
  for (const id of ['P-1', 'P-2']) await tracing.bench.send({ id, amount: 1 })
  tracing.bench.at('10:00')
  const refused = await tracing.create({ sink: sinkOf() })
  expect([refused.status, refused.json.details.issues[0]?.path]).toEqual([422, ['credential']])
  const wrong = await tracing.create({ sink: sinkOf(), credential: 'another key' })
  expect([wrong.status, wrong.json.details.issues[0]?.path]).toEqual([422, ['settings', 'sink', 'bucket']])
  const { json, status } = await tracing.create({ sink: sinkOf(), credential: keys.secretKey })
  expect(status).toBe(200)
  const row = await tracing.db
    .selectFrom('event_subscription')
    .select(['credential', 'target'])
    .executeTakeFirstOrThrow()
  expect(row.credential).toMatch(/^v1\./)
  expect(JSON.stringify(row.target)).not.toContain('secret')
  tracing.bench.at('10:01')
  await tracing.db.updateTable('event_outbox').set({ created_at: tracing.bench.now() }).execute()
  await tracing.deliver()
  const key = 'harbor-events/assay/FraudProtection.Assessment.Purchase/2025/03/03/0900-0001.ndjson.gz'
  expect(keysOf()).toEqual([key, 'harbor-events/assay/_manifest/2025-03-03.json'])
  const bytes = server.objects.get(key) ?? new Uint8Array()
  expect(eventsOf(bytes).map(({ uniqueId }) => uniqueId)).toEqual(['P-1', 'P-2'])
  const text = server.objects.get('harbor-events/assay/_manifest/2025-03-03.json')?.toString() ?? ''
  const manifest = verifiedManifest(text, tracingSecret)
  expect(manifest).toMatchObject({ subscriptionId: json.id, environmentId: caseIds.root, files: [{ lines: 2 }] })
})

it('another address needs the secret key anew; a key that becomes wrong is named and loses nothing', async () => {
  const found = (await tracing.list())[0] as EventSubscription
  const patch = (sink: object, credential: string | null = null) =>
    tracing.bench.call<EventSubscription & { details: { issues: { path: string[] }[] } }>(
      'Pia',
      'PATCH',
      tracing.path(found.id),
      { baseVersion: found.version, settings: { ...tracing.settings, sink }, credential },
    )
  const elsewhere = await patch(sinkOf({ endpoint: `${server.endpoint}/other` }))
  expect([elsewhere.status, elsewhere.json.details.issues[0]?.path]).toEqual([422, ['credential']])
  const { secretKey } = keys
  keys.secretKey = 'another key of Harbor'
  await tracing.bench.send({ id: 'P-3', amount: 1 })
  await tracing.db.updateTable('event_outbox').set({ created_at: tracing.bench.now() }).execute()
  tracing.bench.at('10:30')
  await tracing.deliver()
  expect((await tracing.list())[0]).toMatchObject({ failure: { reason: 'credential', status: 403 }, waiting: 1 })
  expect(keysOf()).toHaveLength(2)
  expect((await patch(sinkOf(), secretKey)).status).toBe(422)
  const mended = await patch(sinkOf(), keys.secretKey)
  expect(mended.json).toMatchObject({ failure: null, history: null, files: 1 })
  await tracing.deliver()
  expect((await tracing.list())[0]).toMatchObject({ failure: null, waiting: 0, files: 2 })
  expect(keysOf()).toContain('harbor-events/assay/FraudProtection.Assessment.Purchase/2025/03/03/1000-0001.ndjson.gz')
})
