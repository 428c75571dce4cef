import { chunkCount, chunkLength, type UploadEntityName } from '../../contract/index.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { UploadChunk } from '../../ports/index.ts'
import { createChangedError, createInProgressError } from './begin-upload.ts'
import { addressOf, type FileRow, hasFile, isUploading, loadUploads, type UploadRow } from './files/store.ts'
import { createNoSpaceError, type UploadCall } from './files/upload-call.ts'

export interface SentChunk {
  uploadId: string
  index: number
  sha256: string
  modifiedAt: number
}

/**
 * Stores a chunk of an upload of the caller; one that has arrived before is not read again.
 * @throws NotFoundError for another upload, ValidationError for another number, size or SHA-256 than that of the chunk,
 * ConflictError for a file that was changed, an upload that has ended, and a full disk
 */
export async function sendChunk(
  call: UploadCall,
  entity: UploadEntityName,
  sent: SentChunk,
  content: ReadableStream<Uint8Array> | null,
): Promise<{ chunks: number; received: number }> {
  try {
    return await receiveChunk(call, entity, sent, content)
  } finally {
    await drain(content)
  }
}

async function receiveChunk(
  call: UploadCall,
  entity: UploadEntityName,
  sent: SentChunk,
  content: ReadableStream<Uint8Array> | null,
): Promise<{ chunks: number; received: number }> {
  const { ports, environmentId, files } = call
  const row = requireUpload(call, (await loadUploads(ports.db, environmentId, [entity])).get(entity), sent.uploadId)
  const chunk = requireChunk(row, sent)
  if (await isReceived(call, row, chunk)) return storeChunk(call, row, chunk)
  if (content === null)
    throw new ValidationError(['content'], 'Send the bytes of the chunk as application/octet-stream.')
  if (!(await files.hasRoom(chunk.size))) throw createNoSpaceError()
  const outcome = await files.write(addressOf(row), chunk, piecesOf(content))
  if (outcome.state === 'noSpace') throw createNoSpaceError()
  if (outcome.state === 'wrongSize')
    throw new ValidationError(
      ['content'],
      `Chunk ${chunk.index} has ${chunk.size} bytes, but ${outcome.received > chunk.size ? 'more' : outcome.received} arrived.`,
    )
  if (outcome.state === 'wrongDigest')
    throw new ValidationError(
      ['sha256'],
      `The bytes of chunk ${chunk.index} that arrived have another SHA-256. Send the chunk again.`,
    )
  return storeChunk(call, row, chunk)
}

/** @throws NotFoundError for another upload than that of the entity, ConflictError when it has ended or is not the caller's */
function requireUpload({ principal }: UploadCall, row: UploadRow | undefined, uploadId: string): FileRow {
  if (!hasFile(row) || row.upload_id !== uploadId)
    throw new NotFoundError('There is no such upload. It has ended, or another one has replaced it.')
  if (!isUploading(row))
    throw new ConflictError('This upload has ended: all of its chunks have arrived.', {
      reason: 'uploads.notUploading',
    })
  if (row.owner_id !== principal.id) throw createInProgressError(row)
  return row
}

/** @throws ValidationError for a number that the file does not have, ConflictError for a file that was changed */
function requireChunk(row: FileRow, { index, sha256, modifiedAt }: SentChunk): UploadChunk {
  const chunks = chunkCount(row.size)
  if (index >= chunks)
    throw new ValidationError(['index'], `The file has ${chunks} chunks: the last one has the number ${chunks - 1}.`)
  if (modifiedAt !== row.modified_at || (index === 0 && sha256 !== row.first_chunk)) throw createChangedError(row)
  return { index, sha256, size: chunkLength(row.size, index) }
}

/** @throws ConflictError when the chunk arrived before with other bytes */
async function isReceived({ ports }: UploadCall, row: FileRow, { index, sha256 }: UploadChunk): Promise<boolean> {
  const stored = await ports.db
    .selectFrom('upload_chunk')
    .select('sha256')
    .where('upload_id', '=', row.upload_id)
    .where('index', '=', index)
    .executeTakeFirst()
  if (stored && stored.sha256 !== sha256) throw createChangedError(row)
  return stored !== undefined
}

/** Records a chunk whose bytes are stored, while its upload is still under way. */
async function storeChunk(
  call: UploadCall,
  row: FileRow,
  chunk: UploadChunk,
): Promise<{ chunks: number; received: number }> {
  const { ports, environmentId, files } = call
  try {
    return await ports.db.transaction().execute(async trx => {
      const now = ports.clock()
      const current = await trx
        .selectFrom('upload_file')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('entity', '=', row.entity)
        .forUpdate()
        .executeTakeFirst()
      requireUpload(call, current, row.upload_id)
      await trx
        .insertInto('upload_chunk')
        .values({
          environment_id: environmentId,
          upload_id: row.upload_id,
          index: chunk.index,
          sha256: chunk.sha256,
          received_at: now,
        })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      await isReceived({ ...call, ports: { ...ports, db: trx } }, row, chunk)
      await trx
        .updateTable('upload_file')
        .set({ active_at: now })
        .where('environment_id', '=', environmentId)
        .where('entity', '=', row.entity)
        .execute()
      const { received } = await trx
        .selectFrom('upload_chunk')
        .where('upload_id', '=', row.upload_id)
        .select(({ fn }) => fn.countAll<number>().as('received'))
        .executeTakeFirstOrThrow()
      return { chunks: chunkCount(row.size), received: Number(received) }
    })
  } catch (error) {
    // Cancelled or replaced meanwhile: its folder would stay until the abandoned ones are removed.
    if (error instanceof NotFoundError) await files.remove(addressOf(row))
    throw error
  }
}

async function* piecesOf(content: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = content.getReader()
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
  } finally {
    reader.releaseLock()
  }
}

/** Reads the rest of a refused chunk: clients that still send do not see the answer. */
async function drain(content: ReadableStream<Uint8Array> | null): Promise<void> {
  if (content === null || content.locked) return
  const reader = content.getReader()
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client has gone, or sent more than a chunk may have.
  }
}
