import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { Hono } from 'hono'
import { consoleContract } from '../../contract/index.ts'
import { listLimits } from '../../contract/lists/list-definitions.ts'
import { type CallRegistry, closedHttp, createCallRegistry } from '../../engine/calls/call-registry.ts'
import { createSecretCipher } from '../../engine/calls/secret-encryption.ts'
import { deepestJson, isTooDeep, objectOf } from '../../engine/lib/json.ts'
import { createListRegistry, type ListRegistry } from '../../engine/lists/list-registry.ts'
import { backtestRoutes } from '../../features/backtests/routes.ts'
import { dashboardRoutes } from '../../features/dashboard/routes.ts'
import { environmentRoutes } from '../../features/environments/routes.ts'
import { externalAssessmentRoutes } from '../../features/external-assessments/routes.ts'
import { externalCallRoutes } from '../../features/external-calls/routes.ts'
import { externalTileRoutes } from '../../features/external-tiles/routes.ts'
import { limitUntilAttested } from '../../features/fcra/fcra.ts'
import { fcraRoutes } from '../../features/fcra/routes.ts'
import { functionRoutes } from '../../features/functions/routes.ts'
import { listSourceRoutes } from '../../features/lists/database-list-routes.ts'
import { customListRoutes, supportEntryRoutes, supportListRoutes } from '../../features/lists/routes.ts'
import { liveRoutes } from '../../features/live/routes.ts'
import { modelRoutes } from '../../features/models/routes.ts'
import { notificationRoutes } from '../../features/notifications/routes.ts'
import { preferenceRoutes } from '../../features/preferences/routes.ts'
import { eventRoutes } from '../../features/review/routes.ts'
import { branchRoutes } from '../../features/rules/routes/branch-routes.ts'
import { routingRuleRoutes } from '../../features/rules/routes/routing-rule-routes.ts'
import { ruleRoutes } from '../../features/rules/routes/rule-routes.ts'
import { savedViewRoutes } from '../../features/saved-views/routes.ts'
import { searchRoutes } from '../../features/search/routes.ts'
import { sessionRoutes } from '../../features/session/routes.ts'
import {
  assessmentTemplateRoutes,
  environmentTemplateRoutes,
  ruleTemplateRoutes,
} from '../../features/templates/routes.ts'
import { velocitySetRoutes } from '../../features/velocities/routes.ts'
import { velocityValueRoutes } from '../../features/velocities/value-routes.ts'
import { type ConsoleContext, procedures, type RuleEngine } from '../../kernel/console-api/procedures.ts'
import { type EnvironmentEvents, ignoreEnvironmentEvents } from '../../kernel/environments/environment-events.ts'
import { loadEnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { createLiveHub, type LiveHub } from '../../kernel/live/live-hub.ts'
import { type Ports, TokenError, type TokenVerifier } from '../../ports/index.ts'
import { errorBody, toConsoleError } from './console-errors.ts'
import { runIdempotent } from './idempotency.ts'

export interface ConsoleApiDeps {
  ports: Ports
  engine: RuleEngine
  /** The engine's; one of its own when absent. */
  lists?: ListRegistry
  /** The engine's; when absent one that makes no calls. */
  calls?: CallRegistry
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
interface RequestFacts {
  headers: Headers
  correlationId: string
  origin: string
  progress: { reached: boolean }
  signal: AbortSignal
  limit: { size: number; message: string }
}
type ProcedureContext = ConsoleContext & RequestFacts

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

const router = procedures.router({
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
      createEdge({
        ...deps,
        live: deps.live ?? createLiveHub({ epoch: deps.ports.newId() }),
        lists: deps.lists ?? createListRegistry(deps.ports),
        calls:
          deps.calls ??
          createCallRegistry({ ...deps.ports, http: closedHttp, cipher: createSecretCipher(deps.ports.newId()) }),
      }),
    ],
    clientInterceptors: [markHandlerReached, assertDepth, runIdempotent],
    // Proxies close what is silent for half a minute or longer.
    eventIteratorKeepAliveInterval: 15_000,
  }
  const rpc = new RPCHandler<ProcedureContext>(router, options)
  const rest = new OpenAPIHandler<ProcedureContext>(router, { ...options, customErrorResponseBodyEncoder: errorBody })
  const app = new Hono()
  app.get('/openapi.json', async context =>
    context.json(await describeApi(deps.version, deps.publicUrl ?? new URL(context.req.url).origin)),
  )
  for (const [prefix, handler] of [
    [rpcPrefix, rpc],
    [restPrefix, rest],
  ] as const) {
    app.all(`${prefix}/*`, async context => {
      const request = limitBody(context.req.raw)
      const arrival = requestFactsOf(deps, request)
      // The rest of the context is put in by `edge`, once the caller is known: no handler runs before it.
      const { response } = await handler.handle(request, { prefix, context: arrival as ProcedureContext })
      return finishResponse(response, arrival)
    })
  }
  return app
}

function requestFactsOf(deps: ConsoleApiDeps, request: Request): RequestFacts {
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
function limitBody(request: Request): Request {
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

function finishResponse(response: Response | undefined, { correlationId }: RequestFacts): Response {
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
  context: ProcedureContext
  request: { signal?: AbortSignal | undefined }
  next: (options?: never) => Promise<Result>
}

/** Outermost step of a call: who calls, then the call, then one way for every error to become an answer. */
function createEdge(deps: ConsoleApiDeps & { live: LiveHub; lists: ListRegistry; calls: CallRegistry }) {
  return async <Result>(options: EdgeOptions<Result>): Promise<Result> => {
    const { context } = options
    try {
      if (Number(context.headers.get('content-length') ?? 0) > context.limit.size)
        throw new ORPCError('PAYLOAD_TOO_LARGE', { message: context.limit.message })
      const token = bearerOf(context.headers)
      const { db, clock } = deps.ports
      const recheck = async () => {
        const caller = await deps.verifier.user(token)
        const tree = await loadEnvironmentTree(db, caller.tenantId)
        // Who sets the product up attests afterwards, before there is anything to see.
        return { principal: tree.size === 0 ? caller : await limitUntilAttested(db, caller, clock()), tree }
      }
      Object.assign(context, {
        ports: deps.ports,
        engine: deps.engine,
        lists: deps.lists,
        calls: deps.calls,
        environments: deps.environments ?? ignoreEnvironmentEvents,
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

function markHandlerReached<Result>(options: { context: ProcedureContext; next: () => Result }): Result {
  options.context.progress.reached = true
  return options.next()
}

function bearerOf(headers: Headers): string {
  const found = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')
  if (!found?.[1]) throw new TokenError('TokenNotPresent', 'No bearer token was sent.')
  return found[1]
}

/**
 * What could be read but not be written again is refused before anybody works on it. @throws ValidationError naming the
 * fields, and what in them it is
 */
function assertDepth<Result>({ input, next }: { input: unknown; next: () => Result }): Result {
  const message = `This is nested too deeply: at most ${deepestJson} levels.`
  const deepIn = (value: unknown): [string, unknown][] =>
    Object.entries(objectOf(value)).filter(([, inner]) => isTooDeep(inner))
  const issues = deepIn(input).flatMap(([field, value]) => {
    const inside = deepIn(value)
    return inside.length === 0
      ? [{ path: [field], message }]
      : inside.map(([name]) => ({ path: [field, name], message }))
  })
  if (issues[0]) throw new ValidationError(issues[0].path, message, { issues })
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
