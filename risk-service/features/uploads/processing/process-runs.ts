import type { UploadRunFailure } from '../../../contract/index.ts'
import { codeOf } from '../../../kernel/errors/error-code.ts'
import { relabelReceived } from '../../../kernel/store/events/labels/relabel-received.ts'
import { checkFiles } from './check-files.ts'
import { countStored, endRun, type RunEnd } from './end-run.ts'
import { Lease, RunInterruptedError } from './lease.ts'
import { FileLostError } from './read-file.ts'
import { startNextRun } from './requested-runs.ts'
import type { RunContext, RunServices } from './run-context.ts'
import { FilesChangedError, loadRunFiles, type RunFile } from './run-files.ts'
import { storeFiles } from './store-files.ts'
import { storeFindings } from './store-findings.ts'

/**
 * Processes the run that waits longest, or continues one whose process has ended. Work that may be interrupted at any
 * time: each batch is stored together with how far it reaches.
 * @returns whether there may be more
 */
export async function processNextRun(services: RunServices): Promise<boolean> {
  const { ports, signal } = services
  if (signal?.aborted) return false
  const run = await startNextRun(ports)
  if (run === null) return false
  const context: RunContext = { ...services, run, lease: new Lease(ports, run, signal) }
  try {
    if (await checkRun(context)) {
      const files = await loadRunFiles(ports.db, run)
      await storeFiles(context, files)
      await relabelLate(context, files)
      await ports.db.updateTable('upload_run').set({ phase: 'counting' }).where('id', '=', run.id).execute()
    }
    await endRun(context, {}, await countStored(context))
  } catch (error) {
    await endInterrupted(context, error)
  }
  return true
}

/** Checks the files of a run, unless a process before this one has. Returns whether there is something to store. */
async function checkRun(context: RunContext): Promise<boolean> {
  const { ports, run } = context
  if (run.phase !== 'checking') return run.phase === 'storing'
  return storeFindings(context, await checkFiles(context, await loadRunFiles(ports.db, run)))
}

/** Time by which clocks of processes and of the database may differ. */
const skewMs = 60_000

/** Labels events that others stored, or labelled, while the run stored labels or purchases. */
async function relabelLate({ ports, run, lease, ownTypes }: RunContext, files: readonly RunFile[]): Promise<void> {
  const since = new Date((run.started_at ?? run.requested_at).getTime() - skewMs)
  if (!files.some(({ entity }) => entity === 'Labels' || entity === 'Purchases')) return
  const environmentId = run.environment_id
  const progress = {
    entity: null,
    rows: files.reduce((sum, { row }) => sum + row.read, 0),
    bytes: files.reduce((sum, { upload }) => sum + upload.size, 0),
  }
  const place = { environmentId, runId: run.id, since, ownTypes: await ownTypes(environmentId) }
  await relabelReceived(ports.db, place, () => lease.renew(progress))
}

/** Codes of the database and of connections that pass: the run continues when its lease ends. */
const passing = /^(08|40|57|53300|ECONN|EPIPE|ETIMEDOUT|UnavailableError)/
const noSpace: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EDQUOT'])

async function endInterrupted(context: RunContext, error: unknown): Promise<void> {
  const { ports, run, lease } = context
  const end = endOf(error)
  ports.log.write(end === null ? 1 : 3, 'uploads.run-interrupted', {
    run: run.id,
    correlation: run.correlation_id,
    code: error instanceof RunInterruptedError ? error.reason : codeOf(error),
  })
  if (end !== null) await endRun(context, end)
  else if (error instanceof RunInterruptedError && error.reason === 'stopped') await lease.release()
}

/** Returns how a run ends because of an error; null: it goes on later, or elsewhere. */
function endOf(error: unknown): RunEnd | null {
  if (error instanceof RunInterruptedError) return error.reason === 'cancelled' ? { cancelled: true } : null
  const code = codeOf(error)
  if (passing.test(code)) return null
  const reason: UploadRunFailure =
    error instanceof FilesChangedError
      ? 'filesChanged'
      : error instanceof FileLostError
        ? 'filesLost'
        : noSpace.has(code)
          ? 'noSpace'
          : 'server'
  return { reason }
}
