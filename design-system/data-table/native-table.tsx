import { cn } from '../lib/cn.ts'
import { SimpleTable } from './simple-table/simple-table.tsx'
import type { DataTableProps } from './state/data-table-props.ts'

/** `mode="table"`: a small read-only table with native semantics. */
export function NativeTable<Row>({
  columns,
  rows,
  getRowId,
  label,
  labelledBy,
  status,
  id,
  className,
  gutter = 'page',
}: DataTableProps<Row>) {
  const name = label === undefined ? { labelledBy: labelledBy ?? '' } : { label }
  return (
    <div data-slot="data-table" id={id} className={cn('min-w-0 overflow-x-auto bg-surface', className)}>
      <SimpleTable
        {...name}
        columns={columns}
        rows={rows}
        getRowId={getRowId}
        loading={status === 'loading'}
        gutter={gutter}
      />
    </div>
  )
}
