import { searchLimits } from '../../contract/index.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { catalogueIn } from './catalogue.ts'
import type { SearchReader } from './search.ts'

/**
 * Returns a call of the console API as the reader of a search for events of a type.
 * @throws ValidationError for a type that cannot be searched
 */
export function readerOf(
  { db, scope, engine, ports, masking }: EnvironmentCallContext,
  eventType: string,
  signal: AbortSignal | undefined,
): SearchReader {
  return {
    db,
    scope,
    catalogue: catalogueIn(scope, engine, eventType),
    now: ports.clock(),
    signal,
    seconds: searchLimits.seconds,
    masking,
  }
}
