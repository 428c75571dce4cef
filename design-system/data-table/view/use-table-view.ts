import { useMemo, useState } from 'react'
import type { DataColumn } from '../model/column.ts'
import type { ColumnFilter } from '../model/column-filter.ts'
import type { SortKey } from '../row-index/row-index.ts'
import { initialView, type TableView } from './table-view.ts'

export interface TableViewProps {
  /** The view, owned by the caller: sorting, filters, columns, grouping, density. Plain data. */
  view?: TableView
  /** Initial view of a table that owns its view. */
  defaultView?: Partial<TableView>
  /** Called with the whole view after each change of it. */
  onViewChange?: (view: TableView) => void
  /** The sorted columns, the most important first. */
  sorting?: readonly SortKey[]
  /** Called with the sorted columns; the page sorts when the server has more rows than the table. */
  onSortingChange?: (sorting: { id: string; desc: boolean }[]) => void
  /** Conditions, in the shape of `FilterBar`: pass the same array to both and they edit one model. */
  filters?: readonly ColumnFilter[]
  /** Called with all conditions after a change in a column's menu. */
  onFiltersChange?: (filters: readonly ColumnFilter[]) => void
  /** Visible columns by id; one that is missing is visible. */
  columnVisibility?: Record<string, boolean>
  /** Called with the visibility of all columns. */
  onColumnVisibilityChange?: (visibility: Record<string, boolean>) => void
  /**
   * Ids of the columns that stay at the start while the others scroll, until the reader changes it. By default the
   * first column.
   */
  pinned?: readonly string[]
}

/** The current view and its single setter. Parts passed as props override the view; every part reports its change. */
export function useTableView<Row>(columns: readonly DataColumn<Row>[], props: TableViewProps) {
  const {
    view,
    defaultView,
    onViewChange,
    sorting,
    onSortingChange,
    filters,
    onFiltersChange,
    columnVisibility,
    onColumnVisibilityChange,
    pinned,
  } = props
  const [own, setOwn] = useState<TableView | null>(null)
  const initial = useMemo(() => ({ ...initialView(columns, pinned), ...defaultView }), [columns, pinned, defaultView])
  const base = view ?? own ?? initial
  const current = useMemo<TableView>(
    () => ({
      ...base,
      ...(sorting ? { sorting } : {}),
      ...(filters ? { filters } : {}),
      ...(columnVisibility ? { visibility: columnVisibility } : {}),
    }),
    [base, sorting, filters, columnVisibility],
  )

  const change = (next: TableView) => {
    if (next === current) return
    setOwn(next)
    if (next.sorting !== current.sorting) onSortingChange?.([...next.sorting])
    if (next.filters !== current.filters) onFiltersChange?.(next.filters)
    if (next.visibility !== current.visibility) onColumnVisibilityChange?.({ ...next.visibility })
    onViewChange?.(next)
  }
  return { view: current, change, initial }
}
