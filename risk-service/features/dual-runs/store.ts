import type { Insertable, Selectable } from 'kysely'
import { type DualRunReport, dualRunReportSchema } from '../../contract/dual-runs/dual-run-report.ts'
import { type DualRunFailure, dualRunLimits } from '../../contract/dual-runs/dual-runs.ts'
import { sha256 } from '../../engine/lib/sha256.ts'
import type { Db } from '../../ports/database.ts'
import type { DualRunTable } from '../../ports/tables/backtests.ts'
import type { ReportSigner } from './signing/report-signer.ts'

/** A dual run without its file and its report, which is long. */
export type StoredDualRun = Omit<Selectable<DualRunTable>, 'content' | 'report' | 'report_sha256' | 'signature'>
type ReportedDualRun = StoredDualRun & Pick<Selectable<DualRunTable>, 'report' | 'report_sha256' | 'signature'>

const columns = [
  'environment_id',
  'id',
  'file_name',
  'file_size',
  'event_type',
  'words',
  'state',
  'digest',
  'attempts',
  'events',
  'total',
  'failure',
  'parity',
  'compared',
  'differing',
  'started_by',
  'started_by_name',
  'created_at',
  'finished_at',
] as const

export async function findDualRun(db: Db, environmentId: string, id: string): Promise<StoredDualRun | null> {
  const row = await db
    .selectFrom('dual_run')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function findReportedDualRun(db: Db, environmentId: string, id: string): Promise<ReportedDualRun | null> {
  const row = await db
    .selectFrom('dual_run')
    .select([...columns, 'report', 'report_sha256', 'signature'])
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export const loadDualRuns = (db: Db, environmentId: string, limit: number): Promise<StoredDualRun[]> =>
  db
    .selectFrom('dual_run')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

export async function countUnfinishedDualRuns(db: Db, environmentId: string): Promise<number> {
  const { found } = await db
    .selectFrom('dual_run')
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .where('environment_id', '=', environmentId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow()
  return Number(found)
}

export async function insertDualRun(db: Db, row: Insertable<DualRunTable>): Promise<void> {
  await db.insertInto('dual_run').values(row).execute()
}

/** Deletes a dual run; false when none exists. */
export async function deleteDualRun(
  db: Db,
  environmentId: string,
  id: string,
  states: readonly StoredDualRun['state'][],
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('dual_run')
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .where('state', 'in', states)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes all ended dual runs except the latest ones. */
export async function deleteOldDualRuns(db: Db, environmentId: string, retained: number): Promise<void> {
  await db
    .deleteFrom('dual_run')
    .where('environment_id', '=', environmentId)
    .where('state', 'in', ['done', 'failed'])
    .where('id', 'not in', query =>
      query
        .selectFrom('dual_run')
        .select('id')
        .where('environment_id', '=', environmentId)
        .orderBy('created_at', 'desc')
        .limit(retained),
    )
    .execute()
}

/**
 * Claims the oldest dual run that waits, or that ran when the service stopped; it restarts from its beginning. One that
 * has ended the process too often, such as by its memory, fails and is not started again.
 */
export async function claimDualRun(db: Db, failed: ReadonlySet<string>, at: Date): Promise<StoredDualRun | null> {
  await db
    .updateTable('dual_run')
    .set({ state: 'failed', failure: 'interrupted' satisfies DualRunFailure, content: null, finished_at: at })
    .where('state', 'in', ['waiting', 'running'])
    .where('attempts', '>=', dualRunLimits.attempts)
    .execute()
  const row = await db
    .selectFrom('dual_run')
    .select(columns)
    .where('state', 'in', ['waiting', 'running'])
    .$if(failed.size > 0, query => query.where('id', 'not in', [...failed]))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  // Before its file is read: the process may end at any moment from here on.
  await updateOf(db, row)
    .set(({ eb }) => ({ state: 'running', attempts: eb('attempts', '+', 1), events: 0, total: 0 }))
    .execute()
  return row
}

/** Takes back an attempt that the orderly end of the service interrupted. */
export async function releaseDualRun(db: Db, row: StoredDualRun): Promise<void> {
  await updateOf(db, row)
    .set(({ eb }) => ({ attempts: eb('attempts', '-', 1) }))
    .execute()
}

const updateOf = (db: Db, { environment_id, id }: Pick<StoredDualRun, 'environment_id' | 'id'>) =>
  db
    .updateTable('dual_run')
    .where('environment_id', '=', environment_id)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])

/** Returns the file of a dual run that runs; null when it was cancelled. */
export async function loadContent(
  db: Db,
  { environment_id, id }: Pick<StoredDualRun, 'environment_id' | 'id'>,
): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('dual_run')
    .select('content')
    .where('environment_id', '=', environment_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.content ?? null
}

/** Stores the progress; false when the dual run was cancelled. */
export async function saveDualRunProgress(
  db: Db,
  row: StoredDualRun,
  progress: { events: number; total: number },
): Promise<boolean> {
  const { numUpdatedRows } = await updateOf(db, row).set(progress).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores the end of a dual run, and removes its file. */
export async function finishDualRun(
  db: Db,
  row: StoredDualRun,
  end: { report: DualRunReport } | { failure: DualRunFailure },
  at: Date,
  signer: ReportSigner | null = null,
): Promise<void> {
  await updateOf(db, row)
    .set({
      content: null,
      finished_at: at,
      ...('failure' in end
        ? { state: 'failed', failure: end.failure }
        : { state: 'done', ...(await reportColumns(row, end.report, at, signer)) }),
    })
    .execute()
}

async function reportColumns(
  { environment_id: environmentId }: StoredDualRun,
  report: DualRunReport,
  at: Date,
  signer: ReportSigner | null,
) {
  // In the order of the schema, in which every reader writes it: its digest is that of a downloaded report.
  const text = JSON.stringify(dualRunReportSchema.parse(report))
  const digest = await sha256(new TextEncoder().encode(text))
  return {
    parity: report.parity,
    compared: report.compared.events,
    differing: report.differing.events,
    report: text,
    report_sha256: digest,
    signature: (await signer?.sign({ sha256: digest, environmentId, signedAt: at.toISOString() })) ?? null,
  }
}
