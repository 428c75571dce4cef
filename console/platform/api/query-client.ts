import { ORPCError } from '@orpc/client'
import { QueryClient } from '@tanstack/react-query'

/** Refusals are answers: asking again gives the same one. Everything else may be a passing fault. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ORPCError) || error.status >= 500 || error.status === 429
}

/** One cache for the whole console; lists keep their previous page while the next loads. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry: (count, error) => count < 2 && mayPass(error), refetchOnWindowFocus: false },
    },
  })
}
