import { RowsGrid } from '../rows-grid.tsx'

interface DatabaseRowsGridProps {
  columns: readonly string[]
  rows: readonly Readonly<Record<string, string>>[]
  /** The height is the caller's. */
  fill?: boolean
}

/** The first rows of a container; their total is unknown. */
export function DatabaseRowsGrid({ columns, rows, fill = false }: DatabaseRowsGridProps) {
  return (
    <RowsGrid
      fill={fill}
      columns={columns}
      total={null}
      rows={rows.map((row, index) => ({ row: index + 1, cells: columns.map(name => row[name] ?? '') }))}
    />
  )
}
