import type { RowBytes } from '../cells/row-bytes.ts'
import type { UploadEntity } from '../entities/entities.ts'
import type { FileHead } from '../read/file-head.ts'
import type { ColumnFormat } from './format-scan.ts'
import type { KeySet } from './key-set.ts'
import type { Mapping } from './mapping.ts'

export interface FileCheckOptions {
  entity: UploadEntity
  head: FileHead
  mapping: Mapping
  /** Formats, by attribute, in which values are read beside the one of the upload. */
  formats?: Readonly<Record<string, ColumnFormat>>
  now: number
  /** The keys of the parent's file: a row without its parent is an orphan. */
  parentKeys?: KeySet
  /** Called with the cells of each row of the right width. */
  onRow?: (cells: RowBytes) => void
}

/** A column whose refused values are all of other formats: one, or several if it is ambiguous. */
export interface FormatFinding {
  attribute: string
  column: string
  values: number
  formats: readonly ColumnFormat[]
}
