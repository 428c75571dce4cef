export type { ColumnVisibilityState, SortingState } from '@tanstack/react-table'
export { type CellFormat, createCellFormat, type TimeValue, useCellFormat } from './cells/cell-format.ts'
export type { ScoreLimits } from './cells/cell-marks.tsx'
export { createColumns } from './columns/columns.tsx'
export { DataTable } from './data-table.tsx'
export { type CsvColumn, downloadText, exportColumns, toCsv, toTsv } from './export/csv.ts'
export { type ExportColumn, type ExportFormat, type ExportSource, exportChunks, toJson } from './export/export-rows.ts'
export { type TableFilterField, useTableFilterFields } from './filters/use-filter-fields.ts'
export type { CellContext, DataColumn } from './model/column.ts'
export {
  arityOfOperator,
  type ColumnFilter,
  type FilterKind,
  type FilterOperatorId,
  filterKinds,
  operatorsOf,
} from './model/column-filter.ts'
export type { CsvValue } from './model/csv-value.ts'
export type { AggregateKind } from './model/table-lines.ts'
export type { SortKey } from './row-index/row-index.ts'
export { type SavedView, SavedViews, type SavedViewsProps, type ViewNameEdit } from './saved-views/saved-views.tsx'
export { SimpleTable, type SimpleTableProps } from './simple-table/simple-table.tsx'
export type { DataTableProps, DataTableStatus } from './state/data-table-props.ts'
export { TableMessage, type TableMessageKind } from './table-message/table-message.tsx'
export { initialView, isDeepEqual, readView, type TableDensity, type TableView } from './view/table-view.ts'
