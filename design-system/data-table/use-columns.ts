import { functionalUpdate, useTable, type ColumnVisibilityState, type SortingState } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { cn } from '../lib/cn.ts'
import { useDirection } from '../i18n/index.ts'
import { cellClass, pinnedClass, type BodyColumn } from './body-row.tsx'
import type { DataColumn } from './columns.tsx'
import { columnDefs, dataTableFeatures, type TableHeader } from './features.ts'

interface ColumnsOptions<Row> {
  columns: readonly DataColumn<Row>[]
  pinned: readonly string[]
  sorting: SortingState
  onSortingChange: ((sorting: SortingState) => void) | undefined
  multiSort: boolean
  columnVisibility: ColumnVisibilityState | undefined
  onColumnVisibilityChange: ((visibility: ColumnVisibilityState) => void) | undefined
  selectable: boolean
  gutter: 'page' | 'card'
}

const noRows: never[] = []
const selectWidth = 40

/** Order, visibility, width and pinning of the columns, from TanStack Table, in the shape the grid draws. */
export function useColumns<Row>({ columns, pinned, sorting, onSortingChange, multiSort, columnVisibility, onColumnVisibilityChange, selectable, gutter }: ColumnsOptions<Row>) {
  const direction = useDirection()
  const defs = useMemo(() => columnDefs(columns), [columns])
  const initial = useMemo(() => Object.fromEntries(columns.filter(c => c.initiallyHidden).map(c => [c.id, false])), [columns])
  const [ownVisibility, setOwnVisibility] = useState<ColumnVisibilityState | null>(null)
  const visibility = columnVisibility ?? ownVisibility ?? initial
  const setVisibility = (next: ColumnVisibilityState) => {
    setOwnVisibility(next)
    onColumnVisibilityChange?.(next)
  }
  const pinning = useMemo(() => ({ start: [...pinned], end: [] }), [pinned])
  const state = useMemo(() => ({ sorting, columnVisibility: visibility, columnPinning: pinning }), [sorting, visibility, pinning])

  const table = useTable({
    features: dataTableFeatures,
    columns: defs,
    data: noRows,
    state,
    manualSorting: true,
    enableMultiSort: multiSort,
    columnResizeMode: 'onChange',
    columnResizeDirection: direction,
    onSortingChange: updater => onSortingChange?.(functionalUpdate(updater, sorting)),
    onColumnVisibilityChange: updater => setVisibility(functionalUpdate(updater, visibility)),
  })

  const headers = [...table.getStartHeaderGroups(), ...table.getCenterHeaderGroups(), ...table.getEndHeaderGroups()]
    .flatMap(group => group.headers) as unknown as TableHeader[]
  const order = headers.map(header => header.column.id).join('\n')
  const body = useMemo(() => {
    const byId = new Map(columns.map(column => [column.id, column]))
    const ids = order === '' ? [] : order.split('\n')
    const found: BodyColumn<Row>[] = []
    ids.forEach((id, i) => {
      const column = byId.get(id)
      if (!column) return
      const isPinned = pinned.includes(id)
      const edge = isPinned && !pinned.includes(ids[i + 1] ?? '')
      found.push({
        column,
        pin: isPinned ? `--dt-pin-${i}` : null,
        className: cn(
          cellClass,
          isPinned && pinnedClass,
          edge && 'border-e border-e-line',
          // First and last cell stand on the edges of the page or card.
          i === 0 && !selectable && (gutter === 'page' ? 'ps-6' : 'ps-4'),
          i === ids.length - 1 && (gutter === 'page' ? 'pe-6' : 'pe-4'),
        ),
      })
    })
    return found
  }, [columns, order, pinned, selectable, gutter])

  const sizes = headers.map(header => header.getSize())
  const total = sizes.reduce((sum, size) => sum + size, selectable ? selectWidth : 0)
  const variables: Record<string, string> = {
    '--dt-width': `${total}px`,
    '--dt-template': [
      ...(selectable ? [`${selectWidth}px`] : []),
      ...sizes.map((size, i) => (i === sizes.length - 1 ? `minmax(${size}px, 1fr)` : `${size}px`)),
    ].join(' '),
  }
  let offset = selectable ? selectWidth : 0
  body.forEach(({ pin }, i) => {
    if (pin === null) return
    variables[pin] = `${offset}px`
    offset += sizes[i] ?? 0
  })
  variables['--dt-pinned'] = `${offset}px`

  return {
    body,
    headers,
    variables,
    visible: (id: string) => visibility[id] !== false,
    setVisible: (id: string, shown: boolean) => setVisibility({ ...visibility, [id]: shown }),
    reset: () => {
      setVisibility(initial)
      table.resetColumnSizing(true)
    },
    resize: (index: number, delta: number) => {
      const header = headers[index]
      const column = body[index]?.column
      if (!header || !column) return
      const size = Math.min(Math.max(header.getSize() + delta, column.minSize), 800)
      table.setColumnSizing(sizing => ({ ...sizing, [column.id]: size }))
    },
  }
}
