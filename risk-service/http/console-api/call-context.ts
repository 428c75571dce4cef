/**
 * Builds the context of a handler from a request: the caller, the resources of the handler, and the answers to errors.
 */
import { ORPCError } from '@orpc/server'
import type { CallRegistry } from '../../engine/calls/types.ts'
import type { KeyedQueue } from '../../engine/lib/serial-queue.ts'
import type { ListRegistry } from '../../engine/lists/types.ts'
import { applyPreview } from '../../features/access/rights-preview/apply-preview.ts'
import { limitUntilAttested } from '../../features/fcra/fcra.ts'
import { AccessError } from '../../kernel/access/authorize.ts'
import type { RoleUse } from '../../kernel/access/role-use.ts'
import type { ConsoleContext, RuleEngine } from '../../kernel/console-api/context.ts'
import { openMemoryFile } from '../../kernel/console-api/memory-files.ts'
import { noEventSinks } from '../../kernel/console-api/no-event-sinks.ts'
import { noUploadFiles } from '../../kernel/console-api/no-upload-files.ts'
import { type EnvironmentEvents, ignoreEnvironmentEvents } from '../../kernel/environments/environment-events.ts'
import { loadEnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { codeOf } from '../../kernel/errors/error-code.ts'
import { ConflictError } from '../../kernel/errors/errors.ts'
import type { SharedWindowLimiter } from '../../kernel/limits/shared-window-limiter.ts'
import {
  createTokenBucketLimiter,
  type RateLimit,
  type TokenBucketLimiter,
} from '../../kernel/limits/token-bucket-limiter.ts'
import type { LiveHub } from '../../kernel/live/live-hub.ts'
import type { Presence } from '../../kernel/live/presence.ts'
import type { SecurityLog } from '../../kernel/security-log.ts'
import type { ReadCertificate } from '../../ports/certificates.ts'
import {
  type EventSinks,
  type MessageTexts,
  type OpenScratchFile,
  type Ports,
  TokenError,
  type TokenVerifier,
  type UploadFiles,
} from '../../ports/index.ts'
import type { NameResolver } from '../../ports/name-resolver.ts'
import { toConsoleError } from './console-errors.ts'
import { createReadClient } from './read-client.ts'

export interface CallContextDeps {
  ports: Ports
  engine: RuleEngine
  lists: ListRegistry
  calls: CallRegistry
  verifier: Pick<TokenVerifier, 'user'>
  /** Receives changes to environments and carries them out; absent: no subscriber. */
  environments?: EnvironmentEvents
  /** Called after a training was requested; absent: the next scheduled run performs it. */
  models?: { wake: () => void }
  /** Called after a back-test was requested; absent: the next scheduled run performs it. */
  backtests?: ConsoleContext['backtests']
  dualRuns?: ConsoleContext['dualRuns']
  subjectRequests?: ConsoleContext['subjectRequests']
  /** Called after a decision; absent: its effects wait for the next run. */
  cases?: { wake: () => void }
  search?: { wake: () => void }
  /** Sinks of event tracing; absent: webhooks and pull. */
  sinks?: EventSinks
  /** Counts what uses up an entitlement; absent: elsewhere. */
  metering?: ConsoleContext['metering']
  /** Where the chunks of uploaded files are; absent: nothing can be uploaded. */
  uploadFiles?: UploadFiles
  /** Connections to retail systems; absent: nothing can be connected. */
  retail?: ConsoleContext['retail']
  /** Who takes part in the acceptance booster; absent: nobody. */
  boosterParticipants?: ConsoleContext['boosterParticipants']
  /** Whether the installation has an SMTP server; absent: it has none. */
  hasMailServer?: boolean
  /** Whether sign-ins name directory roles; absent: they do. */
  hasDirectoryRoles?: boolean
  /** Host names of device fingerprinting; absent: it has none of its own. */
  fingerprintingHosts?: readonly string[]
  /** Reads certificates; absent: none can be registered. */
  readCertificate?: ReadCertificate
  /** Resolves host names; absent: none is resolved. */
  names?: NameResolver
  live: LiveHub
  presence: Presence
  roleUse: RoleUse
  testLimiter: SharedWindowLimiter
  questionLimiter: SharedWindowLimiter
  /** Texts of the product; absent: no language model phrases answers. */
  texts?: MessageTexts
  evaluationLimiter: TokenBucketLimiter
  fileQueue: KeyedQueue
  /** Files of answers that are too large for memory; absent: they are in memory. */
  openScratchFile?: OpenScratchFile
  /** Calls of one user; absent: no limit. */
  userRate?: RateLimit
  /** Processes that share the limits; absent: this one alone. */
  processes?: () => number
  /** Receives refused tokens, rights and environments; absent: nobody. */
  security?: SecurityLog
}

/** The data of a call before its caller is identified. */
export interface RequestFacts {
  headers: Headers
  /** Address of the client; null if unknown. */
  address: string | null
  correlationId: string
  origin: string
  /**
   * `reached`: the handler has begun. `empty`: the answer is that there is nothing. `cutOff` ends an answer with a file that
   * cannot be sent to its end.
   */
  progress: { reached: boolean; empty: boolean; cutOff: AbortSignal | null }
  signal: AbortSignal
  limit: { size: number; message: string }
  /** Bytes that came beside the input; null: none came. */
  content: ReadableStream<Uint8Array> | null
}
export type ProcedureContext = ConsoleContext & RequestFacts

interface CallOptions<Result> {
  context: ProcedureContext
  request: { signal?: AbortSignal | undefined }
  next: (options?: never) => Promise<Result>
}

/**
 * Creates the outermost step of a call: it identifies the caller, runs the call, and turns every error into an answer.
 */
export function createCallContext(deps: CallContextDeps) {
  const calls = createTokenBucketLimiter(undefined, deps.processes)
  const logRefusal = (error: unknown, { address, principal }: RequestFacts & Partial<ConsoleContext>) => {
    const caller = { address, tenantId: principal?.tenantId ?? null, principalId: principal?.id ?? null }
    if (error instanceof TokenError)
      deps.security?.write('token-refused', { ...caller, area: 'console-api', reason: error.reason })
    if (error instanceof ConflictError && error.data.reason === 'preview.readOnly')
      deps.security?.write('right-refused', { ...caller, area: 'console-api', reason: error.data.reason })
    if (error instanceof AccessError)
      deps.security?.write(error.code === 'notFound' ? 'environment-refused' : 'right-refused', {
        ...caller,
        area: 'console-api',
        reason: error.capability ?? 'unknown',
      })
  }
  return async <Result>(options: CallOptions<Result>): Promise<Result> => {
    const { context } = options
    try {
      if (Number(context.headers.get('content-length') ?? 0) > context.limit.size)
        throw new ORPCError('PAYLOAD_TOO_LARGE', { message: context.limit.message })
      if (!hasContentOfContract(context.headers))
        throw new ORPCError('UNSUPPORTED_MEDIA_TYPE', {
          status: 415,
          message: 'The content type has to be application/json, or multipart/form-data where files are sent.',
        })
      const token = bearerOf(context.headers)
      const { db, clock } = deps.ports
      const recheck = async () => {
        const caller = await deps.verifier.user(token)
        const tree = await loadEnvironmentTree(db, caller.tenantId)
        // The user who sets the product up attests afterwards, because no data exists before.
        const limited = tree.size === 0 ? caller : await limitUntilAttested(db, caller, clock())
        return { principal: await applyPreview(db, limited, context.headers, clock()), tree }
      }
      const caller = await recheck()
      const { principal } = caller
      Object.assign<ProcedureContext, Partial<ConsoleContext>>(context, {
        ports: deps.ports,
        engine: deps.engine,
        lists: deps.lists,
        calls: deps.calls,
        environments: deps.environments ?? ignoreEnvironmentEvents,
        models: deps.models ?? { wake: () => undefined },
        cases: deps.cases ?? { wake: () => undefined },
        sinks: deps.sinks ?? noEventSinks,
        metering: deps.metering ?? { flush: () => Promise.resolve(), processor: () => null },
        uploadFiles: deps.uploadFiles ?? noUploadFiles,
        retail: deps.retail ?? { connector: null, wake: () => undefined },
        boosterParticipants: deps.boosterParticipants ?? [],
        hasMailServer: deps.hasMailServer ?? false,
        hasDirectoryRoles: deps.hasDirectoryRoles ?? true,
        fingerprintingHosts: deps.fingerprintingHosts ?? [],
        readCertificate: deps.readCertificate ?? null,
        names: deps.names ?? null,
        search: deps.search ?? { wake: () => undefined },
        backtests: deps.backtests ?? { wake: () => undefined },
        dualRuns: deps.dualRuns ?? { wake: () => undefined },
        subjectRequests: deps.subjectRequests ?? { wake: () => undefined },
        db,
        live: deps.live,
        presence: deps.presence,
        roleUse: deps.roleUse,
        testLimiter: deps.testLimiter,
        assistant: {
          reads: reader => createReadClient(reader, { onError: error => logRefusal(error, { ...context, ...reader }) }),
          limiter: deps.questionLimiter,
          texts: deps.texts ?? null,
        },
        evaluationLimiter: deps.evaluationLimiter,
        fileQueue: deps.fileQueue,
        openScratchFile: async (signal, limits) => {
          const file = await (deps.openScratchFile ?? openMemoryFile)(signal, limits)
          const cutOff = new AbortController()
          context.progress.cutOff = cutOff.signal
          void file.removed.then(failure => failure !== null && cutOff.abort(failure))
          return file
        },
        recheck,
        ...caller,
      })
      if (deps.userRate && calls.acquire(principal.id, deps.userRate) > 0) {
        deps.security?.write('limit-reached', {
          address: context.address,
          area: 'console-api',
          tenantId: principal.tenantId,
          principalId: principal.id,
        })
        throw new ORPCError('TOO_MANY_REQUESTS', { message: 'Too many requests. Wait a moment, then try again.' })
      }
      return await options.next()
    } catch (error) {
      logRefusal(error, context)
      const answer = toConsoleError(error, context.correlationId, context.progress.reached, context.signal.aborted)
      if (answer.status >= 500) {
        deps.ports.log.write(3, 'console.call-failed', {
          correlationId: context.correlationId,
          status: answer.status,
          cause: codeOf(error),
        })
      }
      throw answer
    }
  }
}

/**
 * Marks that a call passed the check of its caller and the validation of its input: a later error is that of the
 * handler.
 */
export function markHandlerReached<Result>(options: { context: ProcedureContext; next: () => Result }): Result {
  options.context.progress.reached = true
  return options.next()
}

/** Whether a body is of a type that procedures read: JSON, a form, or the bytes of a file. Without a body none is needed. */
function hasContentOfContract(headers: Headers): boolean {
  const type = headers.get('content-type')
  return type === null
    ? Number(headers.get('content-length') ?? 0) === 0
    : /^(?:application\/(?:json|octet-stream)|multipart\/form-data)\s*(?:;|$)/i.test(type)
}

function bearerOf(headers: Headers): string {
  const found = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')
  if (!found?.[1]) throw new TokenError('TokenNotPresent', 'No bearer token was sent.')
  return found[1]
}
