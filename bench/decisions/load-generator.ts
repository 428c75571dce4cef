/**
 * Load generator, a separate process so that its work is not the service's: `node bench/decisions/load-generator.ts`
 * reads one JSON line from standard input and writes one JSON line per window. Closed loop: `clients` connections, each
 * sends the next request after a response. Open loop: `rate` requests a second on a fixed schedule, latency counted
 * from the time a request was due.
 */
import http from 'node:http'
import { purchase } from './purchases.ts'

export interface LoadOrder {
  url: string
  token: string
  environmentId: string
  mode: 'closed' | 'open'
  clients: number
  /** Requests per second, open loop only. */
  rate: number
  windows: number
  windowSeconds: number
  /** Prefix of the ids, which differ between runs. */
  prefix: string
  /** Maximum connections of an open loop; 256 when absent. */
  sockets?: number
  /**
   * Seconds before the first window of an open loop, not counted: opening hundreds of connections at once is not
   * measured.
   */
  warmUpSeconds?: number
  /** Report the ids that were answered with 200. */
  keepIds?: boolean
  /** Send the events as an import of history, which starts no cases. */
  backfill?: boolean
}

export interface LoadWindow {
  requests: number
  /** Responses other than 200, by status; 0 is a broken connection. */
  refused: Record<string, number>
  /** Repeated ids that were answered from the store. */
  replayed: number
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** 95th percentile of the time of a 503. */
  refusalP95: number
  /** Number of 503s without the Retry-After header. */
  withoutRetryAfter: number
  /** Share of one core that this process used. */
  cpu: number
  ids?: string[]
}

const order = JSON.parse(
  await new Promise<string>(resolve => {
    let text = ''
    process.stdin.on('data', chunk => (text += chunk))
    process.stdin.on('end', () => resolve(text))
  }),
) as LoadOrder

const target = new URL('/v1.0/MerchantServices/events/Purchase', order.url)
const agent = new http.Agent({
  keepAlive: true,
  maxSockets: order.mode === 'closed' ? order.clients : (order.sockets ?? 256),
})
let sequence = 0

interface Answer {
  id: string
  status: number
  replayed: boolean
  retryAfter: boolean
}

function send(): Promise<Answer> {
  const id = `${order.prefix}-${sequence}`
  const body = JSON.stringify(purchase(id, sequence++))
  return new Promise(resolve => {
    const request = http.request(
      {
        agent,
        method: 'POST',
        host: target.hostname,
        port: target.port,
        path: target.pathname,
        headers: {
          authorization: `Bearer ${order.token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-ms-dfpenvid': order.environmentId,
          ...(order.backfill === true ? { 'x-assay-backfill': 'true' } : {}),
        },
      },
      response => {
        response.resume()
        response.on('end', () =>
          resolve({
            id,
            status: response.statusCode ?? 0,
            replayed: response.headers['x-dfp-replayed'] === 'true',
            retryAfter: response.headers['retry-after'] !== undefined,
          }),
        )
      },
    )
    request.on('error', () => resolve({ id, status: 0, replayed: false, retryAfter: false }))
    request.end(body)
  })
}

function collector() {
  const latencies: number[] = []
  const refused: Record<string, number> = {}
  const refusals: number[] = []
  const ids: string[] = []
  let replayed = 0
  let withoutRetryAfter = 0
  return {
    add(latency: number, answer: Answer) {
      if (answer.status === 503) {
        refusals.push(latency)
        if (!answer.retryAfter) withoutRetryAfter++
      }
      if (answer.status === 200 && order.keepIds) ids.push(answer.id)
      if (answer.status === 200) latencies.push(latency)
      else refused[answer.status] = (refused[answer.status] ?? 0) + 1
      if (answer.replayed) replayed++
    },
    finish(seconds: number, cpu: number): LoadWindow {
      const at = (q: number, values = latencies) =>
        values[Math.min(values.length - 1, Math.floor(q * values.length))] ?? Number.NaN
      latencies.sort((a, b) => a - b)
      refusals.sort((a, b) => a - b)
      return {
        requests: latencies.length,
        refused,
        replayed,
        perSecond: latencies.length / seconds,
        p50: at(0.5),
        p95: at(0.95),
        p99: at(0.99),
        cpu,
        refusalP95: at(0.95, refusals),
        withoutRetryAfter,
        ...(order.keepIds ? { ids } : {}),
      }
    },
  }
}

async function closedWindow(seconds: number): Promise<LoadWindow> {
  const results = collector()
  const end = performance.now() + seconds * 1000
  const used = process.cpuUsage()
  const started = performance.now()
  await Promise.all(
    Array.from({ length: order.clients }, async () => {
      while (performance.now() < end) {
        const sent = performance.now()
        const answer = await send()
        results.add(performance.now() - sent, answer)
      }
    }),
  )
  const elapsed = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(used)
  return results.finish(elapsed, (user + system) / 1e6 / elapsed)
}

async function openWindow(seconds: number): Promise<LoadWindow> {
  const results = collector()
  const started = performance.now()
  const used = process.cpuUsage()
  const total = Math.round(order.rate * seconds)
  const pending: Promise<void>[] = []
  for (let index = 0; index < total; index++) {
    const due = started + (index * 1000) / order.rate
    const wait = due - performance.now()
    if (wait > 1) await new Promise(resolve => setTimeout(resolve, wait))
    pending.push(send().then(answer => results.add(performance.now() - due, answer)))
  }
  await Promise.all(pending)
  const elapsed = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(used)
  return results.finish(elapsed, (user + system) / 1e6 / elapsed)
}

if (order.warmUpSeconds !== undefined) await openWindow(order.warmUpSeconds)
for (let window = 0; window < order.windows; window++) {
  const result = await (order.mode === 'closed' ? closedWindow : openWindow)(order.windowSeconds)
  process.stdout.write(`${JSON.stringify(result)}\n`)
}
agent.destroy()
