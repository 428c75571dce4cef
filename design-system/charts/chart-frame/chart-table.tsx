import { type CsvValue, createColumns, exportChunks, SimpleTable } from '../../data-table/index.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { missingMark } from '../../lib/marks.ts'
import { BrailleLines } from './braille-lines.tsx'

export interface ChartTableColumn {
  key: string
  label: string
  format: (value: number) => string
}

export interface ChartTableRow {
  id: string
  name: string
  /** The name in exports: a moment instead of its text. */
  raw?: CsvValue
  /** Where the row lies on the axis: a time, a score. */
  position?: number
  values: Readonly<Record<string, number | null | undefined>>
}

/** The numbers behind a picture: source of its table, its copies and its summary. */
export interface ChartTable {
  /** Header of the first column. */
  head: string
  columns: readonly ChartTableColumn[]
  /** May be a getter that creates them, with `rowCount` beside it. */
  rows: readonly ChartTableRow[]
  /** Number of rows; counted when absent. */
  rowCount?: number
}

const c = createColumns<ChartTableRow>()

/** A table of more rows is a grid with virtual rows, which scrolls by itself. */
const maxNativeRows = 200
export const isLargeTable = (table: ChartTable): boolean => (table.rowCount ?? table.rows.length) > maxNativeRows
// Most charts have few points and do without the code of the grid.
const LargeChartTable = lazyPart(() =>
  import('./large-chart-table.tsx').then(module => ({ default: module.LargeChartTable })),
)

/** A formatted value; a dash for everything that is no number. */
export function formatOrDash(value: unknown, format: (value: number) => string): string {
  return typeof value === 'number' && Number.isFinite(value) ? format(value) : missingMark
}

/** The numbers as CSV, in pieces: between two of them the browser handles input. */
export async function chartCsv(table: ChartTable): Promise<string[]> {
  const { head, columns, rows } = table
  const source = [
    { id: 'name', name: head, value: (row: ChartTableRow) => row.raw ?? row.name },
    ...columns.map(({ key, label }) => ({ id: key, name: label, value: (row: ChartTableRow) => row.values[key] })),
  ]
  const pieces: string[] = []
  for await (const { text } of exportChunks('csv', source, rows)) {
    pieces.push(text)
    if (isLargeTable(table)) await new Promise(resolve => setTimeout(resolve))
  }
  return pieces
}

interface ChartTableViewProps {
  label: string
  table: ChartTable
  /** The rows are steps along an axis: a line of braille shows their course. */
  steps?: boolean
}

/** The numbers of a chart as a table; suspends while the code of a large one is loaded. */
export function ChartTableView({ label, table, steps = false }: ChartTableViewProps) {
  const { head, columns, rows } = table
  const shown = [
    c.custom('name', {
      label: head,
      rowHeader: true,
      sortable: false,
      filter: false,
      value: row => row.name,
      cell: row => <bdi className="whitespace-nowrap">{row.name}</bdi>,
    }),
    ...columns.map(({ key, label: name, format }) =>
      c.custom(key, {
        label: name,
        align: 'number',
        sortable: false,
        filter: false,
        value: row => row.values[key],
        cell: row => (
          <span dir="ltr" className="block text-end whitespace-nowrap tabular-nums">
            {formatOrDash(row.values[key], format)}
          </span>
        ),
      }),
    ),
  ]
  const braille = steps ? <BrailleLines table={table} /> : null
  if (isLargeTable(table))
    return (
      <div className="flex h-full flex-col">
        {braille}
        <div className="min-h-0 flex-1">
          <LargeChartTable label={label} columns={shown} rows={rows} />
        </div>
      </div>
    )
  return (
    <>
      {braille}
      <SimpleTable label={label} columns={shown} rows={rows} getRowId={(row, i) => `${row.id} ${i}`} gutter="none" />
    </>
  )
}
