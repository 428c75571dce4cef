import type { ComponentProps, ReactNode } from 'react'
import type { DataColumn } from '../model/column.ts'
import type { TableMessageKind } from '../table-message/table-message.tsx'
import type { TableViewProps } from '../view/use-table-view.ts'

export type DataTableStatus = 'ready' | 'loading' | 'refreshing' | TableMessageKind

type TableName = { label: string; labelledBy?: never } | { label?: never; labelledBy: string }

export type DataTableProps<Row> = Omit<ComponentProps<'div'>, 'children'> &
  TableName &
  TableViewProps & {
    columns: readonly DataColumn<Row>[]
    rows: readonly Row[]
    /** Stable id of a row: identifies it for selection, details, focus and the current row. */
    getRowId: (row: Row) => string
    /** Accessible name of a row; its id when absent. */
    getRowName?: (row: Row) => string
    /** Number of all matching rows, when known and larger than the number of loaded rows. */
    rowCount?: number | undefined
    status?: DataTableStatus
    /**
     * Where rows are sorted and filtered: by their owner, or by the table over the rows in its props. Grouping is
     * always over the rows in the props.
     */
    processing?: 'server' | 'client'
    /** A grid with cell focus and virtual rows, or a small read-only table with native semantics. */
    mode?: 'grid' | 'table'
    /** Shift with a click or Enter adds a further sort key. */
    multiSort?: boolean
    /** The row shown in a panel beside the table. */
    currentRowId?: string | null
    onCurrentRowChange?: (id: string) => void
    onRowOpen?: (row: Row) => void
    /** Rows have checkboxes. Implied by `selectedIds`. */
    selectable?: boolean
    selectedIds?: ReadonlySet<string>
    defaultSelectedIds?: ReadonlySet<string>
    onSelectedIdsChange?: (ids: ReadonlySet<string>) => void
    /** All matching rows are selected, loaded or not: the second step of the checkbox in the header. */
    allMatching?: boolean
    onAllMatchingChange?: (all: boolean) => void
    /** Actions on the selected rows; shown in the bar that appears with a selection. */
    bulkActions?: ReactNode
    /** Actions of a row, shown while it is hovered or has the focus, and on every card. */
    rowActions?: (row: Row) => ReactNode
    /** Detail below an opened row. When set, rows can be expanded. */
    renderDetail?: (row: Row) => ReactNode
    expandedIds?: ReadonlySet<string>
    defaultExpandedIds?: ReadonlySet<string>
    onExpandedIdsChange?: (ids: ReadonlySet<string>) => void
    /** Called when the last loaded row is near the view: load more. */
    onEndReached?: () => void
    onRetry?: () => void
    /** Number of rows that are new since the last load: offered, never inserted under the pointer. */
    newCount?: number
    onShowNew?: () => void
    /** Number of rows after which the result was cut. */
    partialCount?: number
    /** Start of the 40 px bar above the header: the result count. */
    toolbar?: ReactNode
    /** End of that bar, after the column chooser. */
    actions?: ReactNode
    columnChooser?: boolean
    densityChooser?: boolean
    /** Name of exported files. When set, the bar offers CSV and JSON of the current view. */
    exportName?: string
    /** Pages of all matching rows for an export; by default the rows in the props. */
    exportRows?: () => AsyncIterable<readonly Row[]>
    /** Replaces the sentence shown in place of rows. */
    message?: ReactNode
    /** Notices above the header, about partial results for example. */
    notice?: ReactNode
    footerStart?: ReactNode
    footerEnd?: ReactNode
    gutter?: 'page' | 'card'
    /** Layout in a container narrower than 640 pixels: cards, or the grid with horizontal scrolling. */
    narrow?: 'cards' | 'scroll'
  }
