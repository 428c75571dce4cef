import type { CellFormat } from '../cells/cell-format.ts'
import type { DataColumn } from '../model/column.ts'

interface SimpleCardsProps<Row> {
  label: string | undefined
  labelledBy: string | undefined
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  getRowId: (row: Row, index: number) => string
  nameOf: (column: DataColumn<Row>) => string
  format: CellFormat
}

/** The rows of a small table one under the other: what identifies a row, its values with their names, its commands. */
export function SimpleCards<Row>({
  label,
  labelledBy,
  columns,
  rows,
  getRowId,
  nameOf,
  format,
}: SimpleCardsProps<Row>) {
  const head = columns.find(({ rowHeader }) => rowHeader) ?? columns[0]
  const commands = columns.filter(({ align }) => align === 'end')
  const facts = columns.filter(column => column !== head && !commands.includes(column))
  const cellOf = (column: DataColumn<Row>, row: Row) => column.cell(row, { format, tabIndex: undefined })
  return (
    <ul
      data-slot="simple-cards"
      aria-label={label}
      aria-labelledby={labelledBy}
      className="flex flex-col text-sm text-fg"
    >
      {rows.map((row, index) => (
        <li
          key={getRowId(row, index)}
          className="flex flex-col gap-2 border-bs border-line-subtle px-4 py-3 first:border-bs-0"
        >
          {head ? <div className="flex min-w-0 font-medium">{cellOf(head, row)}</div> : null}
          <dl className="grid grid-cols-2 gap-x-4 gap-y-1">
            {facts.map(column => (
              <div key={column.id} className="min-w-0">
                <dt className="text-xs text-fg-muted">{nameOf(column)}</dt>
                {/* A card has the height for the whole of a value: a time is not cut as in a row. */}
                <dd className="flex min-w-0 wrap-anywhere *:max-w-full *:flex-none [&_*]:whitespace-normal">
                  {cellOf(column, row)}
                </dd>
              </div>
            ))}
          </dl>
          {commands.map(column => (
            <div key={column.id} className="flex justify-end">
              {cellOf(column, row)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}
