import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync, gzipSync } from 'node:zlib'
import { BlobServiceClient, type ContainerClient, ContainerSASPermissions } from '@azure/storage-blob'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOutgoingHttp, type OutgoingOptions } from '../../outgoing-http.ts'
import type { AzureFailure } from './azure-failures.ts'
import { type BlobContainer, openBlobContainer } from './blob-storage.ts'
import { type Azurite, openAzurite } from './testing/azurite.ts'

let azurite: Azurite
let container: ContainerClient
const listed: OutgoingOptions = { privateHosts: ['127.0.0.1'] }

beforeAll(async () => {
  azurite = await openAzurite()
  container = BlobServiceClient.fromConnectionString(azurite.connection()).getContainerClient('events')
  await container.create()
})
afterAll(() => azurite?.close())

async function put(
  {
    path = 'a.ndjson.gz',
    bytes = Buffer.from('{}\n') as Uint8Array,
    name = 'events',
    text = azurite.connection(),
  } = {},
  options = listed,
  signal?: AbortSignal,
): Promise<AzureFailure | null> {
  const http = createOutgoingHttp(options)
  try {
    const found: BlobContainer | AzureFailure = await openBlobContainer(text, name, http)
    return typeof found === 'string' ? found : await found.put(path, bytes, signal)
  } finally {
    http.close()
  }
}

it('a file is a block blob with its bytes under its path, and replaces the one before', async () => {
  const path = 'FraudProtection.Audit/2026/11/28/1230-0001.ndjson.gz'
  expect(await put({ path, bytes: gzipSync('{"n":1}\n') })).toBeNull()
  expect(await put({ path, bytes: gzipSync('{"n":2}\n') })).toBeNull()
  const blob = container.getBlobClient(path)
  expect(gunzipSync(await blob.downloadToBuffer()).toString()).toBe('{"n":2}\n')
  expect(await blob.getProperties()).toMatchObject({ blobType: 'BlockBlob', contentType: 'application/gzip' })
  const http = createOutgoingHttp(listed)
  const found = (await openBlobContainer(azurite.connection(), 'events', http)) as BlobContainer
  expect(await found.remove(path)).toBeNull()
  expect(await blob.exists()).toBe(false)
  http.close()
})

it('a file of several mebibytes arrives whole', async () => {
  const bytes = Buffer.alloc(9 * 1024 * 1024, 'assay')
  expect(await put({ path: 'large.ndjson.gz', bytes })).toBeNull()
  expect((await container.getBlobClient('large.ndjson.gz').downloadToBuffer()).equals(bytes)).toBe(true)
})

it('a wrong key, a missing container and what is no connection string are named', async () => {
  // The emulator calls a wrong key a failure to authorise; the service of Azure says AuthenticationFailed.
  expect(await put({ text: azurite.connection({ key: Buffer.alloc(64, 'x').toString('base64') }) })).toBe('denied')
  expect(await put({ name: 'nowhere' })).toBe('missing')
  expect(await put({ text: 'AccountName=a' })).toBe('credential')
})

it('a signature that may not write is denied', async () => {
  const url = await container.generateSasUrl({
    permissions: ContainerSASPermissions.parse('r'),
    expiresOn: new Date(Date.now() + 3_600_000),
  })
  const text = `BlobEndpoint=http://127.0.0.1:${azurite.port}/${azurite.account};AccountName=${azurite.account};SharedAccessSignature=${url.split('?')[1] ?? ''}`
  expect(await put({ text })).toBe('denied')
})

it('private addresses, and those without TLS, are not called', async () => {
  expect(await put({}, { privateHosts: [] })).toBe('refused')
  expect(await put({ text: azurite.connection().replace('127.0.0.1', 'storage.example') }, { privateHosts: [] })).toBe(
    'refused',
  )
})

it('nobody there is a failure of the communication, and so is what is broken off', async () => {
  const gone = createServer()
  await new Promise<void>(resolve => gone.listen(0, '127.0.0.1', resolve))
  const { port } = gone.address() as AddressInfo
  await new Promise(resolve => gone.close(resolve))
  expect(await put({ text: azurite.connection({ port }) })).toBe('communication')
  expect(await put({}, listed, AbortSignal.abort())).toBe('communication')
})

/** Opens a server that refuses every request. */
async function refusing(
  status: number,
  code: string,
): Promise<{ server: Server; port: number; requests: () => number }> {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    request.resume().on('end', () => response.writeHead(status, { 'x-ms-error-code': code }).end())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port, requests: () => requests }
}

it.each([
  [503, 'ServerBusy', 'throttled'],
  [429, 'TooManyRequests', 'throttled'],
  [413, 'RequestBodyTooLarge', 'size'],
  [403, 'AuthenticationFailed', 'credential'],
  [403, 'AuthorizationPermissionMismatch', 'denied'],
  [409, 'BlobImmutableDueToPolicy', 'communication'],
])('%s %s is %s after one request', async (status, code, failure) => {
  const { server, port, requests } = await refusing(status, code)
  expect(await put({ text: azurite.connection({ port }) })).toBe(failure)
  expect(requests()).toBe(1)
  server.close()
})
