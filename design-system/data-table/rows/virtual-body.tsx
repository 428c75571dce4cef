import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type PointerEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useAfterFirstPaint } from '../../lib/use-after-first-paint.ts'
import type { CellFormat } from '../cells/cell-format.ts'
import { type CellBlock, columnsIn } from '../cells/cell-range.ts'
import type { LeadColumn } from '../model/lead-columns.ts'
import type { TableLines } from '../model/table-lines.ts'
import { type BodyColumn, BodyRow } from './body-row.tsx'
import { DetailRow } from './detail-row.tsx'
import { FastScroll } from './fast-scroll.ts'
import { type FastScrollHandle, FastScrollLayer } from './fast-scroll-layer.tsx'
import { GroupRow } from './group-row.tsx'
import { SlotPool, StableRowCount } from './slot-pool.ts'
import { StickyGroups } from './sticky-groups.tsx'
import { useColumnWindow } from './use-column-window.ts'

export interface VirtualBodyProps<Row> {
  scroller: RefObject<HTMLDivElement | null>
  rows: readonly Row[]
  lines: TableLines
  getRowId: (row: Row) => string
  getRowName: (row: Row) => string
  selectLabel: (name: string) => string
  expandLabel: (name: string) => string
  columns: readonly BodyColumn<Row>[]
  sizes: readonly number[]
  leads: readonly LeadColumn[]
  format: CellFormat
  rowHeight: number
  headerHeight: number
  checked: (id: string) => boolean
  expandedIds: ReadonlySet<string>
  currentRowId: string | null
  focusRow: number
  focusCol: number
  block: CellBlock | null
  actions: ((row: Row) => ReactNode) | null
  hasDetails: boolean
  renderDetail: ((row: Row) => ReactNode) | null
  boundary: { after: string; content: ReactNode } | null
  groupLevels: number
  onEndReached: (() => void) | undefined
}

/** Rows mounted before and after the visible ones: enough to cover a frame of scrolling, far under the budget of 20. */
const overscan = 6
/**
 * Height of the table that was measured last: the next one most likely has the same height, and renders its rows once
 * instead of twice.
 */
let lastHeight = 600
const fastScrollEndMs = 90
const scrollEndMs = 150

/** The visible rows, and only those. Owns the virtualizer, so that scrolling renders this component alone. */
export function VirtualBody<Row>({
  scroller,
  rows,
  lines,
  getRowId,
  getRowName,
  selectLabel,
  expandLabel,
  columns,
  sizes,
  leads,
  format,
  rowHeight,
  headerHeight,
  checked,
  expandedIds,
  currentRowId,
  focusRow,
  focusCol,
  block,
  actions,
  hasDetails,
  renderDetail,
  boundary,
  groupLevels,
  onEndReached,
}: VirtualBodyProps<Row>) {
  const [pool] = useState(() => new SlotPool())
  const [span] = useState(() => new StableRowCount())
  const [hovered, setHovered] = useState(-1)
  const painted = useAfterFirstPaint()
  const layer = useRef<FastScrollHandle>(null)
  const drawn = useColumnWindow(scroller, columns, sizes, focusRow >= 0 ? focusCol - leads.length : -1)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor({ ...range, endIndex: Math.min(span.endOf(range), range.count - 1) })
      // The focused row stays mounted, or the focus would move to the page when it scrolls out of view.
      if (focusRow >= 0 && focusRow < range.count && !indexes.includes(focusRow)) indexes.push(focusRow)
      return indexes
    },
    [focusRow, span],
  )
  const observeOffset = useCallback(
    (instance: Virtualizer<HTMLDivElement, Element>, move: (offset: number, scrolling: boolean) => void) => {
      const element = instance.scrollElement
      if (!element) return undefined
      const flight = new FastScroll()
      let timer: ReturnType<typeof setTimeout> | undefined
      const rest = () => {
        move(element.scrollTop, false)
      }
      const land = () => {
        flight.reset(element.scrollTop)
        // The cells are rendered before the text is removed.
        move(element.scrollTop, true)
        layer.current?.hide()
        timer = setTimeout(rest, scrollEndMs)
      }
      const scrolled = () => {
        const top = element.scrollTop
        clearTimeout(timer)
        if (flight.update(top, element.clientHeight) && layer.current) {
          layer.current.show(top, element.clientHeight)
          timer = setTimeout(land, fastScrollEndMs)
          return
        }
        move(top, true)
        layer.current?.hide()
        timer = setTimeout(rest, scrollEndMs)
      }
      move(element.scrollTop, false)
      element.addEventListener('scroll', scrolled, { passive: true })
      return () => {
        clearTimeout(timer)
        element.removeEventListener('scroll', scrolled)
      }
    },
    [],
  )
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: lines.count,
    getScrollElement: () => scroller.current,
    estimateSize: line => (hasDetails && lines.at(line)?.kind === 'detail' ? 120 : rowHeight),
    // No scrolling happens before the first rows are painted.
    overscan: painted ? overscan : 0,
    rangeExtractor,
    observeElementOffset: observeOffset,
    scrollPaddingStart: headerHeight,
    initialRect: { width: 1000, height: lastHeight },
  })
  // Rows have one height; details are measured, and a line does not inherit the height of its predecessor.
  const measured = hasDetails ? lines : null
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight, measured])

  const height = virtualizer.scrollRect?.height
  useEffect(() => {
    if (height) lastHeight = height
  }, [height])

  const items = virtualizer.getVirtualItems()
  const slots = pool.assign(items.map(item => item.index))
  const itemOfSlot = new Map(slots.map((slot, i) => [slot, items[i]]))
  const last = virtualizer.range?.endIndex ?? 0
  const first = virtualizer.range?.startIndex ?? 0

  useEffect(() => {
    if (lines.count > 0 && last >= lines.count - 1 - overscan * 2) onEndReached?.()
  }, [last, lines.count, onEndReached])

  const hover = (event: PointerEvent<HTMLElement>) => {
    const body = event.currentTarget
    const target = event.type === 'pointerleave' ? null : (event.target as HTMLElement)
    // Layers that an action opened bubble their pointer events here, too, and the action that anchors them must stay as
    // long as they are open.
    if (target && !body.contains(target)) return
    if (hovered >= 0 && body.querySelector(`[data-row="${hovered}"] [aria-haspopup][aria-expanded="true"]`)) return
    setHovered(Number(target?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? -1))
  }

  return (
    <div
      role="rowgroup"
      className="relative isolate min-w-full"
      style={{ height: virtualizer.getTotalSize(), minInlineSize: 'var(--dt-width)' }}
      {...(actions === null ? {} : { onPointerOver: hover, onPointerLeave: hover })}
    >
      {groupLevels > 0 ? (
        <StickyGroups
          lines={lines}
          line={first}
          rows={rows}
          columns={columns}
          format={format}
          leadCount={leads.length}
          headerHeight={headerHeight}
        />
      ) : null}
      {pool.arrange(slots, virtualizer.isScrolling).map(slot => {
        const item = itemOfSlot.get(slot)
        const line = item && lines.at(item.index)
        if (item === undefined || line === undefined) return null
        const activeCol = item.index === focusRow ? focusCol : -1
        if (line.kind === 'group') {
          const sample = rows[line.group.sample]
          return sample === undefined ? null : (
            <GroupRow
              key={slot}
              group={line.group}
              sample={sample}
              index={item.index}
              start={item.start}
              columns={columns}
              format={format}
              leadCount={leads.length}
              activeCol={activeCol}
            />
          )
        }
        const row = rows[line.row]
        if (row === undefined) return null
        const id = getRowId(row)
        if (line.kind === 'detail') {
          const bounded = boundary !== null && boundary.after === id
          return (
            <DetailRow
              key={`detail-${slot}`}
              ref={virtualizer.measureElement}
              index={item.index}
              start={item.start}
              colCount={leads.length + columns.length + (actions ? 1 : 0)}
              active={activeCol >= 0}
              boundary={bounded ? boundary.content : null}
            >
              {expandedIds.has(id) ? renderDetail?.(row) : null}
            </DetailRow>
          )
        }
        const range = columnsIn(block, item.index)
        const expanded = expandedIds.has(id)
        return (
          <BodyRow
            key={slot}
            row={row}
            rowId={id}
            index={item.index}
            start={item.start}
            columns={drawn}
            format={format}
            leads={leads}
            selectLabel={leads.includes('select') ? selectLabel(getRowName(row)) : ''}
            expandLabel={leads.includes('expand') ? expandLabel(getRowName(row)) : ''}
            checked={checked(id)}
            expanded={expanded}
            current={currentRowId === id}
            level={groupLevels > 0 ? groupLevels + 1 : 0}
            activeCol={activeCol}
            rangeStart={range?.[0] ?? -1}
            rangeEnd={range?.[1] ?? -1}
            actions={actions}
            actionsCol={columns.length + leads.length}
            hovered={hovered === item.index}
          />
        )
      })}
      {hasDetails ? null : (
        <FastScrollLayer
          ref={layer}
          rows={rows}
          lines={lines}
          columns={columns}
          leads={leads}
          format={format}
          rowHeight={rowHeight}
        />
      )}
    </div>
  )
}
