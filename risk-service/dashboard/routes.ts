import { base, inEnvironment } from '../session/base.ts'
import { readDashboard } from './dashboard.ts'

export const dashboardRoutes = {
  get: base.dashboard.get.use(inEnvironment).handler(({ context, input, signal }) =>
    readDashboard(context.db, {
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
