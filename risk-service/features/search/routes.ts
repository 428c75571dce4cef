import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { requireSearchable, searchableTypes } from './event-types.ts'
import { countMatching, type SearchReader, searchEvents } from './search.ts'

const typesOf = ({ scope, engine }: EnvironmentCallContext) =>
  searchableTypes(scope, environmentId => engine.assessments(environmentId))

function readerOf(context: EnvironmentCallContext, eventType: string, signal: AbortSignal | undefined): SearchReader {
  requireSearchable(typesOf(context), eventType)
  return { db: context.db, scope: context.scope, now: context.ports.clock(), signal }
}

export const searchRoutes = {
  events: procedures.search.events
    .use(inEnvironment)
    .handler(({ context, input, signal }) => searchEvents(readerOf(context, input.eventType, signal), input)),
  count: procedures.search.count
    .use(inEnvironment)
    .handler(({ context, input, signal }) => countMatching(readerOf(context, input.eventType, signal), input)),
  eventTypes: procedures.search.eventTypes.use(inEnvironment).handler(({ context }) => typesOf(context)),
}
