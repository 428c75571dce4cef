import { hasOpenRuns } from '../features/uploads/processing/requested-runs.ts'
import type { Metrics } from '../http/health.ts'
import { registerUploadMetrics } from '../http/node/uploads/run-counts.ts'
import { createUploadRunner } from '../http/node/uploads/upload-runner.ts'
import type { LiveHub } from '../kernel/live/live-hub.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import type { ConnectionTarget } from '../kernel/store/connection/connection.ts'
import { startTimedWork } from '../kernel/timed-work.ts'
import type { Db } from '../ports/database.ts'
import type { Logger } from '../ports/index.ts'
import type { Leases } from '../ports/leases.ts'
import type { SecretKey } from '../ports/secret-key.ts'
import type { Shutdown } from './process/shutdown.ts'

/** Seconds between two looks for uploaded files that wait to be processed. */
const lookSeconds = 3

interface UploadParts {
  db: Db
  target: ConnectionTarget
  leases: Leases
  settings: Pick<Settings, 'retention' | 'dataDir'>
  secretKey: SecretKey
  live: LiveHub
  log: Logger
  metrics: Metrics
}

/** Processes uploaded files. Apart from the scheduled jobs: a run may take hours, and continues after a stop. */
export function startUploads(
  { db, target, leases, settings, secretKey, live, log, metrics }: UploadParts,
  shutdown: Shutdown,
): void {
  const { dataDir, retention } = settings
  const onCounts = registerUploadMetrics(metrics)
  const runner = createUploadRunner(
    { target, dataDir, eventMonths: retention.eventMonths, secretKey },
    { live, log, onCounts },
  )
  const work = startTimedWork(
    {
      everySeconds: lookSeconds,
      // Without work there is no thread.
      run: async () => ({ again: (await hasOpenRuns(db)) && (await runner.run()) ? 0 : null }),
    },
    log,
    { leases, name: 'uploads' },
  )
  shutdown.add('uploads', async () => {
    runner.abort()
    await work.stop()
    await runner.stop()
  })
}
