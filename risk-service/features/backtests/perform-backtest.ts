import { runHistory } from './history/run-history.ts'
import { runOutage } from './outage/run-outage.ts'
import { runBacktest } from './run/run-backtest.ts'
import { runRoutingPreview } from './run/run-routing-preview.ts'
import type { PerformBacktest, RunDeps } from './run/run-types.ts'

/** Creates what performs runs of every kind, in the thread that calls it. */
export const createBacktestPerformer =
  (deps: RunDeps): PerformBacktest =>
  (input, hooks) =>
    input.kind === 'routing'
      ? runRoutingPreview(deps, input, hooks)
      : input.kind === 'outage'
        ? runOutage(deps, input, hooks)
        : input.kind === 'history'
          ? runHistory(deps, input, hooks)
          : runBacktest(deps, input, hooks)
