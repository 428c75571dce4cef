export type { ColumnVisibilityState, SortingState } from '@tanstack/react-table'
export { type CellFormat, createCellFormat, type TimeValue, useCellFormat } from './cells/cell-format.ts'
export type { ScoreLimits } from './cells/cell-marks.tsx'
export type { CellContext, DataColumn } from './columns/column.ts'
export { createColumns } from './columns/columns.tsx'
export { DataTable } from './data-table.tsx'
export type { DataTableProps, DataTableStatus } from './data-table-props.ts'
export { type CsvColumn, type CsvValue, csvColumns, downloadText, toCsv, toTsv } from './export/csv.ts'
export { type ExportColumn, type ExportFormat, type ExportSource, exportChunks, toJson } from './export/export-rows.ts'
export {
  arityOfOperator,
  type ColumnFilter,
  type FilterKind,
  type FilterOperatorId,
  filterKinds,
  operatorsOf,
} from './filters/column-filter.ts'
export { type TableFilterField, useTableFilterFields } from './filters/use-filter-fields.ts'
export type { SortKey } from './row-index/row-index.ts'
export type { AggregateKind } from './rows/table-lines.ts'
export { type SavedView, SavedViews, type SavedViewsProps, type ViewNameEdit } from './saved-views/saved-views.tsx'
export { SimpleTable, type SimpleTableProps } from './simple-table/simple-table.tsx'
export { TableMessage, type TableMessageKind } from './table-message.tsx'
export { initialView, isDeepEqual, readView, type TableDensity, type TableView } from './view/table-view.ts'
