import { sql } from 'kysely'
import { entitiesOfDataType, type UploadEntityName } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import { issueMessage } from '../../../upload-files/issues/issues.ts'
import { canTakeGoodRows, findingsOf } from '../files/findings.ts'
import { changeUpload, lockRows } from '../files/store.ts'
import type { CheckedFile } from './check-files.ts'
import type { RunRow } from './requested-runs.ts'
import type { RunContext } from './run-context.ts'

/** Whether rows of a checked file can be stored, as the run was requested. */
const isTaken = ({ onErrors }: { onErrors: RunRow['on_errors'] }, { result }: CheckedFile): boolean =>
  !result.fails || (onErrors === 'takeGoodRows' && canTakeGoodRows(result))

/**
 * Stores what the check found, and moves entities on: a data type of which a file has errors is not processed. Returns
 * whether anything is stored after it.
 */
export async function storeFindings(context: RunContext, checked: readonly CheckedFile[]): Promise<boolean> {
  const { ports, run, lease } = context
  const taken = new Set(
    checked.filter(file => isTaken({ onErrors: run.on_errors }, file)).map(({ file }) => file.entity),
  )
  const isWhole = (entity: UploadEntityName) => entitiesOfDataType(entity).every(name => taken.has(name))
  const stores = !run.dry_run && checked.some(({ file }) => isWhole(file.entity))
  await ports.db.transaction().execute(async trx => {
    await lease.secure(trx, { entity: null, rows: 0, bytes: 0 })
    for (const each of checked) {
      await storeFile(trx, run, each, taken.has(each.file.entity), run.dry_run && isWhole(each.file.entity))
      await storeIssues(trx, run, each)
    }
    const rows = await lockRows(trx, run.environment_id, run.entities as UploadEntityName[])
    for (const [entity, row] of rows)
      await changeUpload(trx, row, [
        !taken.has(entity) ? 'ValidationFailed' : isWhole(entity) && !run.dry_run ? 'Processing' : 'Ready',
      ])
    const phase = stores ? 'storing' : 'counting'
    await trx.updateTable('upload_run').set({ phase }).where('id', '=', run.id).execute()
  })
  return stores
}

async function storeFile(
  trx: Db,
  run: RunRow,
  { file, result, period }: CheckedFile,
  passed: boolean,
  counts: boolean,
): Promise<void> {
  const count = (code: 'U-22' | 'U-23') => result.issues.counts.get(code) ?? 0
  const good = result.rows - result.rejected
  const skipped = counts ? Math.min(good, count('U-22') + count('U-23')) : good
  await trx
    .updateTable('upload_run_file')
    .set({
      outcome: passed ? 'passed' : 'failed',
      read: result.rows,
      rejected: result.rejected,
      // Of a file that is stored they are counted while it is.
      accepted: good - skipped,
      skipped,
      findings: JSON.stringify(findingsOf(result, period)),
    })
    .where('run_id', '=', run.id)
    .where('entity', '=', file.entity)
    .execute()
}

async function storeIssues(trx: Db, run: RunRow, { file, result }: CheckedFile): Promise<void> {
  const rows = result.issues.listed().map((issue, n) => ({
    n,
    row_number: issue.row,
    column_name: issue.column,
    attribute: issue.attribute,
    code: issue.code,
    severity: issue.severity,
    message: issueMessage(issue),
    value: issue.value,
    params: issue.params,
  }))
  await trx.deleteFrom('upload_issue').where('run_id', '=', run.id).where('entity', '=', file.entity).execute()
  await sql`insert into upload_issue (run_id, environment_id, entity, n, row_number, column_name, attribute, code, severity,
      message, value, params)
    select ${run.id}::uuid, ${run.environment_id}::uuid, ${file.entity}, n, row_number, column_name, attribute, code,
      severity, message, value, params
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(n int, row_number bigint, column_name text,
      attribute text, code text, severity text, message text, value text, params jsonb)`.execute(trx)
}
