import { type DataColumn, DataTable } from '../../data-table/index.ts'
import type { ChartTableRow } from './chart-table.tsx'

interface LargeChartTableProps {
  label: string
  columns: readonly DataColumn<ChartTableRow>[]
  rows: readonly ChartTableRow[]
}

/** All numbers of a chart with many points: rows are rendered when they come into view. */
export function LargeChartTable({ label, columns, rows }: LargeChartTableProps) {
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowCount={rows.length}
      getRowId={row => row.id}
      getRowName={row => row.name}
      columnChooser={false}
      narrow="scroll"
      className="h-full"
    />
  )
}
