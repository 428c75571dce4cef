import { chunkLength, type UploadDelimiter, type UploadDetail, type UploadEntityName } from '../../contract/index.ts'
import { ConflictError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { missingColumns } from './files/mapping.ts'
import {
  addressOf,
  changeUpload,
  deleteChunks,
  type FileRow,
  hasFile,
  isUploading,
  loadChunks,
  loadMappings,
  loadUploads,
  lockUploads,
  withoutFile,
} from './files/store.ts'
import { auditUpload, createNoSpaceError, type UploadCall } from './files/upload-call.ts'
import { isIdle, loadUpload } from './read-uploads.ts'

export interface FileDescription {
  name: string
  size: number
  modifiedAt: number
  firstChunk: string
  chunkDigests?: readonly string[] | undefined
  hasHeader: boolean
  delimiter: UploadDelimiter
  columns: readonly string[]
  keepMapping: boolean
}

/**
 * Begins an upload, or continues the one of the same file. An earlier file of the entity is replaced.
 * @throws ConflictError while somebody else uploads a file of the entity or the caller another one, for a file of which
 * chunks that have arrived differ, for a full disk, and while a file of the data type is checked or processed;
 * ValidationError when the mapping does not fit
 */
export async function beginUpload(
  call: UploadCall,
  entity: UploadEntityName,
  file: FileDescription,
): Promise<UploadDetail> {
  const { ports, environmentId, files } = call
  if (!files.isAvailable)
    throw new ConflictError('Files cannot be uploaded to this installation.', { reason: 'uploads.notInstalled' })
  await assertRoom(call, entity, file)
  const replaced = await ports.db.transaction().execute(async trx => {
    const row = (await lockUploads(trx, environmentId, [entity])).get(entity)
    if (!row) throw new Error('The row of the entity was not made.')
    await assertMapping(trx, call, entity, file)
    const now = ports.clock()
    const owner = { owner_id: call.principal.id, owner_name: call.principal.name }
    const read = { has_header: file.hasHeader, delimiter: file.delimiter, columns: JSON.stringify(file.columns) }
    const settings = { ...read, keeps_mapping: file.keepMapping, active_at: now }
    if (isUploading(row)) {
      assertMayContinue(call, row, file, now)
      if (isSameFile(row, file)) {
        await assertSameChunks(trx, row, file)
        await changeUpload(trx, row, [], { ...settings, ...owner })
        if (row.owner_id !== owner.owner_id) await auditUpload(trx, call, entity, started(row, file))
        return null
      }
    }
    if (hasFile(row)) await deleteChunks(trx, row.upload_id)
    await changeUpload(trx, row, isUploading(row) ? ['UploadFailed', 'Uploading'] : ['Uploading'], {
      ...withoutFile,
      ...settings,
      ...owner,
      upload_id: ports.newId(),
      file_name: file.name,
      size: file.size,
      modified_at: file.modifiedAt,
      first_chunk: file.firstChunk,
      begun_at: now,
    })
    await auditUpload(trx, call, entity, started(hasFile(row) ? row : null, file))
    return hasFile(row) ? addressOf(row) : null
  })
  // After a stop in between, its chunks go with those of abandoned uploads.
  if (replaced !== null) await files.remove(replaced)
  return loadUpload(call, entity)
}

const started = (before: FileRow | null, { name, size }: FileDescription) =>
  ({
    operation: 'Start',
    before: before && { name: before.file_name, size: before.size, uploadedBy: before.owner_name },
    after: { name, size },
  }) as const

const isSameFile = (row: FileRow, file: FileDescription): boolean =>
  row.file_name === file.name &&
  row.size === file.size &&
  row.modified_at === file.modifiedAt &&
  row.first_chunk === file.firstChunk

/**
 * @throws ConflictError where the upload under way is not the caller's to continue, or is one of another file, which is
 * theirs or is to be continued
 */
function assertMayContinue({ principal }: UploadCall, row: FileRow, file: FileDescription, now: Date): void {
  if (row.owner_id !== principal.id && !isIdle(row, now)) throw createInProgressError(row)
  const isContinued = row.owner_id === principal.id || file.chunkDigests !== undefined
  if (isContinued && !isSameFile(row, file))
    throw new ConflictError(
      `${row.owner_id === principal.id ? 'You are' : `${row.owner_name} is`} uploading ${row.file_name}. Choose that file to continue, or cancel it first.`,
      { reason: 'uploads.otherFile', changedAt: row.begun_at.toISOString() },
    )
}

/** @throws ConflictError when a chunk that has arrived is not that of the file */
async function assertSameChunks(trx: Db, row: FileRow, { chunkDigests }: FileDescription): Promise<void> {
  if (chunkDigests === undefined) return
  const arrived = await loadChunks(trx, row)
  if (arrived.some(({ index, sha256 }) => chunkDigests[index] !== sha256)) throw createChangedError(row)
}

/** The refusal of a file that is not the one of which an upload began. */
export const createChangedError = (row: FileRow): ConflictError =>
  new ConflictError(
    `${row.file_name} was changed after its upload began. Cancel the upload, and begin again with the changed file.`,
    { reason: 'uploads.fileChanged' },
  )

/** The refusal of a change of an upload that somebody else is busy with: who, and since when. */
export const createInProgressError = (row: FileRow): ConflictError =>
  new ConflictError(`${row.owner_name} is uploading a file for ${row.entity}. Wait until that has ended.`, {
    reason: 'uploads.inProgress',
    changedBy: row.owner_name,
    changedAt: row.begun_at.toISOString(),
  })

/** @throws ConflictError when the rest of the file has no room on the disk */
async function assertRoom(
  { ports, environmentId, files }: UploadCall,
  entity: UploadEntityName,
  file: FileDescription,
): Promise<void> {
  const row = (await loadUploads(ports.db, environmentId, [entity])).get(entity)
  const received = isUploading(row) && isSameFile(row, file) ? await loadChunks(ports.db, row) : []
  const stored = received.reduce((sum, { index }) => sum + chunkLength(file.size, index), 0)
  if (!(await files.hasRoom(file.size - stored))) throw createNoSpaceError()
}

/** @throws ValidationError when the stored mapping is to apply to a file that lacks some of its columns */
async function assertMapping(
  trx: Db,
  { environmentId }: UploadCall,
  entity: UploadEntityName,
  { columns, keepMapping }: FileDescription,
): Promise<void> {
  const mapping = keepMapping ? (await loadMappings(trx, environmentId)).get(entity) : undefined
  const missing = mapping ? missingColumns(mapping.column_of, columns) : []
  if (missing.length > 0)
    throw new ValidationError(
      ['keepMapping'],
      `The saved mapping uses columns that are not in this file: ${missing.join(', ')}.`,
    )
}
