import { searchLimits } from '../../contract/index.ts'
import { loadHiddenQueues } from '../../kernel/access/hidden-queues.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { catalogueIn, withoutQueues } from './catalogue.ts'
import type { SearchReader } from './search.ts'
import { loadSearchStart } from './switch/search-switch.ts'

/**
 * Returns a call of the console API as the reader of a search for events of a type.
 * @throws ConflictError `search.off` while the tenant has no search, ValidationError for a type that cannot be searched
 */
export async function readerOf(
  { db, scope, tree, engine, ports, principal, masking }: EnvironmentCallContext,
  eventType: string,
  signal: AbortSignal | undefined,
): Promise<SearchReader> {
  const catalogue = catalogueIn(scope, engine, eventType)
  const [from, hidden] = await Promise.all([
    loadSearchStart(db, principal.tenantId),
    loadHiddenQueues(db, principal, scope, tree),
  ])
  return {
    db,
    from,
    scope,
    catalogue: withoutQueues(catalogue, hidden),
    now: ports.clock(),
    signal,
    seconds: searchLimits.seconds,
    masking,
  }
}
