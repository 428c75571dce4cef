import type { DualRunReport } from '../../contract/dual-runs/dual-run-report.ts'
import type { DualRunFailure } from '../../contract/dual-runs/dual-runs.ts'
import type { Db } from '../../ports/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { ReportProgress } from './run/run-dual.ts'
import type { ReportSigner } from './signing/report-signer.ts'
import { claimDualRun, finishDualRun, releaseDualRun, type StoredDualRun, saveDualRunProgress } from './store.ts'

/** Thrown when the service stops: the next process restarts the run from its beginning. */
export class DualRunInterruptedError extends Error {}

/** Thrown by the progress report after a cancellation; ends the run. */
class DualRunCancelledError extends Error {}

/** A run that has no report, and why. */
export class DualRunFailedError extends Error {
  readonly failure: DualRunFailure
  constructor(failure: DualRunFailure) {
    super(failure)
    this.failure = failure
  }
}

/** Performs one dual run, in any thread; rejects with `DualRunFailedError` and with the error that `progress` throws. */
export type PerformDualRun = (
  run: Pick<StoredDualRun, 'environment_id' | 'id' | 'file_name' | 'event_type' | 'words'>,
  progress: ReportProgress,
) => Promise<DualRunReport>

export interface DualRunJobDeps extends Pick<Ports, 'clock' | 'log'> {
  db: Db
  perform: PerformDualRun
  /** Signs the reports; absent: they are not signed. */
  loadSigner?: () => Promise<ReportSigner>
}

/**
 * Performs waiting dual runs, one after another, and restarts those that ran when the service stopped. A cancelled one
 * is deleted from the table: the next progress report of its run detects that and ends it.
 */
export async function runDualRuns({ db, clock, log, perform, loadSigner }: DualRunJobDeps): Promise<void> {
  const failed = new Set<string>()
  for (;;) {
    const row = await claimDualRun(db, failed, clock())
    if (row === null) return
    try {
      const report = await perform(row, async (events, total) => {
        if (!(await saveDualRunProgress(db, row, { events, total }))) throw new DualRunCancelledError()
      })
      await finishDualRun(db, row, { report }, clock(), await loadSigner?.())
    } catch (error) {
      if (error instanceof DualRunInterruptedError) {
        // Without a database any more, the attempt counts.
        await releaseDualRun(db, row).catch(() => undefined)
        return
      }
      if (error instanceof DualRunCancelledError) continue
      const failure = error instanceof DualRunFailedError ? error.failure : 'internal'
      if (failure === 'internal')
        log.write(3, 'dual-run.failed', { dualRunId: row.id, error: error instanceof Error ? error.name : 'unknown' })
      // Without a database the row stays unchanged and the run restarts.
      await finishDualRun(db, row, { failure }, clock()).catch(() => failed.add(row.id))
    }
  }
}
