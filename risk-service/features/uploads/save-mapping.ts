import type { UploadDetail, UploadEntityName, UploadFormat } from '../../contract/index.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import { formatsOfType } from '../../upload-files/check/format-scan.ts'
import { findEntity } from '../../upload-files/entities/entities.ts'
import { type ColumnOf, isComplete, statesOfMapping } from './files/mapping.ts'
import { changeUpload, loadMappings, lockUploads } from './files/store.ts'
import { auditUpload, type UploadCall } from './files/upload-call.ts'
import { loadUpload } from './read-uploads.ts'

interface SavedMapping {
  columnOf: ColumnOf
  formats: Readonly<Record<string, UploadFormat>>
  baseVersion: number
}

/**
 * Saves which columns attributes have, for the file of the entity and for those after it; required ones may be missing.
 * @throws ValidationError for an attribute that the entity, and a column that the file does not have, for a format that
 * an attribute cannot have, ConflictError when somebody else saved another one
 * since, and while a file of the data type is checked or processed
 */
export async function saveMapping(
  call: UploadCall,
  entity: UploadEntityName,
  { columnOf, formats, baseVersion }: SavedMapping,
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
    assertAttributes(entity, columnOf, formats)
    assertColumns(columnOf, row.columns)
    const values = {
      column_of: JSON.stringify(columnOf),
      formats: JSON.stringify(formats),
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
      before: before ? { columnOf: before.column_of, formats: before.formats } : null,
      after: { columnOf, formats },
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

/** @throws ValidationError that names an attribute which the entity does not have, or a format that is none of its type */
function assertAttributes(
  entity: UploadEntityName,
  columnOf: ColumnOf,
  formats: Readonly<Record<string, UploadFormat>>,
): void {
  const typeOf = new Map(findEntity(entity)?.columns.map(({ name, type }) => [name, type]))
  const issues = [
    ...Object.keys(columnOf)
      .filter(name => !typeOf.has(name))
      .map(name => ({ path: ['columnOf', name], message: `${entity} has no attribute '${name}'.` })),
    ...Object.entries(formats).flatMap(([name, format]) => {
      const type = typeOf.get(name)
      const path = ['formats', name]
      if (type === undefined) return [{ path, message: `${entity} has no attribute '${name}'.` }]
      const allowed = formatsOfType(type)
      return allowed.includes(format)
        ? []
        : [{ path, message: `'${name}' is not read as ${format}: choose ${allowed.join(', ') || 'none'}.` }]
    }),
  ]
  const [first] = issues
  if (first) throw new ValidationError(first.path, first.message, { issues })
}
