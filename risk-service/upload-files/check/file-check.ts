import { IssueList } from '../issues/issue-list.ts'
import { createIssue, type UploadIssue } from '../issues/issues.ts'
import { FileRows } from '../read/file-rows.ts'
import type { FileCheckOptions, FormatFinding } from './check-options.ts'
import type { KeySet } from './key-set.ts'
import { checkMapping } from './mapping.ts'
import { RowCheck } from './row-check.ts'

export interface FileCheckResult {
  /** Rows of data. */
  rows: number
  issues: IssueList
  formats: FormatFinding[]
  /** Whether the file must not be processed. */
  fails: boolean
  /** Whether more rows are orphans than a file may have. */
  orphanRows: boolean
  /** Keys to which rows of children belong, of an entity that has some. */
  keys: KeySet | null
  /** False when there were more keys than duplicates and orphans are searched in. */
  areKeysComplete: boolean
  /** False when the parent had more keys than are stored, so that no orphans were searched for. */
  areOrphansSearched: boolean
  /** Why the file was not read to its end. */
  endedBy: UploadIssue | null
  /** Empty cells of each attribute that has a column, in rows of the right width. */
  emptyCells: { attribute: string; empty: number }[]
  /** Values of wrong formats (U-17) by attribute. */
  formatErrors: ReadonlyMap<string, number>
  /** Rows with an error. */
  rejected: number
}

/** Share of orphans above which a file fails. */
const maxOrphans = 0.05

/**
 * Checks a whole file in pieces of any size, from its first byte on: encoding, quotes, the width of rows, every cell,
 * keys. The memory does not grow with the file beyond its keys.
 */
export class FileCheck {
  readonly #options: FileCheckOptions
  readonly #reader: FileRows
  readonly #issues = new IssueList()
  readonly #rows: RowCheck
  #isHeaderRead: boolean
  /** Why the rest of the file is not read. */
  #endedBy: UploadIssue | null = null

  constructor(options: FileCheckOptions) {
    const { entity, head, mapping } = options
    this.#options = options
    this.#reader = new FileRows(head, head.columns.length)
    this.#isHeaderRead = !head.hasHeader
    for (const issue of checkMapping(entity, mapping, head.columns)) this.#issues.push(issue)
    this.#rows = new RowCheck(options, this.#issues)
  }

  /** Checks the next bytes; false when no more are needed. */
  push(bytes: Uint8Array): boolean {
    return this.#push(bytes, false)
  }

  /** Rows of data so far. */
  get rows(): number {
    return this.#rows.count
  }

  /** Adds an issue of the whole file. */
  report(issue: UploadIssue): void {
    this.#issues.push(issue)
  }

  /** Ends the check with an issue of the whole file. */
  stop(issue: UploadIssue): void {
    this.#issues.push(issue)
    this.#endedBy = issue
  }

  finish(): FileCheckResult {
    this.#push(new Uint8Array(), true)
    const rows = this.#rows
    if (rows.count === 0 && this.#endedBy === null) this.#issues.push(createIssue('U-03'))
    rows.finish()
    const orphans = this.#issues.counts.get('U-22') ?? 0
    const orphanRows = orphans > maxOrphans * rows.count
    return {
      rows: rows.count,
      issues: this.#issues,
      formats: rows.formats(),
      fails: this.#issues.errors > 0 || orphanRows,
      orphanRows,
      keys: rows.linkKeys,
      areKeysComplete: rows.areKeysComplete,
      areOrphansSearched: this.#options.parentKeys?.isComplete ?? true,
      endedBy: this.#endedBy,
      emptyCells: rows.emptyCells(),
      formatErrors: rows.formatErrors,
      rejected: rows.rejected,
    }
  }

  #push(bytes: Uint8Array, isLast: boolean): boolean {
    if (this.#endedBy !== null) return false
    const reader = this.#reader
    reader.push(bytes, isLast)
    this.#read()
    if (!reader.isText) this.stop(createIssue('U-04', { row: reader.row + 1 }))
    return this.#endedBy === null
  }

  #read(): void {
    const reader = this.#reader
    const width = this.#options.head.columns.length
    while (reader.next()) {
      if (!this.#isHeaderRead) {
        this.#isHeaderRead = true
        continue
      }
      if (reader.isFaulty) this.#rows.refuse(createIssue('U-08', { row: reader.row }))
      else if (reader.count === width) this.#rows.checkRow(reader, reader.row)
      else this.#rows.refuse(createIssue('U-07', { row: reader.row, params: { count: reader.count, expected: width } }))
    }
    const { fault } = reader
    if (fault !== null)
      this.stop(
        fault.kind === 'too many'
          ? createIssue('U-07', { row: fault.row, params: { count: `more than ${fault.column - 1}`, expected: width } })
          : createIssue('U-08', { row: fault.row }),
      )
  }
}
