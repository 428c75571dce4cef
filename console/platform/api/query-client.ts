import { type Query, QueryClient } from '@tanstack/react-query'
import { onReconnect } from '../offline/connection.ts'
import { isTransient, retryDelayAfter } from './api-error.ts'

/** How long what failed again after a recovery is left to the person who sees it. */
const recoveryCooldown = 60_000

/**
 * One cache for the whole console; lists keep their previous page while the next loads. Only reads are asked again by
 * themselves.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (count, error) => count < 2 && isTransient(error),
        retryDelay: retryDelayAfter,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  })
  // What could not be loaded while the service was out of reach is asked for again. When one address alone is cut off
  // on the way, every answer from another looks like a recovery: asked each time, its failure would come and go under
  // the pointer for ever.
  const asked = new WeakMap<Query, number>()
  onReconnect(() => {
    const now = Date.now()
    const due = new Set(
      client.getQueryCache().findAll({
        type: 'active',
        predicate: query =>
          (query.state.status === 'error' || query.state.isInvalidated) &&
          now - (asked.get(query) ?? -Infinity) >= recoveryCooldown,
      }),
    )
    for (const query of due) asked.set(query, now)
    void client.refetchQueries({ predicate: query => due.has(query) })
  })
  return client
}
