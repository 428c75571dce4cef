import { expect, it } from 'vitest'
import { containerName, readEventHubConnection, readStorageConnection } from './azure-connections.ts'

const key = 'a/b+c=='

it('an event hub is read of its connection string', () => {
  const hub = `Endpoint=sb://Harbor.servicebus.windows.net/;SharedAccessKeyName=send;SharedAccessKey=${key};EntityPath=fraud-events`
  const host = 'harbor.servicebus.windows.net'
  const expected = {
    host,
    port: null,
    namespace: host,
    hub: 'fraud-events',
    address: `${host}/fraud-events`,
    connectionString: hub.replace('Harbor', 'harbor'),
  }
  expect(readEventHubConnection(hub)).toEqual({ ...expected, isEmulator: false })
  expect(readEventHubConnection(`  ${hub.replaceAll(';', ' ; ')};\n`)).toEqual({ ...expected, isEmulator: false })
  expect(readEventHubConnection(`${hub.replace('/;', ':5671/;')};UseDevelopmentEmulator=True`)).toEqual({
    ...expected,
    port: 5671,
    namespace: `${host}:5671`,
    address: `${host}:5671/fraud-events`,
    connectionString: `${hub.replace('Harbor', 'harbor').replace('/;', ':5671/;')};UseDevelopmentEmulator=true`,
    isEmulator: true,
  })
})

it('of what is said twice, the last counts, and nothing else is passed on', () => {
  const text = `Endpoint=sb://a.example/;Endpoint=sb://b.example/;Other=x;SharedAccessSignature=SharedAccessSignature sr=1&sig=2;EntityPath=hub`
  expect(readEventHubConnection(text)).toMatchObject({
    host: 'b.example',
    connectionString: 'Endpoint=sb://b.example/;SharedAccessSignature=SharedAccessSignature sr=1&sig=2;EntityPath=hub',
  })
})

it.each([
  '',
  'https://vault.example/secrets/hub',
  'Endpoint=sb://harbor.servicebus.windows.net/;EntityPath=hub',
  `Endpoint=sb://harbor.servicebus.windows.net/;SharedAccessKeyName=send;SharedAccessKey=${key}`,
  `Endpoint=http://harbor.servicebus.windows.net/;SharedAccessKeyName=send;SharedAccessKey=${key};EntityPath=hub`,
  `Endpoint=sb://harbor.servicebus.windows.net/;SharedAccessKeyName=send;SharedAccessKey=${key};EntityPath=a/b`,
])('no connection string of an event hub: %s', text => {
  expect(readEventHubConnection(text)).toBeNull()
})

it('a storage account is read of its connection string', () => {
  expect(
    readStorageConnection(
      `DefaultEndpointsProtocol=https;AccountName=harbor;AccountKey=${key};EndpointSuffix=core.windows.net`,
    ),
  ).toEqual({
    account: 'harbor',
    endpoint: 'https://harbor.blob.core.windows.net',
    connectionString: `BlobEndpoint=https://harbor.blob.core.windows.net;DefaultEndpointsProtocol=https;AccountName=harbor;AccountKey=${key}`,
  })
  expect(readStorageConnection(`AccountName=harbor;AccountKey=${key}`)?.endpoint).toBe(
    'https://harbor.blob.core.windows.net',
  )
  expect(
    readStorageConnection('BlobEndpoint=https://harbor.blob.core.windows.net/;SharedAccessSignature=sv=2024&sig=x%3D'),
  ).toEqual({
    account: 'harbor',
    endpoint: 'https://harbor.blob.core.windows.net',
    connectionString: 'BlobEndpoint=https://harbor.blob.core.windows.net;SharedAccessSignature=sv=2024&sig=x%3D',
  })
  expect(
    readStorageConnection(`AccountName=dev;AccountKey=${key};BlobEndpoint=http://127.0.0.1:10000/dev;`),
  ).toMatchObject({
    account: 'dev',
    endpoint: 'http://127.0.0.1:10000/dev',
  })
})

it('the address that is checked is the one that files are written to', () => {
  const text = `BlobEndpoint=https://other.example/a;AccountName=a;AccountKey=${key};blobendpoint=https://a.blob.core.windows.net`
  const read = readStorageConnection(text)
  expect(read?.endpoint).toBe('https://a.blob.core.windows.net')
  expect(read?.connectionString).not.toContain('other.example')
})

it.each([
  '',
  'UseDevelopmentStorage=true',
  'AccountName=harbor',
  `AccountName=harbor;AccountKey=${key};BlobEndpoint=ftp://harbor.example`,
  'SharedAccessSignature=sv=2024&sig=x',
])('no connection string of a storage account: %s', text => {
  expect(readStorageConnection(text)).toBeNull()
})

it('names of containers follow the rules of Blob Storage', () => {
  for (const name of ['events', 'a-1', '123']) expect(name).toMatch(containerName)
  for (const name of ['ab', 'Events', '-events', 'events-', 'a--b', 'x'.repeat(64)])
    expect(name).not.toMatch(containerName)
})
