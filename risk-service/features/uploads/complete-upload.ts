import { createYieldPoint, type UploadDetail, type UploadEntityName } from '../../contract/index.ts'
import { codeOf } from '../../kernel/errors/error-code.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { UploadChunk } from '../../ports/index.ts'
import { createInProgressError } from './begin-upload.ts'
import { isComplete } from './files/mapping.ts'
import {
  addressOf,
  changeUpload,
  type FileRow,
  hasFile,
  isUploading,
  loadChunks,
  loadMappings,
  loadUploads,
  lockUploads,
  missingChunks,
} from './files/store.ts'
import { auditUpload, type UploadCall } from './files/upload-call.ts'
import { loadUpload } from './read-uploads.ts'
import { createRowCounter } from './row-counter.ts'

/** Numbers of missing chunks that a refusal lists. */
const listed = 10

/**
 * Ends an upload whose chunks have all arrived: reads it once for its SHA-256 and the number of its rows, and applies
 * the stored mapping if it was to. A repeat waits for the first call.
 * @throws ConflictError while chunks are missing, ValidationError when the file has another SHA-256
 */
export function completeUpload(
  call: UploadCall,
  entity: UploadEntityName,
  { uploadId, sha256 }: { uploadId: string; sha256?: string | undefined },
): Promise<UploadDetail> {
  return call.queue(`upload ${uploadId}`, async () => {
    const row = (await loadUploads(call.ports.db, call.environmentId, [entity])).get(entity)
    if (!hasFile(row) || row.upload_id !== uploadId)
      throw new NotFoundError('There is no such upload. It has ended, or another one has replaced it.')
    if (isUploading(row)) {
      if (row.owner_id !== call.principal.id) throw createInProgressError(row)
      const chunks = await requireAllChunks(call, row)
      await storeFile(call, row, await measureFile(call, row, chunks, sha256))
    }
    return loadUpload(call, entity)
  })
}

/** @throws ConflictError that lists chunks which have not arrived, or whose bytes were lost since */
async function requireAllChunks({ ports, files }: UploadCall, row: FileRow): Promise<UploadChunk[]> {
  const chunks = await loadChunks(ports.db, row)
  const lost = await files.findMissing(addressOf(row), chunks)
  if (lost.length > 0)
    await ports.db
      .deleteFrom('upload_chunk')
      .where('upload_id', '=', row.upload_id)
      .where(
        'index',
        'in',
        lost.map(({ index }) => index),
      )
      .execute()
  const missing = missingChunks(
    row.size,
    chunks.filter(chunk => !lost.includes(chunk)),
  )
  if (missing.length > 0)
    throw new ConflictError(
      `${missing.length} chunks have not arrived: ${missing.slice(0, listed).join(', ')}${missing.length > listed ? ' and more' : ''}.`,
      { reason: 'uploads.incomplete', limit: missing.length },
    )
  return chunks
}

interface FileMeasure {
  rows: number
  sha256: string
}

/** @throws ValidationError when the file has another SHA-256 than its sender says */
async function measureFile(
  { files }: UploadCall,
  row: FileRow,
  chunks: readonly UploadChunk[],
  expected: string | undefined,
): Promise<FileMeasure> {
  const counter = createRowCounter(row.delimiter)
  const pause = createYieldPoint()
  const sha256 = await files
    .read(addressOf(row), chunks, piece => {
      counter.push(piece)
      return pause()
    })
    .catch((error: unknown) => {
      throw codeOf(error) === 'ENOENT' ? createEndedError() : error
    })
  if (expected !== undefined && expected !== sha256)
    throw new ValidationError(['sha256'], 'The chunks that arrived are not those of a file with this SHA-256.')
  const rows = counter.finish()
  return { rows: row.has_header ? Math.max(0, rows - 1) : rows, sha256 }
}

const createEndedError = () =>
  new ConflictError('This upload was cancelled or replaced meanwhile.', { reason: 'uploads.notUploading' })

async function storeFile(call: UploadCall, { entity, upload_id }: FileRow, measure: FileMeasure): Promise<void> {
  const { ports, environmentId } = call
  await ports.db.transaction().execute(async trx => {
    const row = (await lockUploads(trx, environmentId, [entity])).get(entity)
    if (!isUploading(row) || row.upload_id !== upload_id) throw createEndedError()
    const mapping = row.keeps_mapping ? (await loadMappings(trx, environmentId)).get(entity) : undefined
    const isReady = mapping !== undefined && isComplete(entity, mapping.column_of, row.columns)
    const now = ports.clock()
    await changeUpload(trx, row, isReady ? ['NeedsMapping', 'Ready'] : ['NeedsMapping'], {
      ...measure,
      completed_at: now,
      active_at: now,
    })
    await auditUpload(trx, call, entity, {
      operation: 'Create',
      before: null,
      after: { name: row.file_name, size: row.size, ...measure },
    })
  })
}
