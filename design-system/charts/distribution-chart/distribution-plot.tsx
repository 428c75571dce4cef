import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Area, AreaChart, CartesianGrid, XAxis, YAxis } from 'recharts'
import { useFormat } from '../../lib/format/index.ts'
import type { PlotSpace } from '../chart-frame/chart-frame.tsx'
import { axisWidth, ChartPlot, gridLine, type PlotBox, tick } from '../plot/chart-plot.tsx'
import { fitText, freeStretch, labelsFollowLines, textWidth } from '../plot/labels.ts'
import { Patterns } from '../plot/marks.tsx'
import { type ChartSeries, seriesStyleOf } from '../plot/series.ts'
import { scaleToPixels, valueTicks } from '../plot/value-axis.ts'
import { classShares, type DistributionBin, mergeBins } from './distribution.ts'

interface DistributionPlotProps {
  name: string
  space: PlotSpace
  bins: readonly DistributionBin[]
  series: readonly ChartSeries[]
  limits: readonly number[]
  /** Limits in force, drawn while others are tried. */
  saved: readonly number[]
  zoneNames: readonly string[]
  min: number
  max: number
  bands: readonly [number, number, number, number]
  forced: boolean
  patternId: string
  handles: (box: PlotBox) => ReactNode
}

/** Keeps text over lines readable. */
const halo = { stroke: 'var(--ds-surface)', strokeWidth: 3, paintOrder: 'stroke', strokeLinejoin: 'round' } as const
const plain = { unicodeBidi: 'plaintext' } as const
/** Head room for the flags of the handles and the names of the sides. */
const headRoom = 40
const footRoom = 36
/** Room for half of the last label: longer from a thousand on. */
const endRoomOf = (max: number): number => (max > 999 ? 16 : 12)
const keys = ['legitimate', 'fraud'] as const

/** The two classes, the zones beyond the limits, and the bands of the score under the axis. */
export function DistributionPlot({
  name,
  space: { width, height, summaryId },
  bins,
  series,
  limits,
  saved,
  zoneNames,
  min,
  max,
  bands,
  forced,
  patternId,
  handles,
}: DistributionPlotProps) {
  const intl = useIntl()
  const format = useFormat()
  const box: PlotBox = {
    left: axisWidth,
    top: headRoom,
    width: Math.max(1, width - axisWidth - endRoomOf(max)),
    height: Math.max(1, height - headRoom - footRoom),
  }
  // Columns narrower than three pixels blur into grey.
  const joined = mergeBins(bins, Math.max(10, Math.floor(box.width / 4)))
  const shares = classShares(joined)
  const axis = valueTicks(
    shares.reduce((most, share) => Math.max(most, share.legitimate, share.fraud), 0),
    false,
  )
  // The names of the sides are above the columns.
  const top = limits.length > 0 ? axis.top * 1.18 : axis.top
  const x = (score: number) => scaleToPixels(score, [min, max], [box.left, box.left + box.width])
  const y = (share: number) => scaleToPixels(share, [0, top], [box.top + box.height, box.top])
  const centres = joined.map(bin => x((bin.from + Math.min(bin.to + 1, max)) / 2))
  const floor = box.top + box.height
  // A stepped area has a flat top over the whole of each bin, so each bin is two corners.
  const steps = joined.flatMap((bin, i) => [
    { at: bin.from, legitimate: shares[i]!.legitimate },
    { at: Math.min(bin.to + 1, max), legitimate: shares[i]!.legitimate },
  ])
  const good = seriesStyleOf('series-2')
  const fraud = seriesStyleOf('series-4')
  const marks = [0, ...bands, max + 1].map(limit => Math.min(Math.max(limit, min), max))
  const inForce = saved
    .toSorted((a, b) => a - b)
    .map(limit => ({ limit, text: intl.formatMessage({ id: 'DesignSystem.Chart.CutOff.InForce' }, { value: limit }) }))
  const after = labelsFollowLines(
    inForce.map(({ limit }) => x(limit)),
    inForce.map(({ text }) => textWidth(text)),
    box.left + box.width,
  )
  const ticks = [...new Set([min, ...bands, max])].filter(
    (_, i, all) => box.width >= 320 || i === 0 || i === all.length - 1 || i % 2 === 0,
  )

  return (
    <div dir="ltr" className="relative" style={{ blockSize: height }}>
      <ChartPlot
        name={name}
        describedBy={summaryId}
        height={height}
        box={box}
        along={{ name: 'score', positions: joined.map(({ from }) => from), ends: joined.map(({ to }) => to + 1) }}
        seriesCount={joined.length === 0 ? 0 : 2}
        pointOffsets={() => centres}
        valueOffset={({ series: n, index }) => y(shares[index]?.[keys[n] ?? 'fraud'] ?? 0)}
        rowKeyOf={n => keys[n] ?? 'fraud'}
        readOutAt={({ index }) => ({
          title: `${joined[index]?.from ?? ''}–${joined[index]?.to ?? ''}`,
          rows: keys.map((key, n) => ({
            key,
            label: series[n]?.label ?? key,
            tone: series[n]?.tone ?? 'series-1',
            kind: n === 1 ? ('hatch' as const) : ('area' as const),
            value: `${format.percent(shares[index]?.[key] ?? 0)} · ${format.number(Math.round(joined[index]?.[key] ?? 0))}`,
          })),
        })}
      >
        <svg className="pointer-events-none absolute inset-0 size-full">
          {limits.length === 0 ? null : (
            <rect
              x={x(limits.at(-1)!)}
              y={box.top}
              width={Math.max(0, box.left + box.width - x(limits.at(-1)!))}
              height={box.height}
              fill="var(--ds-surface-sunken)"
              stroke={forced ? 'CanvasText' : 'none'}
              strokeDasharray="2 2"
            />
          )}
        </svg>
        <AreaChart
          width={width}
          height={height}
          data={steps}
          accessibilityLayer={false}
          margin={{ top: box.top, right: endRoomOf(max), bottom: 0, left: 0 }}
        >
          <Patterns id={patternId} series={[{ tone: 'series-4' }]} forced={forced} />
          <CartesianGrid vertical={false} syncWithTicks {...gridLine(forced)} />
          <XAxis
            type="number"
            dataKey="at"
            domain={[min, max]}
            allowDataOverflow
            height={footRoom}
            ticks={ticks}
            interval={0}
            tick={{ ...tick, dy: 2 }}
            tickLine={false}
            axisLine={{ stroke: 'var(--ds-border-strong)' }}
          />
          <YAxis
            width={axisWidth}
            domain={[0, top]}
            ticks={axis.ticks}
            interval={0}
            tickFormatter={value =>
              intl.formatNumber(Number(value), {
                style: 'percent',
                maximumFractionDigits: axis.top < 0.04 ? 1 : 0,
                numberingSystem: 'latn',
              })
            }
            tick={tick}
            tickLine={false}
            axisLine={false}
          />
          <Area
            dataKey="legitimate"
            type="linear"
            stroke={good.stroke}
            strokeWidth={1.5}
            fill={forced ? 'none' : good.stroke}
            fillOpacity={0.14}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
          <g>
            {joined.map((bin, i) => {
              const share = shares[i]!.fraud
              if (!(share > 0)) return null
              const [from, to] = [x(bin.from), x(Math.min(bin.to + 1, max))]
              const tall = Math.max(floor - y(share), 0.75)
              return (
                <rect
                  key={i}
                  x={from + 0.5}
                  y={floor - tall}
                  width={Math.max(to - from - 1, 0.75)}
                  height={tall}
                  fill={`url(#${patternId}-series-4)`}
                  stroke={forced ? 'CanvasText' : fraud.stroke}
                  strokeWidth={0.75}
                />
              )
            })}
          </g>
        </AreaChart>
        <svg className="pointer-events-none absolute inset-0 size-full">
          {[1, 2, 3, 4, 5].map(band => {
            const [from, to] = [x(marks[band - 1]!), x(marks[band]!)]
            return to > from ? (
              <rect
                key={band}
                x={from + (band > 1 ? 1 : 0)}
                y={height - 8}
                width={Math.max(to - from - (band > 1 ? 1 : 0), 0)}
                height={4}
                rx={1}
                fill={forced ? 'Canvas' : `var(--ds-score-${band})`}
                stroke={forced ? 'CanvasText' : 'none'}
              />
            ) : null
          })}
          {limits.length === 0
            ? null
            : zoneNames.map((zone, i) => {
                const first = i === 0
                const [from, to] = freeStretch(
                  [first ? box.left : x(limits[i - 1]!), i < limits.length ? x(limits[i]!) : box.left + box.width],
                  inForce.map(({ limit }) => x(limit)),
                  textWidth(zone) + 12,
                  first ? 'high' : 'low',
                )
                const room = to - from - 12
                if (room < Math.min(textWidth(zone), 24)) return null
                return (
                  <text
                    key={zone}
                    x={first ? to - 8 : from + 8}
                    y={box.top + 14}
                    textAnchor={first ? 'end' : 'start'}
                    fontSize={11}
                    fill="var(--ds-text-secondary)"
                    style={plain}
                    {...halo}
                  >
                    {fitText(zone, room)}
                  </text>
                )
              })}
          {inForce.map(({ limit, text }, i) => (
            <g key={`${limit} ${i}`}>
              <line
                x1={x(limit)}
                x2={x(limit)}
                y1={box.top - 14}
                y2={floor}
                stroke="var(--ds-text-muted)"
                strokeDasharray="3 3"
              />
              <text
                x={x(limit) + (after[i] ? 6 : -6)}
                y={box.top - 6}
                textAnchor={after[i] ? 'start' : 'end'}
                fontSize={11}
                fill="var(--ds-text-muted)"
                style={plain}
                {...halo}
              >
                {text}
              </text>
            </g>
          ))}
        </svg>
      </ChartPlot>
      {handles(box)}
    </div>
  )
}
