import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { countMatching, type SearchReader, searchEvents } from './search.ts'

function readerOf(context: EnvironmentCallContext, signal: AbortSignal | undefined): SearchReader {
  return { db: context.db, scope: context.scope, now: context.ports.clock(), signal }
}

export const searchRoutes = {
  events: procedures.search.events
    .use(inEnvironment)
    .handler(({ context, input, signal }) => searchEvents(readerOf(context, signal), input)),
  count: procedures.search.count
    .use(inEnvironment)
    .handler(({ context, input, signal }) => countMatching(readerOf(context, signal), input)),
}
