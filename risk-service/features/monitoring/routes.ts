import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { loadFraudOverview } from './fraud-overview.ts'
import { findMonitored } from './monitored-assessment.ts'
import { loadObservationMonitor } from './observation-monitor.ts'
import { loadScorecard } from './scorecard.ts'
import { loadTransactionMonitor } from './transaction-monitor.ts'

/** What every monitor of an assessment is asked for. */
function requestOf(
  { engine, scope, ports }: EnvironmentCallContext,
  { environmentId, assessment }: { environmentId: string; assessment: string },
  signal: AbortSignal | undefined,
) {
  const { key, name } = findMonitored(engine, environmentId, assessment)
  return { environmentIds: scope, eventType: key, name, now: ports.clock(), signal }
}

export const monitoringRoutes = {
  overview: procedures.monitoring.overview.use(inEnvironment).handler(({ context, input, signal }) =>
    loadFraudOverview(context.db, context.engine, {
      environmentId: input.environmentId,
      scope: context.scope,
      now: context.ports.clock(),
      signal,
    }),
  ),
  transactions: procedures.monitoring.transactions.use(inEnvironment).handler(({ context, input, signal }) =>
    loadTransactionMonitor(context.db, {
      ...requestOf(context, input, signal),
      timescale: input.timescale,
      branch: input.branch ?? null,
    }),
  ),
  observations: procedures.monitoring.observations.use(inEnvironment).handler(({ context, input, signal }) =>
    loadObservationMonitor(context.db, {
      ...requestOf(context, input, signal),
      tenantId: context.principal.tenantId,
      timescale: input.timescale,
    }),
  ),
  scorecard: procedures.monitoring.scorecard
    .use(inEnvironment)
    .handler(({ context, input, signal }) =>
      loadScorecard(context.db, { ...requestOf(context, input, signal), period: input.period }),
    ),
}
