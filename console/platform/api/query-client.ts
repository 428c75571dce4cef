import { QueryClient } from '@tanstack/react-query'
import { onRecovery } from '../offline/connection.ts'
import { backOff, mayPass } from './failures.ts'

/** One cache for the whole console; lists keep their previous page while the next loads. Only reads are asked again by themselves. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry: (count, error) => count < 2 && mayPass(error), retryDelay: backOff, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  })
  // What could not be loaded while the service was out of reach is asked for again.
  onRecovery(() => void client.refetchQueries({ type: 'active', predicate: query => query.state.status === 'error' || query.state.isInvalidated }))
  return client
}
