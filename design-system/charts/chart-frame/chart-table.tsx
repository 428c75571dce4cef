import { type CsvValue, createColumns, SimpleTable, toCsv } from '../../data-table/index.ts'
import { missingMark } from '../../lib/marks.ts'

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
  values: Readonly<Record<string, number | null | undefined>>
}

/** The numbers behind a picture: source of its table, its copies and its summary. */
export interface ChartTable {
  /** Header of the first column. */
  head: string
  columns: readonly ChartTableColumn[]
  rows: readonly ChartTableRow[]
}

const c = createColumns<ChartTableRow>()

/** A formatted value; a dash for everything that is no number. */
export function formatOrDash(value: unknown, format: (value: number) => string): string {
  return typeof value === 'number' && Number.isFinite(value) ? format(value) : missingMark
}

export function chartCsv({ head, columns, rows }: ChartTable): string {
  return toCsv<ChartTableRow>(
    [
      { name: head, value: row => row.raw ?? row.name },
      ...columns.map(({ key, label }) => ({ name: label, value: (row: ChartTableRow) => row.values[key] })),
    ],
    rows,
  )
}

/** The numbers of a chart as a table. */
export function ChartTableView({ label, table: { head, columns, rows } }: { label: string; table: ChartTable }) {
  const shown = [
    {
      ...c.custom('name', {
        labelId: 'DesignSystem.Chart.Item',
        rowHeader: true,
        value: row => row.name,
        cell: row => <bdi className="whitespace-nowrap">{row.name}</bdi>,
      }),
      label: head,
    },
    ...columns.map(({ key, label: name, format }) => ({
      ...c.custom(key, {
        labelId: 'DesignSystem.Chart.Value',
        align: 'number',
        value: row => row.values[key],
        cell: row => (
          <span dir="ltr" className="block text-end whitespace-nowrap tabular-nums">
            {formatOrDash(row.values[key], format)}
          </span>
        ),
      }),
      label: name,
    })),
  ]
  return <SimpleTable label={label} columns={shown} rows={rows} getRowId={(row, i) => `${row.id} ${i}`} gutter="none" />
}
