import { BlobServiceClient, type ContainerClient } from '@azure/storage-blob'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { EventSubscription } from '../../../../contract/index.ts'
import { caseIds } from '../../../../features/cases/testing/case-bench.ts'
import {
  openTracingBench,
  type TracingBench,
  tracingSecret,
} from '../../../../features/event-tracing/testing/tracing-bench.ts'
import { createOutgoingHttp } from '../../outgoing-http.ts'
import { createEventSinks } from '../event-sinks.ts'
import { eventsOf, verifiedManifest } from '../testing/written-files.ts'
import { type Azurite, openAzurite } from './testing/azurite.ts'

const reachable = { privateHosts: ['127.0.0.1'] }
const http = createOutgoingHttp(reachable)
let azurite: Azurite
let container: ContainerClient
let tracing: TracingBench

beforeAll(async () => {
  azurite = await openAzurite()
  container = BlobServiceClient.fromConnectionString(azurite.connection()).getContainerClient('events')
  tracing = await openTracingBench({
    sinks: createEventSinks({ directories: [], plugins: ['blobStorage'], reachable, http }),
  })
})
afterAll(async () => {
  await tracing.bench.close()
  http.close()
  await azurite?.close()
})
beforeEach(async () => {
  await tracing.reset()
  await container.deleteIfExists()
  await container.create()
  tracing.bench.at('09:00')
})

const sink = (name = 'events', prefix = 'orders') => ({
  kind: 'blobStorage',
  endpoint: `http://127.0.0.1:${azurite.port}/${azurite.account}`,
  container: name,
  prefix,
})
const create = (more: object = {}) => tracing.create({ sink: sink(), credential: azurite.connection(), ...more })
const stored = async () => (await tracing.list())[0] as EventSubscription
/** Has what happens from now on be numbered at the time of the bench, which is not that of the database. */
async function deliver(): Promise<void> {
  await tracing.db.updateTable('event_outbox').set({ created_at: tracing.bench.now() }).execute()
  await tracing.deliver()
}
const bytesOf = (name: string) => container.getBlobClient(name).downloadToBuffer()
async function names(): Promise<string[]> {
  const found: string[] = []
  for await (const { name } of container.listBlobsFlat()) found.push(name)
  return found
}

it('stored events are copied to the container first, then those of each half hour, with signed manifests', async () => {
  for (const id of ['P-1', 'P-2']) await tracing.bench.send({ id, amount: 1 })
  tracing.bench.at(new Date('2025-03-04T10:10:00Z'))
  expect((await create()).status).toBe(200)
  await deliver()
  await tracing.bench.send({ id: 'P-3', amount: 1 })
  tracing.bench.at(new Date('2025-03-04T10:10:40Z'))
  await deliver()
  const events = 'FraudProtection.Assessment.Purchase'
  expect(await names()).toEqual([`orders/${events}/2025/03/03/0900-0001.ndjson.gz`, 'orders/_manifest/2025-03-03.json'])
  expect(await stored()).toMatchObject({ history: null, delivered: 2, waiting: 1 })
  tracing.bench.at(new Date('2025-03-04T10:30:00Z'))
  await deliver()
  const all = await names()
  expect(all).toHaveLength(4)
  const read: unknown[] = []
  for (const manifest of all.filter(name => name.includes('/_manifest/')))
    for (const file of verifiedManifest((await bytesOf(manifest)).toString(), tracingSecret).files)
      read.push(...eventsOf(await bytesOf(`orders/${file.path}`)).map(({ uniqueId }) => uniqueId))
  expect(read).toEqual(['P-1', 'P-2', 'P-3'])
})

it('a container that disappears is named, and its files are written once it is there again', async () => {
  await tracing.bench.send({ id: 'P-1', amount: 1 })
  tracing.bench.at('10:10')
  await create()
  await container.delete()
  tracing.bench.at('10:11')
  await deliver()
  expect(await stored()).toMatchObject({ failure: { reason: 'missing', status: null }, delivered: 0 })
  await container.create()
  tracing.bench.at('10:12')
  await deliver()
  expect(await stored()).toMatchObject({ failure: null, delivered: 1 })
  expect(await names()).toHaveLength(2)
})

it('a place has one subscription, and another container or account needs the connection string anew', async () => {
  const { json } = await create()
  const again = await create({ name: 'Again' })
  expect([again.status, again.json.details.issues[0]?.path]).toEqual([422, ['settings', 'sink', 'prefix']])
  // Of another environment, too: each would replace the files of the other.
  const connection = { sink: sink(), credential: azurite.connection() }
  const below = await tracing.create({ name: 'Below', ...connection }, 'Pia', undefined, caseIds.eu)
  expect([below.status, below.json.details.issues[0]?.path]).toEqual([422, ['settings', 'sink', 'prefix']])
  expect((await create({ name: 'Beside', sink: sink('events', 'beside') })).status).toBe(200)
  const patch = (changed: object, credential: string | null) =>
    tracing.bench.call<typeof again.json>('Pia', 'PATCH', tracing.path(json.id), {
      baseVersion: json.version,
      settings: { name: json.name, kinds: json.kinds, sink: changed },
      secret: null,
      credential,
    })
  const elsewhere = { ...sink(), endpoint: 'https://other.blob.core.windows.net' }
  expect((await patch(elsewhere, null)).json.details.issues[0]?.path).toEqual(['credential'])
  expect((await patch(elsewhere, azurite.connection())).json.details.issues[0]?.path).toEqual(['credential'])
  expect((await patch(sink('nowhere'), null)).json.details.issues[0]?.path).toEqual(['settings', 'sink', 'container'])
})
