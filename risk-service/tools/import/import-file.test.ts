import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RiskApiUnderTest, startRiskApi } from '../../http/risk-api/testing/risk-api-bench.ts'
import { ecommerceColumns } from './files/ecommerce-file.ts'
import { type ImportFileOptions, importFile } from './import-file.ts'
import { type ClientOptions, RejectedError, RiskClient, retryAfter } from './risk-client.ts'

type Fault = { status: number; headers?: Record<string, string> } | 'silence' | 'hang-up'

const folder = mkdtempSync(path.join(tmpdir(), 'assay-import-'))
let api: RiskApiUnderTest
let server: http.Server
let url = ''
/** Each call removes one; without any the real service answers. */
let faults: Fault[] = []
let tokens = 0
/** Ids of the events that reached the service, in order. */
let seen: string[] = []
let onCall: (() => void) | undefined

beforeAll(async () => {
  api = await startRiskApi()
  server = http.createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      if (request.url?.endsWith('/oauth2/v2.0/token')) {
        tokens++
        const wrong = body.includes('client_secret=wrong')
        response
          .writeHead(wrong ? 401 : 200, { 'content-type': 'application/json' })
          .end(
            JSON.stringify(
              wrong
                ? { error: 'invalid_client', error_description: 'The secret is wrong.' }
                : { access_token: tokens === 1 ? 'expired' : 'good' },
            ),
          )
        return
      }
      onCall?.()
      const fault = faults.shift()
      if (fault === 'silence') return
      if (fault === 'hang-up') return void request.socket.destroy()
      if (fault) return void response.writeHead(fault.status, fault.headers ?? {}).end('{"Message":"Not now"}')
      const sent = JSON.parse(body) as { purchaseId?: string; labelObjectId?: string }
      const answer = await api.app.request(request.url ?? '', {
        method: 'POST',
        headers: request.headers as Record<string, string>,
        body,
      })
      if (answer.status === 200) seen.push(sent.purchaseId ?? `label ${sent.labelObjectId ?? ''}`)
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
    })()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  faults = []
  seen = []
  tokens = 1
  onCall = undefined
  await sql`truncate event, event_body, event_entity, event_key, event_label, event_hour, rule_hour`.execute(
    api.store.db,
  )
})

const client = (more: Partial<ClientOptions> = {}) =>
  new RiskClient({ url, tenant: 'any', clientId: 'shop', secret: 'right', timeoutMs: 500, ...more })
let names = 0
function shopFile(
  rows: number,
  change: (cells: Record<string, string>, row: number) => void = () => undefined,
): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const day = String(1 + (index % 28)).padStart(2, '0')
    const cells: Record<string, string> = {
      user_id: String(index + 1),
      signup_time: `2015-03-${day} 01:00:00`,
      purchase_time: `2015-04-${day} 02:47:11`,
      purchase_value: String(10 + index),
      device_id: `D${index % 7}`,
      source: 'Ads',
      browser: 'Safari',
      sex: 'F',
      age: '30',
      ip_address: '43.173.1.96',
      is_fraud: index % 5 === 0 ? '1' : '0',
    }
    change(cells, index + 1)
    return ecommerceColumns.map(column => cells[column] ?? '').join(',')
  })
  const file = path.join(folder, `${++names}.csv.gz`)
  writeFileSync(file, gzipSync([ecommerceColumns.join(','), ...lines, ''].join('\n')))
  return file
}
const run = (file: string, more: Partial<ImportFileOptions> = {}) =>
  importFile({ file, client: client(), stateFile: `${file}.state.json`, ...more })
const stored = async () =>
  (
    await sql<{
      events: number
      labels: number
      fraud: number
    }>`select (select count(*) from event) as events, (select count(*) from event_label) as labels,
  (select count(*) from event where label = 'Fraud') as fraud`.execute(api.store.db)
  ).rows[0]

describe('import', () => {
  it('an import stores every row as a decided purchase with its label, the newest now', async () => {
    const now = Date.now()
    const progress: number[] = []
    const result = await run(shopFile(60), { now, onProgress: ({ done }) => progress.push(done) })
    expect(result).toMatchObject({ total: 60, done: 60, faults: 0, skipped: 0 })
    expect(progress.at(-1)).toBe(60)
    expect(await stored()).toEqual({ events: 60, labels: 60, fraud: 12 })
    const {
      rows: [times],
    } = await sql<{ newest: Date; oldest: Date }>`select max(at) as newest, min(at) as oldest from event`.execute(
      api.store.db,
    )
    expect(times?.newest.getTime()).toBe(now)
    expect(now - (times?.oldest.getTime() ?? 0)).toBe(27 * 86_400_000)
    // Each label arrives after its purchase.
    for (const id of seen.filter(name => name.startsWith('label ')))
      expect(seen.indexOf(id.slice(6))).toBeLessThan(seen.indexOf(id))
  })

  it('an import reports a row with a fault by line and column, also one that the service refuses, and stores the others', async () => {
    const problems: [number, string][] = []
    const file = shopFile(12, (cells, row) => {
      if (row === 3) cells['purchase_value'] = 'dear'
      if (row === 5) cells['user_id'] = 'x'.repeat(400)
      if (row === 7) cells['purchase_time'] = ''
    })
    const result = await run(file, { onFault: (line, problem) => problems.push([line, problem]) })
    expect(result).toMatchObject({ total: 12, done: 12, faults: 3 })
    expect(problems.sort((a, b) => a[0] - b[0])).toEqual([
      [4, "purchase_value: 'dear' is not an amount"],
      [6, expect.stringMatching(/status 400: Input validation failed - Invalid value at purchaseId/)],
      [8, expect.stringContaining('purchase_time: ')],
    ])
    expect(await stored()).toMatchObject({ events: 9, labels: 9 })
  })

  it('an import goes on after a stop: nothing is lost, nothing is sent twice', async () => {
    const file = shopFile(80)
    const stop = new AbortController()
    const first = await run(file, {
      signal: stop.signal,
      concurrency: 4,
      onProgress: ({ done }) => {
        if (done >= 25) stop.abort()
      },
    })
    expect(first.done).toBeGreaterThanOrEqual(25)
    expect(first.done).toBeLessThan(80)
    const again = await run(file)
    expect(again).toMatchObject({ total: 80, done: 80, skipped: first.done })
    expect(await stored()).toMatchObject({ events: 80, labels: 80 })
    expect(new Set(seen).size).toBe(seen.length)
    const third = await run(file)
    expect(third).toMatchObject({ done: 80, skipped: 80 })
    expect(seen).toHaveLength(160)
  })

  it('an import keeps one shift over a stop', async () => {
    const file = shopFile(30)
    const stop = new AbortController()
    const now = Date.now() - 60_000
    await run(file, {
      now,
      signal: stop.signal,
      concurrency: 2,
      onProgress: ({ done }) => {
        if (done >= 5) stop.abort()
      },
    })
    await run(file, { now: now + 50_000 })
    const {
      rows: [times],
    } = await sql<{ newest: Date }>`select max(at) as newest from event`.execute(api.store.db)
    expect(times?.newest.getTime()).toBe(now)
  })

  it('an import survives being killed: what the state file does not know is sent again and counts once', async () => {
    const file = shopFile(40)
    await run(file)
    const state = JSON.parse(readFileSync(`${file}.state.json`, 'utf8')) as { rows: number }
    writeFileSync(`${file}.state.json`, JSON.stringify({ ...state, rows: 20 }))
    expect(await run(file)).toMatchObject({ done: 40, skipped: 20 })
    expect(await stored()).toMatchObject({ events: 40, labels: 40 })
  })

  it('an import waits as long as it is told, for everybody, and loses no row', async () => {
    faults = [
      { status: 429, headers: { 'retry-after': '1' } },
      { status: 503, headers: { 'retry-after': '1' } },
    ]
    const waits: [number, string][] = []
    const started = Date.now()
    const times: number[] = []
    onCall = () => times.push(Date.now() - started)
    const file = shopFile(10)
    expect(
      await run(file, {
        client: client({ onWait: (milliseconds, reason) => waits.push([milliseconds, reason]) }),
        concurrency: 2,
      }),
    ).toMatchObject({ done: 10, faults: 0 })
    expect(waits[0]).toEqual([1000, 'status 429'])
    // Only calls that were in progress already arrive before the second is over.
    expect(times.filter(time => time < 950).length).toBeLessThanOrEqual(2)
    expect(await stored()).toMatchObject({ events: 10, labels: 10 })
  })

  it('an import makes a request again that got no answer, a broken answer or an error of the service', async () => {
    faults = ['silence', 'hang-up', { status: 500 }, { status: 502 }]
    expect(await run(shopFile(6), { concurrency: 1 })).toMatchObject({ done: 6, faults: 0 })
    expect(await stored()).toMatchObject({ events: 6, labels: 6 })
  })

  it('an import gets a new token when its own has expired', async () => {
    tokens = 0
    expect(await run(shopFile(8))).toMatchObject({ done: 8, faults: 0 })
    expect(tokens).toBe(2)
    expect(await stored()).toMatchObject({ events: 8, labels: 8 })
  })

  it('an import gets a new token also when the service was away for several tries', async () => {
    tokens = 0
    faults = ['hang-up', 'hang-up', 'hang-up', { status: 503, headers: { 'retry-after': '0' } }, { status: 401 }]
    expect(await run(shopFile(3), { concurrency: 1 })).toMatchObject({ done: 3, faults: 0 })
    expect(await stored()).toMatchObject({ events: 3, labels: 3 })
  })

  it('an import ends at once with the reason when the client is refused, and can go on later', async () => {
    const file = shopFile(5)
    await expect(run(file, { client: client({ secret: 'wrong' }) })).rejects.toThrow(RejectedError)
    await expect(run(file, { client: client({ secret: 'wrong' }) })).rejects.toThrow('The secret is wrong.')
    expect(await run(file)).toMatchObject({ done: 5, skipped: 0 })
  })

  it('an import can be stopped while the service is away, and goes on later', async () => {
    const file = shopFile(6)
    faults = Array.from({ length: 200 }, (): Fault => ({ status: 503, headers: { 'retry-after': '30' } }))
    const stop = new AbortController()
    const started = Date.now()
    const result = await run(file, {
      signal: stop.signal,
      client: client({ signal: stop.signal, onWait: () => setTimeout(() => stop.abort(), 50) }),
    })
    expect(Date.now() - started).toBeLessThan(3000)
    expect(result.done).toBe(0)
    faults = []
    expect(await run(file)).toMatchObject({ done: 6, skipped: 0 })
  })

  it('an import is not moved by one row of a year to come, and tells it', async () => {
    const now = Date.now()
    const problems: [number, string][] = []
    const file = shopFile(10, (cells, row) => {
      if (row === 4) cells['purchase_time'] = '9999-12-31 23:59:59'
    })
    expect(await run(file, { now, onFault: (line, problem) => problems.push([line, problem]) })).toMatchObject({
      done: 10,
      faults: 1,
    })
    expect(problems).toEqual([[5, "purchase_time: '9999-12-31 23:59:59' has not been yet"]])
    const {
      rows: [times],
    } = await sql<{ newest: Date }>`select max(at) as newest from event`.execute(api.store.db)
    expect(times?.newest.getTime()).toBe(now)
  })

  it('an import tells a second row of one id, also after a stop', async () => {
    const problems: [number, string][] = []
    const file = shopFile(12, (cells, row) => {
      if (row === 9) cells['user_id'] = '2'
    })
    await run(file, { limit: 5 })
    expect(await run(file, { onFault: (line, problem) => problems.push([line, problem]) })).toMatchObject({
      done: 12,
      faults: 1,
    })
    expect(problems).toEqual([[10, "user_id: '2' is in line 3 already; an id counts once"]])
    expect(await stored()).toMatchObject({ events: 11, labels: 11 })
  })

  it.each([
    ['an environment that is not there', { environment: 'Nowhere' }, "Environment 'Nowhere' was not found"],
    ['an environment of others', { environment: 'a55a0002-0000-4000-8000-000000000009' }, 'Environment '],
  ])('an import ends with %s instead of calling every row a fault', async (_, more, reason) => {
    const file = shopFile(20)
    const problems: string[] = []
    await expect(
      run(file, { client: client(more), onFault: (_line, problem) => problems.push(problem) }),
    ).rejects.toThrow(reason)
    expect(problems).toEqual([])
    expect(await run(file)).toMatchObject({ done: 20, skipped: 0, faults: 0 })
  })

  it('an import sends no more rows than asked for, fewer than an earlier run did too', async () => {
    const file = shopFile(20)
    expect(await run(file, { limit: 7 })).toMatchObject({ total: 7, done: 7 })
    expect(await run(file, { limit: 3 })).toMatchObject({ total: 3, done: 3, skipped: 3 })
    expect(await stored()).toMatchObject({ events: 7 })
  })

  it('an import sends nothing of a file whose quotes are broken further down', async () => {
    const file = path.join(folder, 'broken.csv')
    writeFileSync(
      file,
      `${ecommerceColumns.join(',')}\n1,2015-03-01 01:00:00,2015-04-01 01:00:00,5,D,a,b,c,9,1.2.3.4,0\n2,"2015\n`,
    )
    await expect(run(file)).rejects.toThrow(/^Line \d of /)
    expect(seen).toEqual([])
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-01-15T10:00:00Z')
  it.each([
    ['3', 3000],
    ['0', 200],
    ['', 1000],
    [null, 1000],
    ['soon', 1000],
    ['Thu, 15 Jan 2026 10:00:05 GMT', 5000],
  ])('%s is %i ms', (header, milliseconds) => {
    expect(retryAfter(header, now)).toBe(milliseconds)
  })
})
