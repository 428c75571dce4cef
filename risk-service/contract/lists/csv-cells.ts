/**
 * A cell that a spreadsheet would run as a formula, however many apostrophes are before it; some read the full-width
 * forms of the signs alike.
 */
const formula = /^'*[=+\-@＝＋－＠\t\r]/
/** Returns a cell that a spreadsheet shows as a text; `readExportedCell` returns what it was. */
export const exportCell = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)
/** Returns the cell that `exportCell` was given, also for a file that nobody exported. */
export const readExportedCell = (cell: string): string => (/^'/.test(cell) && formula.test(cell) ? cell.slice(1) : cell)

/** Returns the text of a CSV file: cells quoted where necessary, CRLF, so that reading it returns the same cells. */
export function writeCsv(rows: Iterable<readonly string[]>): string {
  let text = ''
  for (const row of rows) {
    // A row of one empty cell would be a blank line.
    text += row.length === 1 && row[0] === '' ? '""\r\n' : `${row.map(quoteCell).join(',')}\r\n`
  }
  return text
}

const quoteCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
