import { listLimits, supportColumns, supportStatuses } from '../contract/list-rules.ts'
import { readListFile } from '../contract/list-file.ts'
import type { ConfigSupportEntry, ConfigSupportList, FileProblem } from './model.ts'

/** The columns that a file keeps: who changed an entry and when belongs to the environment. */
const columns = supportColumns.slice(0, 5)
const quoted = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const row = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\n`

/** Entries as a CSV file in the order of their values. */
export function supportListToFile({ entries }: ConfigSupportList): string {
  const rows = entries.toSorted((a, b) => (a.value < b.value ? -1 : 1)).map(({ value, status, reason, expires, comments }) => row([value, status, reason, expires ?? '', comments]))
  return [row(columns), ...rows].join('')
}

/** Reads such a file; columns are found by their header, and only the first two have to be there. */
export function readSupportList(file: string, text: string, problems: FileProblem[]): ConfigSupportEntry[] {
  const found = (line: number, message: string): void => void problems.push({ file, line, column: 0, severity: 'error', code: 'CFG005', message })
  const entries: ConfigSupportEntry[] = []
  const seen = new Map<string, number>()
  const rows: { cells: string[]; line: number }[] = []
  const reading = readListFile(new TextEncoder().encode(text), file, (cells, line) => rows.push({ cells, line }))
  let step = reading.next()
  while (!step.done) step = reading.next()
  const facts = step.value
  for (const { row: line, code, message } of facts.problems) problems.push({ file, line: line ?? 0, column: 0, severity: 'error', code, message })
  if (facts.problems.length > 0) return []
  const places = columns.map(name => facts.columns.findIndex(header => header.toLowerCase() === name.toLowerCase()))
  for (const index of [0, 1]) if ((places[index] ?? -1) < 0) found(1, `The column ${columns[index] ?? ''} is missing.`)
  if (places[0] === -1 || places[1] === -1) return []
  for (const { cells, line } of rows) {
    const [value = '', given = '', reason = '', expires = '', comments = ''] = places.map(place => (cells[place] ?? '').trim())
    const status = supportStatuses.find(each => each.toLowerCase() === given.toLowerCase())
    const first = seen.get(value.toLowerCase())
    if (value === '' || value.length > listLimits.value) found(line, `A value has 1 to ${listLimits.value} characters.`)
    else if (first !== undefined) found(line, `The value is there already, in row ${first}.`)
    else if (!status) found(line, `The status is ${supportStatuses.join(', ')}; it is '${given}'.`)
    else if (expires !== '' && Number.isNaN(Date.parse(expires))) found(line, `'${expires}' is not a date.`)
    else entries.push({ value, status, reason, expires: expires === '' ? null : new Date(expires).toISOString(), comments })
    seen.set(value.toLowerCase(), first ?? line)
  }
  return entries
}
