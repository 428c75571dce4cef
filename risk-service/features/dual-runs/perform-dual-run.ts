import { dualRunLimits } from '../../contract/dual-runs/dual-runs.ts'
import { sha256 } from '../../engine/lib/sha256.ts'
import { FqlError } from '../../fql/index.ts'
import { SubjectNotFoundError } from '../backtests/run/candidate-chain.ts'
import { NoEventsError, type RunDeps } from '../backtests/run/run-types.ts'
import { DualRunFailedError, type PerformDualRun } from './dual-run-job.ts'
import { readFormerEvents } from './formats/read-file.ts'
import { FileFault } from './formats/unpack.ts'
import { runDual } from './run/run-dual.ts'
import { loadContent } from './store.ts'

/** Creates what performs dual runs in the thread that calls it, with the file that is stored with each. */
export const createDualRunPerformer =
  (deps: RunDeps): PerformDualRun =>
  async (run, progress) => {
    const stored = await loadContent(deps.db, run)
    // Cancelled: the report of the progress ends the run.
    if (stored === null) await progress(0, 0)
    const bytes = new Uint8Array(stored ?? [])
    try {
      return await runDual(
        deps,
        {
          environmentId: run.environment_id,
          file: { name: run.file_name, bytes: bytes.length, sha256: await sha256(bytes) },
          events: await readFormerEvents(bytes, run.event_type, dualRunLimits.unpacked),
          words: new Map(run.words.map(({ word, decision }) => [word.toLowerCase(), decision])),
        },
        progress,
      )
    } catch (error) {
      if (error instanceof FileFault) throw new DualRunFailedError(error.code)
      if (error instanceof NoEventsError || error instanceof SubjectNotFoundError || error instanceof FqlError)
        throw new DualRunFailedError('noRules')
      throw error
    }
  }
