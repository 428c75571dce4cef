import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { RPCHandler } from '@orpc/server/fetch'
import { Hono } from 'hono'
import { createCallRegistry } from '../../engine/calls/call-registry.ts'
import { closedHttp } from '../../engine/calls/closed-http.ts'
import { createSecretCipher } from '../../engine/calls/secret-encryption.ts'
import type { CallRegistry } from '../../engine/calls/types.ts'
import { createKeyedQueue } from '../../engine/lib/serial-queue.ts'
import { createListRegistry } from '../../engine/lists/list-registry.ts'
import type { ListRegistry } from '../../engine/lists/types.ts'
import { createQuestionLimiter } from '../../features/assistant/conversation/question-limit.ts'
import { createTestLimiter } from '../../features/outgoing-calls/test-rate-limit.ts'
import { refuseInPreview } from '../../kernel/access/preview-guard.ts'
import { createRoleUse } from '../../kernel/access/role-use.ts'
import { createTokenBucketLimiter } from '../../kernel/limits/token-bucket-limiter.ts'
import { createLiveHub, type LiveHub } from '../../kernel/live/live-hub.ts'
import { createPresence } from '../../kernel/live/presence.ts'
import { describeApi, restPrefix } from './api-description.ts'
import {
  type CallContextDeps,
  createCallContext,
  markHandlerReached,
  type ProcedureContext,
  type RequestFacts,
} from './call-context.ts'
import { errorBody } from './console-errors.ts'
import { markEmptyAnswer } from './empty-answers.ts'
import { runIdempotent } from './idempotency.ts'
import { splitContent } from './requests/request-content.ts'
import { assertDepth, formLimits, limitBody, limitOf } from './requests/request-limits.ts'
import { router } from './router.ts'
import { streamForm } from './streamed-form.ts'

export interface ConsoleApiDeps
  extends Omit<
    CallContextDeps,
    | 'lists'
    | 'calls'
    | 'live'
    | 'presence'
    | 'roleUse'
    | 'testLimiter'
    | 'questionLimiter'
    | 'evaluationLimiter'
    | 'fileQueue'
  > {
  /** That of the engine; absent: a separate one. */
  lists?: ListRegistry
  /** That of the engine; absent: one that makes no calls. */
  calls?: CallRegistry
  /** Questions to the assistant that a user may ask in a minute; absent: the usual number. */
  questionsPerMinute?: number | undefined
  /** Notifies open consoles of changes; absent: a separate one. */
  live?: LiveHub
  /** Returns the address of the client of a request. */
  addressOf?: (environment: unknown, request: Request) => string | null
  /** Public address of this service, when it differs from that of the request. */
  publicUrl?: string | undefined
  version: string
}

const rpcPrefix = '/api/console/rpc'
const correlationHeader = 'x-ms-correlation-id'

/**
 * Creates the console API: the typed procedures for the console under `/api/console/rpc`, the same as REST under
 * `/api/console/v1`, and their description at `/openapi.json`. Every call requires a user's bearer token; every answer
 * contains the correlation id.
 */
export function createConsoleApi(deps: ConsoleApiDeps): Hono {
  const options = {
    interceptors: [
      createCallContext({
        ...deps,
        live: deps.live ?? createLiveHub({ epoch: deps.ports.newId() }),
        presence: createPresence(deps.ports.db),
        roleUse: createRoleUse(deps.ports.db, deps.ports.clock),
        testLimiter: createTestLimiter(deps.ports.db),
        questionLimiter: createQuestionLimiter(deps.ports.db, deps.questionsPerMinute),
        evaluationLimiter: createTokenBucketLimiter(undefined, deps.processes),
        fileQueue: createKeyedQueue(),
        lists: deps.lists ?? createListRegistry(deps.ports),
        calls:
          deps.calls ??
          createCallRegistry({ ...deps.ports, http: closedHttp, cipher: createSecretCipher(deps.ports.newId()) }),
      }),
    ],
    clientInterceptors: [markHandlerReached, refuseInPreview, assertDepth, markEmptyAnswer, runIdempotent],
    // Proxies close connections that are silent for half a minute or longer.
    eventIteratorKeepAliveInterval: 15_000,
  }
  const rpc = new RPCHandler<ProcedureContext>(router, options)
  const rest = new OpenAPIHandler<ProcedureContext>(router, { ...options, customErrorResponseBodyEncoder: errorBody })
  const app = new Hono()
  app.get('/openapi.json', async context => context.json(await describeApi(deps.version, deps.publicUrl ?? '')))
  for (const [prefix, handler] of [
    [rpcPrefix, rpc],
    [restPrefix, rest],
  ] as const) {
    app.all(`${prefix}/*`, async context => {
      const { request: limited, content } = splitContent(limitBody(context.req.raw))
      const request = streamForm(limited, formLimits)
      const address = deps.addressOf?.(context.env, context.req.raw) ?? null
      const arrival = requestFactsOf(deps, context.req.raw, { address, content })
      // `createCallContext` adds the rest of the context once the caller is identified: no handler runs before it.
      const { response } = await handler.handle(request, { prefix, context: arrival as ProcedureContext })
      const isEmpty = prefix === restPrefix && response?.ok === true && arrival.progress.empty
      return finishResponse(isEmpty ? new Response(null, { status: 204 }) : response, arrival)
    })
  }
  return app
}

function requestFactsOf(
  deps: ConsoleApiDeps,
  request: Request,
  arrival: Pick<RequestFacts, 'address' | 'content'>,
): RequestFacts {
  const sent = request.headers.get(correlationHeader)
  return {
    headers: request.headers,
    ...arrival,
    signal: request.signal,
    progress: { reached: false, empty: false, cutOff: null },
    limit: limitOf(request),
    correlationId: sent && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(sent) ? sent : deps.ports.newId(),
    origin: (deps.publicUrl ?? new URL(request.url).origin).replace(/\/$/, ''),
  }
}

function finishResponse(
  response: Response | undefined,
  { correlationId, progress: { cutOff } }: RequestFacts,
): Response {
  const answer =
    response ??
    Response.json(
      { code: 'notFound', message: 'There is no such address in the console API.', details: {}, correlationId },
      { status: 404 },
    )
  const headers = new Headers(answer.headers)
  headers.set(correlationHeader, correlationId)
  headers.set('cache-control', 'no-store')
  // A file is saved, never shown: it holds what others typed.
  const disposition = headers.get('content-disposition')
  if (disposition !== null) headers.set('content-disposition', disposition.replace(/^inline/, 'attachment'))
  if (answer.status === 401) headers.set('www-authenticate', 'Bearer')
  if (answer.status === 503 || answer.status === 429) headers.set('retry-after', '1')
  // A connection that nobody reads from ends with its answer.
  const body = cutOff === null ? answer.body : answer.body?.pipeThrough(new TransformStream(), { signal: cutOff })
  return new Response(body, { status: answer.status, statusText: answer.statusText, headers })
}
