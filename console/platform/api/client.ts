import type { ConsoleContract } from '@assay/risk-service/contract'
import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { acquireToken } from '../session/index.ts'

interface CallContext {
  correlationId?: string
  /** The service refused the token: take a new one before asking again. */
  renew?: boolean
}

/** Correlation id of failed calls, by error; shown to the user beside the message. */
const correlationIds = new WeakMap<object, string>()

/** The id under which the service logged a failed call, when there is one. */
export function correlationIdOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null ? correlationIds.get(error) : undefined
}

const link = new RPCLink<CallContext>({
  url: () => `${location.origin}/api/console/rpc`,
  headers: async ({ context }) => ({
    authorization: `Bearer ${await acquireToken({ forceRefresh: context.renew ?? false })}`,
    ...(context.correlationId ? { 'x-ms-correlation-id': context.correlationId } : {}),
  }),
  interceptors: [
    async options => {
      const correlationId = crypto.randomUUID()
      const call = (renew: boolean) => options.next({ ...options, context: { ...options.context, correlationId, renew } })
      try {
        return await call(false).catch((error: unknown) => {
          if (error instanceof ORPCError && error.status === 401) return call(true)
          throw error
        })
      } catch (error) {
        if (typeof error === 'object' && error !== null) correlationIds.set(error, correlationId)
        throw error
      }
    },
  ],
})

/** Typed calls of the console API; nothing else in the console talks to the service. */
export const client: ContractRouterClient<ConsoleContract, CallContext> = createORPCClient(link)
/** Query options, mutation options and keys, made from the same contract. */
export const api = createTanstackQueryUtils(client)
