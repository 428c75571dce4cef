import type { ListFileSummary } from '../../contract/lists/list-file.ts'
import { gzip } from '../lib/gzip.ts'
import { sha256 } from '../lib/sha256.ts'
import { compileListFile } from './compiled-list.ts'

/** A file in the form in which it is stored. */
export interface PackedListFile {
  /** SHA-256 of the file, in hexadecimal digits. */
  digest: string
  content: Uint8Array
}
export interface ListUpload {
  facts: ListFileSummary
  /** The cells of the first rows; none with faults. */
  rows: string[][]
  /** Null with faults, and when it was not requested. */
  packed: PackedListFile | null
}
export interface ListUploadOptions {
  fileName: string
  /** Rows that are returned. */
  previewRows: number
  /** Returns the form in which the file is stored. */
  pack: boolean
}

/** Reads the file of a list. */
export async function readListUpload(
  file: Blob,
  { fileName, previewRows, pack }: ListUploadOptions,
): Promise<ListUpload> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { facts, list } = await compileListFile(bytes, fileName)
  if (list === null) return { facts, rows: [], packed: null }
  return {
    facts,
    rows: Array.from({ length: Math.min(previewRows, list.rows) }, (_, index) => list.cells(index)),
    packed: pack ? { digest: await sha256(bytes), content: await gzip(bytes) } : null,
  }
}
