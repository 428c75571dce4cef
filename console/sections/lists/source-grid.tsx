import { RowsGrid } from './rows-grid.tsx'

interface SourceGridProps {
  columns: readonly string[]
  rows: readonly Readonly<Record<string, string>>[]
  /** The height is the caller's. */
  fill?: boolean
}

/** The first rows of a container; how many there are in all, nobody counted. */
export function SourceGrid({ columns, rows, fill = false }: SourceGridProps) {
  return (
    <RowsGrid
      fill={fill}
      columns={columns}
      total={null}
      rows={rows.map((row, index) => ({ row: index + 1, cells: columns.map(name => row[name] ?? '') }))}
    />
  )
}
