import type { UploadDetail, UploadEntityName } from '../../contract/index.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import { type ColumnOf, isComplete, statesOfMapping } from './mapping.ts'
import { loadUpload } from './read-uploads.ts'
import { changeUpload, loadMappings, lockUploads } from './store.ts'
import { auditUpload, type UploadCall } from './upload-call.ts'

/**
 * Saves which columns attributes have, for the file of the entity and for those after it; required ones may be missing.
 * @throws ValidationError for a column that the file does not have, ConflictError when somebody else saved another one
 * since, and while a file of the data type is checked or processed
 */
export async function saveMapping(
  call: UploadCall,
  entity: UploadEntityName,
  { columnOf, baseVersion }: { columnOf: ColumnOf; baseVersion: number },
): Promise<UploadDetail> {
  const { ports, environmentId, principal } = call
  await ports.db.transaction().execute(async trx => {
    const row = (await lockUploads(trx, environmentId, [entity])).get(entity)
    if (!row) throw new Error('The row of the entity was not made.')
    const before = (await loadMappings(trx, environmentId)).get(entity)
    if (baseVersion !== (before?.version ?? 0))
      throw createVersionConflict(`Somebody else changed the mapping of ${entity}.`, {
        version: before?.version ?? 0,
        changedBy: before?.updated_by,
        changedAt: before?.updated_at,
      })
    assertColumns(columnOf, row.columns)
    const values = {
      column_of: JSON.stringify(columnOf),
      version: baseVersion + 1,
      updated_at: ports.clock(),
      updated_by: principal.name,
    }
    await trx
      .insertInto('upload_mapping')
      .values({ environment_id: environmentId, entity, ...values })
      .onConflict(conflict => conflict.columns(['environment_id', 'entity']).doUpdateSet(values))
      .execute()
    const isWhole = row.columns !== null && isComplete(entity, columnOf, row.columns)
    await changeUpload(trx, row, statesOfMapping(row.state, isWhole), { keeps_mapping: true })
    await auditUpload(trx, call, entity, {
      operation: before ? 'Update' : 'Create',
      before: before ? { columnOf: before.column_of } : null,
      after: { columnOf },
    })
  })
  return loadUpload(call, entity)
}

/** @throws ValidationError that names the attribute of a column which the file does not have */
function assertColumns(columnOf: ColumnOf, columns: readonly string[] | null): void {
  if (columns === null) return
  const issues = Object.entries(columnOf)
    .filter(([, column]) => !columns.includes(column))
    .map(([attribute, column]) => ({
      path: ['columnOf', attribute],
      message: `The file has no column '${column}'.`,
    }))
  const [first] = issues
  if (first) throw new ValidationError(first.path, first.message, { issues })
}
