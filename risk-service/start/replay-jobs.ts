import { runBacktests } from '../features/backtests/backtest-job.ts'
import { runDualRuns } from '../features/dual-runs/dual-run-job.ts'
import { hasMirrorWork } from '../features/dual-runs/mirror/store.ts'
import { loadReportSigner } from '../features/dual-runs/signing/report-signer.ts'
import { createBacktestRunner } from '../http/node/backtest-runner.ts'
import { createDualRunRunner } from '../http/node/dual-runs/dual-run-runner.ts'
import { createMirrorRunner } from '../http/node/dual-runs/mirror-runner.ts'
import type { ConnectionTarget } from '../kernel/store/connection/connection.ts'
import type { PeriodicWork } from '../kernel/store/jobs.ts'
import { startTimedWork, type TimedWork } from '../kernel/timed-work.ts'
import type { Ports } from '../ports/index.ts'
import type { Leases } from '../ports/leases.ts'
import type { SecretKey } from '../ports/secret-key.ts'

interface ReplayParts {
  ports: Ports
  target: ConnectionTarget
  secretKey: SecretKey
  leases: Leases
}

/** Work that decides events again, in threads of its own. */
export function createReplayJobs({ ports, target, secretKey, leases }: ReplayParts): {
  jobs: PeriodicWork[]
  mirrors: TimedWork
  stop: () => Promise<void>
} {
  const backtests = createBacktestRunner(target)
  const dualRuns = createDualRunRunner(target)
  const mirrorThread = createMirrorRunner(target)
  // Not a scheduled job: calls with events ask for it all the time.
  const mirrors = startTimedWork(
    {
      everySeconds: 300,
      run: async () => {
        if (await hasMirrorWork(ports.db)) await mirrorThread.work()
        return { again: null }
      },
    },
    ports.log,
    { leases, name: 'mirrors' },
  )
  mirrors.request()
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
          await runDualRuns({
            ...ports,
            perform: dualRuns.perform,
            loadSigner: () => loadReportSigner(ports.db, secretKey),
          })
          return { again: null }
        },
      },
    ],
    mirrors,
    stop: async () => {
      await Promise.all([backtests.stop(), dualRuns.stop(), mirrorThread.stop()])
      await mirrors.stop()
    },
  }
}
