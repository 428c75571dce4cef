import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { ancestorsOf } from '../../kernel/environments/environment-tree.ts'
import { toEventRow } from '../../kernel/store/events/event-row.ts'
import { loadApiCalls } from './api-calls.ts'
import { loadDashboard } from './dashboard.ts'
import { loadHealth } from './health.ts'
import { apiClients, hasEvents, latestReviews } from './store.ts'

const reviewCount = 8

const { dashboard } = procedures

export const dashboardRoutes = {
  get: dashboard.get.use(inEnvironment).handler(({ context, input, signal }) =>
    loadDashboard(context.db, {
      scope: context.scope,
      figures: context.figures,
      period: input.period,
      now: context.ports.clock(),
      tenantId: context.principal.tenantId,
      signal,
    }),
  ),
  reviews: dashboard.reviews
    .use(inEnvironment)
    .handler(async ({ context, signal }) =>
      (await latestReviews(context.db, context.scope, reviewCount, signal)).map(toEventRow),
    ),
  integration: dashboard.integration
    .use(inEnvironment)
    .handler(async ({ context: { db, tree, principal, origin, scope }, input: { environmentId } }) => ({
      apiEndpoint: origin,
      tenantId: principal.tenantId,
      environmentId,
      apiClients: await apiClients(db, principal.tenantId, [
        environmentId,
        ...ancestorsOf(tree, environmentId).map(({ id }) => id),
      ]),
      hasEvents: await hasEvents(db, scope),
    })),
  apiCalls: dashboard.apiCalls.use(inEnvironment).handler(({ context, input, signal }) =>
    loadApiCalls(context.db, {
      figures: context.figures,
      period: input.period,
      now: context.ports.clock(),
      signal,
    }),
  ),
  health: dashboard.health.use(inEnvironment).handler(({ context, input }) => loadHealth(context, input.environmentId)),
}
