import { dualRunReportSchema } from '../../contract/dual-runs/dual-run-report.ts'
import {
  type DualRun,
  type DualRunDetailed,
  type DualRunFailure,
  type DualRunWords,
  dualRunLimits,
} from '../../contract/dual-runs/dual-runs.ts'
import { sha256 } from '../../engine/lib/sha256.ts'
import { auditChange } from '../../kernel/audit.ts'
import type { ActionContext } from '../../kernel/console-api/action-context.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { checkWords } from './run/decision-words.ts'
import { describeSignature } from './signing/report-signature.ts'
import {
  countUnfinishedDualRuns,
  deleteDualRun,
  deleteOldDualRuns,
  findDualRun,
  findReportedDualRun,
  insertDualRun,
  loadDualRuns,
  type StoredDualRun,
} from './store.ts'

/** Actor and environment of an action on dual runs. `wake`: signals a waiting one. */
export interface DualRunContext extends ActionContext<'assessment'> {
  wake: () => void
}

const auditDualRun = (
  db: Db,
  caller: DualRunContext,
  { id, file_name: name }: Pick<StoredDualRun, 'id' | 'file_name'>,
  operation: 'Start' | 'Stop' | 'Delete',
): Promise<void> => auditChange(db, caller, { type: 'DualRun', id, name }, { operation, before: null, after: null })

function toDualRun(row: StoredDualRun): DualRun {
  const { parity, compared, differing } = row
  return {
    id: row.id,
    environmentId: row.environment_id,
    fileName: row.file_name,
    fileSize: row.file_size,
    eventType: row.event_type,
    words: row.words,
    state: row.state,
    progress: { events: row.events, total: row.total },
    failure: row.failure as DualRunFailure | null,
    summary: parity === null || compared === null || differing === null ? null : { parity, compared, differing },
    startedBy: row.started_by_name,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}

export async function listDualRuns({ ports: { db }, environmentId }: DualRunContext): Promise<DualRun[]> {
  return (await loadDualRuns(db, environmentId, dualRunLimits.stored)).map(toDualRun)
}

/** @throws NotFoundError */
export async function loadDualRun(
  { ports: { db }, environmentId }: Pick<DualRunContext, 'ports' | 'environmentId'>,
  id: string,
): Promise<DualRunDetailed> {
  const row = await findReportedDualRun(db, environmentId, id)
  if (row === null) throw new NotFoundError('There is no such dual run.')
  const { report, report_sha256: reportSha256, signature } = row
  return {
    ...toDualRun(row),
    report: report === null ? null : dualRunReportSchema.parse(JSON.parse(report)),
    reportSha256,
    signature: signature === null ? null : { jws: signature, ...describeSignature(signature) },
  }
}

export interface DualRunRequest {
  dualRunId: string
  file: File
  eventType: string
  words: DualRunWords
}

/**
 * Queues a dual run; a repeated request with the same id returns the first one. @throws ValidationError for a file that
 * is empty or too large, and for a word with two decisions; ConflictError for another run with this id and when too many
 * wait
 */
export async function startDualRun(
  caller: DualRunContext,
  { dualRunId: id, file, eventType, words }: DualRunRequest,
): Promise<DualRun> {
  const { ports, engine, principal, environmentId } = caller
  if (file.size === 0) throw new ValidationError(['file'], 'The file is empty.')
  if (file.size > dualRunLimits.fileSize)
    throw new ValidationError(
      ['file'],
      'The file has more than 20 MiB. Pack it with gzip, or compare it with npm run dual-run on the server.',
    )
  if (engine.assessment(environmentId, eventType) === null)
    throw new ValidationError(['eventType'], 'There is no such assessment in this environment.')
  checkWords(words)
  const content = new Uint8Array(await file.arrayBuffer())
  const digest = await sha256(
    new TextEncoder().encode(JSON.stringify([file.name, await sha256(content), eventType, words])),
  )
  const isQueued = await ports.db.transaction().execute(async trx => {
    // The lock of the row serialises the callers, so that two of them queue neither the same run nor too many.
    await trx.selectFrom('environment').select('id').where('id', '=', environmentId).forUpdate().execute()
    const existing = await findDualRun(trx, environmentId, id)
    if (existing !== null && existing.digest !== digest)
      throw new ConflictError('Another dual run has this id.', { reason: 'dualRun.exists' })
    if (existing !== null) return false
    if ((await countUnfinishedDualRuns(trx, environmentId)) >= dualRunLimits.queued)
      throw new ConflictError('Too many dual runs wait in this environment.', {
        reason: 'dualRun.limit',
        limit: dualRunLimits.queued,
      })
    const row = {
      environment_id: environmentId,
      id,
      file_name: file.name.slice(0, 255),
      file_size: file.size,
      event_type: eventType,
      words: JSON.stringify(words),
      state: 'waiting' as const,
      digest,
      content,
      events: 0,
      total: 0,
      failure: null,
      started_by: principal.id,
      started_by_name: principal.name,
      created_at: ports.clock(),
    }
    await insertDualRun(trx, row)
    await auditDualRun(trx, caller, row, 'Start')
    await deleteOldDualRuns(trx, environmentId, dualRunLimits.stored)
    return true
  })
  if (isQueued) caller.wake()
  const row = await findDualRun(ports.db, environmentId, id)
  if (row === null) throw new NotFoundError('There is no such dual run.')
  return toDualRun(row)
}

/** Stops a waiting or running dual run, or removes one that ended; all its data is deleted. */
export async function removeDualRun(caller: DualRunContext, id: string, how: 'cancel' | 'remove'): Promise<boolean> {
  return caller.ports.db.transaction().execute(async trx => {
    const row = await findDualRun(trx, caller.environmentId, id)
    const states =
      how === 'cancel' ? (['waiting', 'running'] as const) : (['waiting', 'running', 'done', 'failed'] as const)
    if (row === null || !(await deleteDualRun(trx, caller.environmentId, id, states))) return false
    await auditDualRun(trx, caller, row, how === 'cancel' ? 'Stop' : 'Delete')
    return true
  })
}
