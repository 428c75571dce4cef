import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { loadDrift } from './drift/load-drift.ts'
import { loadFraudOverview } from './fraud-overview.ts'
import { findMonitored, scorecardOf } from './monitored-assessment.ts'
import { loadObservationMonitor } from './observation-monitor.ts'
import { loadScorecard } from './scorecard.ts'
import { loadTransactionMonitor } from './transaction-monitor.ts'

/** What every monitor of an assessment is asked for. */
function requestOf(
  { engine, scope, ports }: EnvironmentCallContext,
  { environmentId, assessment }: { environmentId: string; assessment: string },
  signal: AbortSignal | undefined,
) {
  const found = findMonitored(engine, environmentId, assessment)
  return { environmentIds: scope, eventType: found.key, name: found.name, now: ports.clock(), signal, found }
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
  transactions: procedures.monitoring.transactions.use(inEnvironment).handler(async ({ context, input, signal }) => {
    const { found, ...request } = requestOf(context, input, signal)
    const monitor = await loadTransactionMonitor(context.db, {
      ...request,
      timescale: input.timescale,
      branch: input.branch ?? null,
    })
    return { ...monitor, scorecard: scorecardOf(found), reports: found.reports }
  }),
  observations: procedures.monitoring.observations.use(inEnvironment).handler(async ({ context, input, signal }) => {
    const { found, ...request } = requestOf(context, input, signal)
    const monitor = await loadObservationMonitor(context.db, {
      ...request,
      tenantId: context.principal.tenantId,
      timescale: input.timescale,
    })
    return { ...monitor, reports: found.reports }
  }),
  drift: procedures.monitoring.drift.use(inEnvironment).handler(({ context, input, signal }) =>
    loadDrift(context.db, {
      ...requestOf(context, input, signal),
      timescale: input.timescale,
      timeZone: input.timeZone,
    }),
  ),
  scorecard: procedures.monitoring.scorecard
    .use(inEnvironment)
    .handler(({ context, input, signal }) =>
      loadScorecard(context.db, { ...requestOf(context, input, signal), period: input.period }),
    ),
}
