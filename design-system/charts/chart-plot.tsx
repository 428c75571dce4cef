import { useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAnnounce } from '../lib/announcer.tsx'
import { useFormat } from '../lib/format/index.ts'
import { cn } from '../lib/cn.ts'
import { chartLooks, type ChartPoint, type ChartSeries } from './series.ts'
import type { bucketNames } from './time-axis.ts'

/** A stretch of time with a name: an incident, a release. */
export interface ChartMark {
  from: number
  to: number
  label: string
}

/** Width of the value axis. Fixed, so that the read-out, the marks and the pointer agree with the plot without asking it. */
export const axisWidth = 44
export const axisHeight = 24
export const plotTop = 12

interface ChartPlotProps {
  name: string
  describedBy: string
  height: number
  points: readonly ChartPoint[]
  series: readonly ChartSeries[]
  marks: readonly ChartMark[]
  names: ReturnType<typeof bucketNames>
  /** Adds the sum to the read-out. */
  total: boolean
  formatValue: (value: number) => string
  onPointOpen: ((point: ChartPoint) => void) | undefined
  children: ReactNode
}

/** The walkable area of a chart. Time runs left to right in every language, and so do its arrow keys. */
export function ChartPlot({ name, describedBy, height, points, series, marks, names, total, formatValue, onPointOpen, children }: ChartPlotProps) {
  const intl = useIntl()
  const format = useFormat()
  const announce = useAnnounce()
  const plot = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<number | null>(null)
  const count = points.length
  const point = active === null ? undefined : points[active]
  const place = (i: number) => `calc(${axisWidth}px + (100% - ${axisWidth}px) * ${(i / count).toFixed(5)})`
  const share = (size: number) => `calc((100% - ${axisWidth}px) * ${(size / count).toFixed(5)})`

  const walk = (next: number) => {
    const index = Math.min(Math.max(next, 0), count - 1)
    const found = points[index]
    if (!found) return
    setActive(index)
    const values = series.map(entry => intl.formatMessage(
      { id: 'DesignSystem.Chart.SeriesValue' },
      { series: entry.label, value: readValue(found.values[entry.key], formatValue) },
    ))
    announce(intl.formatMessage({ id: 'DesignSystem.Chart.Point' }, { time: names.full(found.time), values: format.list(values, 'unit') }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = active ?? -1
    const moves: Record<string, () => void> = {
      ArrowRight: () => walk(at + 1),
      ArrowLeft: () => walk(active === null ? count - 1 : at - 1),
      Home: () => walk(0),
      End: () => walk(count - 1),
      Escape: () => setActive(null),
      Enter: () => { if (point) onPointOpen?.(point) },
    }
    const move = moves[event.key]
    if (!move || (event.key === 'Escape' && active === null)) return
    event.preventDefault()
    event.stopPropagation()
    move()
  }
  const indexAt = (event: { clientX: number }) => {
    const box = plot.current?.getBoundingClientRect()
    if (!box) return null
    const index = Math.floor(((event.clientX - box.left - axisWidth) / (box.width - axisWidth)) * count)
    return index >= 0 && index < count ? index : null
  }

  // An application region is worked by its own keys; every one of them has its pointer twin here.
  const walking = {
    onKeyDown,
    onPointerMove: (event: PointerEvent) => setActive(indexAt(event)),
    onPointerLeave: () => setActive(null),
    onBlur: () => setActive(null),
    onClick: (event: MouseEvent) => {
      const found = points[indexAt(event) ?? -1]
      if (found) onPointOpen?.(found)
    },
  }

  return (
    <div
      ref={plot}
      role="application"
      aria-label={name}
      aria-describedby={describedBy}
      tabIndex={0}
      dir="ltr"
      data-slot="chart-plot"
      className={cn('relative rounded-mark focus-ring', onPointOpen && active !== null && 'cursor-pointer')}
      style={{ height }}
      {...walking}
    >
      {marks.map(mark => {
        const from = points.findIndex(entry => entry.time >= mark.from)
        const to = points.findLastIndex(entry => entry.time < mark.to)
        if (from < 0 || to < from) return null
        const late = from > count / 2
        return (
          <div key={`${mark.from} ${mark.label}`} className="pointer-events-none absolute border border-transparent bg-surface-sunken" style={{ insetInlineStart: place(from), inlineSize: share(to - from + 1), insetBlockStart: 0, insetBlockEnd: axisHeight }}>
            <span dir="auto" className={cn('absolute inset-bs-0 px-2 text-xs whitespace-nowrap text-fg-secondary', late ? 'inset-e-full' : 'inset-s-full')}>{mark.label}</span>
          </div>
        )
      })}
      {active === null ? null : (
        <div aria-hidden className="pointer-events-none absolute border border-transparent bg-surface-hover" style={{ insetInlineStart: place(active), inlineSize: share(1), insetBlockStart: 0, insetBlockEnd: axisHeight }} />
      )}
      <div className="absolute inset-0">{children}</div>
      {point && active !== null ? (
        <div
          aria-hidden
          className="pointer-events-none absolute inset-bs-0 z-popover rounded-control bg-surface-raised p-2 text-xs shadow-2"
          // The read-out stands beside the bar, on the side with more room, so that it never leaves the plot.
          style={active < count / 2 ? { minInlineSize: 160, insetInlineStart: place(active + 1), marginInlineStart: 4 } : { minInlineSize: 160, insetInlineEnd: `calc((100% - ${axisWidth}px) * ${((count - active) / count).toFixed(5)})`, marginInlineEnd: 4 }}
        >
          <p dir="auto" className="mbe-1 font-medium text-fg">{names.full(point.time)}</p>
          {[...series].reverse().map(entry => (
            <p key={entry.key} className="flex items-center gap-2 text-fg-secondary">
              <span className="size-2 rounded-mark border" style={{ background: chartLooks[entry.tone].fill, borderColor: chartLooks[entry.tone].stroke }} />
              <bdi>{entry.label}</bdi>
              <span className="ms-auto ps-3 font-medium text-fg tabular-nums"><bdi dir="ltr">{readValue(point.values[entry.key], formatValue)}</bdi></span>
            </p>
          ))}
          {total ? (
            <p className="mbs-1 flex gap-2 border-bs border-line-subtle pbs-1 text-fg">
              <FormattedMessage id="DesignSystem.Chart.Total" />
              <span className="ms-auto ps-3 font-medium tabular-nums"><bdi dir="ltr">{formatValue(series.reduce((sum, entry) => sum + (point.values[entry.key] ?? 0), 0))}</bdi></span>
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

function readValue(value: number | null | undefined, formatValue: (value: number) => string): string {
  return value === null || value === undefined ? '–' : formatValue(value)
}
