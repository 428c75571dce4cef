import { describeWindows, fetchClientToken, generateLoad } from '../decisions/decisions.ts'
import { limitedRow, ms, quantile, type Row, type Service } from '../support/harness.ts'
import { fetchUserToken } from '../support/user-token.ts'
import { type Query, queries } from './search-queries.ts'

const rounds = 30

async function measure(service: Service, token: string, environmentId: string, query: Query): Promise<number[]> {
  const base = `${service.url}/api/console/v1/environments/${environmentId}/`
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    const answer = await fetch(base + query.path, {
      method: query.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(query.body
        ? { body: JSON.stringify({ eventType: query.eventType ?? 'purchase', ...query.body(round) }) }
        : {}),
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
