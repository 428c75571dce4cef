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
    /** Stable id of a row: selection, details, focus and the current row follow it. */
    getRowId: (row: Row) => string
    /** Spoken name of a row; its id when absent. */
    getRowName?: (row: Row) => string
    /** Rows that match in all, when known and more than are loaded. */
    rowCount?: number | undefined
    status?: DataTableStatus
    /**
     * Who sorts and filters: the owner of the rows, or the table over the rows it was given. Grouping is always over
     * the rows given.
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
    /** All rows that match are chosen, loaded or not: the second step of the checkbox in the head. */
    allMatching?: boolean
    onAllMatchingChange?: (all: boolean) => void
    /** What can be done with the chosen rows; stands in the bar that appears with them. */
    bulkActions?: ReactNode
    /** Actions of a row, shown while it is pointed at or has the focus, and on every card. */
    rowActions?: (row: Row) => ReactNode
    /** What a row shows beneath itself when it is opened. Given, rows can be expanded. */
    renderDetail?: (row: Row) => ReactNode
    expandedIds?: ReadonlySet<string>
    defaultExpandedIds?: ReadonlySet<string>
    onExpandedIdsChange?: (ids: ReadonlySet<string>) => void
    /** The last loaded row came near: load more. */
    onEndReached?: () => void
    onRetry?: () => void
    /** Rows that came since: offered, never put in under the pointer. */
    newCount?: number
    onShowNew?: () => void
    /** The result was cut after so many rows. */
    partialCount?: number
    /** Start of the 40 px bar above the head: what was found. */
    toolbar?: ReactNode
    /** End of that bar, after the column chooser. */
    actions?: ReactNode
    columnChooser?: boolean
    densityChooser?: boolean
    /** Name of exported files. Given, the bar offers CSV and JSON of the current view. */
    exportName?: string
    /** Pages of all matching rows for an export; the rows given when absent. */
    exportRows?: () => AsyncIterable<readonly Row[]>
    /** Replaces the sentence that stands in for rows. */
    message?: ReactNode
    /** Partial results and the like, above the head. */
    notice?: ReactNode
    footerStart?: ReactNode
    footerEnd?: ReactNode
    gutter?: 'page' | 'card'
    /** Where the container is narrower than 640 pixels: cards, or the grid scrolled sideways. */
    narrow?: 'cards' | 'scroll'
  }
