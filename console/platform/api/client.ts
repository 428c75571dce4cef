import {
  type ConsoleContract,
  exportLimits,
  isReadProcedure,
  movingInLimits,
  needsIdempotencyKey,
  searchLimits,
  tracingLimits,
} from '@assay/risk-service/contract'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { forgetTabPreview, isPreviewTab, previewHeaders, setPreviewEnd } from '../rights-preview/tab-preview.ts'
import { acquireToken, recordAcceptedToken, signInAgain } from '../session/index.ts'
import { conflictErrorOf, errorKindOf, isAmbiguous } from './api-error.ts'
import { recordCorrelationId } from './correlation-ids.ts'
import { keyFor, release } from './idempotency-keys.ts'
import { readsMayStart } from './paint-first.ts'
import { consoleApiBase, environmentKindOf, environmentOf, headersOf } from './request-context.ts'
import { repeatLimitedRead, requestTimeout, send } from './transport.ts'

interface ProcedureContext {
  correlationId?: string
  /** The service refused the token: the next request gets a new one. */
  renew?: boolean
  /** Key of a change; reads have none. */
  idempotencyKey?: string
}

/** Milliseconds for calls that the service itself ends later than others, with a reason that the page shows. */
const timeouts: Readonly<Record<string, number>> = {
  'search.events': (searchLimits.seconds + 5) * 1000,
  'search.count': (searchLimits.seconds + 5) * 1000,
  'search.removals': (searchLimits.seconds + 5) * 1000,
  'contrast.compare': (searchLimits.seconds + 5) * 1000,
  'search.export': (exportLimits.seconds + 10) * 1000,
  'eventSubscriptions.export': tracingLimits.exportSeconds * 1000,
  'eventSubscriptions.exportDeadLetters': tracingLimits.exportSeconds * 1000,
  'movingIn.preview': movingInLimits.seconds * 1000,
  'movingIn.apply': movingInLimits.seconds * 1000,
}
const timeoutOf = (path: readonly string[]): number => timeouts[path.join('.')] ?? requestTimeout

const link = new RPCLink<ProcedureContext>({
  url: () => `${consoleApiBase()}/rpc`,
  headers: async ({ context }, _path, input) => ({
    authorization: `Bearer ${await acquireToken({ resource: environmentKindOf(environmentOf(input)), forceRefresh: context.renew ?? false })}`,
    ...headersOf(context.correlationId ?? '', input),
    ...(await previewHeaders()),
    ...(context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {}),
  }),
  fetch: (request, init, _options, path) => send(request, init, timeoutOf(path)),
  clientInterceptors: [({ next, path, signal }) => repeatLimitedRead(next, { isRead: isReadProcedure(path), signal })],
  interceptors: [
    async options => {
      if (isReadProcedure(options.path)) await readsMayStart()
      const correlationId = crypto.randomUUID()
      const change = needsIdempotencyKey(options.path) ? keyFor(options.path, options.input) : null
      const call = (renew: boolean) =>
        options.next({
          ...options,
          context: { ...options.context, correlationId, renew, ...(change ? { idempotencyKey: change.key } : {}) },
        })
      const isRefusedToken = (error: unknown) => errorKindOf(error) === 'unauthenticated'
      try {
        const answer = await call(false).catch((error: unknown) => {
          if (isRefusedToken(error)) return call(true)
          throw error
        })
        recordAcceptedToken()
        if (change) release(change, 'answered')
        return answer
      } catch (error) {
        if (change) release(change, isAmbiguous(error) ? 'lost' : 'answered')
        if (!options.signal?.aborted) recordCorrelationId(error, correlationId)
        if (isRefusedToken(error)) return signInAgain()
        if (isPreviewTab() && conflictErrorOf(error)?.reason === 'preview.ended') {
          forgetTabPreview()
          // The page is being left.
          return new Promise(() => undefined)
        }
        throw error
      }
    },
  ],
})

/** Typed calls of the console API; nothing else in the console talks to the service. */
export const client: ContractRouterClient<ConsoleContract, ProcedureContext> = createORPCClient(link)
/** Query options, mutation options and keys, made from the same contract. */
export const api = createTanstackQueryUtils(client)

setPreviewEnd(previewId => client.rightsPreviews.end({ previewId }))
