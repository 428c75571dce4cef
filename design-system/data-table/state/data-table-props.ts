import type { ComponentProps, ReactNode } from 'react'
import type { AccessibleName } from '../../lib/accessibility/accessible-name.ts'
import type { DataColumn } from '../model/column.ts'
import type { TableMessageKind } from '../table-message/table-message.tsx'
import type { TableViewProps } from '../view/use-table-view.ts'

export type DataTableStatus = 'ready' | 'loading' | 'refreshing' | TableMessageKind

export type DataTableProps<Row> = Omit<ComponentProps<'div'>, 'children'> &
  AccessibleName &
  TableViewProps & {
    /** The columns, made with `createColumns`. */
    columns: readonly DataColumn<Row>[]
    /** The loaded rows, in the order of the server or as they are sorted here. */
    rows: readonly Row[]
    /** Stable id of a row: identifies it for selection, details, focus and the current row. */
    getRowId: (row: Row) => string
    /** Accessible name of a row; its id when absent. */
    getRowName?: (row: Row) => string
    /** Number of all matching rows, when known and larger than the number of loaded rows. */
    rowCount?: number | undefined
    /** What is shown: the rows, placeholders, rows that are being refreshed, or a message in their place. */
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
    /** Called with the id of the row that becomes the current one. */
    onCurrentRowChange?: (id: string) => void
    /** Called on Enter or a double click on a row. */
    onRowOpen?: (row: Row) => void
    /** Rows have checkboxes. Implied by `selectedIds`. */
    selectable?: boolean
    /** Ids of the selected rows. */
    selectedIds?: ReadonlySet<string>
    /** Ids that are initially selected, for uncontrolled use. */
    defaultSelectedIds?: ReadonlySet<string>
    /** Called with the ids of all selected rows. */
    onSelectedIdsChange?: (ids: ReadonlySet<string>) => void
    /** All matching rows are selected, loaded or not: the second step of the checkbox in the header. */
    allMatching?: boolean
    /** Called when all matching rows are selected, or no longer are. */
    onAllMatchingChange?: (all: boolean) => void
    /** Actions on the selected rows; shown in the bar that appears with a selection. */
    bulkActions?: ReactNode
    /** Actions of a row, shown while it is hovered or has the focus, and on every card. */
    rowActions?: (row: Row) => ReactNode
    /** Detail below an opened row. When set, rows can be expanded. */
    renderDetail?: (row: Row) => ReactNode
    /** Ids of the rows whose detail is open. */
    expandedIds?: ReadonlySet<string>
    /** Ids whose detail is initially open, for uncontrolled use. */
    defaultExpandedIds?: ReadonlySet<string>
    /** Called with the ids of all rows whose detail is open. */
    onExpandedIdsChange?: (ids: ReadonlySet<string>) => void
    /**
     * A line after a row, with the sentence that says what it separates. It is a line of the grid of its own, so that it
     * is heard where it is seen.
     */
    boundary?: { after: string; content: ReactNode } | undefined
    /** Called when the last loaded row is near the view: load more. */
    onEndReached?: () => void
    /** Shows a button that loads the rows again, in the message of an error. */
    onRetry?: () => void
    /** Number of rows that are new since the last load: offered, never inserted under the pointer. */
    newCount?: number
    /** Called when the offer of new rows is accepted: load them. */
    onShowNew?: () => void
    /** Number of rows after which the result was cut. */
    partialCount?: number
    /** Start of the 40 px bar above the header: the result count. */
    toolbar?: ReactNode
    /** End of that bar, after the column chooser. */
    actions?: ReactNode
    /** Offers a menu to show, hide, move and pin columns. */
    columnChooser?: boolean
    /** Offers a choice of the height of rows. */
    densityChooser?: boolean
    /** Name of exported files. When set, the bar offers CSV and JSON of the current view. */
    exportName?: string
    /** Pages of all matching rows for an export; by default the rows in the props. */
    exportRows?: () => AsyncIterable<readonly Row[]>
    /** Replaces the sentence shown in place of rows. */
    message?: ReactNode
    /** Notices above the header, about partial results for example. */
    notice?: ReactNode
    /** Start of the bar under the rows: a count, a time. */
    footerStart?: ReactNode
    /** End of the bar under the rows: a `Pagination`. */
    footerEnd?: ReactNode
    /** Space before the first and after the last column: that of a page or that of a card. */
    gutter?: 'page' | 'card'
    /** Layout in a container narrower than 640 pixels: cards, or the grid with horizontal scrolling. */
    narrow?: 'cards' | 'scroll'
  }
