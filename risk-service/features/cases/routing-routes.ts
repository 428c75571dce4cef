import { inEnvironment, limitEvaluations, procedures } from '../../kernel/console-api/procedures.ts'
import { confirmReroute, planReroute } from './routing/reroute.ts'
import { simulateRoutes } from './routing/simulate-route.ts'

const { caseRouting } = procedures

export const caseRoutingRoutes = {
  simulate: caseRouting.simulate
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(({ context, input }) => simulateRoutes(context, input)),
  plan: caseRouting.plan
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(({ context, input }) => planReroute(context, input)),
  confirm: caseRouting.confirm.use(inEnvironment).handler(({ context, input }) => confirmReroute(context, input)),
}
