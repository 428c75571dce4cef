import {
  isBusyState,
  type UploadDelimiter,
  type UploadDetail,
  type UploadFormat,
  uploadEntities,
} from '../../../contract/index.ts'
import { beginUpload } from '../../../features/uploads/begin-upload.ts'
import { completeUpload } from '../../../features/uploads/complete-upload.ts'
import { cancelUpload } from '../../../features/uploads/end-upload.ts'
import { missingColumns } from '../../../features/uploads/files/mapping.ts'
import type { UploadCall } from '../../../features/uploads/files/upload-call.ts'
import { loadUpload } from '../../../features/uploads/read-uploads.ts'
import { saveMapping } from '../../../features/uploads/save-mapping.ts'
import { sendChunk } from '../../../features/uploads/send-chunk.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import type { Mapping } from '../../../upload-files/check/mapping.ts'
import { guessMapping } from '../../../upload-files/guess/guess-mapping.ts'
import type { FileHead } from '../../../upload-files/read/file-head.ts'
import type { NamedEntity } from './open-upload.ts'
import type { SourceFile } from './source-file.ts'

/** The command was stopped; the same command continues. */
export class StoppedError extends Error {}

/** A file that cannot be sent or processed as it is; the message says why. */
export class RefusedError extends Error {}

export interface PutOptions {
  entity: NamedEntity
  head: FileHead
  /** The mapping and the formats that were chosen; null: the stored mapping or a guess. */
  mapping: Mapping | null
  formats: Readonly<Record<string, UploadFormat>>
  /** A file that was processed already is sent again. */
  again: boolean
  signal: AbortSignal | undefined
  onBytes: (sent: number) => void
}

/**
 * What became of a file: it can be processed, its run has not ended, or it was processed before. `unmapped`: attributes
 * that need a column.
 */
export interface PutResult {
  state: 'ready' | 'running' | 'processed'
  unmapped: string[]
}

/** Sends a file and its mapping, as far as an earlier command has not. @throws StoppedError */
export async function putFile(call: UploadCall, source: SourceFile, options: PutOptions): Promise<PutResult> {
  const { entity, head } = options
  const before = await loadUpload(call, entity.name)
  const isSame = before.file?.sha256 === source.sha256 && before.state !== 'Uploading'
  if (isSame && isBusyState(before.state)) return { state: 'running', unmapped: [] }
  if (isSame && before.state === 'Processed' && !options.again) return { state: 'processed', unmapped: [] }
  const isThere =
    isSame && before.state !== 'Processed' && before.file?.hasHeader === head.hasHeader && isSameColumns(before, head)
  const detail = isThere ? before : await sendFile(call, source, before, options)
  const stored = fitting(detail, head)
  const mapping = options.mapping ?? stored ?? guessMapping(entity, head.columns, head.rows)
  const required = uploadEntities[entity.name].required
  const unmapped = required.filter(attribute => !(attribute in mapping))
  const formats = Object.keys(options.formats).length > 0 || stored === null ? options.formats : detail.formats
  await saveMapping(call, entity.name, { columnOf: mapping, formats, baseVersion: detail.mappingVersion })
  return { state: 'ready', unmapped }
}

const isSameColumns = ({ columns }: UploadDetail, { columns: own }: FileHead): boolean =>
  JSON.stringify(columns) === JSON.stringify(own)

/** The stored mapping, if the file has all of its columns. */
const fitting = ({ columnOf }: UploadDetail, { columns }: FileHead): Mapping | null =>
  Object.keys(columnOf).length > 0 && missingColumns(columnOf, columns).length === 0 ? columnOf : null

const otherFile: ReadonlySet<string> = new Set(['uploads.otherFile', 'uploads.fileChanged'])

async function sendFile(
  call: UploadCall,
  source: SourceFile,
  before: UploadDetail,
  { entity, head, signal, onBytes }: PutOptions,
): Promise<UploadDetail> {
  const { name } = entity
  const { size, modifiedAt, chunkDigests } = source
  const description = {
    name: source.name,
    size,
    modifiedAt,
    firstChunk: chunkDigests[0] ?? '',
    chunkDigests,
    hasHeader: head.hasHeader,
    delimiter: head.delimiter as UploadDelimiter,
    columns: head.columns,
    keepMapping: false,
  }
  const begun = await beginUpload(call, name, description).catch(async (error: unknown) => {
    // Another command began with another file, and did not end.
    if (!(error instanceof ConflictError) || !otherFile.has(error.data.reason) || !before.upload?.own) throw error
    await cancelUpload(call, name, before.upload.id)
    return beginUpload(call, name, description)
  })
  const uploadId = begun.upload?.id ?? ''
  const missing = begun.missing ?? []
  let sent = size - Math.min(size, missing.length * begun.chunkSize)
  for (const index of missing) {
    if (signal?.aborted) throw new StoppedError()
    const sha256 = chunkDigests[index] ?? ''
    await sendChunk(call, name, { uploadId, index, sha256, modifiedAt }, source.readChunk(index))
    sent = Math.min(size, sent + begun.chunkSize)
    onBytes(sent)
  }
  return completeUpload(call, name, { uploadId, sha256: source.sha256 })
}
