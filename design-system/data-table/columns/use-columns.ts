import { functionalUpdate, useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { useDirection } from '../../i18n/index.ts'
import { cn } from '../../lib/cn.ts'
import { useTextScale } from '../../lib/text-scale/text-scale.ts'
import type { DataColumn } from '../model/column.ts'
import { firstLeadWidth, type LeadColumn, nextLeadWidth } from '../model/lead-columns.ts'
import { type BodyColumn, cellClass, pinnedEndClass, pinnedStartClass } from '../rows/body-row.tsx'
import { windowedFrom } from '../rows/column-window.ts'
import { orderedIds, type TableView } from '../view/table-view.ts'
import { columnDefs, dataTableFeatures, maxColumnSize, type TableHeader } from './features.ts'

/** The table's own columns before those of the data. */
interface ColumnsOptions<Row> {
  columns: readonly DataColumn<Row>[]
  view: TableView
  onViewChange: (view: TableView) => void
  multiSort: boolean
  leads: readonly LeadColumn[]
  withActions: boolean
  gutter: 'page' | 'card'
}

const noRows: never[] = []

/** A view has widths for the usual text size, so that one that was saved fits at every other. */
const scaledSizes = (sizes: TableView['sizes'], scale: number): Record<string, number> =>
  Object.fromEntries(Object.entries(sizes).map(([id, size]) => [id, size * scale]))

/** Order, visibility, width and pinning of the columns, from TanStack Table, in the shape that the grid renders. */
export function useColumns<Row>({
  columns,
  view,
  onViewChange: change,
  multiSort,
  leads,
  withActions,
  gutter,
}: ColumnsOptions<Row>) {
  const direction = useDirection()
  const scale = useTextScale()
  const defs = useMemo(() => columnDefs(columns, scale), [columns, scale])
  const parts = useMemo(() => orderedIds(columns, view), [columns, view])
  const state = useMemo(
    () => ({
      sorting: [...view.sorting],
      columnVisibility: { ...view.visibility },
      columnPinning: { start: parts.start, end: parts.end },
      columnOrder: [...parts.start, ...parts.center, ...parts.end],
      columnSizing: scaledSizes(view.sizes, scale),
    }),
    [view.sorting, view.visibility, view.sizes, parts, scale],
  )

  const table = useTable({
    features: dataTableFeatures,
    columns: defs,
    data: noRows,
    state,
    manualSorting: true,
    enableMultiSort: multiSort,
    columnResizeMode: 'onChange',
    columnResizeDirection: direction,
    onSortingChange: updater => change({ ...view, sorting: functionalUpdate(updater, state.sorting) }),
    onColumnVisibilityChange: updater =>
      change({ ...view, visibility: functionalUpdate(updater, state.columnVisibility) }),
    onColumnSizingChange: updater =>
      change({ ...view, sizes: scaledSizes(functionalUpdate(updater, state.columnSizing), 1 / scale) }),
  })

  const headers = [
    ...table.getStartHeaderGroups(),
    ...table.getCenterHeaderGroups(),
    ...table.getEndHeaderGroups(),
  ].flatMap(group => group.headers) as unknown as TableHeader[]
  const order = headers.map(header => header.column.id).join('\n')
  const leadCount = leads.length
  const body = useMemo(() => {
    const byId = new Map(columns.map(column => [column.id, column]))
    const ids = order === '' ? [] : order.split('\n')
    const found: BodyColumn<Row>[] = []
    ids.forEach((id, i) => {
      const column = byId.get(id)
      if (!column) return
      const side = parts.start.includes(id) ? 'start' : parts.end.includes(id) ? 'end' : null
      const pin = side === null ? null : `var(--dt-pin-${i})`
      const start = ids.length > windowedFrom ? { gridColumnStart: i + leadCount + 1 } : undefined
      found.push({
        column,
        side,
        pin,
        index: i,
        style:
          pin === null
            ? start
            : { ...start, ...(side === 'end' ? { insetInlineEnd: pin } : { insetInlineStart: pin }) },
        className: cn(
          cellClass,
          side === 'start' && pinnedStartClass,
          side === 'end' && pinnedEndClass,
          side === 'start' &&
            !parts.start.includes(ids[i + 1] ?? '') &&
            'border-e border-e-line grid-scrolled:shadow-1',
          side === 'end' && !parts.end.includes(ids[i - 1] ?? '') && 'border-s border-s-line grid-more:shadow-1',
          // The first and last cells are at the edges of the page or card.
          i === 0 && leadCount === 0 && 'ps-(--dt-gutter)',
          i === ids.length - 1 && 'pe-(--dt-gutter)',
        ),
      })
    })
    return found
  }, [columns, order, parts, leadCount])

  const sizes = headers.map(header => header.getSize())
  const lead = leads.map((_, i) => (i === 0 ? firstLeadWidth : nextLeadWidth))
  const sum = (terms: readonly string[]) =>
    terms.length === 0 ? '0px' : terms.length === 1 ? String(terms[0]) : `calc(${terms.join(' + ')})`
  const px = (from: number, to: number) => `${sizes.slice(from, to).reduce((all, size) => all + size, 0)}px`
  const variables: Record<string, string> = {
    '--dt-gutter': gutter === 'page' ? 'var(--ds-page-gutter)' : '1rem',
    '--dt-width': sum([...lead, px(0, sizes.length)]),
    '--dt-template': [
      ...lead,
      ...sizes.map((size, i) => (i === sizes.length - 1 ? `minmax(${size}px, 1fr)` : `${size}px`)),
      ...(withActions ? ['0px'] : []),
    ].join(' '),
  }
  body.forEach(({ side }, i) => {
    if (side === 'start') variables[`--dt-pin-${i}`] = sum([...lead, px(0, i)])
    if (side === 'end') variables[`--dt-pin-${i}`] = px(i + 1, sizes.length)
  })
  variables['--dt-pinned'] = sum([...lead, px(0, parts.start.length)])
  variables['--dt-pinned-end'] = px(sizes.length - body.filter(({ side }) => side === 'end').length, sizes.length)

  return {
    body,
    headers,
    sizes,
    variables,
    sizeOf: (id: string) => headers.find(header => header.column.id === id)?.getSize() ?? 0,
    withSize: (id: string, size: number): TableView => {
      const least = columns.find(column => column.id === id)?.minSize ?? 0
      return {
        ...view,
        sizes: { ...view.sizes, [id]: Math.min(Math.max(Math.round(size / scale), least), maxColumnSize) },
      }
    },
  }
}
