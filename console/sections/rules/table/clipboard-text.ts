/* Cells as spreadsheets put them on the clipboard: tabs between cells, lines between rows, quotation marks around both. */

const quoted = (cell: string): string => (/["\t\n\r]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell)

export const clipboardText = (rows: readonly (readonly string[])[]): string =>
  rows.map(row => row.map(quoted).join('\t')).join('\n')

export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let inside = false
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  for (let at = 0; at < source.length; at++) {
    const each = source.charAt(at)
    if (inside) {
      if (each !== '"') cell += each
      else if (source.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else inside = false
    } else if (each === '"' && cell === '' && isQuotedCell(source, at)) inside = true
    else if (each === '\t' || each === '\n') {
      rows.at(-1)?.push(cell)
      cell = ''
      if (each === '\n') rows.push([])
    } else cell += each
  }
  rows.at(-1)?.push(cell)
  return rows
}

/** Quotation marks enclose a whole cell; `"DE" OR "FR"` is a text that begins and ends with some. */
function isQuotedCell(source: string, start: number): boolean {
  for (let at = start + 1; at < source.length; at++) {
    if (source.charAt(at) !== '"') continue
    if (source.charAt(at + 1) === '"') at += 1
    else return at + 1 === source.length || '\t\n'.includes(source.charAt(at + 1))
  }
  return false
}
