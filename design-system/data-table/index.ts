export type { ColumnVisibilityState, SortingState } from '@tanstack/react-table'
export { type CellFormat, createCellFormat, type TimeValue, useCellFormat } from './cell-format.ts'
export type { ScoreLimits } from './cell-marks.tsx'
export {
  arityOfOperator,
  type ColumnFilter,
  type FilterKind,
  type FilterOperatorId,
  filterKinds,
  operatorsOf,
} from './column-filter.ts'
export { type CellContext, createColumns, csvColumns, type DataColumn } from './columns.tsx'
export { type CsvColumn, type CsvValue, downloadText, toCsv, toTsv } from './csv.ts'
export { DataTable, type DataTableProps, type DataTableStatus } from './data-table.tsx'
export { type ExportColumn, type ExportFormat, type ExportSource, exportChunks, toJson } from './export-rows.ts'
export type { SortKey } from './row-index.ts'
export { type SavedView, SavedViews, type SavedViewsProps, type ViewNaming } from './saved-views/saved-views.tsx'
export { SimpleTable, type SimpleTableProps } from './simple-table.tsx'
export type { AggregateKind } from './table-lines.ts'
export { TableMessage, type TableMessageKind } from './table-message.tsx'
export { initialView, readView, sameState, type TableDensity, type TableView } from './table-view.ts'
export { type TableFilterField, useTableFilterFields } from './use-filter-fields.ts'
