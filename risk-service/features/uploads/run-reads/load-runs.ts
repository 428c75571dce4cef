import {
  type UploadArea,
  type UploadEntityName,
  type UploadRun,
  type UploadRunDetail,
  uploadRunLimits,
} from '../../../contract/index.ts'
import { ConflictError, NotFoundError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import type { FileFindings } from '../files/findings.ts'
import { auditUpload, type UploadCall } from '../files/upload-call.ts'
import type { RunRow } from '../processing/requested-runs.ts'
import type { RunFileRow } from '../processing/run-files.ts'

type ReadCall = Pick<UploadCall, 'ports' | 'environmentId'>

export interface RunFilter {
  area?: UploadArea | undefined
  cursor?: string | undefined
  limit: number
}

/** Returns runs of an environment, the newest first: their ids are in the order of their requests. */
export async function listRuns(
  { ports: { db }, environmentId }: ReadCall,
  { area, cursor, limit }: RunFilter,
): Promise<{ runs: UploadRun[]; nextCursor: string | null }> {
  const rows = await db
    .selectFrom('upload_run')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .$if(area !== undefined, query => query.where('area', '=', area ?? ''))
    .$if(cursor !== undefined && isId(cursor), query => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return { runs: await runsOf(db, page), nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Returns a run with its statistics. @throws NotFoundError for a run of another environment */
export async function loadRun(call: ReadCall, runId: string): Promise<UploadRunDetail> {
  const row = await requireRun(call, runId)
  const [view] = await runsOf(call.ports.db, [row])
  if (view === undefined) throw new NotFoundError('There is no such run.')
  const statistics = (row.statistics ?? {}) as {
    purchases?: UploadRunDetail['statistics']
    loss?: UploadRunDetail['lossStatistics']
  }
  return { ...view, statistics: statistics.purchases ?? null, lossStatistics: statistics.loss ?? null }
}

/** @throws NotFoundError for a run of another environment */
export async function requireRun({ ports: { db }, environmentId }: ReadCall, runId: string): Promise<RunRow> {
  const row = await db
    .selectFrom('upload_run')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('id', '=', runId)
    .executeTakeFirst()
  if (!row) throw new NotFoundError('There is no such run.')
  return row
}

/**
 * Cancels a run: one that waits ends at once, one that is under way after its current step.
 * @throws NotFoundError for a run of another environment, ConflictError for one that has ended
 */
export async function cancelRun(call: UploadCall, runId: string): Promise<UploadRun> {
  const { ports, environmentId } = call
  await ports.db.transaction().execute(async trx => {
    const row = await trx
      .selectFrom('upload_run')
      .selectAll()
      .where('environment_id', '=', environmentId)
      .where('id', '=', runId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new NotFoundError('There is no such run.')
    if (row.state !== 'Waiting' && row.state !== 'Running')
      throw new ConflictError('This run has ended already.', { reason: 'uploads.notRunning' })
    await trx
      .updateTable('upload_run')
      .set(row.state === 'Waiting' ? { state: 'Cancelled', finished_at: ports.clock() } : { cancelling: true })
      .where('id', '=', runId)
      .execute()
    for (const entity of row.entities as UploadEntityName[])
      await auditUpload(trx, call, entity, { operation: 'Stop', before: { run: runId, state: row.state }, after: null })
  })
  const [view] = await runsOf(ports.db, [await requireRun(call, runId)])
  if (view === undefined) throw new NotFoundError('There is no such run.')
  return view
}

/** Returns runs as the console API has them. */
async function runsOf(db: Db, rows: readonly RunRow[]): Promise<UploadRun[]> {
  if (rows.length === 0) return []
  const files = await db
    .selectFrom('upload_run_file')
    .selectAll()
    .where(
      'run_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const byRun = Map.groupBy(files, file => file.run_id)
  return rows.map(row => runOf(row, byRun.get(row.id) ?? []))
}

function runOf(row: RunRow, files: readonly RunFileRow[]): UploadRun {
  const entities = row.entities as UploadEntityName[]
  const ofRun = entities.flatMap(entity => files.find(file => file.entity === entity) ?? [])
  const isUnderWay = row.state === 'Running'
  return {
    id: row.id,
    area: row.area as UploadArea,
    entities,
    dryRun: row.dry_run,
    onErrors: row.on_errors,
    state: row.state,
    phase: isUnderWay ? row.phase : null,
    progress: {
      entity: isUnderWay ? row.progress_entity : null,
      rows: row.progress_rows,
      totalRows: sum(ofRun.map(file => file.rows)),
      bytes: row.progress_bytes,
      totalBytes: sum(ofRun.map(file => file.size)),
    },
    cancelling: isUnderWay && row.cancelling,
    requestedBy: row.requester_name,
    requestedAt: row.requested_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    failure:
      row.state === 'Failed' ? { reason: row.failure ?? 'server', correlationId: row.correlation_id ?? row.id } : null,
    files: ofRun.map(fileOf),
    errorFileUntil: errorFileUntil(row, ofRun)?.toISOString() ?? null,
  }
}

function fileOf(file: RunFileRow): UploadRun['files'][number] {
  const findings = file.findings as FileFindings | null
  return {
    entity: file.entity,
    fileName: file.file_name,
    size: file.size,
    outcome: file.outcome,
    read: file.read,
    accepted: file.accepted,
    replaced: file.replaced,
    rejected: file.rejected,
    skipped: file.skipped,
    errors: findings?.errors ?? 0,
    warnings: findings?.warnings ?? 0,
    counts: findings?.counts ?? [],
    formats: findings?.formats ?? [],
    keysComplete: findings?.keysComplete ?? true,
  }
}

const dayMs = 86_400_000

/** Until when the error file of a run can be downloaded; null without issues, and while it is not known what is wrong. */
function errorFileUntil(row: RunRow, files: readonly RunFileRow[]): Date | null {
  const hasIssues =
    row.state === 'Failed' || files.some(({ findings }) => ((findings as FileFindings | null)?.counts.length ?? 0) > 0)
  const from = row.finished_at ?? row.started_at
  return hasIssues && from !== null ? new Date(from.getTime() + uploadRunLimits.errorFileDays * dayMs) : null
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
