import { codeOf } from '../../../kernel/errors/error-code.ts'
import type { UploadFiles } from '../../../ports/index.ts'
import type { UploadIssue } from '../../../upload-files/issues/issues.ts'
import { type FileHead, headSize, readHead } from '../../../upload-files/read/file-head.ts'
import { FileRows } from '../../../upload-files/read/file-rows.ts'
import { createShortPause } from '../files/short-pause.ts'
import { addressOf } from '../files/store.ts'
import type { RunFile } from './run-files.ts'

/** Chunks of a file are not there any more, or have other bytes. */
export class FileLostError extends Error {}

/** Reads all bytes of a file in pieces. @throws FileLostError, also at the end of a file whose bytes are others */
export async function readBytes(
  files: UploadFiles,
  { upload, chunks }: RunFile,
  onPiece: (piece: Uint8Array) => void | Promise<void>,
): Promise<void> {
  const size = chunks.reduce((sum, chunk) => sum + chunk.size, 0)
  if (size !== upload.size) throw new FileLostError('Chunks are missing.')
  const pause = createShortPause()
  let failure: { error: unknown } | null = null
  const digest = await files
    .read(addressOf(upload), chunks, async piece => {
      try {
        await onPiece(piece)
      } catch (error) {
        // Of the work on the file, not of its chunks.
        failure = { error }
        throw error
      }
      await pause()
    })
    .catch((error: unknown) => {
      if (failure !== null) throw failure.error
      throw codeOf(error) === 'ENOENT' || codeOf(error) === 'EIO' ? new FileLostError('A chunk is not there.') : error
    })
  if (upload.sha256 !== null && digest !== upload.sha256) throw new FileLostError('The file has other bytes.')
}

/** Reads the head of a file from its first chunk. */
export async function readFileHead(files: UploadFiles, file: RunFile): Promise<FileHead | UploadIssue[]> {
  const { upload, chunks } = file
  const pieces: Uint8Array[] = []
  let size = 0
  const [first] = chunks
  if (first === undefined) throw new FileLostError('Chunks are missing.')
  await files
    .read(addressOf(upload), [first], piece => {
      // A copy: the memory of a piece is used again for the next one.
      if (size < headSize) pieces.push(new Uint8Array(piece))
      size += piece.byteLength
    })
    .catch((error: unknown) => {
      throw codeOf(error) === 'ENOENT' ? new FileLostError('A chunk is not there.') : error
    })
  const bytes = Buffer.concat(pieces)
  return readHead(bytes, bytes.byteLength === upload.size, {
    hasHeader: upload.has_header,
    delimiter: upload.delimiter,
  })
}

/**
 * Reads the rows of a file that was checked, as far as it has been read.
 * @param onRows called after each piece to read its rows, with the bytes up to its end
 */
export async function readRows(
  files: UploadFiles,
  file: RunFile,
  head: FileHead,
  onRows: (rows: FileRows, bytes: number) => Promise<void>,
): Promise<void> {
  const rows = new FileRows(head, head.columns.length)
  let bytes = 0
  let isHeaderRead = !head.hasHeader
  const take = async (): Promise<void> => {
    isHeaderRead ||= rows.next()
    if (isHeaderRead) await onRows(rows, bytes)
  }
  await readBytes(files, file, async piece => {
    bytes += piece.byteLength
    rows.push(piece)
    await take()
  })
  rows.push(new Uint8Array(), true)
  await take()
}
