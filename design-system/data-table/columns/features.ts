import {
  type ColumnDef,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type Header,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { DataColumn } from '../model/column.ts'

/**
 * The features of TanStack Table that this table uses: order, visibility, width, pinning and sorting of columns. No row
 * model: rows arrive in order from the server or from this table's own index (`RowIndex`), and a model over 100,000
 * rows would cost half a second for every appended page.
 */
export const dataTableFeatures = tableFeatures({
  columnSizingFeature,
  columnResizingFeature,
  columnPinningFeature,
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
})

export type TableHeader = Header<typeof dataTableFeatures, never>

export const maxColumnSize = 800

/**
 * Definitions for TanStack Table; ids are the link back to the columns of the kit.
 * @param scale of the text: the widths of columns are for its usual size
 */
export function columnDefs<Row>(
  columns: readonly DataColumn<Row>[],
  scale: number,
): ColumnDef<typeof dataTableFeatures, never>[] {
  return columns.map(column => ({
    id: column.id,
    accessorFn: () => null,
    size: column.size * scale,
    minSize: column.minSize * scale,
    maxSize: maxColumnSize * scale,
    // Whether a header sorts depends on the table, too, which renders no button otherwise.
    enableSorting: column.sortable !== false,
    sortDescFirst: column.sortDescFirst,
    enableHiding: column.hideable,
  }))
}
