import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { columnNameOf, type DataColumn } from '../model/column.ts'
import { type ColumnFilter, withFilter } from '../model/column-filter.ts'
import { moveColumn, type PinSide, pinColumn, placeColumn, sideOf, type TableView } from '../view/table-view.ts'

interface ColumnActionsOptions<Row> {
  columns: readonly DataColumn<Row>[]
  view: TableView
  onViewChange: (view: TableView) => void
  initial: TableView
  /** Headers sort: the table its rows, or their owner when it is told. */
  sortable: boolean
  /** Columns that do not say so are sortable, too. */
  sortableByDefault: boolean
  filterable: boolean
  groupable: boolean
}

/** All actions on a column without dragging, each announced: shared by header menus, panel and keys. */
export function useColumnActions<Row>({
  columns,
  view,
  onViewChange: change,
  initial,
  sortable,
  sortableByDefault,
  filterable,
  groupable,
}: ColumnActionsOptions<Row>) {
  const intl = useIntl()
  const announce = useAnnounce()
  const labelOf = (column: DataColumn<Row>) => columnNameOf(column, id => intl.formatMessage({ id }))
  const nameOf = (id: string) => {
    const column = columns.find(entry => entry.id === id)
    return column ? labelOf(column) : id
  }
  const say = (message: string, column: string, values: Record<string, string> = {}) =>
    announce(intl.formatMessage({ id: `DesignSystem.DataTable.${message}` }, { column, ...values }))
  return {
    view,
    labelOf,
    canSort: (column: DataColumn<Row>) => sortable && (column.sortable ?? sortableByDefault),
    canFilter: (column: DataColumn<Row>) => filterable && column.filter !== null,
    canGroup: (column: DataColumn<Row>) => groupable && column.groupable,
    filterOf: (id: string) => view.filters.find(filter => filter.field === id) ?? null,
    setFilter: (id: string, filter: ColumnFilter | null) =>
      change({ ...view, filters: withFilter(view.filters, id, filter) }),
    sort: (id: string, desc: boolean | null) => {
      change({ ...view, sorting: desc === null ? view.sorting.filter(key => key.id !== id) : [{ id, desc }] })
      say(desc === null ? 'SortCleared' : desc ? 'SortedDescending' : 'SortedAscending', nameOf(id))
    },
    sideOf: (id: string) => sideOf(view, id),
    pin: (id: string, side: PinSide) => {
      change(pinColumn(view, id, side))
      say(side === null ? 'Unpinned' : side === 'start' ? 'PinnedStart' : 'PinnedEnd', nameOf(id))
    },
    move: (id: string, step: -1 | 1) => {
      const next = moveColumn(columns, view, id, step)
      if (next === view) return
      change(next)
      say(step < 0 ? 'MovedToStart' : 'MovedToEnd', nameOf(id))
    },
    canMove: (id: string, step: -1 | 1) => moveColumn(columns, view, id, step) !== view,
    place: (id: string, target: string) => change(placeColumn(columns, view, id, target)),
    shown: (id: string) => view.visibility[id] !== false,
    show: (id: string, shown: boolean) => {
      change({ ...view, visibility: { ...view.visibility, [id]: shown } })
      say(shown ? 'Shown' : 'Hidden', nameOf(id))
    },
    group: (id: string, grouped: boolean) => {
      change({
        ...view,
        grouping: grouped
          ? [...view.grouping.filter(entry => entry !== id), id].slice(-2)
          : view.grouping.filter(entry => entry !== id),
      })
      say(grouped ? 'Grouped' : 'Ungrouped', nameOf(id))
    },
    reset: () =>
      change({
        ...view,
        order: initial.order,
        visibility: initial.visibility,
        pinned: initial.pinned,
        sizes: initial.sizes,
        grouping: initial.grouping,
      }),
    setDensity: (density: TableView['density']) => change({ ...view, density }),
  }
}

export type ColumnActions<Row> = ReturnType<typeof useColumnActions<Row>>
