import type { UploadEntityName, UploadRunFailure, UploadState } from '../../../contract/index.ts'
import { serviceActor } from '../../../kernel/audit.ts'
import type { Db } from '../../../ports/database.ts'
import { createIssue, issueMessage } from '../../../upload-files/issues/issues.ts'
import { requestReport } from '../../loss-prevention/report/run-reports.ts'
import { notify } from '../../notifications/notify.ts'
import type { FileFindings } from '../files/findings.ts'
import { changeUpload, lockRows } from '../files/store.ts'
import { auditUpload } from '../files/upload-call.ts'
import { readLossStatistics } from '../statistics/loss-statistics.ts'
import { type CheckedRows, readPurchaseStatistics } from '../statistics/purchase-statistics.ts'
import type { RunContext } from './run-context.ts'
import type { RunFileRow } from './run-files.ts'

/** How a run ends; without a reason it has done what was requested of it, unless files have errors. */
export interface RunEnd {
  reason?: UploadRunFailure
  cancelled?: boolean
}

/** Computes the figures of what is stored. Not in the transaction that ends the run: they read all of it. */
export async function countStored(context: RunContext): Promise<unknown> {
  const { ports, run } = context
  const files = await loadFiles(ports.db, run.id)
  if (!files.some(({ outcome }) => outcome === 'stored')) return null
  if (run.area === 'lossprevention') return { loss: await readLossStatistics(ports.db, run.environment_id) }
  const checked = files.flatMap(({ entity, read, findings }): CheckedRows[] =>
    findings === null ? [] : [{ entity, rows: read, findings: findings as FileFindings }],
  )
  return { purchases: await readPurchaseStatistics(ports.db, run.environment_id, checked) }
}

/** Ends a run: its state and those of its files, the notification, the activity log, and the report of loss prevention. */
export async function endRun(context: RunContext, end: RunEnd, statistics: unknown = null): Promise<void> {
  const { ports, run, lease, meter } = context
  const now = ports.clock()
  let ended: 'Finished' | 'Failed' | 'Cancelled' = 'Failed'
  const announce = await ports.db.transaction().execute(async trx => {
    // One that is being cancelled ends here, too.
    await lease.secure(trx).catch((error: unknown) => {
      if (end.cancelled !== true) throw error
    })
    const files = await loadFiles(trx, run.id)
    const hasErrors = files.some(({ outcome }) => outcome === 'failed')
    const reason = end.reason ?? (hasErrors ? 'dataErrors' : undefined)
    const state = end.cancelled ? 'Cancelled' : reason === undefined ? 'Finished' : 'Failed'
    ended = state
    await trx
      .updateTable('upload_run')
      .set({
        state,
        phase: null,
        failure: state === 'Failed' ? (reason ?? null) : null,
        finished_at: now,
        lease_until: null,
        statistics: statistics === null ? null : JSON.stringify(statistics),
      })
      .where('id', '=', run.id)
      .where('state', '=', 'Running')
      .execute()
    await trx.deleteFrom('upload_child').where('run_id', '=', run.id).execute()
    if (state === 'Failed' && reason !== 'dataErrors') await reportFailure(trx, context, files)
    await moveFiles(trx, context, files, end.cancelled === true)
    if (run.area === 'lossprevention' && files.some(({ outcome }) => outcome === 'stored'))
      await requestReport(trx, run.environment_id, now)
    return announceEnd(trx, context, files, state)
  })
  announce()
  meter?.ended(ended)
}

const loadFiles = (db: Db, runId: string): Promise<RunFileRow[]> =>
  db.selectFrom('upload_run_file').selectAll().where('run_id', '=', runId).orderBy('entity').execute()

/** Says in the error file of each file that was not stored why. */
async function reportFailure(trx: Db, { run }: RunContext, files: readonly RunFileRow[]): Promise<void> {
  const issue = createIssue('U-30', { params: { id: run.correlation_id ?? run.id } })
  const open = files.filter(({ outcome }) => outcome === 'open' || outcome === 'passed')
  if (open.length === 0) return
  await trx
    .insertInto('upload_issue')
    .values(
      open.map(({ entity }) => ({
        run_id: run.id,
        environment_id: run.environment_id,
        entity,
        // Before all others.
        n: -1,
        row_number: null,
        column_name: null,
        attribute: null,
        code: issue.code,
        severity: issue.severity,
        message: issueMessage(issue),
        value: null,
        params: JSON.stringify(issue.params),
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Moves the files of a run on that it has not let go yet. */
async function moveFiles(
  trx: Db,
  { run, ports }: RunContext,
  files: readonly RunFileRow[],
  cancelled: boolean,
): Promise<void> {
  const rows = await lockRows(trx, run.environment_id, run.entities as UploadEntityName[])
  const stored = new Set(files.filter(({ outcome }) => outcome === 'stored').map(({ entity }) => entity))
  for (const [entity, row] of rows) {
    const states: UploadState[] =
      row.state === 'Processing'
        ? [stored.has(entity) ? 'Processed' : 'ProcessingFailed']
        : row.state === 'Validating'
          ? cancelled
            ? ['Ready']
            : ['Processing', 'ProcessingFailed']
          : []
    if (states.length > 0)
      await changeUpload(trx, row, states, states.includes('Processed') ? { processed_at: ports.clock() } : {})
  }
}

/** Notifies those who may upload, and writes to the activity log what became of each file. */
async function announceEnd(
  trx: Db,
  { run, ports, live }: RunContext,
  files: readonly RunFileRow[],
  state: 'Finished' | 'Failed' | 'Cancelled',
): Promise<() => void> {
  const environment = await trx
    .selectFrom('environment')
    .select('tenant_id')
    .where('id', '=', run.environment_id)
    .executeTakeFirst()
  if (!environment) return () => undefined
  const { tenant_id: tenantId } = environment
  const actor = {
    ...serviceActor(tenantId, run.correlation_id ?? run.id),
    ports,
    environmentId: run.environment_id,
  }
  for (const { entity, outcome, read, accepted, replaced, rejected, skipped } of files)
    await auditUpload(trx, actor, entity, {
      operation: 'Update',
      before: null,
      after: { run: run.id, state, dryRun: run.dry_run, outcome, read, accepted, replaced, rejected, skipped },
    })
  if (state === 'Cancelled' || run.dry_run) return () => undefined
  const name = files.map(({ entity }) => entity).join(', ')
  const count = files.reduce((sum, file) => sum + (file.outcome === 'stored' ? file.accepted : 0), 0)
  return notify(
    trx,
    { ports, live },
    {
      tenantId,
      environmentId: run.environment_id,
      event: state === 'Finished' ? 'UploadFinished' : 'UploadFailed',
      params: state === 'Finished' ? { name, count } : { name },
    },
  )
}
