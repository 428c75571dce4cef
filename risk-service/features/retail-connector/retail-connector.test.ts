import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { now, places } from '../../http/console-api/testing/console-bench.ts'
import { addTransaction, RetailBench } from './testing/retail-bench.ts'

let bench: RetailBench
beforeAll(async () => {
  bench = await RetailBench.open()
})
beforeEach(async () => {
  await bench.clear()
  addTransaction(bench.history, 'A1')
})
afterAll(() => bench.close())

const reasonOf = ({ status, body }: { status: number; body: { code?: string; message?: string } }) => [
  status,
  body.code,
]
const connectTo = (url: string, as = 'engineer') => bench.call(as, 'POST', 'connect', { url })
const message = "We couldn't connect. Check the address and that this application is registered there."

describe('a connection', () => {
  it('is made, ended and made again, each with its entry in the activity log', async () => {
    expect(await bench.state()).toEqual({
      system: 'Dynamics 365 Commerce',
      available: true,
      connection: null,
      shortPeriod: null,
      syncs: [],
    })
    expect((await bench.connect(`${bench.service.address}/data/`)).connection).toEqual({
      address: bench.service.address,
      status: 'Connected',
      failure: null,
      createdAt: now.toISOString(),
      createdBy: 'Name of engineer',
      lastSyncAt: null,
      nextSyncAt: now.toISOString(),
      syncing: true,
    })
    await bench.run()
    expect((await bench.done('POST', 'disconnect')).connection).toMatchObject({
      status: 'Disconnected',
      lastSyncAt: now.toISOString(),
      nextSyncAt: null,
      syncing: false,
    })
    expect(await bench.run({ at: new Date(now.getTime() + 90_000_000) })).toBe(false)
    expect((await bench.stored()).transactions).toEqual(['A1'])
    expect((await bench.done('POST', 'reconnect')).connection).toMatchObject({ status: 'Connected', syncing: true })
    expect(await bench.audits()).toEqual(['Activate', 'Create', 'Deactivate'])
    expect(bench.wakes).toBeGreaterThanOrEqual(2)
  })
  it('is synchronised when somebody asks for it, once', async () => {
    await bench.connect()
    await bench.run()
    expect((await bench.done('POST', 'sync')).connection).toMatchObject({ syncing: true })
    await bench.run()
    expect((await bench.state()).syncs).toHaveLength(2)
    expect(await bench.audits()).toEqual(['Create', 'Start'])
  })
  it('that is ended during a synchronisation takes no further page', async () => {
    for (let number = 2; number < 9; number++) addTransaction(bench.history, `A${number}`)
    await bench.connect()
    let ended: Promise<unknown> | undefined
    bench.intercept = request => {
      if (request.url?.includes('RetailTransactions?') && request.url.includes('skiptoken'))
        ended ??= bench.done('POST', 'disconnect')
      return false
    }
    await bench.run()
    await ended
    expect(await bench.state()).toMatchObject({
      connection: { status: 'Disconnected' },
      syncs: [{ status: 'Failed', failure: 'disconnected' }],
    })
    expect((await bench.stored()).sales).toBe(0)
    bench.intercept = () => false
    await bench.done('POST', 'reconnect')
    await bench.run()
    expect(await bench.stored()).toMatchObject({ sales: 8, payments: 8 })
  })
  it('in an error is made again at once where the retail environment answers', async () => {
    await bench.connect()
    bench.intercept = (request, response) => {
      if (!request.url?.startsWith('/data')) return false
      response.writeHead(403).end()
      return true
    }
    await bench.run()
    expect((await bench.state()).connection).toMatchObject({ status: 'Error', failure: 'unauthorized' })
    expect(reasonOf(await bench.call('engineer', 'POST', 'reconnect'))).toEqual([409, 'retail.unauthorized'])
    bench.intercept = () => false
    expect((await bench.done('POST', 'reconnect')).connection).toMatchObject({ status: 'Connected', failure: null })
  })
  it('is refused while there is one, and nothing can be done without one', async () => {
    for (const name of ['disconnect', 'reconnect', 'sync'])
      expect([name, ...reasonOf(await bench.call('engineer', 'POST', name))]).toEqual([
        name,
        409,
        'retail.disconnected',
      ])
    await bench.connect()
    expect(reasonOf(await connectTo(bench.service.address))).toEqual([409, 'retail.connected'])
    await bench.done('POST', 'disconnect')
    expect(reasonOf(await bench.call('engineer', 'POST', 'sync'))).toEqual([409, 'retail.disconnected'])
  })
  it('is read by viewers and changed by nobody else; another tenant and another environment have none of it', async () => {
    await bench.connect()
    expect((await bench.call('viewer', 'GET')).status).toBe(200)
    expect((await bench.call('viewer', 'POST', 'disconnect')).status).toBe(403)
    expect((await bench.call('support', 'GET')).status).toBe(403)
    expect((await bench.call('outsider', 'GET')).status).toBe(404)
    expect((await bench.call(null, 'GET')).status).toBe(401)
    expect((await bench.call('engineer', 'GET', '', undefined, places.us)).json).toMatchObject({ connection: null })
    await bench.run()
    const id = (await bench.state()).syncs[0]?.id ?? ''
    expect((await bench.call('engineer', 'GET', `syncs/${id}/issues`, undefined, places.us)).status).toBe(404)
  })
  it('to a host of one tenant is made by no other one', async () => {
    const url = bench.service.address
    const { status, body } = await bench.call('outsider', 'POST', 'connect', { url }, places.foreign)
    expect([status, body.code]).toEqual([422, 'validation'])
    expect(bench.requests).toEqual([])
  })
  it('is refused where the installation has no application', async () => {
    const other = await RetailBench.open()
    const { openConsoleBench } = await import('../../http/console-api/testing/console-bench.ts')
    const without = await openConsoleBench()
    const path = `/environments/${places.eu}/retail-connector`
    expect((await without.call('engineer', 'GET', path)).json).toMatchObject({ available: false, connection: null })
    const refused = await without.call('engineer', 'POST', `${path}/connect`, { url: 'https://shop.example' })
    expect(reasonOf(refused)).toEqual([409, 'retail.notAvailable'])
    await without.close()
    await other.close()
  })
})

describe('an address', () => {
  it.each([
    ['http://shop.example'],
    ['shop.example'],
    ['https://user:password@shop.example'],
    ['https://shop.example/?a=1'],
    ['https://shop.example/other'],
    ['ftp://shop.example'],
    ['javascript:alert(1)'],
    [''],
    [`https://${'a'.repeat(200)}.example`],
  ])('%s is refused with the field', async url => {
    const { status, body } = await connectTo(url)
    const { issues } = (body as unknown as { details: { issues: { path: string[] }[] } }).details
    expect(status === 400 || status === 422).toBe(true)
    expect(issues[0]?.path).toEqual(['url'])
    expect(bench.requests).toEqual([])
  })
  it.each([
    ['https://10.0.0.1'],
    ['https://127.0.0.1'],
    ['https://169.254.169.254'],
    ['https://[::1]'],
    ['https://localhost'],
    ['https://elsewhere.example'],
    ['https://evilshop.example'],
  ])('%s is no address that the installation allows: no token is requested', async url => {
    const answer = await connectTo(url)
    expect(reasonOf(answer)).toEqual([409, 'retail.address'])
    expect(answer.body.message).toBe(message)
    expect(bench.requests).toEqual([])
  })
  it.each<[string, (response: ServerResponse) => void, string]>([
    ['refuses the token', response => response.writeHead(401).end(), 'retail.unauthorized'],
    ['forbids', response => response.writeHead(403).end(), 'retail.unauthorized'],
    ['fails', response => response.writeHead(500).end('{}'), 'retail.status'],
    ['is elsewhere', response => response.writeHead(302, { location: 'https://evil.example/' }).end(), 'retail.status'],
    ['answers HTML', response => response.writeHead(200).end('<!doctype html><p>Sign in</p>'), 'retail.answer'],
    ['answers another JSON', response => response.writeHead(200).end('{"items":[]}'), 'retail.answer'],
    ['answers rows that are none', response => response.writeHead(200).end('{"value":[1]}'), 'retail.answer'],
    [
      'links to another origin',
      response => response.writeHead(200).end('{"value":[],"@odata.nextLink":"https://evil.example/data/x"}'),
      'retail.answer',
    ],
    [
      'answers too much',
      response => response.writeHead(200).end(`{"value":[],"x":"${'x'.repeat(2_000_000)}"}`),
      'retail.answer',
    ],
    ['ends the connection', response => response.destroy(), 'retail.unreachable'],
  ])('that %s is not connected', async (_, respond, reason) => {
    bench.intercept = (request, response) => {
      if (!request.url?.startsWith('/data')) return false
      respond(response)
      return true
    }
    expect(reasonOf(await connectTo(bench.service.address))).toEqual([409, reason])
    expect((await bench.state()).connection).toBeNull()
    expect(await bench.audits()).toEqual([])
  })
  it('that issues no token is not connected', async () => {
    bench.intercept = (request, response) => {
      if (request.url !== '/token') return false
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}')
      return true
    }
    // A token of the connection before is still valid.
    const other = await RetailBench.open({ tokenUrl: bench.service.tokenUrl })
    const answer = await other.call('engineer', 'POST', 'connect', { url: other.service.address })
    expect(reasonOf(answer)).toEqual([409, 'retail.token'])
    await other.close()
  })
})
