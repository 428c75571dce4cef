import { searchLimits } from '../../contract/index.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { catalogueIn } from './catalogue.ts'
import type { SearchReader } from './search.ts'
import { loadSearchStart } from './switch/search-switch.ts'

/**
 * Returns a call of the console API as the reader of a search for events of a type.
 * @throws ConflictError `search.off` while the tenant has no search, ValidationError for a type that cannot be searched
 */
export async function readerOf(
  { db, scope, engine, ports, principal, masking }: EnvironmentCallContext,
  eventType: string,
  signal: AbortSignal | undefined,
): Promise<SearchReader> {
  return {
    db,
    from: await loadSearchStart(db, principal.tenantId),
    scope,
    catalogue: catalogueIn(scope, engine, eventType),
    now: ports.clock(),
    signal,
    seconds: searchLimits.seconds,
    masking,
  }
}
