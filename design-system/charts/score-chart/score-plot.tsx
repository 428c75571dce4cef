import { useId } from 'react'
import { gridLine, type PlotBox, tick } from '../plot/chart-plot.tsx'
import { Patterns } from '../plot/marks.tsx'
import { type ChartSeries, seriesStyleOf } from '../plot/series.ts'
import type { ScoreAxes } from './score-axes.ts'
import type { ScoreChartBin } from './score-chart.tsx'

interface ScorePlotProps {
  space: { width: number; height: number; box: PlotBox }
  bins: readonly ScoreChartBin[]
  axes: ScoreAxes
  columns: readonly ChartSeries[]
  /** Upper ends of the columns, by bin. */
  ends: readonly (readonly number[])[]
  lines: readonly ChartSeries[]
  bridged: boolean
  valueAt: (index: number, key: string) => number | null
  x: (score: number) => number
  y: (value: number, axis: { low: number; high: number }) => number
  texts: { columns: (value: number) => string; lines: (value: number) => string }
  scale: readonly [min: number, max: number]
  /** Whether columns and lines may go beyond the plot. */
  clipped: boolean
  mark: number | undefined
  /** Id of the patterns of the columns: of several, or in forced colours. */
  pattern: string | null
  forced: boolean
}

/** Distance of a label of an axis from the plot, in pixels. */
const labelGap = 8
/** Parts of the scale of scores between two labels. */
const scaleParts = 5

/** The columns and lines of the bins, with their axes. */
export function ScorePlot({
  space: { width, height, box },
  bins,
  axes,
  columns,
  ends,
  lines,
  bridged,
  valueAt,
  x,
  y,
  texts,
  scale: [min, max],
  clipped,
  mark,
  pattern,
  forced,
}: ScorePlotProps) {
  const floor = box.top + box.height
  const right = box.left + box.width
  const scores = Array.from({ length: scaleParts + 1 }, (_, part) => min + (part * (max - min)) / scaleParts)
  const zero = y(0, axes.columns)
  const clipId = useId()
  return (
    <svg width={width} height={height} className="absolute inset-0">
      {pattern === null ? null : <Patterns id={pattern} series={columns} forced={forced} quiet />}
      {axes.columns.ticks.map(value => (
        <g key={value}>
          <line
            x1={box.left}
            x2={right}
            y1={y(value, axes.columns)}
            y2={y(value, axes.columns)}
            {...gridLine(forced)}
          />
          {columns.length === 0 ? null : (
            <text x={box.left - labelGap} y={y(value, axes.columns)} dy="0.355em" textAnchor="end" {...tick}>
              {texts.columns(value)}
            </text>
          )}
        </g>
      ))}
      {clipped ? (
        <clipPath id={clipId}>
          <rect x={box.left} y={box.top} width={box.width} height={box.height} />
        </clipPath>
      ) : null}
      <g {...(clipped ? { clipPath: `url(#${clipId})` } : {})}>
        {columns.map((entry, place) =>
          bins.map((bin, index) => {
            const [from, to] = [ends[index]?.[place - 1] ?? 0, ends[index]?.[place] ?? 0]
            if (from === to) return null
            const [start, end] = [y(Math.max(from, to), axes.columns), y(Math.min(from, to), axes.columns)]
            const left = x(bin.from) + 0.5
            const style = seriesStyleOf(entry.tone)
            return (
              <rect
                key={`${entry.key} ${bin.from}`}
                x={left}
                y={start}
                width={Math.max(0.75, x(bin.to + 1) - left - 0.5)}
                height={Math.max(0.75, end - start)}
                fill={pattern === null ? style.fill : `url(#${pattern}-${entry.tone})`}
                stroke={!forced && style.fill === style.stroke ? 'none' : style.stroke}
                strokeWidth={0.75}
              />
            )
          }),
        )}
        <line x1={box.left} x2={right} y1={zero} y2={zero} stroke="var(--ds-border-strong)" />
        {lines.map((entry, place) => {
          const style = seriesStyleOf(entry.tone)
          const path = bins.flatMap((bin, index) => {
            const value = valueAt(index, entry.key)
            if (value === null) return []
            const goesOn = bridged
              ? index > 0
              : bins[index - 1]?.to === bin.from - 1 && valueAt(index - 1, entry.key) !== null
            const point = `${x((bin.from + bin.to + 1) / 2).toFixed(1)} ${y(value, axes.lines).toFixed(1)}`
            // Without a length a lone point would not be drawn.
            return [goesOn ? `L${point}` : `M${point}h0`]
          })
          return (
            <path
              key={entry.key}
              d={path.join('')}
              fill="none"
              stroke={forced ? 'CanvasText' : style.stroke}
              strokeWidth={1.75}
              strokeDasharray={place === 0 ? '' : style.dash}
              strokeLinejoin="round"
              strokeLinecap="round"
            />
          )
        })}
      </g>
      {lines.length === 0
        ? null
        : axes.lines.ticks.map(value => (
            <text key={value} x={right + labelGap} y={y(value, axes.lines)} dy="0.355em" {...tick}>
              {texts.lines(value)}
            </text>
          ))}
      {mark === undefined || mark < min || mark > max ? null : (
        <line
          data-slot="score-mark"
          x1={x(mark)}
          x2={x(mark)}
          y1={box.top}
          y2={floor}
          stroke="var(--ds-text-muted)"
          strokeDasharray="3 3"
        />
      )}
      {scores.map((score, place) => (
        <text
          key={score}
          x={x(score)}
          y={floor + 16}
          textAnchor={place === 0 ? 'start' : place === scaleParts ? 'end' : 'middle'}
          {...tick}
        >
          {score}
        </text>
      ))}
    </svg>
  )
}
