import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RetailHistory, SampleRow } from './retail-history.ts'

export interface RetailServiceOptions {
  /** Returns the rows at the moment of a request. */
  history: () => RetailHistory
  clientId: string
  clientSecret: string
  port?: number
  /** Rows of a page, whatever a request prefers. */
  pageRows?: number
  /** Answers a request in place of the service, for tests; returns whether it did. */
  intercept?: (request: http.IncomingMessage, response: http.ServerResponse) => boolean
}
export interface RetailService {
  /** Such as `http://127.0.0.1:4301`. */
  address: string
  tokenUrl: string
  close: () => Promise<void>
}

/**
 * Starts a service on this machine that is shaped like the published OData of a retail system: tokens of client
 * credentials, entities below `/data`, pages with `@odata.nextLink`. It understands the queries of the connector:
 * `$select`, `$filter` by the time of a change, `$top`.
 */
export async function startRetailService(options: RetailServiceOptions): Promise<RetailService> {
  const tokens = new Set<string>()
  const server = http.createServer((request, response) => {
    if (options.intercept?.(request, response)) return
    const url = new URL(request.url ?? '/', 'http://retail')
    if (request.method === 'POST' && url.pathname === '/token') return void answerToken(request, response)
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json; odata.metadata=none' }).end(JSON.stringify(body))
    }
    if (!tokens.has(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''))
      return send(401, { error: { code: 'Unauthorized' } })
    const name = url.pathname.replace('/data/', '')
    const history = options.history()
    if (request.method !== 'GET' || !(name in history)) return send(404, { error: { code: 'NotFound' } })
    const preferred = Number(/odata\.maxpagesize=(\d+)/.exec(String(request.headers.prefer ?? ''))?.[1] ?? 1000)
    const page = pageOf(history[name as keyof RetailHistory], url.searchParams, options.pageRows ?? preferred)
    if (page.next === null) return send(200, { value: page.rows })
    url.searchParams.set('$skiptoken', page.next)
    send(200, { value: page.rows, '@odata.nextLink': `http://${request.headers.host}${url.pathname}${url.search}` })
  })

  async function answerToken(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const form = new URLSearchParams(Buffer.concat(parts).toString())
    const isClient =
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_id') === options.clientId &&
      form.get('client_secret') === options.clientSecret
    const token = randomBytes(24).toString('base64url')
    if (isClient) tokens.add(token)
    response
      .writeHead(isClient ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify(isClient ? { access_token: token, expires_in: 3600 } : { error: 'invalid_client' }))
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  // It keeps nothing running: the service ends when everything else has.
  server.unref()
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    tokenUrl: `${address}/token`,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** The order of pages: by the time of a change, then by the key of a row. */
const orderOf = (row: SampleRow): string =>
  ['SyncStartDateTime', 'PaymentMethodNumber', 'TransactionNumber', 'Terminal', 'OperatingUnitNumber', 'LineNumber']
    .map(name => String(row[name] ?? '').padStart(name === 'LineNumber' ? 8 : 0, '0'))
    .join('|')

function pageOf(
  all: readonly SampleRow[],
  query: URLSearchParams,
  pageRows: number,
): { rows: Record<string, unknown>[]; next: string | null } {
  const from = /^SyncStartDateTime ge (\S+)$/.exec(query.get('$filter') ?? '')?.[1] ?? ''
  const after = Buffer.from(query.get('$skiptoken') ?? '', 'base64url').toString()
  const top = Number(query.get('$top') ?? Number.POSITIVE_INFINITY)
  const selected = query.get('$select')?.split(',') ?? []
  const matching = all
    .map(row => ({ row, order: orderOf(row) }))
    .filter(({ row, order }) => String(row['SyncStartDateTime'] ?? from) >= from && order > after)
    .sort((one, other) => (one.order < other.order ? -1 : 1))
  const page = matching.slice(0, Math.min(top, pageRows))
  const last = page.at(-1)
  return {
    rows: page.map(({ row }) =>
      selected.length === 0 ? row : Object.fromEntries(selected.map(name => [name, row[name] ?? null])),
    ),
    next:
      last !== undefined && matching.length > page.length && page.length < top
        ? Buffer.from(last.order).toString('base64url')
        : null,
  }
}
