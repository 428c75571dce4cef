import { exportCell, writeCsv } from './csv-cells.ts'
import { readListFile } from './list-file.ts'

/** A cell at its place in a file that a spreadsheet would run as a formula. */
const formulaInFile = /(?:^|[,\n"])'*(?:[=+\-@＝＋－＠\t]|\r(?!\n))/

/** Returns a file whose cells a spreadsheet shows as texts: the same bytes where they are, and the same list in any case. */
export function* exportListFile(bytes: Uint8Array): Generator<undefined, Uint8Array> {
  if (!formulaInFile.test(new TextDecoder().decode(bytes))) return bytes
  let body = ''
  const { columns } = yield* readListFile(bytes, '.csv', cells => {
    body += writeCsv([cells.map(exportCell)])
  })
  const mark = bytes[0] === 0xef ? '\u{FEFF}' : ''
  return new TextEncoder().encode(mark + writeCsv([columns.map(exportCell)]) + body)
}
