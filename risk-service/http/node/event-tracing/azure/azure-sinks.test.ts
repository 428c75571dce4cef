import { spawnSync } from 'node:child_process'
import { BlobServiceClient, type ContainerClient } from '@azure/storage-blob'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOutgoingHttp } from '../../outgoing-http.ts'
import { createAzureSinks } from './azure-sinks.ts'
import { type Azurite, openAzurite } from './testing/azurite.ts'

const reachable = { privateHosts: ['127.0.0.1'] }
const http = createOutgoingHttp(reachable)
let azurite: Azurite
let container: ContainerClient

beforeAll(async () => {
  azurite = await openAzurite()
  container = BlobServiceClient.fromConnectionString(azurite.connection()).getContainerClient('events')
  await container.create()
})
afterAll(async () => {
  http.close()
  await azurite?.close()
})

const sink = (name = 'events', prefix = '') =>
  ({ kind: 'blobStorage', endpoint: `http://127.0.0.1:${azurite.port}/harborevents`, container: name, prefix }) as const
const sinks = createAzureSinks({ plugins: ['blobStorage'], reachable, http })
async function names(): Promise<string[]> {
  const found: string[] = []
  for await (const { name } of container.listBlobsFlat()) found.push(name)
  return found
}

it('a plug-in is available where it is switched on, and calls nobody otherwise', async () => {
  expect([sinks.obstacleOf('blobStorage'), sinks.obstacleOf('eventHubs')]).toEqual([null, 'switchedOff'])
  const off = createAzureSinks({ plugins: [], reachable, http })
  const target = off.openContainer(sink(), { credential: azurite.connection() })
  expect(await target.put('a.json', Buffer.from('{}'))).toEqual({ reason: 'notInstalled', status: null })
  expect((await target.test()).failure).toEqual({ reason: 'notInstalled', status: null })
  expect(await names()).toEqual([])
})

/** Runs a module that uses the plug-ins in a process of its own, and returns the packages of the vendor that it loads. */
function loadedBy(use: string): string[] {
  const code = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({
      load(url, context, next) {
        const [, name] = /node_modules\\/(@azure\\/[\\w-]+|ws|rhea)\\//.exec(url) ?? []
        if (name !== undefined) loaded.add(name)
        return next(url, context)
      },
    })
    const { createAzureSinks } = await import(${JSON.stringify(new URL('./azure-sinks.ts', import.meta.url).href)})
    const http = { send: () => Promise.resolve({ kind: 'timeout', message: '' }), addressIssue: () => null }
    const sinks = createAzureSinks({ plugins: ['eventHubs', 'blobStorage'], reachable: {}, http })
    ${use}
    console.log(JSON.stringify([...loaded]))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as string[]
}

it('the libraries of the vendor are loaded by the first use, not by the start', () => {
  expect(loadedBy(`sinks.obstacleOf('eventHubs'); sinks.obstacleOf('blobStorage')`)).toEqual([])
  const put = `await sinks.openContainer({ container: 'events', prefix: '' }, { credential: 'AccountName=a;AccountKey=a2V5' }).put('a', new Uint8Array())`
  expect(loadedBy(put)).toContain('@azure/storage-blob')
})

it('a test writes a blob, removes it, and names account and container', async () => {
  const target = sinks.openContainer(sink(), { credential: azurite.connection() })
  expect(await target.test()).toEqual({
    failure: null,
    certificateUntil: null,
    facts: [
      { fact: 'account', value: 'harborevents' },
      { fact: 'container', value: 'events' },
    ],
    freeBytes: null,
  })
  expect(await names()).toEqual([])
  const missing = sinks.openContainer(sink('nowhere'), { credential: azurite.connection() })
  expect(await missing.test()).toMatchObject({ failure: { reason: 'missing', status: null }, facts: [] })
  const unreadable = sinks.openContainer(sink(), { credential: null })
  expect((await unreadable.test()).failure).toEqual({ reason: 'credential', status: null })
})

it('files stand below the prefix of the subscription', async () => {
  const target = sinks.openContainer(sink('events', 'orders'), { credential: azurite.connection() })
  expect(await target.put('_manifest/2026-11-28.json', Buffer.from('{}'))).toBeNull()
  expect(await names()).toEqual(['orders/_manifest/2026-11-28.json'])
})
