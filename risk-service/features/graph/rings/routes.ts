import { inEnvironment, limitEvaluations, procedures } from '../../../kernel/console-api/procedures.ts'
import { changeRing, getRing, listRings } from './ring-calls.ts'
import { searchRings } from './search-rings.ts'

const { rings } = procedures

export const ringRoutes = {
  find: rings.find
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(({ context, input, signal }) => searchRings(context, input, signal)),
  list: rings.list.use(inEnvironment).handler(({ context, input }) => listRings(context, input)),
  get: rings.get.use(inEnvironment).handler(({ context, input }) => getRing(context, input.ringId)),
  watch: rings.watch.use(inEnvironment).handler(({ context, input }) => changeRing(context, input.ringId, 'watch')),
  unwatch: rings.unwatch
    .use(inEnvironment)
    .handler(({ context, input }) => changeRing(context, input.ringId, 'unwatch')),
  dismiss: rings.dismiss
    .use(inEnvironment)
    .handler(({ context, input }) => changeRing(context, input.ringId, 'dismiss', input.reason)),
  restore: rings.restore
    .use(inEnvironment)
    .handler(({ context, input }) => changeRing(context, input.ringId, 'restore')),
}
