import { describeWindows, fetchClientToken, generateLoad } from '../decisions/decisions.ts'
import { limitedRow, ms, quantile, type Row, type Service } from '../support/harness.ts'
import { fetchUserToken } from '../support/user-token.ts'

const rounds = 30

interface Query {
  name: string
  limit: number
  limitBusy: number
  path: string
  method: 'GET' | 'POST'
  /** A different body each round, so that no round is answered from the cache of the previous one. */
  body?: (round: number) => Record<string, unknown>
}

const condition = (column: string, op: string, value: unknown) => ({
  period: 'all',
  conditions: [{ column, op, value }],
})

const queries: Query[] = [
  {
    name: 'default view, 50 rows',
    limit: 25,
    limitBusy: 60,
    path: 'search',
    method: 'POST',
    body: () => ({ filter: { period: '7d', conditions: [] }, limit: 50 }),
  },
  {
    name: 'e-mail',
    limit: 25,
    limitBusy: 60,
    path: 'search',
    method: 'POST',
    body: round => ({
      filter: condition('email', 'eq', `user${round * 37}@shop${(round * 37) % 400}.example`),
      limit: 50,
    }),
  },
  {
    name: 'device',
    limit: 25,
    limitBusy: 60,
    path: 'search',
    method: 'POST',
    body: round => ({ filter: condition('deviceId', 'eq', `device-${round * 91}`), limit: 50 }),
  },
  {
    name: 'IP address',
    limit: 25,
    limitBusy: 60,
    path: 'search',
    method: 'POST',
    body: round => ({ filter: condition('ip', 'eq', `198.0.${round}.${round * 3}`), limit: 50 }),
  },
  {
    name: 'decision',
    limit: 25,
    limitBusy: 60,
    path: 'search',
    method: 'POST',
    body: round => ({ filter: condition('decision', 'in', [['Review', 'Reject', 'Challenge'][round % 3]]), limit: 50 }),
  },
  ...['amount', 'riskScore', 'email', 'userName', 'shippingCity', 'ipCountry', 'rule', 'itemCount'].map(
    (column): Query => ({
      name: `sorted by ${column}`,
      limit: 300,
      limitBusy: 500,
      path: 'search',
      method: 'POST',
      body: round => ({
        filter: { period: 'all', conditions: [] },
        sort: { column, direction: round % 2 ? 'asc' : 'desc' },
        limit: 50,
      }),
    }),
  ),
  {
    name: 'substring of e-mail',
    limit: 300,
    limitBusy: 500,
    path: 'search',
    method: 'POST',
    body: round => ({ filter: condition('email', 'contains', `r${round}7@sh`), limit: 50 }),
  },
  {
    name: 'substring without a match',
    limit: 300,
    limitBusy: 500,
    path: 'search',
    method: 'POST',
    body: round => ({ filter: condition('email', 'contains', `nobody${round}`), limit: 50 }),
  },
  {
    name: 'exact count, all',
    limit: 300,
    limitBusy: 500,
    path: 'search/count',
    method: 'POST',
    body: () => ({ filter: { period: 'all', conditions: [] } }),
  },
  {
    name: 'exact count, score',
    limit: 300,
    limitBusy: 500,
    path: 'search/count',
    method: 'POST',
    body: round => ({ filter: condition('riskScore', 'gte', 500 + round) }),
  },
  {
    // Three groups, each with a field that an index finds, and texts beside it.
    name: 'three groups of texts',
    limit: 100,
    limitBusy: 500,
    path: 'search',
    method: 'POST',
    body: round => ({
      filter: {
        period: 'all',
        match: 'any',
        groups: [
          {
            conditions: [
              { column: 'email', op: 'eq', value: `user${round * 37}@shop${(round * 37) % 400}.example` },
              { column: 'userName', op: 'notContains', value: 'nobody' },
            ],
          },
          {
            conditions: [
              { column: 'deviceId', op: 'eq', value: `device-${round * 91}` },
              { column: 'shippingAddress.city', op: 'notNull' },
            ],
          },
          {
            match: 'any',
            conditions: [
              { column: 'ip', op: 'eq', value: `198.0.${round}.${round * 3}` },
              { column: 'userId', op: 'in', value: [`user-${round}`, `user-${round + 1}`] },
            ],
          },
        ],
      },
      limit: 50,
    }),
  },
  { name: '90-day dashboard', limit: 100, limitBusy: 200, path: 'dashboard?period=90d', method: 'GET' },
]

async function measure(service: Service, token: string, environmentId: string, query: Query): Promise<number[]> {
  const base = `${service.url}/api/console/v1/environments/${environmentId}/`
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    const answer = await fetch(base + query.path, {
      method: query.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(query.body ? { body: JSON.stringify({ eventType: 'purchase', ...query.body(round) }) } : {}),
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${query.name}: ${answer.status} ${text.slice(0, 300)}`)
    times.push(performance.now() - started)
  }
  return times
}

/** The second page of the default view: its cursor is in the response for the first. */
async function nextPage(service: Service, token: string, environmentId: string): Promise<number[]> {
  const times: number[] = []
  let cursor: string | null = null
  for (let round = 0; round <= rounds; round++) {
    const started = performance.now()
    const answer: Response = await fetch(`${service.url}/api/console/v1/environments/${environmentId}/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        eventType: 'purchase',
        filter: { period: '90d', conditions: [] },
        limit: 50,
        ...(cursor ? { cursor } : {}),
      }),
    })
    cursor = ((await answer.json()) as { nextCursor: string | null }).nextCursor
    if (round > 0) times.push(performance.now() - started)
  }
  return times
}

/** Search and dashboard over the HTTP API, idle and with decisions arriving. */
export async function benchSearch(
  service: Service,
  ids: { tenantId: string; environmentId: string },
  events: number,
  arriving = 300,
): Promise<Row[]> {
  const token = await fetchUserToken(service)
  const rows: Row[] = []
  const all = async (label: string, limit: 'limit' | 'limitBusy') => {
    for (const query of queries) {
      const times = await measure(service, token, ids.environmentId, query)
      rows.push(
        limitedRow(
          `${label}: ${query.name}, p95`,
          quantile(times, 0.95),
          ms,
          '<',
          query[limit],
          `p50 ${ms(quantile(times, 0.5))}, ${rounds} rounds`,
        ),
      )
    }
    const times = await nextPage(service, token, ids.environmentId)
    rows.push(
      limitedRow(
        `${label}: next page, p95`,
        quantile(times, 0.95),
        ms,
        '<',
        limit === 'limit' ? 25 : 60,
        `p50 ${ms(quantile(times, 0.5))}, ${rounds} pages`,
      ),
    )
  }
  await all(`${events.toLocaleString('en-US')} events`, 'limit')
  const stop = new AbortController()
  const load = generateLoad(
    {
      url: service.url,
      token: await fetchClientToken(service.url, ids.tenantId),
      environmentId: ids.environmentId,
      mode: 'open',
      clients: 32,
      rate: arriving,
      windows: 10_000,
      windowSeconds: 5,
      prefix: `busy-${Date.now()}`,
    },
    stop.signal,
  )
  await all(`with ${arriving} decisions/s`, 'limitBusy')
  stop.abort()
  const windows = await load
  rows.push({
    name: `  ${arriving} decisions/s meanwhile, p50 from the due time`,
    value: ms(
      quantile(
        windows.map(window => window.p50),
        0.5,
      ),
    ),
    note: `p99 ${ms(
      quantile(
        windows.map(window => window.p99),
        0.5,
      ),
    )}; ${describeWindows(windows)}`,
  })
  return rows
}
