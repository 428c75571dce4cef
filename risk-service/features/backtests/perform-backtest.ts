import { runOutage } from './outage/run-outage.ts'
import { runBacktest } from './run/run-backtest.ts'
import { runRoutingPreview } from './run/run-routing-preview.ts'
import type { PerformBacktest, RunDeps } from './run/run-types.ts'

/** Creates what performs back-tests of decision rules, routing previews and field outages in the thread that calls it. */
export const createBacktestPerformer =
  (deps: RunDeps): PerformBacktest =>
  (input, hooks) =>
    input.kind === 'routing'
      ? runRoutingPreview(deps, input, hooks)
      : input.kind === 'outage'
        ? runOutage(deps, input, hooks)
        : runBacktest(deps, input, hooks)
