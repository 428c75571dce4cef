import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useDirection } from '../../i18n/index.ts'
import { useAnnounce } from '../../lib/announcer.tsx'
import { useControllable } from '../../lib/use-controllable.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { useCellFormat } from '../cells/cell-format.ts'
import { useColumnActions } from '../columns/use-column-actions.ts'
import { useColumns } from '../columns/use-columns.ts'
import { useResizeMode } from '../header/use-resize-mode.ts'
import type { LeadColumn } from '../model/lead-columns.ts'
import { buildLines } from '../model/table-lines.ts'
import { useRowIndex } from '../row-index/use-row-index.ts'
import { useSelection } from '../selection/use-selection.ts'
import type { TableView } from '../view/table-view.ts'
import { useTableView } from '../view/use-table-view.ts'
import type { DataTableProps } from './data-table-props.ts'

const none: ReadonlySet<string> = new Set()
const noNumbers: ReadonlySet<number> = new Set()
const noKeys: readonly never[] = []

/** State of a table: its view, the visible lines, the selection and the commands. Renders nothing. */
export function useTable<Row>(props: DataTableProps<Row>) {
  const {
    columns,
    rows: givenRows,
    getRowId,
    processing = 'server',
    multiSort = false,
    gutter = 'page',
    renderDetail,
    boundary,
    rowActions,
  } = props
  const intl = useIntl()
  const announce = useAnnounce()
  const direction = useDirection()
  const format = useCellFormat()
  const client = processing === 'client'
  const { view, change, initial } = useTableView(columns, props)
  const owned = client || props.onViewChange !== undefined

  const { rows, order, busy, pending } = useRowIndex(
    givenRows,
    columns,
    client ? view.sorting : noKeys,
    client ? view.filters : noKeys,
    client,
  )

  const [expanded, setExpanded] = useControllable({
    value: props.expandedIds,
    defaultValue: props.defaultExpandedIds ?? none,
    onValueChange: props.onExpandedIdsChange,
  })
  const [closed, setClosed] = useState(none)
  const after = boundary?.after
  const details = useMemo(() => {
    const opened = renderDetail ? expanded : none
    if (opened.size === 0 && after === undefined) return noNumbers
    const found = new Set<number>()
    rows.forEach((row, i) => {
      const id = getRowId(row)
      if (id === after || opened.has(id)) found.add(i)
    })
    return found
  }, [renderDetail, expanded, after, rows, getRowId])
  const lines = useMemo(() => {
    const { compare } = new Intl.Collator(intl.locale)
    return buildLines({
      rows,
      order,
      columns,
      by: view.grouping,
      closed,
      details,
      compare,
      descending: id => view.sorting.some(key => key.id === id && key.desc),
    })
  }, [rows, order, columns, view.grouping, view.sorting, closed, details, intl.locale])

  const selectable =
    props.selectable === true || props.selectedIds !== undefined || props.defaultSelectedIds !== undefined
  const [chosen, setChosen] = useControllable({
    value: props.selectedIds,
    defaultValue: props.defaultSelectedIds ?? none,
    onValueChange: props.onSelectedIdsChange,
  })
  const [allMatching, setAllMatching] = useControllable({
    value: props.allMatching,
    defaultValue: false,
    onValueChange: props.onAllMatchingChange,
  })
  const sayCount = (count: number) => announce(intl.formatMessage({ id: 'DesignSystem.DataTable.Selected' }, { count }))
  const selection = useSelection({
    selected: selectable ? chosen : undefined,
    onChange: ids => {
      setChosen(ids)
      sayCount(ids.size)
    },
    allMatching,
    onAllMatchingChange: setAllMatching,
    rows,
    getRowId,
    order,
  })
  const matching = client ? selection.total : (props.rowCount ?? selection.total)

  const canExpand = renderDetail !== undefined
  const leads = useMemo<LeadColumn[]>(
    () => [...(selectable ? ['select' as const] : []), ...(canExpand ? ['expand' as const] : [])],
    [selectable, canExpand],
  )
  const actions = useColumnActions({
    columns,
    view,
    onViewChange: change,
    initial,
    sortable: owned || props.onSortingChange !== undefined,
    sortableByDefault: client,
    filterable: owned || props.onFiltersChange !== undefined,
    groupable: owned,
  })
  const nameOf = (id: string) => {
    const column = columns.find(entry => entry.id === id)
    return column ? actions.labelOf(column) : id
  }
  const changeByHead = (next: TableView) => {
    change(next)
    if (next.sorting === view.sorting) return
    const last = next.sorting.find(key => !view.sorting.some(other => other.id === key.id && other.desc === key.desc))
    const gone = view.sorting.find(key => !next.sorting.some(other => other.id === key.id))
    if (last)
      announce(
        intl.formatMessage(
          { id: last.desc ? 'DesignSystem.DataTable.SortedDescending' : 'DesignSystem.DataTable.SortedAscending' },
          { column: nameOf(last.id) },
        ),
      )
    else if (gone)
      announce(intl.formatMessage({ id: 'DesignSystem.DataTable.SortCleared' }, { column: nameOf(gone.id) }))
  }
  const grid = useColumns({
    columns,
    view,
    onViewChange: changeByHead,
    multiSort,
    leads,
    withActions: rowActions !== undefined,
    gutter,
  })
  const resize = useResizeMode({
    sizeOf: grid.sizeOf,
    setSize: (id, size) => change(grid.withSize(id, size)),
    labelOf: nameOf,
    direction,
  })

  // The number of rows after a filter is announced once they are loaded.
  const announcedFilters = useRef(view.filters)
  const sayFiltered = useEffectEvent((count: number) =>
    announce(intl.formatMessage({ id: 'DesignSystem.DataTable.Filtered' }, { count, total: rows.length })),
  )
  const shownCount = order?.length ?? rows.length
  useEffect(() => {
    if (!client || busy || pending || announcedFilters.current === view.filters) return
    announcedFilters.current = view.filters
    sayFiltered(shownCount)
  }, [client, busy, pending, view.filters, shownCount])
  const newCount = props.newCount ?? 0
  const sayNew = useEffectEvent((count: number) =>
    announce(intl.formatMessage({ id: 'DesignSystem.DataTable.NewRowsSpoken' }, { count })),
  )
  useEffect(() => {
    if (newCount > 0) sayNew(newCount)
  }, [newCount])
  useUniqueIds('DataTable', 'rows', rows, all => all.map(getRowId))

  const toggleIn = (set: ReadonlySet<string>, key: string): ReadonlySet<string> => {
    const next = new Set(set)
    if (!next.delete(key)) next.add(key)
    return next
  }
  return {
    client,
    rows,
    view,
    change,
    format,
    order,
    lines,
    busy,
    pending,
    selectable,
    selection,
    matching,
    allMatching,
    setAllMatching,
    chosen,
    leads,
    actions,
    grid,
    resize,
    expanded,
    /** Some rows have something below them. */
    hasDetails: details.size > 0,
    shownCount,
    nameOf,
    toggleExpanded: (id: string) => setExpanded(toggleIn(expanded, id)),
    toggleGroup: (key: string) => setClosed(toggleIn(closed, key)),
  }
}

export type TableModel<Row> = ReturnType<typeof useTable<Row>>
