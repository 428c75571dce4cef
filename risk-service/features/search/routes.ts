import { auditChange } from '../../kernel/audit.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { rootIdOf } from '../../kernel/environments/environment-tree.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { logSearch } from './audit/log-search.ts'
import { catalogueIn, typesIn } from './catalogue.ts'
import { exportEvents } from './export-file.ts'
import { labelEvents } from './labels/label-events.ts'
import { isMaskedField } from './masked-fields.ts'
import { readerOf } from './reader.ts'
import { countRemovals } from './removals.ts'
import { countMatching, searchEvents } from './search.ts'
import { describeSwitch, enableSearch, readSwitch } from './switch/search-switch.ts'

export const searchRoutes = {
  events: procedures.search.events.use(inEnvironment).handler(async ({ context, input, signal }) => {
    const found = await searchEvents(await readerOf(context, input.eventType, signal), input)
    await logSearch(context, input)
    return found
  }),
  count: procedures.search.count
    .use(inEnvironment)
    .handler(async ({ context, input, signal }) =>
      countMatching(await readerOf(context, input.eventType, signal), input),
    ),
  eventTypes: procedures.search.eventTypes
    .use(inEnvironment)
    .handler(({ context }) => typesIn(context.scope, context.engine)),
  removals: procedures.search.removals
    .use(inEnvironment)
    .handler(async ({ context, input, signal }) =>
      countRemovals(await readerOf(context, input.eventType, signal), input),
    ),
  export: procedures.search.export.use(inEnvironment).handler(async ({ context, input, signal }) => {
    const { environmentId, eventType, filter, ids } = input
    const { file, rows, columns } = await exportEvents(await readerOf(context, eventType, signal), input)
    const { ports, principal, actorRoles, correlationId } = context
    await auditChange(
      context.db,
      { ports, principal, roles: actorRoles, correlationId, environmentId },
      { type: 'Search', id: eventType, name: eventType },
      { operation: 'Export', before: null, after: { ...(ids ? { ids } : { filter }), rows, columns } },
    )
    return file
  }),
  sendLabels: procedures.search.sendLabels
    .use(inEnvironment)
    .handler(({ context, input }) => labelEvents(context, input)),
  fields: procedures.search.fields.use(inEnvironment).handler(({ context, input }) =>
    catalogueIn(context.scope, context.engine, input.eventType).fields.map(field => {
      const { source: _source, offered: _offered, ...listed } = field
      return isMaskedField(field, context.masking.kinds) ? { ...listed, masked: true } : listed
    }),
  ),
}

export const searchSwitchRoutes = {
  get: procedures.searchSwitch.get
    .use(inEnvironment)
    .handler(({ context: { db, principal } }) => readSwitch(db, principal.tenantId)),
  settings: procedures.searchSwitch.settings.use(inEnvironment).handler(({ context }) => describeSwitch(context)),
  enable: procedures.searchSwitch.enable.use(inEnvironment).handler(({ context, input }) => {
    if (rootIdOf(context.tree, input.environmentId) !== input.environmentId)
      throw new ValidationError(['environmentId'], 'Search is turned on in a root environment.')
    return enableSearch(context, input.environmentId)
  }),
}
