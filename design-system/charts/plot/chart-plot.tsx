import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { useFormat } from '../../lib/format/index.ts'
import { nearestPoint, pointsInPixel } from './curve.ts'
import { clamp } from './numbers.ts'
import { type ReadOut, ReadOutCard, readOutWidth } from './read-out.tsx'
import { type PlotAxis, useSharedStep } from './use-shared-step.ts'

/**
 * Space of the axes, in pixels. Fixed, so that read-out, marks and pointer agree with the plot without measuring it.
 */
export const axisWidth = 44
export const axisHeight = 24
export const plotTop = 12
/** Grid lines. Forced colours have one colour for all lines, so there the grid is dotted to stay in the background. */
export const gridLine = (forced: boolean) => ({
  stroke: 'var(--ds-border-subtle)',
  strokeDasharray: forced ? '1 4' : '0',
})
export const tick = { fill: 'var(--ds-text-muted)', fontSize: 11, style: { unicodeBidi: 'plaintext' } } as const

/** The area between the axes, in pixels of the plot. */
export interface PlotBox {
  left: number
  top: number
  width: number
  height: number
}

export interface PlotPosition {
  series: number
  index: number
}

export interface ChartPlotProps {
  name: string
  describedBy: string
  height: number
  box: PlotBox
  /** `y` where the points are in rows: horizontal bars. */
  axis?: 'x' | 'y'
  /** What lies along it, where the points are steps of a time or a score: other charts of the page show the same step. */
  along?: PlotAxis | undefined
  /** Number of series that the up and down keys walk through. */
  seriesCount: number
  /** Position of the points of a series along the axis, in pixels and rising. */
  pointOffsets: (series: number) => ArrayLike<number>
  /** Position of the mark of a point across the axis; nothing for a gap. */
  valueOffset: (place: PlotPosition) => number | null
  readOutAt: (place: PlotPosition) => ReadOut
  /** Key of the row of a series, to highlight it in the read-out. */
  rowKeyOf?: (series: number) => string
  /** Names stand after the plot, at the ends of the lines: the read-out does not cover them. */
  endLabels?: boolean
  /** Width of the band of a point; without it a hairline marks the place. */
  band?: number
  onOpen?: ((index: number) => void) | undefined
  /** Drawn over the picture, transparent to the pointer. */
  overlay?: ReactNode
  children: ReactNode
}

const noOffsets: ArrayLike<number> = []
/** With more points than this the page keys walk a tenth of them. */
const pagedFrom = 100
/**
 * From this number of points on, the picture is a layer of its own: the browser does not draw its lines again, which
 * may take 100 ms, when a read-out beside them moves or a button above them changes its colour.
 */
const layeredFrom = 2000

/**
 * The walkable area of a chart. It never mirrors: its arrow keys move in their physical direction, in every language.
 */
export function ChartPlot({
  name,
  describedBy,
  height,
  box,
  axis = 'x',
  along: steps,
  seriesCount,
  pointOffsets: stops,
  valueOffset: level,
  readOutAt: read,
  rowKeyOf: rowOf,
  endLabels = false,
  band,
  onOpen,
  overlay,
  children,
}: ChartPlotProps) {
  const intl = useIntl()
  const format = useFormat()
  const announce = useAnnounce()
  const plot = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<PlotPosition | null>(null)
  const [pinned, setPinned] = useState(false)
  // Series and points may be removed while the read-out is open.
  const series = place === null ? 0 : clamp(place.series, 0, Math.max(0, seriesCount - 1))
  const along = seriesCount > 0 ? stops(series) : noOffsets
  const at = place !== null && along.length > 0 ? { series, index: clamp(place.index, 0, along.length - 1) } : null
  const { shared, heard } = useSharedStep(steps, at?.index ?? null)
  const content = at === null ? null : read(at)
  const here = at === null ? 0 : along[at.index]!
  const across = at === null ? null : level(at)

  const walk = (next: PlotPosition) => {
    const nextSeries = clamp(next.series, 0, seriesCount - 1)
    const count = stops(nextSeries).length
    if (seriesCount === 0 || count === 0) return
    const found = { series: nextSeries, index: clamp(next.index, 0, count - 1) }
    setPlace(found)
    const { title, rows } = read(found)
    const key = rowOf?.(nextSeries)
    // After a change of series its figure is the first row.
    const ordered =
      next.series === series ? rows : [...rows.filter(row => row.key === key), ...rows.filter(row => row.key !== key)]
    const values = ordered.map(row =>
      intl.formatMessage({ id: 'DesignSystem.Chart.SeriesValue' }, { series: row.label, value: row.value }),
    )
    announce(
      intl.formatMessage({ id: 'DesignSystem.Chart.Point' }, { time: title, values: format.list(values, 'unit') }),
    )
  }
  const change = (by: number) => {
    const next = clamp(series + by, 0, seriesCount - 1)
    // Another curve has its own points: the nearest one becomes current.
    walk({ series: next, index: at === null ? 0 : nearestPoint(stops(next), here) })
  }
  const step = (by: number) => walk({ series, index: at === null ? (by > 0 ? 0 : along.length - 1) : at.index + by })
  // Few points are walked one by one, and the page keys scroll.
  const page = along.length > pagedFrom ? Math.round(along.length / 10) : 0
  const clear = () => {
    setPlace(null)
    setPinned(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    // Physical directions: along the axis to the next point, across it to the next series.
    const moves: Record<string, () => void> = {
      ArrowRight: () => (axis === 'x' ? step(1) : change(1)),
      ArrowLeft: () => (axis === 'x' ? step(-1) : change(-1)),
      ArrowDown: () => (axis === 'x' ? change(1) : step(1)),
      ArrowUp: () => (axis === 'x' ? change(-1) : step(-1)),
      Home: () => walk({ series, index: 0 }),
      End: () => walk({ series, index: along.length - 1 }),
      ...(page > 0 ? { PageUp: () => step(page), PageDown: () => step(-page) } : {}),
      Escape: () => (pinned ? setPinned(false) : clear()),
      Enter: () => {
        if (at === null) return
        if (pinned && onOpen) onOpen(at.index)
        else setPinned(!pinned)
      },
    }
    const move = moves[event.key]
    if (!move || (event.key === 'Escape' && at === null)) return
    event.preventDefault()
    event.stopPropagation()
    move()
  }
  const placeAt = (event: { clientX: number; clientY: number }): PlotPosition | null => {
    const edge = plot.current?.getBoundingClientRect()
    if (!edge || seriesCount === 0) return null
    const [x, y] = [event.clientX - edge.left, event.clientY - edge.top]
    const [main, cross] = axis === 'x' ? [x, y] : [y, x]
    const [low, high] = axis === 'x' ? [box.left, box.left + box.width] : [box.top, box.top + box.height]
    if (main < low || main > high) return null
    const distance = (found: PlotPosition) => Math.abs((level(found) ?? Number.POSITIVE_INFINITY) - cross)
    let best: PlotPosition | null = null
    for (let n = 0; n < seriesCount; n++) {
      for (const index of pointsInPixel(stops(n), main)) {
        const found = { series: n, index }
        if (best === null || distance(found) < distance(best)) best = found
      }
    }
    return best
  }

  // An application region handles its own keys; each has a pointer equivalent here.
  const walking = {
    onKeyDown,
    onPointerMove: (event: PointerEvent) => {
      if (!pinned) setPlace(placeAt(event))
    },
    onPointerLeave: () => {
      if (!pinned) setPlace(null)
    },
    onBlur: () => {
      if (!pinned) setPlace(null)
    },
    onClick: (event: MouseEvent) => {
      const found = placeAt(event)
      if (found === null) return
      if (onOpen) return onOpen(found.index)
      setPlace(found)
      setPinned(!pinned || found.index !== at?.index)
    },
  }
  const size = band ?? 0
  const stripeAt = (center: number, width: number) =>
    axis === 'x'
      ? { insetInlineStart: center - width / 2, inlineSize: width, insetBlockStart: box.top, blockSize: box.height }
      : { insetInlineStart: box.left, inlineSize: box.width, insetBlockStart: center - width / 2, blockSize: width }
  // What is heard is shown like what is read; what another chart points at is a dashed line without figures.
  const [marked, dashed] = [heard >= 0 ? along[heard] : at === null ? undefined : here, along[shared]]

  return (
    <div
      ref={plot}
      role="application"
      aria-label={name}
      aria-describedby={describedBy}
      tabIndex={0}
      dir="ltr"
      data-slot="chart-plot"
      className={cn('relative rounded-mark focus-ring', onOpen && at !== null && 'cursor-pointer')}
      style={{ blockSize: height }}
      {...walking}
    >
      {marked === undefined ? null : (
        <div
          aria-hidden
          data-slot="chart-step"
          className={cn(
            'pointer-events-none absolute',
            size > 0 ? 'border border-transparent bg-surface-hover' : 'border-s border-line-strong',
          )}
          style={stripeAt(marked, size)}
        />
      )}
      <div aria-hidden className={cn('absolute inset-0', along.length >= layeredFrom && 'will-change-transform')}>
        {children}
      </div>
      {dashed === undefined ? null : (
        <div
          aria-hidden
          data-slot="chart-crosshair"
          className="pointer-events-none absolute border-s border-dashed border-line-strong"
          style={stripeAt(dashed, 0)}
        />
      )}
      {overlay}
      {at === null || across === null || size > 0 ? null : (
        <span
          aria-hidden
          className="pointer-events-none absolute -m-1 size-2 rounded-full border-2 border-fg bg-surface"
          style={
            axis === 'x'
              ? { insetInlineStart: here, insetBlockStart: across }
              : { insetInlineStart: across, insetBlockStart: here }
          }
        />
      )}
      {content === null ? null : (
        <ReadOutCard
          content={content}
          current={rowOf?.(series)}
          pinned={pinned}
          opens={onOpen !== undefined}
          side={endLabels && box.left + box.width - here < readOutWidth ? 'left' : 'right'}
          x={axis === 'x' ? here + size / 2 : (across ?? box.left)}
          size={axis === 'x' && size > 0 ? size : 1}
          y={axis === 'x' ? clamp(across ?? box.top + box.height / 3, box.top, box.top + box.height) : here}
        />
      )}
    </div>
  )
}
