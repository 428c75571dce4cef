import { storedTypesOf } from '../../engine/assessments/assessment-info.ts'
import type { RuleEngine } from '../../kernel/console-api/context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { loadEntityUsers } from './entity-users.ts'
import { loadActivityFigures, loadActivityPage } from './event-activity.ts'
import { type EventScope, findEvents, loadEventDetail, loadLinkedEvents, type PurchaseViewOf } from './event-detail.ts'
import { loadEventPlaces } from './event-places.ts'
import { reportViewer } from './event-viewers.ts'
import { loadStoredDecision } from './stored-decisions.ts'

const noEventMessage = 'There is no event with this id in this environment.'
/** Assessments that have no rules. */
const eventTypesWithoutRules = ['signup', 'signin']
const purchaseViewOf =
  (
    { engine }: { engine: Pick<RuleEngine, 'purchaseView'> },
    { environmentId, eventType }: EventScope,
  ): PurchaseViewOf =>
  request =>
    engine.purchaseView(environmentId, eventType, request)

export const eventRoutes = {
  get: procedures.events.get.use(inEnvironment).handler(async ({ context, input, signal, errors }) => {
    const detail = await loadEventDetail(
      context.db,
      { ...input, scope: context.scope },
      purchaseViewOf(context, input),
      context.ports.clock(),
      signal,
    )
    if (!detail) throw errors.NOT_FOUND({ message: noEventMessage })
    const assessment = context.engine
      .assessments(input.environmentId)
      .find(each => storedTypesOf(each).includes(input.eventType))
    return {
      ...detail,
      assessment: assessment?.name ?? input.eventType,
      fieldNames: Object.fromEntries(
        (assessment?.vocabulary.attributes ?? []).flatMap(({ path, description }) =>
          path.startsWith('custom.') && description !== undefined ? [[path, description]] : [],
        ),
      ),
    }
  }),
  counterfactuals: procedures.events.counterfactuals.use(inEnvironment).handler(async ({ context, input, errors }) => {
    const decision = await loadStoredDecision(context.db, input)
    if (!decision) throw errors.NOT_FOUND({ message: noEventMessage })
    return context.engine.counterfactuals(decision)
  }),
  find: procedures.events.find.use(inEnvironment).handler(async ({ context, input: { environmentId, id } }) => {
    const eventTypes = [...context.engine.assessments(environmentId).flatMap(storedTypesOf), ...eventTypesWithoutRules]
    return { rows: await findEvents(context.db, environmentId, eventTypes, id) }
  }),
  linked: procedures.events.linked.use(inEnvironment).handler(async ({ context, input, signal, errors }) => {
    const linked = await loadLinkedEvents(
      context.db,
      { ...input, scope: context.scope },
      purchaseViewOf(context, input),
      context.ports.clock(),
      signal,
    )
    if (!linked) throw errors.NOT_FOUND({ message: noEventMessage })
    return linked
  }),
  places: procedures.events.places.use(inEnvironment).handler(async ({ context, input, signal, errors }) => {
    const places = await loadEventPlaces(
      context.db,
      { ...input, scope: context.scope, tenantId: context.principal.tenantId },
      purchaseViewOf(context, input),
      context.engine.geo,
      context.ports.clock(),
      signal,
    )
    if (!places) throw errors.NOT_FOUND({ message: noEventMessage })
    return places
  }),
  viewers: procedures.events.viewers.use(inEnvironment).handler(async ({ context, input, errors }) => {
    const viewers = await reportViewer(context, input, input.left)
    if (!viewers) throw errors.NOT_FOUND({ message: noEventMessage })
    return viewers
  }),
  entityUsers: procedures.events.entityUsers.use(inEnvironment).handler(async ({ context, input, signal, errors }) => {
    const users = await loadEntityUsers(
      context.db,
      { ...input, scope: context.scope },
      purchaseViewOf(context, input),
      context.ports.clock(),
      signal,
    )
    if (!users) throw errors.NOT_FOUND({ message: noEventMessage })
    return users
  }),
  activity: procedures.events.activity.use(inEnvironment).handler(async ({ context, input, signal, errors }) => {
    const page = await loadActivityPage(context.db, { ...input, scope: context.scope }, signal)
    if (!page) throw errors.NOT_FOUND({ message: noEventMessage })
    return page
  }),
  activityFigures: procedures.events.activityFigures
    .use(inEnvironment)
    .handler(async ({ context, input, signal, errors }) => {
      const figures = await loadActivityFigures(
        context.db,
        { ...input, scope: context.scope },
        purchaseViewOf(context, input),
        signal,
      )
      if (!figures) throw errors.NOT_FOUND({ message: noEventMessage })
      return figures
    }),
}
