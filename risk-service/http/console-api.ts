import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { Hono } from 'hono'
import { backtestRoutes } from '../backtests/routes.ts'
import { consoleContract } from '../contract/index.ts'
import { listLimits } from '../contract/list-rules.ts'
import { dashboardRoutes } from '../dashboard/routes.ts'
import { type CallBook, closedHttp, createCallBook } from '../engine/calls/book.ts'
import { createSealer } from '../engine/calls/seal.ts'
import { deepestJson, isTooDeep, objectOf } from '../engine/json.ts'
import { createListBook, type ListBook } from '../engine/lists/book.ts'
import { type EnvironmentEvents, unheard } from '../environments/events.ts'
import { environmentRoutes } from '../environments/routes.ts'
import { loadTree } from '../environments/tree.ts'
import { eventRoutes } from '../events/routes.ts'
import { externalAssessmentRoutes } from '../external-assessments/routes.ts'
import { externalCallRoutes } from '../external-calls/routes.ts'
import { externalTileRoutes } from '../external-tiles/routes.ts'
import { limitUntilAttested } from '../fcra/fcra.ts'
import { fcraRoutes } from '../fcra/routes.ts'
import { functionRoutes } from '../functions/routes.ts'
import { customListRoutes, supportEntryRoutes, supportListRoutes } from '../lists/routes.ts'
import { listSourceRoutes } from '../lists/source-routes.ts'
import { createHub, type LiveHub } from '../live/hub.ts'
import { liveRoutes } from '../live/routes.ts'
import { modelRoutes } from '../models/routes.ts'
import { notificationRoutes } from '../notifications/routes.ts'
import { type Ports, TokenError, type TokenVerifier } from '../ports.ts'
import { preferenceRoutes } from '../preferences/routes.ts'
import { branchRoutes } from '../rules/branch-routes.ts'
import { ruleRoutes } from '../rules/routes.ts'
import { routingRuleRoutes } from '../rules/routing-routes.ts'
import { savedViewRoutes } from '../saved-views/routes.ts'
import { searchRoutes } from '../search/routes.ts'
import { base, type ConsoleContext, type RuleEngine } from '../session/base.ts'
import { RefusedValue } from '../session/refusals.ts'
import { sessionRoutes } from '../session/routes.ts'
import { assessmentTemplateRoutes, environmentTemplateRoutes, ruleTemplateRoutes } from '../templates/routes.ts'
import { velocitySetRoutes } from '../velocities/routes.ts'
import { velocityValueRoutes } from '../velocities/value-routes.ts'
import { errorBody, toConsoleError } from './console-errors.ts'
import { repeatable } from './repeated-calls.ts'

export interface ConsoleApiDeps {
  ports: Ports
  engine: RuleEngine
  /** The engine's; one of its own when absent. */
  lists?: ListBook
  /** The engine's; when absent one that makes no calls. */
  calls?: CallBook
  verifier: Pick<TokenVerifier, 'user'>
  /** Hears of changes to environments and carries them out; nobody when absent. */
  environments?: EnvironmentEvents
  /** Hears of fits that were asked for; the next scheduled run does them when absent. */
  models?: { wake: () => void }
  /** Hears of back-tests that were asked for; the next scheduled run does them when absent. */
  backtests?: { wake: () => void }
  /** Tells open consoles of changes; one of its own when absent. */
  live?: LiveHub
  /** Address of this service from outside, when it is not that of the request. */
  publicUrl?: string | undefined
  version: string
}

/** What a call brings along before its caller is known. */
interface Arrival {
  headers: Headers
  correlationId: string
  origin: string
  progress: { reached: boolean }
  signal: AbortSignal
  limit: { size: number; message: string }
}
type CallContext = ConsoleContext & Arrival

const rpcPrefix = '/api/console/rpc'
const restPrefix = '/api/console/v1'
const correlationHeader = 'x-ms-correlation-id'
/** A rule of a hundred clauses with its sample fits; more is no rule. */
const maxBodySize = 4 * 1024 * 1024
const tooLarge = 'The request is too large: at most 4 MiB are taken.'
/** A file of a list, and what is around it in a form. */
const maxUpload = listLimits.fileSize + 64 * 1024
const fileTooLarge = 'The request is too large: a file has to be smaller than 20 MB.'
const uploads =
  /\/(?:environments(?:\/create)?|(?:rule|assessment|environment)Templates\/(?:add|check|use)|templates\/[a-z]+\/(?:import|check|use)|customLists\/(?:check|create|replace)|supportLists\/import|lists\/custom(?:\/check|\/[^/]+\/file)?|lists\/support\/[^/]+\/import)$/

/** How much a call may send: forms with files more than texts. */
function limitOf(request: Pick<Request, 'url' | 'headers'>): { size: number; message: string } {
  const upload =
    (request.headers.get('content-type') ?? '').startsWith('multipart/form-data') &&
    uploads.test(new URL(request.url).pathname)
  return upload ? { size: maxUpload, message: fileTooLarge } : { size: maxBodySize, message: tooLarge }
}

const router = base.router({
  session: sessionRoutes,
  environments: environmentRoutes,
  dashboard: dashboardRoutes,
  search: searchRoutes,
  events: eventRoutes,
  rules: ruleRoutes,
  branches: branchRoutes,
  routingRules: routingRuleRoutes,
  velocities: { ...velocitySetRoutes, ...velocityValueRoutes },
  functions: functionRoutes,
  customLists: customListRoutes,
  listSources: listSourceRoutes,
  supportLists: supportListRoutes,
  supportEntries: supportEntryRoutes,
  live: liveRoutes,
  backtests: backtestRoutes,
  models: modelRoutes,
  notifications: notificationRoutes,
  fcra: fcraRoutes,
  externalTiles: externalTileRoutes,
  externalCalls: externalCallRoutes,
  externalAssessments: externalAssessmentRoutes,
  preferences: preferenceRoutes,
  savedViews: savedViewRoutes,
  ruleTemplates: ruleTemplateRoutes,
  assessmentTemplates: assessmentTemplateRoutes,
  environmentTemplates: environmentTemplateRoutes,
})

/**
 * The console API: the typed procedures for the console under `/api/console/rpc`, the same as REST under
 * `/api/console/v1`, and their description at `/openapi.json`. Every call needs a user's bearer token; every answer
 * carries the correlation id.
 */
export function createConsoleApi(deps: ConsoleApiDeps): Hono {
  const options = {
    interceptors: [
      edge({
        ...deps,
        live: deps.live ?? createHub({ epoch: deps.ports.newId() }),
        lists: deps.lists ?? createListBook(deps.ports),
        calls:
          deps.calls ?? createCallBook({ ...deps.ports, http: closedHttp, sealer: createSealer(deps.ports.newId()) }),
      }),
    ],
    clientInterceptors: [markReached, notTooDeep, repeatable],
    // Proxies close what is silent for half a minute or longer.
    eventIteratorKeepAliveInterval: 15_000,
  }
  const rpc = new RPCHandler<CallContext>(router, options)
  const rest = new OpenAPIHandler<CallContext>(router, { ...options, customErrorResponseBodyEncoder: errorBody })
  const app = new Hono()
  app.get('/openapi.json', async context =>
    context.json(await describeApi(deps.version, deps.publicUrl ?? new URL(context.req.url).origin)),
  )
  for (const [prefix, handler] of [
    [rpcPrefix, rpc],
    [restPrefix, rest],
  ] as const) {
    app.all(`${prefix}/*`, async context => {
      const request = bounded(context.req.raw)
      const arrival = arrivalOf(deps, request)
      // The rest of the context is put in by `edge`, once the caller is known: no handler runs before it.
      const { response } = await handler.handle(request, { prefix, context: arrival as CallContext })
      return finish(response, arrival)
    })
  }
  return app
}

function arrivalOf(deps: ConsoleApiDeps, request: Request): Arrival {
  const sent = request.headers.get(correlationHeader)
  return {
    headers: request.headers,
    signal: request.signal,
    progress: { reached: false },
    limit: limitOf(request),
    correlationId: sent && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(sent) ? sent : deps.ports.newId(),
    origin: (deps.publicUrl ?? new URL(request.url).origin).replace(/\/$/, ''),
  }
}

/**
 * Ends the reading of a body at its bound; a declared length is the HTTP server's to enforce, and is checked by `edge`.
 */
function bounded(request: Request): Request {
  if (!request.body || request.headers.has('content-length')) return request
  const limit = limitOf(request)
  let size = 0
  const limiter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > limit.size) controller.error(new ORPCError('PAYLOAD_TOO_LARGE', { message: limit.message }))
      else controller.enqueue(chunk)
    },
  })
  const init: RequestInit & { duplex: 'half' } = { body: request.body.pipeThrough(limiter), duplex: 'half' }
  return new Request(request, init)
}

function finish(response: Response | undefined, { correlationId }: Arrival): Response {
  const answer =
    response ??
    Response.json(
      { code: 'notFound', message: 'There is no such address in the console API.', details: {}, correlationId },
      { status: 404 },
    )
  const headers = new Headers(answer.headers)
  headers.set(correlationHeader, correlationId)
  headers.set('cache-control', 'no-store')
  if (answer.status === 401) headers.set('www-authenticate', 'Bearer')
  if (answer.status === 503) headers.set('retry-after', '1')
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}

interface EdgeOptions<Result> {
  context: CallContext
  request: { signal?: AbortSignal | undefined }
  next: (options?: never) => Promise<Result>
}

/** Outermost step of a call: who calls, then the call, then one way for every error to become an answer. */
function edge(deps: ConsoleApiDeps & { live: LiveHub; lists: ListBook; calls: CallBook }) {
  return async <Result>(options: EdgeOptions<Result>): Promise<Result> => {
    const { context } = options
    try {
      if (Number(context.headers.get('content-length') ?? 0) > context.limit.size)
        throw new ORPCError('PAYLOAD_TOO_LARGE', { message: context.limit.message })
      const token = bearerOf(context.headers)
      const { db, clock } = deps.ports
      const recheck = async () => {
        const caller = await deps.verifier.user(token)
        const tree = await loadTree(db, caller.tenantId)
        // Who sets the product up attests afterwards, before there is anything to see.
        return { principal: tree.size === 0 ? caller : await limitUntilAttested(db, caller, clock()), tree }
      }
      Object.assign(context, {
        ports: deps.ports,
        engine: deps.engine,
        lists: deps.lists,
        calls: deps.calls,
        environments: deps.environments ?? unheard,
        models: deps.models ?? { wake: () => undefined },
        backtests: deps.backtests ?? { wake: () => undefined },
        db,
        live: deps.live,
        recheck,
        ...(await recheck()),
      })
      return await options.next()
    } catch (error) {
      const answer = toConsoleError(error, context.correlationId, context.progress.reached, context.signal.aborted)
      if (answer.status >= 500) {
        deps.ports.log.write(3, 'console.call-failed', {
          correlationId: context.correlationId,
          status: answer.status,
          cause: causeOf(error),
        })
      }
      throw answer
    }
  }
}

function markReached<Result>(options: { context: CallContext; next: () => Result }): Result {
  options.context.progress.reached = true
  return options.next()
}

function bearerOf(headers: Headers): string {
  const found = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')
  if (!found?.[1]) throw new TokenError('TokenNotPresent', 'No bearer token was sent.')
  return found[1]
}

/**
 * What could be read but not be written again is refused before anybody works on it. @throws RefusedValue naming the
 * fields, and what in them it is
 */
function notTooDeep<Result>({ input, next }: { input: unknown; next: () => Result }): Result {
  const message = `This is nested too deeply: at most ${deepestJson} levels.`
  const deepIn = (value: unknown): [string, unknown][] =>
    Object.entries(objectOf(value)).filter(([, inner]) => isTooDeep(inner))
  const issues = deepIn(input).flatMap(([field, value]) => {
    const inside = deepIn(value)
    return inside.length === 0
      ? [{ path: [field], message }]
      : inside.map(([name]) => ({ path: [field, name], message }))
  })
  if (issues[0]) throw new RefusedValue(issues[0].path, message, { issues })
  return next()
}

/** Kind of an error for the log; its text may hold values and stays out. */
function causeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string')
    return error.code
  return error instanceof Error ? error.name : typeof error
}

/** The OpenAPI document of the REST side. */
export async function describeApi(version: string, origin: string): Promise<object> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  return generator.generate(consoleContract, {
    info: { title: 'Assay console API', version },
    servers: [{ url: `${origin.replace(/\/$/, '')}${restPrefix}` }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Access token of the signed-in user',
        },
      },
    },
    customErrorResponseBodySchema: {
      type: 'object',
      required: ['code', 'message', 'details', 'correlationId'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        details: { type: 'object' },
        correlationId: { type: 'string' },
      },
    },
  })
}
