import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { loadDashboard } from './dashboard.ts'

export const dashboardRoutes = {
  get: procedures.dashboard.get.use(inEnvironment).handler(({ context, input, signal }) =>
    loadDashboard(context.db, {
      environmentId: input.environmentId,
      scope: context.scope,
      figures: context.figures,
      period: input.period,
      now: context.ports.clock(),
      tree: context.tree,
      tenantId: context.principal.tenantId,
      origin: context.origin,
      signal,
    }),
  ),
}
