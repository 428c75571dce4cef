import { searchLimits } from '../../contract/index.ts'
import type { Attribute } from '../../engine/ingest/attributes.ts'
import { auditChange } from '../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { requireSearchable, searchableTypes } from './event-types.ts'
import { exportEvents } from './export-file.ts'
import { fieldCatalogueOf } from './fields/field-catalogue.ts'
import type { FieldCatalogue } from './fields/field-types.ts'
import { isMaskedField } from './masked-fields.ts'
import { countRemovals } from './removals.ts'
import { countMatching, type SearchReader, searchEvents } from './search.ts'

const typesOf = ({ scope, engine }: EnvironmentCallContext) =>
  searchableTypes(scope, environmentId => engine.assessments(environmentId))

/** Fields of events of a type; those of a tenant assessment as the nearest environment defines it. */
function catalogueOf(context: EnvironmentCallContext, eventType: string): FieldCatalogue {
  requireSearchable(typesOf(context), eventType)
  const { scope, engine } = context
  return fieldCatalogueOf(eventType, (): readonly Attribute[] => {
    const assessment = scope
      .flatMap(environmentId => [...engine.assessments(environmentId)])
      .find(({ key }) => key === eventType)
    return [...(assessment?.check.attributes.values() ?? [])]
  })
}

function readerOf(context: EnvironmentCallContext, eventType: string, signal: AbortSignal | undefined): SearchReader {
  const { db, scope, ports, masking } = context
  return {
    db,
    scope,
    catalogue: catalogueOf(context, eventType),
    now: ports.clock(),
    signal,
    seconds: searchLimits.seconds,
    masking,
  }
}

export const searchRoutes = {
  events: procedures.search.events
    .use(inEnvironment)
    .handler(({ context, input, signal }) => searchEvents(readerOf(context, input.eventType, signal), input)),
  count: procedures.search.count
    .use(inEnvironment)
    .handler(({ context, input, signal }) => countMatching(readerOf(context, input.eventType, signal), input)),
  eventTypes: procedures.search.eventTypes.use(inEnvironment).handler(({ context }) => typesOf(context)),
  removals: procedures.search.removals
    .use(inEnvironment)
    .handler(({ context, input, signal }) => countRemovals(readerOf(context, input.eventType, signal), input)),
  export: procedures.search.export.use(inEnvironment).handler(async ({ context, input, signal }) => {
    const { environmentId, eventType, filter, ids } = input
    const { file, rows, columns } = await exportEvents(readerOf(context, eventType, signal), input)
    const { ports, principal, actorRoles, correlationId } = context
    await auditChange(
      context.db,
      { ports, principal, roles: actorRoles, correlationId, environmentId },
      { type: 'Search', id: eventType, name: eventType },
      { operation: 'Export', before: null, after: { ...(ids ? { ids } : { filter }), rows, columns } },
    )
    return file
  }),
  fields: procedures.search.fields.use(inEnvironment).handler(({ context, input }) =>
    catalogueOf(context, input.eventType).fields.map(field => {
      const { source: _source, offered: _offered, ...listed } = field
      return isMaskedField(field, context.masking.kinds) ? { ...listed, masked: true } : listed
    }),
  ),
}
