import type { ListFileSummary } from '../../contract/lists/list-file.ts'
import { compileListFile } from './compiled-list.ts'

export interface ListFilePreview {
  facts: ListFileSummary
  /** The cells of the first rows; none with faults. */
  rows: string[][]
}

/** Reads a file as the upload of a list does, and returns its first rows. */
export async function previewListFile(bytes: Uint8Array, fileName: string, rows: number): Promise<ListFilePreview> {
  const { facts, list } = await compileListFile(bytes, fileName)
  const shown = list === null ? 0 : Math.min(rows, list.rows)
  return { facts, rows: Array.from({ length: shown }, (_, index) => list?.cells(index) ?? []) }
}
