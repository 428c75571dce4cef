import { ORPCError } from '@orpc/client'
import { QueryCache, QueryClient, type Query } from '@tanstack/react-query'
import { trackPoll } from '../telemetry/telemetry.ts'

/** Refusals are answers: asking again gives the same one. Everything else may be a passing fault. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ORPCError) || error.status >= 500 || error.status === 429
}

/** Name of the procedure behind a query that a view asks again and again; null for any other. */
export function pollTarget(query: Pick<Query, 'queryKey' | 'observers'>): string | null {
  const polled = query.observers.some(({ options }) => typeof options.refetchInterval === 'number' || typeof options.refetchInterval === 'function')
  const [path] = query.queryKey
  return polled && Array.isArray(path) ? path.join('.') : null
}

/** One cache for the whole console; lists keep their previous page while the next loads. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onSettled: (_data, _error, query) => {
        const target = pollTarget(query as Query)
        if (target !== null) trackPoll(target)
      },
    }),
    defaultOptions: {
      queries: { staleTime: 15_000, retry: (count, error) => count < 2 && mayPass(error), refetchOnWindowFocus: false },
    },
  })
}
