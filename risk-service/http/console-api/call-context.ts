/** From a request to the context of its handler: who calls, what the handler gets, and how errors are answered. */
import { ORPCError } from '@orpc/server'
import type { CallRegistry } from '../../engine/calls/types.ts'
import type { ListRegistry } from '../../engine/lists/types.ts'
import { limitUntilAttested } from '../../features/fcra/fcra.ts'
import type { ConsoleContext, RuleEngine } from '../../kernel/console-api/context.ts'
import { type EnvironmentEvents, ignoreEnvironmentEvents } from '../../kernel/environments/environment-events.ts'
import { loadEnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { codeOf } from '../../kernel/errors/error-code.ts'
import type { SlidingWindowLimiter } from '../../kernel/limits/sliding-window-limiter.ts'
import type { LiveHub } from '../../kernel/live/live-hub.ts'
import { type Ports, TokenError, type TokenVerifier } from '../../ports/index.ts'
import { toConsoleError } from './console-errors.ts'

export interface CallContextDeps {
  ports: Ports
  engine: RuleEngine
  lists: ListRegistry
  calls: CallRegistry
  verifier: Pick<TokenVerifier, 'user'>
  /** Hears of changes to environments and carries them out; nobody when absent. */
  environments?: EnvironmentEvents
  /** Called when trainings were requested; the next scheduled run does them when absent. */
  models?: { wake: () => void }
  /** Hears of back-tests that were asked for; the next scheduled run does them when absent. */
  backtests?: { wake: () => void }
  live: LiveHub
  testLimiter: SlidingWindowLimiter
}

/** What a call brings along before its caller is known. */
export interface RequestFacts {
  headers: Headers
  correlationId: string
  origin: string
  progress: { reached: boolean }
  signal: AbortSignal
  limit: { size: number; message: string }
}
export type ProcedureContext = ConsoleContext & RequestFacts

interface CallOptions<Result> {
  context: ProcedureContext
  request: { signal?: AbortSignal | undefined }
  next: (options?: never) => Promise<Result>
}

/** Outermost step of a call: who calls, then the call, then one way for every error to become an answer. */
export function createCallContext(deps: CallContextDeps) {
  return async <Result>(options: CallOptions<Result>): Promise<Result> => {
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
        testLimiter: deps.testLimiter,
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
          cause: codeOf(error),
        })
      }
      throw answer
    }
  }
}

/** Notes that a call got past its caller's check and its input's validation: what fails from then on is the handler's. */
export function markHandlerReached<Result>(options: { context: ProcedureContext; next: () => Result }): Result {
  options.context.progress.reached = true
  return options.next()
}

function bearerOf(headers: Headers): string {
  const found = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')
  if (!found?.[1]) throw new TokenError('TokenNotPresent', 'No bearer token was sent.')
  return found[1]
}
