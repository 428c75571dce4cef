import { CsvReader } from '../../../contract/csv/csv-reader.ts'
import { codeOf } from '../../../kernel/errors/error-code.ts'
import type { UploadFiles } from '../../../ports/index.ts'
import type { UploadIssue } from '../../../upload-files/issues/issues.ts'
import { type FileHead, headSize, readHead } from '../../../upload-files/read/file-head.ts'
import { Utf8Pieces } from '../../../upload-files/read/text-decoder.ts'
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

/** A row of data; `isFaulty`: it has another width than the header, or a faulty quote. */
export interface FileRowCells {
  cells: readonly string[]
  row: number
  isFaulty: boolean
}

/**
 * Reads the rows of a file that was checked.
 * @param onRows called after each piece with its rows, and the bytes up to its end
 */
export async function readRows(
  files: UploadFiles,
  file: RunFile,
  head: FileHead,
  onRows: (rows: FileRowCells[], bytes: number) => Promise<void>,
): Promise<void> {
  const reader = new CsvReader({ delimiter: head.delimiter, lineEnd: head.lineEnd })
  const decoder = new Utf8Pieces()
  const width = head.columns.length
  let bytes = 0
  let isHeaderRead = !head.hasHeader
  const take = (): FileRowCells[] => {
    const rows: FileRowCells[] = []
    for (let cells = reader.next(); cells !== null; cells = reader.next()) {
      if (cells.length === 1 && cells[0] === '' && width > 1) continue
      if (isHeaderRead)
        rows.push({
          cells,
          row: reader.row,
          isFaulty: cells.length !== width || reader.fault?.kind === 'after quote',
        })
      isHeaderRead = true
    }
    return rows
  }
  await readBytes(files, file, async piece => {
    bytes += piece.byteLength
    reader.push(decoder.decode(piece) ?? '')
    await onRows(take(), bytes)
  })
  reader.push(decoder.decode(new Uint8Array(), true) ?? '')
  reader.end()
  await onRows(take(), bytes)
}
