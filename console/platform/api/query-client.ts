import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { onReconnect } from '../offline/connection.ts'
import { trackPoll } from '../telemetry/telemetry.ts'
import { isTransient, retryDelayAfter } from './api-error.ts'

/** How long what failed again after a recovery is left to the person who sees it. */
const recoveryCooldown = 60_000

/** Whether a visible page polls this query. */
const isPolled = (query: Query<unknown, unknown>): boolean =>
  query.observers.some(({ options: { refetchInterval: interval } }) =>
    Boolean(typeof interval === 'function' ? interval(query) : interval),
  )

/** `session.get`: the procedure of a read, as `@orpc/tanstack-query` puts it first in the key. */
const procedureOf = ({ queryKey: [path] }: Query<unknown, unknown>): string | null =>
  Array.isArray(path) ? path.join('.') : null

/**
 * One cache for the whole console; lists show their previous page while the next loads. Only reads are retried
 * automatically. `onPoll` receives the procedure of a polled read whose repetition was answered.
 */
export function createQueryClient(onPoll: (procedure: string) => void = trackPoll): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onSuccess(_data, query) {
        const procedure = procedureOf(query)
        if (procedure !== null && query.state.dataUpdateCount > 1 && isPolled(query)) onPoll(procedure)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (count, error) => count < 2 && isTransient(error),
        retryDelay: retryDelayAfter,
        refetchOnWindowFocus: false,
      },
      // Without a connection a change fails at once: none waits for one behind the back of who made it.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  // Queries that failed while the service was out of reach are refetched. When one address alone is cut off, every
  // answer from another address looks like a recovery: refetched each time, its failure would appear and disappear
  // under the pointer without end.
  const lastRefetch = new WeakMap<Query, number>()
  onReconnect(() => {
    const now = Date.now()
    const due = new Set(
      client.getQueryCache().findAll({
        type: 'active',
        predicate: query =>
          (query.state.status === 'error' || query.state.isInvalidated) &&
          now - (lastRefetch.get(query) ?? -Infinity) >= recoveryCooldown,
      }),
    )
    for (const query of due) lastRefetch.set(query, now)
    void client.refetchQueries({ predicate: query => due.has(query) })
  })
  return client
}
