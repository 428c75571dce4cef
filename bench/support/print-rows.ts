import type { Row } from './harness.ts'

/** Prints rows as a table: verdict, name, value, limit and note. */
export function printRows(rows: readonly Row[]): void {
  const width = (pick: (row: Row) => string) => Math.max(...rows.map(row => pick(row).length))
  const [nameWidth, valueWidth, limitWidth] = [
    width(row => row.name),
    width(row => row.value),
    width(row => row.limit ?? ''),
  ]
  for (const row of rows) {
    const verdict = row.ok === undefined ? '    ' : row.ok ? 'ok  ' : 'MISS'
    console.log(
      `${verdict} ${row.name.padEnd(nameWidth)}  ${row.value.padStart(valueWidth)}  ${(row.limit ?? '').padEnd(limitWidth)}  ${row.note ?? ''}`,
    )
  }
}
