import { useId, useMemo } from 'react'
import { missingMark } from '../../lib/marks.ts'
import { ChartPlot } from '../plot/chart-plot.tsx'
import { Patterns } from '../plot/marks.tsx'
import { extent, shareOf } from '../plot/numbers.ts'
import { seriesStyleOf, useForcedColors } from '../plot/series.ts'
import { scaleToPixels, valueTicks } from '../plot/value-axis.ts'
import { BarFrame, barName } from '../time/bar-frame.tsx'
import { barPeriods } from '../time/bar-periods.ts'
import {
  bandCentres,
  type ChartMark,
  fittingTicks,
  plotBox,
  type TimeChartProps,
  useTimeChart,
} from '../time/time-chart.ts'
import { sumOf } from '../time/time-data.ts'
import { Incidents } from '../time/time-layers.tsx'
import { TimePlot } from '../time/time-plot.tsx'
import { SeriesReaders, type TimeReading, useTimeData } from '../time/use-time-data.tsx'
import { BarPath } from './bar-paths.tsx'

export interface StackedBarChartProps extends TimeChartProps {
  /** Scales each bar to 100 %: shares instead of counts. */
  percent?: boolean
  /** The last bucket is not over: its bar is lighter, its read-out says so, and the sentence leaves it out. */
  partialLast?: boolean
  /** The same buckets at another time: a dashed line over the bars, one value per point. */
  compare?: { label: string; values: readonly number[] }
}

const compareKey = 'compare'

const noMarks: readonly ChartMark[] = []
/** Bands narrower than this would blur into grey: their buckets share a bar. */
const minBand = 3

/**
 * Composition over time: decisions per bucket, in the order of the series, 1 pixel apart. Where bars would be too thin
 * to see, each adds up a longer period, and a note says which.
 */
export function StackedBarChart({ points, ...props }: StackedBarChartProps) {
  const reading = useTimeData(points)
  return (
    <>
      <SeriesReaders data={reading.data} series={props.series} stacked />
      <StackedBarFrame {...props} reading={reading} />
    </>
  )
}

function StackedBarFrame({
  bucket,
  timeZone,
  marks = noMarks,
  onPointOpen,
  series,
  reading,
  percent = false,
  partialFirst = false,
  partialLast = false,
  compare,
  height = 240,
  summary,
  ...frame
}: Omit<StackedBarChartProps, 'points'> & { reading: TimeReading }) {
  const forced = useForcedColors()
  const patternId = useId()
  const chart = useTimeChart({
    title: frame.title,
    series,
    reading,
    bucket,
    timeZone,
    stacked: true,
    partialFirst,
    partialLast,
  })
  const { format, zone, shown, data } = chart
  const barsIn = useMemo(() => {
    let last: { most: number; bars: ReturnType<typeof barPeriods> } | undefined
    return (width: number) => {
      const most = Math.max(1, Math.floor(plotBox(width, height).width / minBand))
      if (last?.most !== most) last = { most, bars: barPeriods(data, bucket, zone, most) }
      return last.bars
    }
  }, [data, bucket, zone, height])

  // Parts of a bar differ by their lines as well: colour is never the only sign.
  const patterned = forced || series.length > 1
  const fill = patterned ? ('pattern' as const) : ('fill' as const)
  const compareSeries =
    compare === undefined ? [] : [{ key: compareKey, label: compare.label, tone: 'series-5' as const }]

  return (
    <BarFrame
      {...frame}
      chart={chart}
      barsIn={barsIn}
      summary={summary}
      series={[...series, ...compareSeries]}
      kind={({ key }) => (key === compareKey ? 'dashed' : fill)}
      height={height}
      {...(compare ? { more: { key: compareKey, ...compare } } : {})}
    >
      {({ width, summaryId }) => {
        const box = plotBox(width, height)
        const bars = barsIn(width)
        const parts = shown.map(entry => bars.sums(data.values(entry.key)))
        const totals = sumOf(bars.count, parts)
        // The upper end of each part: the parts before it and itself.
        const ends = parts.map((_, n) => sumOf(bars.count, parts.slice(0, n + 1)))
        const drawn = [new Float64Array(bars.count), ...ends].map(values =>
          percent ? values.map((value, bar) => shareOf(value, totals[bar]!) ?? 0) : values,
        )
        const compared =
          compare === undefined || chart.hidden.has(compareKey) ? null : bars.sums(Float64Array.from(compare.values))
        const highest = Math.max(extent(totals)?.high ?? 0, compared === null ? 0 : (extent(compared)?.high ?? 0))
        const axis = percent ? { ticks: [0.25, 0.5, 0.75, 1], top: 1 } : valueTicks(highest, true)
        // A mark prints its name above the bars.
        const top = marks.length > 0 ? axis.top * 1.2 : axis.top
        const times = Float64Array.from({ length: bars.count }, (_, bar) => data.times[bars.bounds(bar)[0]]!)
        const centres = bandCentres(bars.count, box.left, box.width)
        const titleAt = (bar: number, total: number) => {
          const isOpen = partialLast && bar === bars.count - 1
          const id = isOpen
            ? 'DesignSystem.Chart.NotFinal'
            : percent && total === 0
              ? 'DesignSystem.Chart.NotMeasured'
              : null
          const name = barName(chart, bars, bar)
          return id === null ? name : chart.intl.formatMessage({ id }, { name })
        }
        const pointAt = (bar: number) => {
          const [from, to] = bars.bounds(bar)
          if (from === to) return data.points[from]!
          return {
            time: data.times[from]!,
            until: data.times[to]!,
            values: Object.fromEntries(series.map(({ key }) => [key, bars.sums(data.values(key))[bar] ?? 0])),
          }
        }
        return (
          <ChartPlot
            name={frame.title}
            describedBy={summaryId}
            height={height}
            box={box}
            along={{ name: 'time', positions: times }}
            band={box.width / Math.max(1, bars.count)}
            seriesCount={bars.count === 0 ? 0 : shown.length}
            pointOffsets={() => centres}
            valueOffset={({ series: n, index }) =>
              scaleToPixels(
                ((drawn[n]?.[index] ?? 0) + (drawn[n + 1]?.[index] ?? 0)) / 2,
                [0, top],
                [box.top + box.height, box.top],
              )
            }
            rowKeyOf={n => shown[n]?.key ?? ''}
            readOutAt={({ index }) => ({
              title: titleAt(index, totals[index] ?? 0),
              // In the order of the bar, from the top down.
              rows: [
                ...chart
                  .rowsAt(pointAt(index), fill)
                  .map((row, n) => {
                    const part = parts[n]?.[index] ?? 0
                    const share = shareOf(part, totals[index]!)
                    if (!percent) return row
                    return {
                      ...row,
                      value: share === null ? missingMark : `${format.number(part)} · ${format.percent(share, 0)}`,
                    }
                  })
                  .reverse(),
                ...(compared === null
                  ? []
                  : compareSeries.map(entry => ({
                      ...entry,
                      kind: 'dashed' as const,
                      value: format.number(compared[index] ?? 0),
                    }))),
              ],
              total: shown.length > 1 ? format.number(totals[index] ?? 0) : undefined,
            })}
            onOpen={onPointOpen ? index => onPointOpen(pointAt(index)) : undefined}
          >
            <Incidents marks={marks} times={times} box={box} forced={forced} />
            <TimePlot
              width={width}
              height={height}
              count={bars.count}
              timeTicks={fittingTicks(times, bars.bucket, { locale: format.locale, timeZone: zone }, box.width)}
              domain={[0, top]}
              valueTicks={axis.ticks}
              valueText={percent ? value => format.percent(value, 0) : value => format.compact(value)}
              forced={forced}
            >
              {patterned ? <Patterns id={patternId} series={shown} forced={forced} quiet /> : null}
              {shown.map((entry, n) => (
                <BarPath
                  key={`${entry.key} ${n}`}
                  entry={entry}
                  floors={drawn[n]!}
                  tops={drawn[n + 1]!}
                  scale={{ ...box, low: 0, high: top }}
                  pattern={patterned ? `url(#${patternId}-${entry.tone})` : null}
                  forced={forced}
                  partialLast={partialLast}
                />
              ))}
              {compared === null ? null : (
                <path
                  data-slot="compare-line"
                  d={Array.from(
                    compared,
                    (value, bar) =>
                      `${bar === 0 ? 'M' : 'L'}${centres[bar]!.toFixed(2)} ${scaleToPixels(value, [0, top], [box.top + box.height, box.top]).toFixed(2)}`,
                  ).join('')}
                  fill="none"
                  stroke={forced ? 'CanvasText' : seriesStyleOf('series-5').stroke}
                  strokeWidth={1.25}
                  strokeDasharray="3 3"
                />
              )}
            </TimePlot>
          </ChartPlot>
        )
      }}
    </BarFrame>
  )
}
