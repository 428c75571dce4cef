import { base, inEnvironment } from '../session/base.ts'
import { findEvent, readDecision, readEventDetail, readLinked } from './events.ts'

const missing = 'There is no event with this id in this environment.'

export const eventRoutes = {
  get: base.events.get.use(inEnvironment).handler(async ({ context, input, signal, errors }) => {
    const detail = await readEventDetail(context.db, input, context.ports.clock(), signal)
    if (!detail) throw errors.NOT_FOUND({ message: missing })
    return detail
  }),
  flips: base.events.flips.use(inEnvironment).handler(async ({ context, input, errors }) => {
    const decision = await readDecision(context.db, input)
    if (!decision) throw errors.NOT_FOUND({ message: missing })
    return context.engine.flips(decision)
  }),
  find: base.events.find.use(inEnvironment).handler(async ({ context, input }) => ({ row: await findEvent(context.db, input) })),
  linked: base.events.linked.use(inEnvironment).handler(async ({ context, input, signal, errors }) => {
    const linked = await readLinked(context.db, input, context.ports.clock(), signal)
    if (!linked) throw errors.NOT_FOUND({ message: missing })
    return linked
  }),
}
