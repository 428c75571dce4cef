import { Bar, BarChart, type BarShapeProps, CartesianGrid, ReferenceLine, XAxis, YAxis } from 'recharts'
import type { PlotSpace } from '../chart-frame/chart-frame.tsx'
import { axisHeight, axisWidth, ChartPlot, gridLine, type PlotBox, plotTop, tick } from '../plot/chart-plot.tsx'
import { fitText, textWidth } from '../plot/labels.ts'
import { Patterns } from '../plot/marks.tsx'
import { extent } from '../plot/numbers.ts'
import type { ReadOutRow } from '../plot/read-out.tsx'
import { type ChartTone, seriesStyleOf } from '../plot/series.ts'
import { scaleToPixels, thinIndexes, valueAxis } from '../plot/value-axis.ts'
import { bandCentres } from '../time/time-chart.ts'
import type { BarRow } from './bars.ts'

export interface PlotBar extends BarRow {
  /** The formatted value. */
  text: string
  compare: number | null
  lines: readonly ReadOutRow[]
}

interface BarPlotProps {
  name: string
  space: PlotSpace
  rows: readonly PlotBar[]
  orientation: 'inline' | 'block'
  tone: ChartTone
  /** Id of the pattern in forced colours. */
  pattern: string | null
  valueLabels: boolean
  integerTicks: boolean
  axisText: (value: number) => string
  onOpen: ((index: number) => void) | undefined
}

const plain = { unicodeBidi: 'plaintext' } as const
/** Space reserved for a value at the end of its bar. */
const valueSpace = (rows: readonly PlotBar[]) =>
  Math.min(200, Math.max(24, ...rows.slice(0, 200).map(row => textWidth(row.text) + 10)))

/** One row or column of bars, with their names and values. */
export function BarPlot({
  name,
  space: { width, height, summaryId },
  rows,
  orientation,
  tone,
  pattern,
  valueLabels,
  integerTicks,
  axisText,
  onOpen,
}: BarPlotProps) {
  const along = orientation === 'inline'
  const found = extent(rows.flatMap(row => [row.value, row.compare]))
  const axis = valueAxis(Math.min(0, found?.low ?? 0), Math.max(0, found?.high ?? 0), integerTicks)
  const longest = Math.max(0, ...rows.slice(0, 200).map(row => textWidth(row.label)))
  const end = valueLabels && along ? valueSpace(rows) : 8
  const start = along ? Math.min(longest + 12, Math.max(64, Math.floor(width * 0.38))) : axisWidth
  const box: PlotBox = along
    ? { left: start, top: 4, width: Math.max(1, width - start - end), height: Math.max(1, height - 4 - axisHeight) }
    : {
        left: start,
        top: plotTop + (valueLabels ? 8 : 0),
        width: Math.max(1, width - start),
        height: Math.max(1, height - plotTop - (valueLabels ? 8 : 0) - axisHeight),
      }
  const from = along ? box.top : box.left
  const size = along ? box.height : box.width
  const centres = bandCentres(rows.length, from, size)
  const band = size / Math.max(1, rows.length)
  const at = (value: number) =>
    scaleToPixels(
      value,
      [axis.low, axis.high],
      along ? [box.left, box.left + box.width] : [box.top + box.height, box.top],
    )
  const style = seriesStyleOf(tone)
  const quiet = style.fill !== style.stroke || pattern !== null
  const shape = (part: BarShapeProps) => {
    const [x, w] = [Math.min(part.x, part.x + part.width), Math.abs(part.width)]
    const [y, h] = [Math.min(part.y, part.y + part.height), Math.abs(part.height)]
    const edge = quiet ? 0.5 : 0
    return w > 0 && h > 0 ? (
      <rect
        x={x + edge}
        y={y + edge}
        width={Math.max(0.75, w - 2 * edge)}
        height={Math.max(0.75, h - 2 * edge)}
        rx={1}
        fill={
          pattern !== null
            ? `url(#${pattern}-${tone})`
            : rows[part.index]?.items === 1
              ? style.fill
              : 'var(--ds-border-strong)'
        }
        stroke={quiet ? style.stroke : 'none'}
      />
    ) : (
      <g />
    )
  }
  const values = (
    <Bar dataKey={(row: PlotBar) => row.value} isAnimationActive={false} maxBarSize={along ? 20 : 32} shape={shape} />
  )
  const zero =
    axis.low < 0 ? (
      <ReferenceLine {...(along ? { x: 0 } : { y: 0 })} stroke="var(--ds-border-strong)" ifOverflow="visible" />
    ) : null
  const linePoints = rows.map((row, i) =>
    row.compare === null ? null : `${centres[i]!.toFixed(1)},${at(row.compare).toFixed(1)}`,
  )

  return (
    <ChartPlot
      name={name}
      describedBy={summaryId}
      height={height}
      box={box}
      axis={along ? 'y' : 'x'}
      band={band}
      seriesCount={rows.length === 0 ? 0 : 1}
      pointOffsets={() => centres}
      valueOffset={({ index }) => {
        const value = rows[index]?.value ?? null
        return value === null ? null : at(value)
      }}
      readOutAt={({ index }) => ({ title: rows[index]?.label ?? '', rows: rows[index]?.lines ?? [] })}
      onOpen={onOpen}
      overlay={
        <svg aria-hidden className="pointer-events-none absolute inset-0 size-full">
          {along
            ? rows.map((row, i) => (
                <text
                  key={i}
                  x={start - 8}
                  y={centres[i]}
                  textAnchor="end"
                  dominantBaseline="central"
                  fontSize={12}
                  fill="var(--ds-text)"
                  style={plain}
                >
                  {fitText(row.label, start - 10)}
                </text>
              ))
            : thinIndexes(
                rows.length,
                Math.max(1, Math.floor(box.width / Math.max(28, Math.min(longest + 8, 96)))),
              ).map(i => (
                <text
                  key={i}
                  x={centres[i]}
                  y={height - 8}
                  textAnchor="middle"
                  fontSize={11}
                  fill="var(--ds-text-muted)"
                  style={plain}
                >
                  {fitText(rows[i]!.label, 88)}
                </text>
              ))}
          {valueLabels
            ? rows.map((row, i) => {
                const value = row.value ?? 0
                const below = value < 0
                return along ? (
                  // A value below zero is printed on the free side of the zero line.
                  <text
                    key={i}
                    x={below ? at(0) + 6 : at(value) + 6}
                    y={centres[i]}
                    dominantBaseline="central"
                    fontSize={11}
                    fill="var(--ds-text-secondary)"
                  >
                    {row.text}
                  </text>
                ) : band >= textWidth(row.text) + 2 ? (
                  <text
                    key={i}
                    x={centres[i]}
                    y={(below ? at(0) : at(value)) - 5}
                    textAnchor="middle"
                    fontSize={11}
                    fill="var(--ds-text-secondary)"
                  >
                    {row.text}
                  </text>
                ) : null
              })
            : null}
          {linePoints.some(point => point !== null) ? (
            <path
              d={linePoints
                .map((point, i) => (point === null ? '' : `${i > 0 && linePoints[i - 1] !== null ? 'L' : 'M'}${point}`))
                .join('')}
              fill="none"
              stroke={seriesStyleOf('series-5').stroke}
              strokeWidth={1.5}
              strokeDasharray="3 3"
            />
          ) : null}
        </svg>
      }
    >
      <BarChart
        width={width}
        height={height}
        data={rows}
        layout={along ? 'vertical' : 'horizontal'}
        accessibilityLayer={false}
        margin={
          along ? { top: box.top, right: end, bottom: 0, left: 0 } : { top: box.top, right: 0, bottom: 0, left: 0 }
        }
        barCategoryGap={along ? '22%' : '18%'}
      >
        {pattern === null ? null : <Patterns id={pattern} series={[{ tone }]} forced />}
        <CartesianGrid vertical={along} horizontal={!along} syncWithTicks {...gridLine(pattern !== null)} />
        {along ? (
          <XAxis
            type="number"
            height={axisHeight}
            domain={[axis.low, axis.high]}
            ticks={axis.ticks}
            interval="preserveStartEnd"
            tickFormatter={value => axisText(Number(value))}
            tick={tick}
            tickLine={false}
            axisLine={false}
          />
        ) : (
          <XAxis
            dataKey="id"
            height={axisHeight}
            tick={false}
            tickLine={false}
            axisLine={axis.low < 0 ? false : { stroke: 'var(--ds-border-strong)' }}
            allowDuplicatedCategory
          />
        )}
        {along ? (
          <YAxis
            type="category"
            dataKey="id"
            width={start}
            tick={false}
            tickLine={false}
            axisLine={axis.low < 0 ? false : { stroke: 'var(--ds-border-strong)' }}
            allowDuplicatedCategory
          />
        ) : (
          <YAxis
            width={axisWidth}
            domain={[axis.low, axis.high]}
            ticks={axis.ticks}
            interval={0}
            tickFormatter={value => axisText(Number(value))}
            tick={tick}
            tickLine={false}
            axisLine={false}
          />
        )}
        {values}
        {zero}
      </BarChart>
    </ChartPlot>
  )
}
