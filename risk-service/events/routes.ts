import { base, inEnvironment, type RuleEngine } from '../session/base.ts'
import { type EventAddress, findEvents, readDecision, readEventDetail, readLinked, type ViewOf } from './events.ts'

const missing = 'There is no event with this id in this environment.'
/** Assessments that are none of those that rules are made for. */
const withoutRules = ['signup', 'signin']
const viewOf =
  ({ engine }: { engine: Pick<RuleEngine, 'viewOf'> }, { environmentId, eventType }: EventAddress): ViewOf =>
  request =>
    engine.viewOf(environmentId, eventType, request)

export const eventRoutes = {
  get: base.events.get.use(inEnvironment).handler(async ({ context, input, signal, errors }) => {
    const detail = await readEventDetail(context.db, input, viewOf(context, input), context.ports.clock(), signal)
    if (!detail) throw errors.NOT_FOUND({ message: missing })
    return {
      ...detail,
      assessment: context.engine.assessment(input.environmentId, input.eventType)?.name ?? input.eventType,
    }
  }),
  flips: base.events.flips.use(inEnvironment).handler(async ({ context, input, errors }) => {
    const decision = await readDecision(context.db, input)
    if (!decision) throw errors.NOT_FOUND({ message: missing })
    return context.engine.flips(decision)
  }),
  find: base.events.find.use(inEnvironment).handler(async ({ context, input: { environmentId, id } }) => {
    const eventTypes = [...context.engine.assessments(environmentId).map(({ key }) => key), ...withoutRules]
    return { rows: await findEvents(context.db, environmentId, eventTypes, id) }
  }),
  linked: base.events.linked.use(inEnvironment).handler(async ({ context, input, signal, errors }) => {
    const linked = await readLinked(context.db, input, viewOf(context, input), context.ports.clock(), signal)
    if (!linked) throw errors.NOT_FOUND({ message: missing })
    return linked
  }),
}
