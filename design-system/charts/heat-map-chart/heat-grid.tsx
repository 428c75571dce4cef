import { ArrowDown, ArrowDownUp, ArrowUp } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import { clamp } from '../plot/numbers.ts'
import { ReadOutCard } from '../plot/read-out.tsx'
import { type AxisOrder, heatStep, labelWidth } from './heat.ts'
import type { HeatAxisItem } from './heat-map-chart.tsx'

interface HeatGridProps {
  name: string
  describedBy: string
  width: number
  height: number
  rows: readonly HeatAxisItem[]
  columns: readonly HeatAxisItem[]
  cell: (row: number, column: number) => { value: number | null; text: string; full: string }
  domain: { low: number; high: number }
  valueLabel: string
  sortable: boolean
  rowSort: { by: string; order: AxisOrder }
  columnSort: { by: string; order: AxisOrder }
  onRowSort: (column: HeatAxisItem) => void
  onColumnSort: (row: HeatAxisItem) => void
  onCellOpen: ((cell: { row: HeatAxisItem; column: HeatAxisItem }) => void) | undefined
}

/** Background and text of each step, chosen as pairs. */
const heatClasses = [
  'bg-heat-0 text-fg',
  'bg-heat-1 text-fg',
  'bg-heat-2 text-fg',
  'bg-heat-3 text-fg',
  'bg-heat-4 text-fg',
  'bg-heat-5 text-fg-inverse',
  'bg-heat-6 text-fg-inverse',
  'bg-heat-7 text-fg-inverse',
] as const
const ariaSort = { given: undefined, descending: 'descending', ascending: 'ascending' } as const

/** Row -1 are the column headers, column -1 the row headers. */
interface CellPosition {
  row: number
  column: number
}

/** The cells. One tab stop; arrow keys move in their physical direction, because the plot never mirrors. */
export function HeatGrid({
  name,
  describedBy,
  width,
  height,
  rows,
  columns,
  cell,
  domain,
  valueLabel,
  sortable,
  rowSort,
  columnSort,
  onRowSort,
  onColumnSort,
  onCellOpen,
}: HeatGridProps) {
  const hintId = useId()
  const intl = useIntl()
  const grid = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<CellPosition>({ row: 0, column: 0 })
  const [read, setRead] = useState<(CellPosition & { x: number; y: number; size: number }) | null>(null)
  const [pinned, setPinned] = useState(false)
  const first = sortable ? -1 : 0
  const isNarrow = width < 480
  const at: CellPosition = {
    row: clamp(active.row, first, rows.length - 1),
    column: clamp(active.column, active.row === -1 ? 0 : first, columns.length - 1),
  }
  const tabIndex = (row: number, column: number) => (row === at.row && column === at.column ? 0 : -1)
  const tag = (row: number, column: number) => ({ 'data-place': `${row} ${column}`, tabIndex: tabIndex(row, column) })

  const placeOf = (target: EventTarget): (CellPosition & { element: HTMLElement }) | null => {
    const element = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-place]') : null
    const [row, column] = (element?.dataset.place ?? '').split(' ').map(Number)
    return element && row !== undefined && column !== undefined ? { row, column, element } : null
  }
  const show = (target: EventTarget) => {
    const place = placeOf(target)
    const edge = grid.current?.getBoundingClientRect()
    if (!place || !edge || place.row < 0 || place.column < 0) return setRead(null)
    const box = place.element.getBoundingClientRect()
    setRead({
      row: place.row,
      column: place.column,
      x: box.right - edge.left,
      size: box.width,
      y: box.top - edge.top + box.height / 2,
    })
  }
  const go = (row: number, column: number) => {
    const next = { row: clamp(row, first, rows.length - 1), column: clamp(column, first, columns.length - 1) }
    // The corner is empty.
    if (next.row === -1 && next.column === -1) return
    setActive(next)
    setPinned(false)
    grid.current?.querySelector<HTMLElement>(`[data-place="${next.row} ${next.column}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOf(event.target)
    if (!place || event.altKey || event.metaKey || event.shiftKey) return
    const whole = event.ctrlKey
    const cells = place.row >= 0 && place.column >= 0
    const moves: Record<string, () => void> = {
      ArrowRight: () => go(place.row, place.column + 1),
      ArrowLeft: () => go(place.row, place.column - 1),
      ArrowDown: () => go(place.row + 1, place.column),
      ArrowUp: () => go(place.row - 1, place.column),
      Home: () => go(whole ? 0 : place.row, 0),
      End: () => go(whole ? rows.length - 1 : place.row, columns.length - 1),
      ...(cells
        ? {
            Enter: () => {
              const [row, column] = [rows[place.row], columns[place.column]]
              if (pinned && onCellOpen && row && column) onCellOpen({ row, column })
              else setPinned(!pinned)
            },
          }
        : {}),
      ...(read !== null ? { Escape: () => (pinned ? setPinned(false) : setRead(null)) } : {}),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    event.stopPropagation()
    move()
  }
  const watching = {
    onKeyDown,
    onPointerOver: (event: PointerEvent) => {
      if (!pinned) show(event.target)
    },
    onPointerLeave: () => {
      if (!pinned) setRead(null)
    },
    onFocus: (event: FocusEvent) => {
      const place = placeOf(event.target)
      if (place) setActive({ row: place.row, column: place.column })
      show(event.target)
    },
    onBlur: () => {
      if (!pinned) setRead(null)
    },
  }
  const sign = (order: AxisOrder) => (
    <Icon
      icon={order === 'descending' ? ArrowDown : order === 'ascending' ? ArrowUp : ArrowDownUp}
      size={12}
      className={order === 'given' ? 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100' : ''}
    />
  )
  const labels = labelWidth(rows, width, sortable)
  const hintOf = (row: number, column: number) => `${hintId} ${row} ${column}`.replaceAll(' ', '-')
  const head = (item: HeatAxisItem, row: number, column: number, order: AxisOrder) => {
    const id = row === -1 ? 'DesignSystem.Chart.Heat.SortRows' : 'DesignSystem.Chart.Heat.SortColumns'
    const sort = row === -1 ? onRowSort : onColumnSort
    return sortable ? (
      <button
        type="button"
        {...tag(row, column)}
        // The name stays that of the row or column, because every cell is read with it; what a press does is the description.
        aria-describedby={hintOf(row, column)}
        onClick={() => sort(item)}
        className={cn(
          'group flex w-full min-w-0 items-center gap-0.5 rounded-chip hover:bg-surface-hover focus-ring-inset',
          row === -1 ? 'h-control-sm justify-center' : 'h-control-sm justify-between',
        )}
      >
        <bdi data-ink="box" className="truncate">
          {item.label}
        </bdi>
        {row === -1 && order === 'given' ? null : sign(order)}
        <span hidden id={hintOf(row, column)}>
          {intl.formatMessage({ id }, { name: item.label })}
        </span>
      </button>
    ) : (
      <bdi
        data-ink="box"
        className={cn('hyphens-auto wrap-anywhere', row === -1 ? 'block' : 'line-clamp-2')}
        {...(row === -1 ? {} : { title: item.label })}
      >
        {item.label}
      </bdi>
    )
  }
  const readCell = read === null ? null : cell(read.row, read.column)
  const orderOf = (sort: { by: string; order: AxisOrder }, id: string) => (sort.by === id ? sort.order : 'given')

  return (
    <div ref={grid} data-slot="chart-plot" dir="ltr" className="relative" style={{ blockSize: height }} {...watching}>
      <div className="size-full overflow-auto focus-ring">
        <table
          role="grid"
          aria-label={name}
          aria-describedby={describedBy}
          className="w-full table-fixed border-separate border-spacing-0.5 text-2xs text-fg"
          style={{ minInlineSize: `calc(${columns.length * 1.75}rem + ${labels})` }}
        >
          <thead>
            <tr>
              <td className="sticky inset-s-0 z-sticky bg-surface" style={{ inlineSize: labels }} />
              {columns.map((column, c) => (
                <th
                  key={c}
                  scope="col"
                  aria-sort={sortable ? ariaSort[orderOf(rowSort, column.id)] : undefined}
                  className="h-control-sm overflow-hidden text-center font-normal text-fg-secondary"
                >
                  {head(column, -1, c, orderOf(rowSort, column.id))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, r) => (
              <tr key={r}>
                <th
                  scope="row"
                  aria-sort={sortable ? ariaSort[orderOf(columnSort, row.id)] : undefined}
                  className={`sticky inset-s-0 z-sticky bg-surface pe-2 text-start font-normal text-fg-secondary ${isNarrow ? 'text-2xs' : 'text-xs'}`}
                >
                  {head(row, r, -1, orderOf(columnSort, row.id))}
                </th>
                {columns.map((_, c) => {
                  const { value, text } = cell(r, c)
                  return (
                    <td
                      key={c}
                      role="gridcell"
                      {...tag(r, c)}
                      data-ink="box"
                      onClick={onCellOpen && columns[c] ? () => onCellOpen({ row, column: columns[c]! }) : undefined}
                      className={cn(
                        'h-control-sm overflow-hidden rounded-mark border border-transparent text-center text-ellipsis whitespace-nowrap tabular-nums focus-ring',
                        value === null
                          ? 'border-line-subtle text-fg-muted'
                          : heatClasses[heatStep(value, domain.low, domain.high)],
                        onCellOpen && 'cursor-pointer',
                      )}
                    >
                      <bdi>{text}</bdi>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {read === null || readCell === null ? null : (
        <ReadOutCard
          content={{
            title: intl.formatMessage(
              { id: 'DesignSystem.Chart.Heat.At' },
              { row: rows[read.row]?.label ?? '', column: columns[read.column]?.label ?? '' },
            ),
            rows: [{ key: 'value', label: valueLabel, value: readCell.full }],
          }}
          current={undefined}
          pinned={pinned}
          opens={onCellOpen !== undefined}
          x={read.x}
          size={read.size}
          y={read.y}
        />
      )}
    </div>
  )
}

/** The ramp with its two ends. */
export function HeatScaleBar({ low, high }: { low: string; high: string }) {
  const intl = useIntl()
  return (
    <div
      role="img"
      aria-label={intl.formatMessage({ id: 'DesignSystem.Chart.Heat.Scale' }, { low, high })}
      dir="ltr"
      className="flex items-center gap-2 text-2xs text-fg-muted tabular-nums forced-colors:hidden"
    >
      <bdi>{low}</bdi>
      <span className="flex gap-px">
        {heatClasses.map((step, i) => (
          <span key={i} className={cn('h-2 w-4 first:rounded-s-mark last:rounded-e-mark', step)} />
        ))}
      </span>
      <bdi>{high}</bdi>
    </div>
  )
}
