import { Hono } from 'hono'
import type { Engine } from '../../engine/index.ts'
import type { LatencyEvents } from '../../features/event-tracing/monitoring/latency-events.ts'
import type { RightsChanges } from '../../kernel/access/rights-changes.ts'
import type { EnvironmentEvents } from '../../kernel/environments/environment-events.ts'
import { outageOf } from '../../kernel/errors/outage.ts'
import type { BrownOutGate } from '../../kernel/identity/credentials/brown-out-gate.ts'
import type { CredentialCalls } from '../../kernel/identity/credentials/credential-calls.ts'
import type { ConcurrencyLimiter } from '../../kernel/limits/concurrency-limiter.ts'
import { createTokenBucketLimiter, defaultRate, type RateLimit } from '../../kernel/limits/token-bucket-limiter.ts'
import type { SecurityLog } from '../../kernel/security-log.ts'
import { type Ports, TokenError, type TokenVerifier, UnavailableError } from '../../ports/index.ts'
import { createDescription } from './description.ts'
import type { ReceiveMirrored } from './endpoints/endpoint.ts'
import { familyOf, findEndpoint } from './endpoints.ts'
import { calledEnvironment, createEnvironmentDirectory, refusalOf } from './environment-directory.ts'
import { createCallMeter } from './metering/call-meter.ts'
import type { UnitLog } from './metering/unit-log.ts'
import { createProvisioningApi, isProvisioning, type ProvisioningDeps } from './provisioning.ts'
import { newTrace, type ReadCall, type RequestTrace } from './request-trace.ts'
import { createRiskCallLimiter } from './risk-call-limiter.ts'
import { bodyInFamily, familyError, forbidden, type RiskApiResponse, unauthorized } from './wire/answers.ts'
import { provisioningApiName } from './wire/api-names.ts'
import { bearerOf } from './wire/bearer.ts'
import { parseObject, readBody } from './wire/body.ts'

export interface RiskApiDeps extends Ports {
  engine: Pick<Engine, 'decide' | 'ingestLabel' | 'ingestDataEvent' | 'tenantAssessments' | 'unavailableReason'>
  verifier: Pick<TokenVerifier, 'application'>
  /** Changes of roles and clients; absent: they are seen after two seconds. */
  rightsChanges?: RightsChanges
  /** Receives the environments to be provisioned and carries them out; absent: no subscriber. */
  environments?: EnvironmentEvents
  /** Finds the templates of provisioned environments. */
  findParentTemplate?: ProvisioningDeps['findParentTemplate']
  /** For environments without a limit of their own; by default the documented one. */
  rateLimit?: RateLimit
  /** Calls under way, each from the end of its body to its answer; shared with the server, which refuses further calls. */
  underWay?: ConcurrencyLimiter
  /** Milliseconds in which a body has to be received; by default five seconds. */
  bodyDeadline?: number
  /** Counts the uses of credentials; absent: nobody does. */
  credentialCalls?: CredentialCalls
  /** Receives the latency of each call; absent: nobody does. */
  latencies?: Pick<LatencyEvents, 'add'>
  /** Counts the calls that use up an entitlement; absent: nobody does. */
  units?: Pick<UnitLog, 'add'>
  /** Stores events of mirrors; absent: there are none. */
  receiveMirrored?: ReceiveMirrored
  /** Shared with the token endpoint; absent: brown-outs are counted here alone. */
  brownOuts?: BrownOutGate
  /** Receives refused tokens and rights; absent: nobody. */
  security?: SecurityLog
  /** Returns the address of the client of a request. */
  addressOf?: (environment: unknown, request: Request) => string | null
  /** Processes that share the limits of calls; absent: this one alone. */
  processes?: () => number
  /** Public address of this service, when it differs from that of the request. */
  publicUrl?: string | undefined
  /** `<major>.<minor>` of the product. */
  version?: string
  /** `appVersionOf(...)`, for answers that other parts of the server send as well. */
  appVersion?: string
}

/**
 * Returns the value of `x-ms-appversion` for a service that started at that time: ticks of .NET are 100 ns since the
 * year 1.
 */
export const appVersionOf = (version: string, started: Date): string =>
  `1.0:${version}:${(BigInt(started.getTime()) + 62_135_596_800_000n) * 10_000n}`

const correlationShape = /^[\w{}-]{1,64}$/
/** Returns the id that a caller sent, if it can be echoed. */
export const correlationIdOf = (sent: string | null): string | null =>
  sent !== null && correlationShape.test(sent) ? sent : null

/**
 * Creates the risk API on the wire (20): everything below `/v1.0` and the health path; other paths are passed on. Steps
 * run in the documented order and the first one that fails answers.
 */
export function createRiskApi(deps: RiskApiDeps): Hono {
  const { engine, verifier, clock, newId, log } = deps
  const directory = createEnvironmentDirectory(deps)
  deps.rightsChanges?.subscribe(directory.expire)
  const meter = createCallMeter(deps)
  const rate = createTokenBucketLimiter(undefined, deps.processes)
  const limit = deps.rateLimit ?? defaultRate
  const underWay = deps.underWay ?? createRiskCallLimiter()
  const provision = createProvisioningApi(deps)
  const appVersion = deps.appVersion ?? appVersionOf(deps.version ?? '0.1', clock())

  async function handle(
    request: Request,
    path: string,
    correlationId: string,
    trail: RequestTrace,
  ): Promise<RiskApiResponse> {
    const receivedAt = clock()
    // Also where the token is refused: calls of operators are no calls of a merchant.
    if (isProvisioning(path)) trail.apiName = provisioningApiName
    const token = bearerOf(request)
    if (token === null) return unauthorized('TokenNotPresent')
    const caller = await verifier.application(token)
    trail.caller = caller
    trail.bearer = caller
    const rehearsal = meter.rehearse(caller)
    if (rehearsal !== null) return rehearsal
    // Before any further work: refusals have to stay cheap.
    if (!underWay.hasPlace(caller.tenantId)) return unavailable(new UnavailableError('overload'))
    if (isProvisioning(path)) {
      const retryAfter = rate.acquire(`provisioning ${caller.tenantId} ${caller.clientId}`, limit)
      if (retryAfter > 0) return familyError(429, ['Too many requests'], { 'Retry-After': String(retryAfter) })
      return await provision({ request, path, caller, correlationId })
    }
    if (!caller.roles.some(role => role === 'Risk_API' || role === 'Sandbox_Risk_API')) return forbidden()
    const endpoint = findEndpoint(path, request.url)
    if (endpoint === null) return familyError(404, ['The requested path was not found'])
    trail.apiName = endpoint.group ?? endpoint.apiName
    trail.event = endpoint.event
    if (request.method !== 'POST')
      return familyError(405, [`The method ${request.method} is not allowed here`], { Allow: 'POST' })

    const cached = directory.current()
    let tree = cached instanceof Promise ? await cached : cached
    const named = request.headers.get('x-ms-dfpenvid') ?? queryParameter(request.url)
    let environment = calledEnvironment(tree, caller, named)
    if (environment === null) {
      tree = await directory.newer()
      environment = calledEnvironment(tree, caller, named)
    }
    trail.environment = environment
    const refusal = environment === null ? null : refusalOf(tree, caller, environment)
    // Who may not call an environment must not use up its rate.
    const retryAfter =
      environment === null || refusal !== null
        ? rate.acquire(`refused ${caller.tenantId} ${caller.clientId}`, limit)
        : rate.acquire(environment.id, environment.rateLimit ?? limit)
    if (retryAfter > 0) return familyError(429, ['Too many requests'], { 'Retry-After': String(retryAfter) })
    const refused = engine.unavailableReason()
    if (refused !== null) return unavailable(refused)

    const text = await readBody(request, deps.bodyDeadline)
    if (typeof text !== 'string') return text
    // Others took the places while the body was received.
    const leave = underWay.acquire(caller.tenantId)
    if (leave === null) return unavailable(new UnavailableError('overload'))
    try {
      return await decide({ request, correlationId, trail, receivedAt, endpoint, environment, named, refusal, text })
    } finally {
      leave()
    }
  }

  /** The part of a call after its body was read. */
  async function decide({
    request,
    correlationId,
    trail,
    receivedAt,
    endpoint,
    environment,
    named,
    refusal,
    text,
  }: ReadCall): Promise<RiskApiResponse> {
    const body = parseObject(text)
    if (body === null) return familyError(400, ['Input validation failed - Request body is not a valid JSON object'])
    trail.isTest = isTestCall(body)
    if (environment === null)
      return {
        ...familyError(400, [`Environment '${(named ?? '').slice(0, 200)}' was not found`]),
        refused: { event: 'environment-refused', reason: 'unknown' },
      }
    if (refusal !== null) return refusal
    if (environment.status !== 'Active') return familyError(400, [`Environment '${environment.name}' is not active`])
    const { answer, experience, unknown } = await endpoint.run({
      engine,
      environmentId: environment.id,
      body,
      correlationId,
      receivedAt,
      clientId: trail.caller?.clientId,
      bytes: declaredBytes(request),
      newId,
      receiveMirrored: deps.receiveMirrored,
      backfill: isTrue(request.headers.get('x-assay-backfill')),
      diagnostics: isTrue(request.headers.get('x-dfp-diagnostics')),
    })
    if (unknown !== true) trail.apiName = endpoint.apiName
    if (experience !== undefined) trail.experience = experience
    return answer
  }

  /** Answers a call that failed because of the service: the caller may retry, and gets no internal details. */
  function failure(error: unknown, trail: RequestTrace): RiskApiResponse {
    if (error instanceof TokenError) {
      trail.bearer = error.bearer
      // Only who proves the application learns what became of it.
      const isProven = error.reason === 'TokenClaimValueNotAllowed' && error.bearer !== null
      return unauthorized(error.reason, isProven ? error.message : undefined)
    }
    const outage = outageOf(error)
    if (outage !== null) return unavailable(outage)
    log.write(3, 'risk-api.failed', { name: error instanceof Error ? error.name : 'unknown' })
    return familyError(500, ['Internal Server Error'])
  }

  const app = new Hono()
  app.route('/', createDescription({ ...deps, directory }))
  app.all('*', async (context, next) => {
    const path = context.req.path.toLowerCase().replace(/(.)\/$/, '$1')
    if (path === '/api/v1/health') return new Response(null, { status: 200, headers: { 'content-length': '0' } })
    if (!/^\/v\d+\.\d+(?:\/|$)/.test(path)) return await next()
    const request = context.req.raw
    const correlationId = correlationIdOf(request.headers.get('x-ms-correlation-id')) ?? newId()
    const trail = newTrace()
    const started = performance.now()
    let answer: RiskApiResponse
    try {
      answer = await handle(request, path, correlationId, trail)
    } catch (error) {
      answer = failure(error, trail)
    }
    const address = deps.addressOf?.(context.env, request) ?? null
    if (answer.refused !== undefined)
      deps.security?.write(answer.refused.event, {
        address,
        area: 'risk-api',
        tenantId: trail.caller?.tenantId ?? null,
        principalId: trail.caller?.principalId ?? null,
        reason: answer.refused.reason,
      })
    meter.record({
      ...trail,
      environmentId: trail.environment?.id ?? null,
      counted: trail.apiName !== provisioningApiName,
      answer,
      correlationId,
      latencyMs: performance.now() - started,
      userAgent: request.headers.get('user-agent'),
      address,
    })
    return new Response(bodyInFamily(answer, familyOf(path), trail.event), {
      status: answer.status,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'x-ms-correlation-id': correlationId,
        'x-ms-appversion': appVersion,
        'Cache-Control': 'no-store',
        ...answer.headers,
      },
    })
  })
  return app
}

const unavailable = (reason: UnavailableError): RiskApiResponse =>
  familyError(503, [reason.message], { 'Retry-After': String(reason.retryAfter) })

/** Returns the size of the body as the caller declared it; undefined for one that was sent in chunks. */
function declaredBytes(request: Request): number | undefined {
  const length = request.headers.get('content-length')
  return length !== null && /^\d{1,9}$/.test(length) ? Number(length) : undefined
}

/** Whether a body marks its event as a test: assessments of the tenant do in their metadata, others at the top. */
const isTestCall = (body: Record<string, unknown>): boolean =>
  body['isTest'] === true || (body['metadata'] as { isTest?: unknown } | null | undefined)?.isTest === true

const isTrue = (value: string | null): boolean => value?.trim().toLowerCase() === 'true'

/** Returns the environment of the query: identity providers cannot set headers. */
function queryParameter(url: string): string | null {
  const start = url.indexOf('?')
  if (start < 0) return null
  for (const [name, value] of new URLSearchParams(url.slice(start)))
    if (name.toLowerCase() === 'x-ms-dfpenvid') return value
  return null
}
