import type { ReactNode } from 'react'
import { CartesianGrid, Line, LineChart, ReferenceLine, XAxis, YAxis } from 'recharts'
import { useFormat } from '../../lib/format/index.ts'
import type { PlotSpace } from '../chart-frame/chart-frame.tsx'
import { axisWidth, ChartPlot, gridLine, type PlotBox, plotTop, tick } from '../plot/chart-plot.tsx'
import type { CurveKind, CurvePoint } from '../plot/curve.ts'
import { fitText } from '../plot/labels.ts'
import { type ChartTone, seriesStyleOf, useForcedColors } from '../plot/series.ts'
import { percentDigits } from '../plot/value-axis.ts'

interface PlotCurve {
  key: string
  label: string
  tone: ChartTone
  points: readonly CurvePoint[]
}

interface CurvePlotProps {
  name: string
  space: PlotSpace
  kind: CurveKind
  /** Ends of the part of the horizontal axis that is shown, from 0 to 1. */
  range: readonly [number, number]
  /** Those of the vertical axis. */
  values: readonly [number, number]
  axes: { x: string; y: string }
  curves: readonly PlotCurve[]
  prevalence: number | null
  /** Label of the dashed line. */
  baseline: string
  /** Room for handles after the plot, in pixels. */
  beside: number
  saved: CurvePoint | null
  /** The operating point where it cannot be moved. */
  fixed: CurvePoint | null
  handle: (box: PlotBox, y: (value: number) => number) => ReactNode
}

const plain = { unicodeBidi: 'plaintext' } as const
/** Keeps text over lines readable. */
const halo = { stroke: 'var(--ds-surface)', strokeWidth: 3, paintOrder: 'stroke', strokeLinejoin: 'round' } as const
const parts = [0, 0.25, 0.5, 0.75, 1]
/** Room after the plot for the names of points, in pixels. */
export const curveLabelsFrom = 20
const foot = 40

/** Curves in the unit square with their baseline. */
export function CurvePlot({
  name,
  space: { width, height, summaryId },
  kind,
  range: [from, to],
  values: [low, high],
  axes,
  curves,
  prevalence,
  baseline,
  beside,
  saved,
  fixed,
  handle,
}: CurvePlotProps) {
  const format = useFormat()
  const forced = useForcedColors()
  const after = curveLabelsFrom + beside
  const box: PlotBox = {
    left: axisWidth,
    top: plotTop + 4,
    width: Math.max(1, width - axisWidth - after),
    height: Math.max(1, height - plotTop - 4 - foot),
  }
  const x = (value: number) => box.left + ((value - from) / (to - from)) * box.width
  const isShown = (point: CurvePoint | null | undefined) =>
    point != null && point.x >= from && point.x <= to && point.y >= low && point.y <= high
  // What lies beside the shown part is not read either.
  const read = curves.map(curve => curve.points.filter(isShown))
  const y = (value: number) => box.top + ((high - value) / (high - low)) * box.height
  const stops = read.map(points => points.map(point => x(point.x)))
  const rows = curves
    .flatMap((curve, n) => curve.points.map(point => ({ x: point.x, [n]: point.y })))
    .toSorted((a, b) => a.x - b.x)
  const ticks = {
    x: parts.map(part => from + part * (to - from)),
    y: parts.map(part => low + part * (high - low)),
  }
  const level = kind === 'roc' ? null : prevalence
  const isLevelShown = level !== null && level >= low && level <= high
  const flat = kind === 'roc' || isLevelShown
  // The part of the diagonal that both axes show.
  const [chanceFrom, chanceTo] = [Math.max(from, low), Math.min(to, high)]

  return (
    <div dir="ltr" className="relative" style={{ blockSize: height }}>
      <ChartPlot
        name={name}
        describedBy={summaryId}
        height={height}
        box={box}
        seriesCount={curves.length}
        pointOffsets={n => stops[n] ?? []}
        valueOffset={({ series: n, index }) => {
          const point = read[n]?.[index]
          return point === undefined ? null : y(point.y)
        }}
        readOutAt={({ series: n, index }) => {
          const curve = curves[n]
          const point = read[n]?.[index]
          return {
            title: curve && point ? `${curve.label}, ${format.number(point.threshold)}` : '',
            rows: point
              ? [
                  { key: 'x', label: axes.x, value: format.percent(point.x) },
                  { key: 'y', label: axes.y, value: format.percent(point.y) },
                ]
              : [],
          }
        }}
      >
        <LineChart
          width={width}
          height={height}
          data={rows}
          accessibilityLayer={false}
          margin={{ top: box.top, right: after, bottom: foot - 24, left: 0 }}
        >
          <CartesianGrid vertical={false} syncWithTicks {...gridLine(forced)} />
          <XAxis
            type="number"
            dataKey="x"
            domain={[from, to]}
            allowDataOverflow
            height={24}
            ticks={ticks.x}
            interval={0}
            tickFormatter={value => format.percent(Number(value), percentDigits(ticks.x))}
            tick={tick}
            tickLine={false}
            axisLine={{ stroke: 'var(--ds-border-strong)' }}
          />
          <YAxis
            width={axisWidth}
            domain={[low, high]}
            allowDataOverflow
            ticks={ticks.y}
            interval={0}
            tickFormatter={value => format.percent(Number(value), percentDigits(ticks.y))}
            tick={tick}
            tickLine={false}
            axisLine={false}
          />
          {kind === 'roc' && chanceFrom < chanceTo ? (
            <ReferenceLine
              segment={[
                { x: chanceFrom, y: chanceFrom },
                { x: chanceTo, y: chanceTo },
              ]}
              stroke="var(--ds-text-muted)"
              strokeDasharray="3 3"
            />
          ) : null}
          {level === null || !isLevelShown ? null : (
            <ReferenceLine y={Math.min(1, Math.max(0, level))} stroke="var(--ds-text-muted)" strokeDasharray="3 3" />
          )}
          {curves.map((curve, n) => (
            // The points of the other curve are no gaps of this one.
            <Line
              key={`${curve.key} ${n}`}
              dataKey={String(n)}
              type="linear"
              stroke={seriesStyleOf(curve.tone).stroke}
              strokeWidth={2}
              strokeDasharray={n === 0 ? '' : seriesStyleOf(curve.tone).dash}
              dot={false}
              activeDot={false}
              isAnimationActive={false}
              connectNulls
            />
          ))}
        </LineChart>
        <svg className="pointer-events-none absolute inset-0 size-full">
          <text
            x={box.left + box.width / 2}
            y={height - 6}
            textAnchor="middle"
            fontSize={11}
            fill="var(--ds-text-secondary)"
            style={plain}
          >
            {fitText(axes.x, box.width)}
          </text>
          <text x={4} y={8} textAnchor="start" fontSize={11} fill="var(--ds-text-secondary)" style={plain}>
            {fitText(axes.y, box.width)}
          </text>
          {flat ? (
            <text
              x={kind === 'roc' ? box.left + box.width - 4 : box.left + 6}
              y={kind === 'roc' ? box.top + box.height - 8 : Math.max(box.top + 14, y(level ?? 0) - 6)}
              textAnchor={kind === 'roc' ? 'end' : 'start'}
              fontSize={11}
              fill="var(--ds-text-muted)"
              style={plain}
            >
              {fitText(baseline, box.width * 0.7)}
            </text>
          ) : null}
          {saved === null || !isShown(saved) ? null : (
            <g>
              <circle
                cx={x(saved.x)}
                cy={y(saved.y)}
                r={4}
                fill="var(--ds-surface)"
                stroke="var(--ds-text-muted)"
                strokeWidth={1.5}
              />
              <text
                x={x(saved.x) + 9}
                y={y(saved.y)}
                dominantBaseline="central"
                fontSize={12}
                fill="var(--ds-text-muted)"
                {...halo}
              >
                {format.number(saved.threshold)}
              </text>
            </g>
          )}
          {fixed === null || !isShown(fixed) ? null : (
            <g>
              <circle cx={x(fixed.x)} cy={y(fixed.y)} r={4.5} fill="var(--ds-text)" />
              <text
                x={x(fixed.x) + 10}
                y={y(fixed.y)}
                dominantBaseline="central"
                fontSize={12}
                fontWeight={600}
                fill="var(--ds-text)"
                {...halo}
              >
                {format.number(fixed.threshold)}
              </text>
            </g>
          )}
        </svg>
      </ChartPlot>
      {handle(box, y)}
    </div>
  )
}
