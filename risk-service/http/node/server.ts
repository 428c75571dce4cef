import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { clientAddress } from '../../kernel/identity/client-address.ts'
import { isTrustedProxy } from '../../kernel/identity/origin.ts'
import { type IdentityOptions, originOf, type SignInHandler } from '../../kernel/identity/sign-in/identity.ts'
import type { ConcurrencyLimiter } from '../../kernel/limits/concurrency-limiter.ts'
import { bareAnswerHeaders, strictTransport } from '../../kernel/security-headers.ts'
import { newId } from '../../kernel/store/new-id.ts'
import type { Logger } from '../../ports/index.ts'
import type { Metrics } from '../health.ts'
import { correlationIdOf } from '../risk-api/risk-api.ts'
import type { Tracing } from './tracing/tracing.ts'

export interface ServerDeps {
  app: Hono
  identity: { handler: SignInHandler }
  metrics: Metrics
  log: Logger
  /** `httpsReader(...)`: whether the client of a request came by HTTPS; each answer to it tells browsers to stay there. */
  isHttps?: (request: IncomingMessage) => boolean
  /** Calls of the risk API under way. */
  underWay: ConcurrencyLimiter
  /** Version of the service in refusals, as in the answers of the risk API. */
  appVersion: string
  /** Traces; null or absent: none. */
  tracing?: Tracing | null
}

/**
 * Returns the Node request of a call of the app, as @hono/node-server passes it; undefined in a browser or a test
 * without a server.
 */
function incomingOf(environment: unknown): IncomingMessage | undefined {
  return typeof environment === 'object' && environment !== null && 'incoming' in environment
    ? (environment.incoming as IncomingMessage)
    : undefined
}

/** Returns `originOf` for `ConsoleSiteDeps`: by the Node request where one exists. */
export function originReader(
  options: Pick<IdentityOptions, 'publicUrl' | 'trustedProxies' | 'host'>,
): (environment: unknown, request: Request) => string | null {
  return (environment, request) => {
    const incoming = incomingOf(environment)
    return incoming ? originOf(incoming, options) : new URL(request.url).origin
  }
}

/**
 * Returns `isHttps` for `ServerDeps`: by the public address, else by what a trusted proxy forwards. The service itself
 * has no TLS.
 */
export function httpsReader({
  publicUrl,
  trustedProxies,
}: Pick<IdentityOptions, 'publicUrl' | 'trustedProxies'>): (request: IncomingMessage) => boolean {
  if (publicUrl !== null) {
    const isHttps = publicUrl.startsWith('https:')
    return () => isHttps
  }
  if (trustedProxies.length === 0) return () => false
  return ({ headers, socket }) =>
    String(headers['x-forwarded-proto'] ?? '')
      .split(',')[0]
      ?.trim() === 'https' && isTrustedProxy(socket.remoteAddress ?? '', trustedProxies)
}

/** Returns `addressOf` for `DeviceIntakeDeps` and `AppDeps`. */
export function addressReader({
  trustedProxies,
}: Pick<IdentityOptions, 'trustedProxies'>): (environment: unknown, request: Request) => string | null {
  return (environment, request) =>
    clientAddress(
      incomingOf(environment)?.socket.remoteAddress,
      request.headers.get('x-forwarded-for') ?? undefined,
      trustedProxies,
    )
}

/**
 * Returns `hostOf` for `DeviceIntakeDeps`: the host name, in lower case and without a port, that the client or a
 * trusted proxy sent.
 */
export function hostReader({
  trustedProxies,
}: Pick<IdentityOptions, 'trustedProxies'>): (environment: unknown, request: Request) => string {
  return (environment, request) => {
    const forwarded = isTrustedProxy(incomingOf(environment)?.socket.remoteAddress ?? '', trustedProxies)
      ? request.headers.get('x-forwarded-host')?.split(',')[0]?.trim()
      : undefined
    return (forwarded ?? request.headers.get('host') ?? '').toLowerCase().replace(/:\d*$/, '')
  }
}

const area = (url: string) =>
  /^\/v1\.0\//i.test(url)
    ? 'risk'
    : url.startsWith('/api/console/')
      ? 'console'
      : url.startsWith('/dist/')
        ? 'assets'
        : url.startsWith('/api/telemetry/')
          ? 'telemetry'
          : 'other'

const overloadBody = JSON.stringify({
  ErrorType: 'ServerError',
  Message: 'The service is overloaded',
  Retryable: true,
  OtherErrors: null,
})
/** The same in the form of the account paths. */
const accountOverloadBody = JSON.stringify({
  name: null,
  version: null,
  code: 'ServerError',
  description: null,
  message: 'The service is overloaded',
  isRetryable: true,
  otherErrors: null,
})

function rejectOverload(request: IncomingMessage, response: ServerResponse, appVersion: string): void {
  request.resume()
  const body = /^\/v1\.0\/(?:action|observe|label)\//i.test(request.url ?? '') ? accountOverloadBody : overloadBody
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '1',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-ms-correlation-id': correlationIdOf(String(request.headers['x-ms-correlation-id'] ?? '')) ?? newId(),
    'x-ms-appversion': appVersion,
  })
  response.end(body)
}

/** @param rawHeaders names and values in turn, as they came */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}

/** Creates one server for all requests: paths of the identity provider are passed to it, the rest to the app. */
export function createHttpServer(deps: ServerDeps): Server {
  const { app, identity, metrics, log, underWay, isHttps, appVersion, tracing = null } = deps
  const listener = getRequestListener(app.fetch)
  metrics.gauge('assay_risk_calls_in_progress', 'Risk calls under way', () => underWay.inUse())
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const started = performance.now()
    const kind = area(request.url ?? '/')
    response.setHeader('x-content-type-options', 'nosniff')
    if (isHttps?.(request) === true) response.setHeader('strict-transport-security', strictTransport)
    response.on('close', () => {
      metrics.count('assay_http_requests_total', {
        area: kind,
        status: `${response.writableFinished ? response.statusCode : 499}`,
      })
      metrics.observe('assay_http_request_seconds', (performance.now() - started) / 1000, { area: kind })
    })
    // Proxies disagree about which one counts.
    if (hasTwoHosts(request.rawHeaders)) {
      response.writeHead(400, { ...bareAnswerHeaders, connection: 'close' })
      response.end()
      return
    }
    // Before the body is read and the token is checked: a refusal costs as little as possible.
    if (kind === 'risk' && underWay.isFull()) {
      rejectOverload(request, response, appVersion)
      return
    }
    if (kind !== 'other') {
      void listener(request, response)
      return
    }
    identity.handler(request, response).then(
      done => (done ? undefined : listener(request, response)),
      (error: unknown) => {
        log.write(3, 'identity.failed', { name: error instanceof Error ? error.name : '' })
        if (!response.headersSent)
          response.writeHead(503, {
            ...bareAnswerHeaders,
            'content-type': 'text/plain; charset=utf-8',
            'retry-after': '1',
          })
        response.end('Sign-in is not available at the moment. Try again.')
      },
    )
  }
  const server = createServer(
    tracing === null
      ? handle
      : (request, response) =>
          tracing.serve(request, response, area(request.url ?? '/'), () => handle(request, response)),
  )
  // Longer than the usual idle time of clients and proxies, which keep connections alive.
  server.keepAliveTimeout = 75_000
  server.headersTimeout = 80_000
  return server
}
