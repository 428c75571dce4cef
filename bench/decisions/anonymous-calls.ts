/** What callers without an account can make the database store: thousands of calls to each endpoint that is open to them. */
import { embeddedAppId } from '../../risk-service/kernel/identity/embedded-app.ts'
import { harborTenantId } from '../support/demo-ids.ts'
import { limitedRow, type Row, type Service } from '../support/harness.ts'
import { openBenchPool } from '../support/store.ts'

const calls = 10_000
const parallelCalls = 32
const limitMb = 10
const megabytes = (value: number): string => `${value.toFixed(2)} MB`

interface Endpoint {
  name: string
  call: (url: string, index: number) => Promise<Response>
}

const telemetryItems = Array.from({ length: 300 }, (_, index) =>
  JSON.stringify({
    name: 'x',
    time: new Date().toISOString(),
    data: { baseType: 'EventData', baseData: { name: `event ${index}`, properties: { text: 'x'.repeat(100) } } },
  }),
).join('\n')
const post = (url: string, body: BodyInit): Promise<Response> =>
  fetch(url, { method: 'POST', body, redirect: 'manual' })

const endpoints: readonly Endpoint[] = [
  { name: 'telemetry, 300 items each', call: url => post(`${url}/api/telemetry/v2/track`, telemetryItems) },
  {
    name: 'risk API without a token',
    call: (url, index) => post(`${url}/v1.0/MerchantServices/events/Purchase`, JSON.stringify({ purchaseId: index })),
  },
  {
    name: 'start of a sign-in, a state of 4 kB',
    call: (url, index) =>
      fetch(
        `${url}/${harborTenantId}/v2.0/authorize?${new URLSearchParams({
          client_id: embeddedAppId,
          redirect_uri: `${url}/api/auth`,
          response_type: 'code',
          scope: 'openid',
          code_challenge: 'a'.repeat(43),
          code_challenge_method: 'S256',
          state: `${index}${'x'.repeat(4000)}`,
        }).toString()}`,
        { redirect: 'manual' },
      ),
  },
  {
    name: 'sign-out without a session',
    call: url => fetch(`${url}/${harborTenantId}/v2.0/logout`, { redirect: 'manual' }),
  },
  {
    name: 'token with a wrong secret',
    call: (url, index) =>
      post(
        `${url}/${harborTenantId}/oauth2/v2.0/token`,
        new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: `shop-${index}`,
          client_secret: 'guess',
          scope: 'https://api.dfp.dynamics.com/.default',
        }),
      ),
  },
  { name: 'console API without a token', call: url => fetch(`${url}/api/console/v1/session`) },
  {
    name: 'device attributes for an unknown environment',
    call: (url, index) =>
      post(
        `${url}/collect`,
        JSON.stringify({
          sessionId: `s${index}`,
          instanceId: crypto.randomUUID(),
          attributes: { a: 'x'.repeat(1000) },
        }),
      ),
  },
]

/** Sends the calls, some at once, and returns how many got each status. */
async function flood({ call }: Endpoint, url: string): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  let next = 0
  const send = async () => {
    for (let index = next++; index < calls; index = next++) {
      const answer = await call(url, index)
      await answer.arrayBuffer()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: parallelCalls }, send))
  return statuses
}

/** Measures how far the database grows, from endpoint to endpoint. */
export async function benchAnonymousCalls(service: Service): Promise<Row[]> {
  const { url } = service
  const pool = await openBenchPool(service)
  const size = async (): Promise<number> => {
    // Counters are stored once a second; deleted rows count as room until they are cleared away.
    await new Promise(resolve => setTimeout(resolve, 3000))
    await pool.query('vacuum')
    const { rows } = await pool.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
    return Number(rows[0]?.bytes) / 1e6
  }
  try {
    const found: Row[] = []
    for (const endpoint of endpoints) {
      const before = await size()
      const started = performance.now()
      const statuses = await flood(endpoint, url)
      const seconds = (performance.now() - started) / 1000
      const answers = [...statuses].map(([status, count]) => `${count.toLocaleString('en-US')} x ${status}`)
      found.push(
        limitedRow(
          `Growth of the database by ${calls.toLocaleString('en-US')} calls: ${endpoint.name}`,
          (await size()) - before,
          megabytes,
          '<',
          limitMb,
          `${answers.join(', ')} in ${seconds.toFixed(0)} s`,
        ),
      )
    }
    return found
  } finally {
    await pool.end()
  }
}
