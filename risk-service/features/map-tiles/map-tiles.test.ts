import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isTileAddress, type StoredMapProvider, tileAddress } from '../../contract/index.ts'
import { fetchPicture } from '../../engine/calls/picture.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { createOutgoingHttp } from '../../http/node/outgoing-http.ts'
import { loadEnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { loadTile, saveProvider } from './map-provider.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.store.db.deleteFrom('setting').where('key', '=', 'mapProvider').execute()
  await bench.store.db.deleteFrom('audit_log').execute()
})

const url = 'https://tiles.example.com/{z}/{x}/{y}.png?key={key}'
const road = { url, attribution: '© Example' }
const provider = { enabled: true, road, aerial: null }
const secret = 'hidden-key-17'
const save = (more: object = {}, { as = 'admin', environment = places.root as string } = {}) =>
  bench.call(as, 'PUT', `/environments/${environment}/map-provider`, {
    baseVersion: 0,
    provider,
    key: { value: secret },
    ...more,
  })
const layers = async (as: string, environment: string) =>
  (await bench.call(as, 'GET', `/environments/${environment}/map-layers`)).json

describe('provider of map tiles', () => {
  it('serves its root and everything below it, and nothing while it is off or absent', async () => {
    expect(await layers('support', places.eu)).toEqual([])
    expect((await bench.call('support', 'GET', `/environments/${places.eu}/map-layers/road/0/0/0`)).status).toBe(404)
    const saved = await save()
    expect([saved.status, saved.json]).toEqual([200, { ...provider, version: 1, hasKey: true }])
    expect(await layers('support', places.eu)).toEqual([{ layer: 'road', attribution: '© Example' }])
    expect(await layers('admin', places.box)).toEqual([])
    await save({ baseVersion: 1, provider: { ...provider, enabled: false }, key: { stored: true } })
    expect(await layers('support', places.eu)).toEqual([])
    expect((await bench.call('support', 'GET', `/environments/${places.eu}/map-layers/road/0/0/0`)).status).toBe(404)
  })

  it('the key is stored encrypted, is never shown, and is not in the activity log', async () => {
    const answer = await save()
    const row = await bench.store.db
      .selectFrom('setting')
      .select('value')
      .where('key', '=', 'mapProvider')
      .executeTakeFirstOrThrow()
    const log = await bench.store.db
      .selectFrom('audit_log')
      .select(['resource_type', 'operation', 'environment_id', 'after'])
      .execute()
    expect(log).toEqual([
      {
        resource_type: 'MapProvider',
        operation: 'Create',
        environment_id: places.root,
        after: { ...provider, hasKey: true, keyChanged: true },
      },
    ])
    const read = await bench.call('admin', 'GET', `/environments/${places.root}/map-provider`)
    for (const text of [answer.json, row.value, log, read.json, await layers('support', places.eu)])
      expect(JSON.stringify(text)).not.toContain(secret)
    expect((read.json as StoredMapProvider).hasKey).toBe(true)
  })

  it('a kept key goes to its own hosts only, and an address with {key} needs one', async () => {
    await save()
    const other = { ...provider, road: { ...road, url: url.replace('tiles.', 'elsewhere.') } }
    const refused = await save({ baseVersion: 1, provider: other, key: { stored: true } })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('another host')])
    expect((await save({ baseVersion: 1, provider: other })).status).toBe(200)
    expect((await save({ baseVersion: 2, key: null })).status).toBe(422)
    const plain = { ...provider, road: { ...road, url: 'https://free.example.com/{z}/{x}/{y}' } }
    expect((await save({ baseVersion: 2, provider: plain, key: null })).json).toMatchObject({ hasKey: false })
    expect((await save({ baseVersion: 3, key: { stored: true } })).status).toBe(422)
  })

  it('refuses addresses that may not be called, under the rules of external calls', async () => {
    const { addressIssue, close } = createOutgoingHttp()
    const tree = await loadEnvironmentTree(bench.store.db, places.tenant)
    const context = { tree, calls: { addressIssue } } as unknown as Parameters<typeof saveProvider>[0]
    for (const address of [
      'http://tiles.example.com/{z}/{x}/{y}',
      'https://127.0.0.1/{z}/{x}/{y}',
      'https://10.0.0.1/{z}/{x}/{y}',
      'https://localhost/{z}/{x}/{y}',
      'https://[::1]/{z}/{x}/{y}',
      'https://169.254.169.254/{z}/{x}/{y}',
    ]) {
      const change = { environmentId: places.root, baseVersion: 0, key: null }
      const aerial = { url: address, attribution: 'x' }
      await expect(
        saveProvider(context, { ...change, provider: { enabled: false, road: null, aerial } }),
      ).rejects.toMatchObject({ name: 'ValidationError' })
    }
    close()
  })

  it('refuses addresses that are no tiles', async () => {
    const wrong = [
      'tiles.example.com/{z}/{x}/{y}',
      'https://{key}.example.com/{z}/{x}/{y}',
      'https://user:word@tiles.example.com/{z}/{x}/{y}',
      'https://tiles.example.com/{z}/{x}',
      'https://tiles.example.com/{z}/{x}/{y}/{s}',
      'javascript:{z}{x}{y}',
      `https://tiles.example.com/{z}/{x}/{y}/${'a'.repeat(2000)}`,
    ]
    for (const address of wrong)
      expect([address, (await save({ provider: { ...provider, road: { ...road, url: address } } })).status]).toEqual([
        address,
        422,
      ])
    expect((await save({ provider: { ...provider, road: { ...road, attribution: ' ' } } })).status).toBe(422)
    expect((await save({ provider: { enabled: true, road: null, aerial: null } })).status).toBe(422)
    expect(await layers('admin', places.root)).toEqual([])
  })

  it('is configured by administrators, for a root, once, and notices who was faster', async () => {
    for (const as of ['viewer', 'support', 'engineer']) {
      expect([as, (await save({}, { as })).status]).toEqual([as, 403])
      expect((await bench.call(as, 'GET', `/environments/${places.root}/map-provider`)).status).toBe(403)
    }
    expect((await save({}, { as: 'outsider' })).status).toBe(404)
    expect((await save({}, { environment: places.eu })).status).toBe(422)
    expect((await bench.call('outsider', 'GET', `/environments/${places.eu}/map-layers`)).status).toBe(404)
    await save()
    expect((await save({ key: { stored: true } })).json).toMatchObject({ version: 1 })
    expect((await save({ provider: { ...provider, enabled: false } })).status).toBe(409)
  })

  it('a tile outside the world or of an unknown picture is refused, an undelivered one is empty', async () => {
    await save()
    const tile = (path: string) => bench.call('support', 'GET', `/environments/${places.eu}/map-layers/${path}`)
    for (const path of ['road/1/2/0', 'road/1/0/2', 'road/23/0/0', 'road/-1/0/0', 'road/a/0/0', 'sea/0/0/0'])
      expect([path, [400, 422].includes((await tile(path)).status)]).toEqual([path, true])
    expect((await tile('aerial/0/0/0')).status).toBe(404)
    // Nothing goes out from here.
    expect(await tile('road/0/0/0')).toMatchObject({ status: 200, json: { picture: null } })
  })

  it('the provider is told the tile and the key, and nothing else', async () => {
    await save()
    const asked: string[] = []
    const calls = {
      decrypt: async () => 'k&y',
      fetchPicture: async (address: string) => {
        asked.push(address)
        return new Uint8Array([1, 2, 3])
      },
    }
    const tree = await loadEnvironmentTree(bench.store.db, places.tenant)
    const context = { db: bench.store.db, tree, calls } as unknown as Parameters<typeof loadTile>[0]
    expect(await loadTile(context, { environmentId: places.eu, layer: 'road', z: 3, x: 4, y: 5 })).toBe('AQID')
    expect(asked).toEqual(['https://tiles.example.com/3/4/5.png?key=k%26y'])
  })
})

describe('a picture from outside', () => {
  it('is fetched as bytes; anything but a picture, an error and a private address are none', async () => {
    const bytes = Buffer.from([0x89, 0x50, 0xff, 0x00, 0xfe])
    const server = http.createServer((request, response) => {
      const [status, type] =
        request.url === '/page' ? [200, 'text/html'] : [request.url === '/no' ? 404 : 200, 'image/png']
      response.writeHead(status, { 'content-type': type }).end(bytes)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const open = createOutgoingHttp({ privateHosts: ['127.0.0.1'] })
    const closed = createOutgoingHttp()
    expect(Buffer.from((await fetchPicture(open, `${base}/0/0/0`)) ?? [])).toEqual(bytes)
    expect(await fetchPicture(open, `${base}/page`)).toBeNull()
    expect(await fetchPicture(open, `${base}/no`)).toBeNull()
    expect(await fetchPicture(closed, `${base}/0/0/0`)).toBeNull()
    open.close()
    closed.close()
    server.close()
  })
})

it('an address of tiles takes its values escaped', () => {
  expect(isTileAddress(url)).toBe(true)
  expect(isTileAddress('https://a.example/{z}/{x}/{y}/{')).toBe(false)
  expect(tileAddress(url, { z: '1', x: '2', y: '3', key: '/../?' })).toBe(
    'https://tiles.example.com/1/2/3.png?key=%2F..%2F%3F',
  )
})
