import { isIsoTime } from '../../contract/common/iso-time.ts'
import { exportCell, writeCsv } from '../../contract/lists/csv-cells.ts'
import {
  listKey,
  listLimits,
  type SupportListId,
  supportColumns,
  supportKey,
  supportStatuses,
} from '../../contract/lists/list-definitions.ts'
import { createListIssue, type ListFileIssue, type RowSink, readListFile } from '../../contract/lists/list-file.ts'
import type { SupportStatus } from '../../contract/lists/support-lists.ts'
import { isIpAddress } from '../../engine/enrich/ip-address.ts'

export interface SupportFileEntry {
  value: string
  status: SupportStatus
  reason: string
  comments: string
  expiresAt: Date | null
}
export interface SupportFile {
  entries: SupportFileEntry[]
  problems: ListFileIssue[]
}

const requiredColumns = supportColumns.slice(0, 2)
const importedColumns = supportColumns.slice(0, 5)

/**
 * Reads a file with the columns of the export; only value and status are required. Every fault names its row and
 * refuses the file.
 */
export function* readSupportFile(
  bytes: Uint8Array,
  fileName: string,
  list: SupportListId | null,
  now: Date,
): Generator<undefined, SupportFile> {
  const rows: { cells: string[]; row: number }[] = []
  let problems: ListFileIssue[] = []
  const sink: RowSink = (cells, row) => {
    if (rows.length <= listLimits.entries) rows.push({ cells, row })
  }
  const facts = yield* readListFile(bytes, fileName, sink)
  problems = facts.problems
  if (problems.length > 0) return { entries: [], problems }
  const places = importedColumns.map(name =>
    facts.columns.findIndex(column => column.toLowerCase() === name.toLowerCase()),
  )
  problems = requiredColumns.flatMap((name, index) =>
    places[index] === -1 ? [createListIssue('LST020', { column: name }, 1, name)] : [],
  )
  if (rows.length > listLimits.entries) problems.push(createListIssue('LST022', { limit: listLimits.entries }))
  if (problems.length > 0) return { entries: [], problems }
  const entries: SupportFileEntry[] = []
  const seen = new Map<string, number>()
  for (const { cells, row } of rows) {
    const [value = '', status = '', reason = '', expires = '', comments = ''] = places.map(
      place => cells[place]?.trim() ?? '',
    )
    const fault =
      findEntryIssue({ value, status, reason, expires, comments }, row, list, now) ??
      duplicateIssue(seen, list === null ? listKey(value) : supportKey(list, value), row)
    if (fault) problems.push(fault)
    else entries.push({ value, status: statusOf(status) ?? 'Watch', reason, comments, expiresAt: momentOf(expires) })
    if (problems.length >= listLimits.problems) break
    if (row % 4000 === 0) yield
  }
  return { entries: problems.length > 0 ? [] : entries, problems }
}

function duplicateIssue(seen: Map<string, number>, key: string, row: number): ListFileIssue | null {
  const first = seen.get(key)
  if (first !== undefined) return createListIssue('LST016', { row, first }, row, 'Value')
  seen.set(key, row)
  return null
}

const statusOf = (text: string): SupportStatus | undefined =>
  supportStatuses.find(status => status.toLowerCase() === text.toLowerCase())
const day = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/

/** Returns the time in a cell, in UTC unless it has a zone; null for an invalid one, such as 30 February. */
function momentOf(text: string): Date | null {
  const match = day.exec(text)
  if (match === null) return null
  const [, date = '', time = '00:00', seconds = ':00', zone = 'Z'] = match
  const iso = `${date}T${time}${seconds}${zone.replace(/^(...)(\d\d)$/, '$1:$2')}`
  return isIsoTime(iso) ? new Date(iso) : null
}

function findEntryIssue(
  cell: { value: string; status: string; reason: string; expires: string; comments: string },
  row: number,
  list: SupportListId | null,
  now: Date,
): ListFileIssue | null {
  if (cell.value === '') return createListIssue('LST015', { row }, row, 'Value')
  for (const [column, text, longest] of [
    ['Value', cell.value, listLimits.value],
    ['Reason', cell.reason, listLimits.reason],
    ['Comments', cell.comments, listLimits.comments],
  ] as const) {
    if (text.length > longest || (column === 'Value' ? /\p{Cc}/u : /\0/).test(text))
      return createListIssue('LST019', { row, column }, row, column)
  }
  if (list !== null && !fitsList(list, cell.value)) return createListIssue('LST021', { row }, row, 'Value')
  if (!statusOf(cell.status)) return createListIssue('LST017', { row }, row, 'Status')
  const expires = momentOf(cell.expires)
  if (cell.expires !== '' && (expires === null || expires <= now))
    return createListIssue('LST018', { row }, row, 'Expiration date')
  return null
}

/** Whether a value can ever match: an address of the right kind. Ids are the merchant's own. */
export function fitsList(list: SupportListId, value: string): boolean {
  if (list === 'ip') return isIpAddress(value)
  return list !== 'email' || /^[^\s@]+@[^\s@]+$/.test(value)
}

export interface ExportedEntry {
  value: string
  status: string
  reason: string
  comments: string
  expiresAt: Date | null
  updatedBy: string
  updatedAt: Date
}

/** Returns entries as a file that can be imported again, and that a spreadsheet runs no formula of. */
export function writeSupportFile(entries: readonly ExportedEntry[]): string {
  return writeCsv([
    supportColumns,
    ...entries.map(entry => [
      exportCell(entry.value),
      entry.status,
      exportCell(entry.reason),
      entry.expiresAt?.toISOString() ?? '',
      exportCell(entry.comments),
      exportCell(entry.updatedBy),
      entry.updatedAt.toISOString(),
    ]),
  ])
}
