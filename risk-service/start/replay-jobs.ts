import { runBacktests } from '../features/backtests/backtest-job.ts'
import { runDualRuns } from '../features/dual-runs/dual-run-job.ts'
import { createBacktestRunner } from '../http/node/backtest-runner.ts'
import { createDualRunRunner } from '../http/node/dual-runs/dual-run-runner.ts'
import type { ConnectionTarget } from '../kernel/store/connection/connection.ts'
import type { PeriodicWork } from '../kernel/store/jobs.ts'
import type { Ports } from '../ports/index.ts'

/** Work that decides events again, in threads of its own. */
export function createReplayJobs(
  ports: Ports,
  target: ConnectionTarget,
): { jobs: PeriodicWork[]; stop: () => Promise<unknown> } {
  const backtests = createBacktestRunner(target)
  const dualRuns = createDualRunRunner(target)
  return {
    jobs: [
      {
        name: 'backtests',
        cron: '*/5 * * * *',
        run: async () => {
          await runBacktests({ ...ports, perform: backtests.perform })
          await runBacktests({ ...ports, perform: backtests.perform }, 'outage')
          return { again: null }
        },
      },
      // On their own, so that neither waits for a back-test of a year.
      ...Object.entries({ 'routing-previews': 'routing', 'time-machine': 'history' } as const).map(([name, kind]) => ({
        name,
        cron: '*/5 * * * *',
        run: async () => {
          await runBacktests({ ...ports, perform: backtests.perform }, kind)
          return { again: null }
        },
      })),
      {
        name: 'dual-runs',
        cron: '*/5 * * * *',
        run: async () => {
          await runDualRuns({ ...ports, perform: dualRuns.perform })
          return { again: null }
        },
      },
    ],
    stop: () => Promise.all([backtests.stop(), dualRuns.stop()]),
  }
}
