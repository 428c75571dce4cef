import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExternalCallBody } from '../../../contract/external-calls/external-call-inputs.ts'
import { createCallRegistry } from '../../../engine/calls/call-registry.ts'
import { createSecretCipher } from '../../../engine/calls/secret-encryption.ts'
import type { CallRegistry } from '../../../engine/calls/types.ts'
import { createEngine, type Engine } from '../../../engine/index.ts'
import { createConsoleApi } from '../../../http/console-api/console-api.ts'
import { type ConsoleBench, openConsoleBench } from '../../../http/console-api/testing/console-bench.ts'
import { createOutgoingHttp } from '../../../http/node/outgoing-http.ts'
import { createEventWriter } from '../../../kernel/store/events/event-writer.ts'
import type { KeyVault, Logger, Ports } from '../../../ports/index.ts'

/** A request that the target received; the target answers as `respond` defines. */
interface ReceivedRequest {
  method: string
  path: string
  headers: http.IncomingHttpHeaders
  body: string
}
export interface CallBench {
  bench: ConsoleBench
  engine: Engine
  calls: CallRegistry
  ports: Ports
  origin: string
  received: ReceivedRequest[]
  /** All entries that were written to the log. */
  logged: unknown[]
  respond: (how: (request: ReceivedRequest, response: http.ServerResponse) => void) => void
  /** Calls the console API; returns status and body. */
  request: (
    as: string,
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; body: Record<string, unknown> }>
  setNow: (now: Date) => void
  close: () => Promise<void>
}

export const sendJson = (response: http.ServerResponse, value: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

/** Opens the console API and the engine over a real store, with calls to a server of this process. */
export async function openCallBench({ vault }: { vault?: KeyVault } = {}): Promise<CallBench> {
  const bench = await openConsoleBench()
  let now = new Date('2025-11-20T12:00:00Z')
  let answer: Parameters<CallBench['respond']>[0] = (_request, response) => sendJson(response, { ok: true })
  const received: ReceivedRequest[] = []
  const logged: unknown[] = []
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', part => {
      body += String(part)
    })
    request.on('end', () => {
      const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
      received.push(one)
      answer(one, response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const log: Logger = { write: (...line) => void logged.push(line) }
  const ports: Ports = { db: bench.store.db, clock: () => now, newId: () => randomUUID(), log }
  const calls = createCallRegistry({
    ...ports,
    http: createOutgoingHttp({ privateHosts: ['127.0.0.1'] }),
    cipher: createSecretCipher('a key of an installation for tests'),
    entraAuthority: `${origin}/entra`,
    ...(vault === undefined ? {} : { vault }),
  })
  const writer = await createEventWriter({ connect: bench.store.writer, log })
  const engine = await createEngine({ ...ports, writer, countryOf: () => null, calls })
  const app = createConsoleApi({
    ports,
    engine,
    calls,
    version: '0.0.0',
    verifier: { user: token => Promise.resolve(bench.person(token)) },
  })
  return {
    bench,
    engine,
    calls,
    ports,
    origin,
    received,
    logged,
    respond: how => {
      answer = how
    },
    setNow: next => {
      now = next
    },
    async request(as, method, path, body) {
      const response = await app.request(`/api/console/v1/environments/${path}`, {
        method,
        headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    async close() {
      await engine.close()
      await calls.close()
      server.closeAllConnections()
      server.close()
      await bench.close()
    },
  }
}

/** Returns a valid definition. */
export function callBody(origin: string, more: Partial<ExternalCallBody> = {}): ExternalCallBody {
  return {
    name: 'phoneCheck',
    description: '',
    parameters: [{ name: 'phone', sample: '+47900' }],
    configurations: [],
    method: 'GET',
    url: `${origin}/phone`,
    headers: [],
    requestBody: null,
    authentication: { method: 'anonymous' },
    keepAliveUrl: null,
    sampleResponse: { lineAge: 7 },
    timeoutMs: 2000,
    defaultResponse: { lineAge: -1 },
    ...more,
  }
}
