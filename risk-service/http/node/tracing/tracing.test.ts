import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Engine } from '../../../engine/index.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import type { OutgoingHttp, OutgoingRequest } from '../../../ports/index.ts'
import { createMetrics } from '../../health.ts'
import { createRiskCallLimiter } from '../../risk-api/risk-call-limiter.ts'
import { createHttpServer } from '../server.ts'
import { openTracing } from './open-tracing.ts'
import { type Tracing, withCallSpans, withDecisionSpans } from './tracing.ts'

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  traceState?: string
  attributes: { key: string; value: Record<string, unknown> }[]
}
let received: SentSpan[] = []
let bodies = ''
let paths: string[] = []
let servers: Server[] = []
let tracing: Tracing | null = null
let sent: OutgoingRequest[] = []

async function listen(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const collector = (): Server =>
  createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      paths.push(request.url ?? '')
      bodies += text
      const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
      received.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
      response.end('{}')
    })
  })

const http: OutgoingHttp = {
  send: async request => {
    sent.push(request)
    return { kind: 'answer', status: 200, text: '{}' }
  },
  addressIssue: () => null,
  close: () => undefined,
}
/** As much of an engine as a decision with one external call needs. */
function engineWith(calls: OutgoingHttp): Engine {
  return {
    decide: async () => {
      await new Promise(resolve => setTimeout(resolve, 5))
      await calls.send({
        method: 'POST',
        url: 'https://kyc.example/jane@example.com',
        headers: {},
        body: 'x',
        timeoutMs: 1,
      })
      return { kind: 'answer', replayed: false }
    },
  } as unknown as Engine
}

/** A service that decides at any path below /v1.0/. */
function serve(own: Tracing | null): Promise<string> {
  const engine = withDecisionSpans(engineWith(withCallSpans(http, own)), own)
  const app = new Hono()
  app.post('/v1.0/*', async context => {
    await engine.decide({ eventType: 'purchase' } as Parameters<Engine['decide']>[0])
    return context.json({}, 200, { 'x-ms-correlation-id': '7d1c0000-0000-4000-8000-000000000001' })
  })
  return listen(
    createHttpServer({
      app,
      identity: { handler: async () => false },
      metrics: createMetrics(),
      log: silentLog,
      underWay: createRiskCallLimiter(),
      appVersion: '1',
      tracing: own,
    }),
  )
}

beforeEach(() => {
  received = []
  bodies = ''
  paths = []
  servers = []
  sent = []
  tracing = null
})
afterEach(async () => {
  await tracing?.close()
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
})

const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const send = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/v1.0/MerchantServices/events/Purchase/jane@example.com?card=4111111111111111`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: 'jane@example.com' }),
  })

it('a call continues the trace of its caller, and the services that a rule calls continue it', async () => {
  tracing = openTracing({ url: await listen(collector()), share: 0, version: '1.2.3' })
  const url = await serve(tracing)
  const headers = {
    traceparent: `00-${caller.traceId}-${caller.spanId}-01`,
    tracestate: 'vendor=secret-state',
    baggage: 'user=jane',
  }
  expect((await send(url, headers)).status).toBe(200)
  await tracing.close()
  expect(paths).toEqual(['/v1/traces'])
  const [server, decide, call] = ['POST risk', 'decide', 'call POST'].map(name =>
    received.find(span => span.name === name),
  )
  expect(received).toHaveLength(3)
  expect(received.every(({ traceId }) => traceId === caller.traceId)).toBe(true)
  expect(server?.parentSpanId).toBe(caller.spanId)
  expect(decide?.parentSpanId).toBe(server?.spanId)
  expect(call?.parentSpanId).toBe(decide?.spanId)
  expect(sent.map(request => request.headers)).toEqual([{ traceparent: `00-${caller.traceId}-${call?.spanId}-01` }])
})

it('spans have kinds, codes and the correlation id, and nothing of the call', async () => {
  tracing = openTracing({ url: `${await listen(collector())}/otlp`, share: 1, version: '1.2.3' })
  const url = await serve(tracing)
  await send(url, { tracestate: 'vendor=secret-state', baggage: 'user=jane' })
  await tracing.close()
  expect(paths).toEqual(['/otlp'])
  expect([...new Set(received.flatMap(({ attributes }) => attributes.map(({ key }) => key)))].sort()).toEqual([
    'assay.area',
    'assay.correlation_id',
    'assay.event_type',
    'assay.outcome',
    'http.request.method',
    'http.response.status_code',
  ])
  expect(bodies).toContain('7d1c0000-0000-4000-8000-000000000001')
  for (const value of ['jane', 'example.com', '4111', 'Purchase/', 'secret-state', '127.0.0.1'])
    expect(bodies).not.toContain(value)
})

it.each([
  ['a caller that does not record', `00-${caller.traceId}-${caller.spanId}-00`],
  ['no header', ''],
  ['a header that is none', `00-${'0'.repeat(32)}-${caller.spanId}-01`],
  ['a header of another version', `ff-${caller.traceId}-${caller.spanId}-01`],
])('nothing is recorded with a share of 0 and %s', async (_, header) => {
  tracing = openTracing({ url: await listen(collector()), share: 0, version: '1' })
  const url = await serve(tracing)
  await send(url, header === '' ? {} : { traceparent: header })
  await tracing.close()
  expect(received).toEqual([])
})

it('without an address nothing is wrapped, and calls have no header', async () => {
  const engine = engineWith(http)
  expect(withDecisionSpans(engine, null)).toBe(engine)
  expect(withCallSpans(http, null)).toBe(http)
  await send(await serve(null), { traceparent: `00-${caller.traceId}-${caller.spanId}-01` })
  expect(sent.map(request => request.headers)).toEqual([{}])
})

it('a collector that does not answer delays no call and no end', async () => {
  const silent = await listen(createServer(() => undefined))
  tracing = openTracing({ url: silent, share: 1, version: '1' })
  const url = await serve(tracing)
  for (let call = 0; call < 20; call++) expect((await send(url)).status).toBe(200)
  const began = performance.now()
  await tracing.close()
  expect(performance.now() - began).toBeLessThan(4000)
})
