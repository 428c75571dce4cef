import { mayFollow, type UploadDetail, type UploadEntityName, type UploadState } from '../../contract/index.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { createInProgressError } from './begin-upload.ts'
import { addressOf, changeUpload, deleteChunks, hasFile, isUploading, lockUploads, withoutFile } from './files/store.ts'
import { auditUpload, type UploadCall } from './files/upload-call.ts'
import { isIdle, loadUpload } from './read-uploads.ts'

/**
 * Ends an upload that is under way, and removes its chunks. Anybody may end one that is idle.
 * @throws NotFoundError for another upload, ConflictError for one that is complete or that somebody else is busy with
 */
export async function cancelUpload(
  call: UploadCall,
  entity: UploadEntityName,
  uploadId: string,
): Promise<UploadDetail> {
  const { ports, environmentId, files, principal } = call
  const address = await ports.db.transaction().execute(async trx => {
    const row = (await lockUploads(trx, environmentId, [entity])).get(entity)
    if (!hasFile(row) || row.upload_id !== uploadId)
      throw new NotFoundError('There is no such upload. It has ended, or another one has replaced it.')
    if (!isUploading(row))
      throw new ConflictError('This upload is complete. Delete the file instead.', { reason: 'uploads.notUploading' })
    if (row.owner_id !== principal.id && !isIdle(row, ports.clock())) throw createInProgressError(row)
    await deleteChunks(trx, row.upload_id)
    await changeUpload(trx, row, ['UploadFailed'], { ...withoutFile, failure: 'cancelled' })
    await auditUpload(trx, call, entity, {
      operation: 'Stop',
      before: { name: row.file_name, size: row.size, uploadedBy: row.owner_name },
      after: null,
    })
    return addressOf(row)
  })
  await files.remove(address)
  return loadUpload(call, entity)
}

/**
 * Deletes the files of entities, all or none. What was processed of them stays.
 * @throws ValidationError for an entity without a file, ConflictError while a file of a data type is checked or processed
 */
export async function removeUploads(
  call: UploadCall,
  entities: readonly UploadEntityName[],
): Promise<{ removed: number }> {
  const { ports, environmentId, files } = call
  const addresses = await ports.db.transaction().execute(async trx => {
    const rows = await lockUploads(trx, environmentId, entities)
    const removed = []
    for (const [index, entity] of entities.entries()) {
      const row = rows.get(entity)
      if (!hasFile(row)) throw new ValidationError(['entities', index], `${entity} has no uploaded file.`)
      if (!mayFollow(row.state, 'NotStarted'))
        throw new ValidationError(['entities', index], reasonOf(entity, row.state))
      await deleteChunks(trx, row.upload_id)
      await changeUpload(trx, row, ['NotStarted'], withoutFile)
      await auditUpload(trx, call, entity, {
        operation: 'Delete',
        before: { name: row.file_name, size: row.size, rows: row.rows, sha256: row.sha256, state: row.state },
        after: null,
      })
      removed.push(addressOf(row))
    }
    return removed
  })
  for (const address of addresses) await files.remove(address)
  return { removed: addresses.length }
}

const reasonOf = (entity: UploadEntityName, state: UploadState): string =>
  state === 'Uploading'
    ? `A file for ${entity} is being uploaded. Cancel the upload first.`
    : `The file of ${entity} cannot be deleted now.`
