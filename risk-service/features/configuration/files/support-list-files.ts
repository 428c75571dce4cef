import { exportCell, writeCsv } from '../../../contract/lists/csv-cells.ts'
import {
  type SupportListId,
  supportColumns,
  supportListIds,
  supportLists,
} from '../../../contract/lists/list-definitions.ts'
import { readSupportFile } from '../../lists/support-list-file.ts'
import type { ConfigFileIssue, ConfigSupportEntry, ConfigSupportList } from '../model.ts'
import { createFileIssue } from './file-fault.ts'

/** The columns of a file: the author and time of a change belong to the environment. */
const columns = supportColumns.slice(0, 5)

/** Returns the built-in list with a name. */
export const supportListOf = (name: string): SupportListId | null =>
  supportListIds.find(id => supportLists[id].name.toLowerCase() === name.trim().toLowerCase()) ?? null

/** Returns entries as a CSV file in the order of their values. */
export function supportListToFile({ entries }: ConfigSupportList): string {
  const rows = entries
    .toSorted((a, b) => (a.value < b.value ? -1 : 1))
    .map(({ value, status, reason, expires, comments }) =>
      [value, status, reason, expires ?? '', comments].map(exportCell),
    )
  return writeCsv([columns, ...rows])
}

/** A date before any that a file can name. */
const everything = new Date(-8_640_000_000_000_000)

/**
 * Reads such a file; every fault is reported by its row. Entries that expire over time do not make a valid file faulty:
 * those that have expired at `now` are left out.
 */
export function readSupportList(
  file: string,
  name: string,
  text: string,
  now: Date,
  problems: ConfigFileIssue[],
): ConfigSupportEntry[] {
  const list = supportListOf(name)
  if (list === null) {
    const lists = supportListIds.map(id => supportLists[id].name).join(', ')
    problems.push(createFileIssue(file, 'noSupportList', { name, lists }, { code: 'CFG005' }))
    return []
  }
  const reading = readSupportFile(new TextEncoder().encode(text), file, list, everything)
  let step = reading.next()
  while (!step.done) step = reading.next()
  for (const { row, code, message, params } of step.value.problems)
    problems.push({ file, line: row ?? 0, column: 0, severity: 'error', code, message, params })
  const entries = step.value.entries.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
  const expired = step.value.entries.length - entries.length
  if (expired > 0)
    problems.push({
      file,
      line: 0,
      column: 0,
      severity: 'warning',
      code: 'CFG007',
      message: `${expired} ${expired === 1 ? 'entry has' : 'entries have'} expired and ${expired === 1 ? 'is' : 'are'} left out.`,
    })
  return entries.map(({ value, status, reason, comments, expiresAt }) => ({
    value,
    status,
    reason,
    comments,
    expires: expiresAt?.toISOString() ?? null,
  }))
}
