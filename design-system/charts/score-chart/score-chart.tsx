import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { useFormat } from '../../lib/format/index.ts'
import { type ChartBaseProps, ChartFrame } from '../chart-frame/chart-frame.tsx'
import { type ChartTable, formatOrDash } from '../chart-frame/chart-table.tsx'
import { axisHeight, axisWidth, ChartPlot, type PlotBox, plotTop } from '../plot/chart-plot.tsx'
import { finiteOrNull, shareOf } from '../plot/numbers.ts'
import { type ChartSeries, useForcedColors } from '../plot/series.ts'
import { percentDigits, scaleToPixels } from '../plot/value-axis.ts'
import { chartSentence, stepSentence } from '../sentence/step-sentence.ts'
import { partOfAxis, scoreAxes } from './score-axes.ts'
import { ScorePlot } from './score-plot.tsx'
import { ScoreZoom } from './score-zoom.tsx'
import { ValueZoom, valueZoomWidth } from './value-zoom.tsx'

/** Values of the events whose score is at least `from` and at most `to`. A missing value is a gap. */
export interface ScoreChartBin {
  from: number
  to: number
  values: Readonly<Record<string, number | null>>
}

export interface ScoreChartProps extends ChartBaseProps {
  /** Values by range of the score, ascending; ranges without events may be left out. */
  bins: readonly ScoreChartBin[]
  /** Columns, one on the other in this order. */
  columns: readonly ChartSeries[]
  /** Lines over them with an axis of their own: shares from 0 to 1. */
  lines?: readonly ChartSeries[]
  /** Scales the columns of each range to 100 %. */
  percent?: boolean
  /** Writes a value of the columns; numbers by default. */
  formatValue?: (value: number) => string
  /** Lines go on over ranges without events: for what is added up. */
  bridged?: boolean
  /** A score that is marked, such as a cut-off. */
  mark?: number
  /** Adds two handles under the axis that choose the part of it which is shown. */
  zoom?: boolean
  /** Adds two handles beside the plot that choose the part of the vertical axes which is shown. */
  valueZoom?: boolean
  /** Start of the scale. */
  min?: number
  /** End of the scale. */
  max?: number
}

const noLines: readonly ChartSeries[] = []
const nothing: ReadonlySet<string> = new Set<string>()
const whole = [0, 1] as const

/** What events are made up of at each score: columns by range of the score, and rates as lines over them. */
export function ScoreChart({
  bins: given,
  columns,
  lines = noLines,
  percent = false,
  formatValue,
  bridged = false,
  mark,
  zoom = false,
  valueZoom = false,
  min: least = 0,
  max: most = 1000,
  height = 240,
  summary,
  ...frame
}: ScoreChartProps) {
  const intl = useIntl()
  const format = useFormat()
  const forced = useForcedColors()
  const patternId = useId()
  const [hidden, setHidden] = useState(nothing)
  const [part, setPart] = useState<readonly [number, number]>()
  const [min, max] = part ?? [least, most]
  const [cut, setCut] = useState<readonly [number, number]>(whole)
  const bins = part === undefined ? given : given.filter(({ from, to }) => from >= min && to < max)
  const value = formatValue ?? (number => format.number(number))
  const isLine = (key: string) => lines.some(line => line.key === key)
  const formatOf = (key: string) => (isLine(key) ? (number: number) => format.percent(number) : value)
  const all = [...columns, ...lines]
  const shown = all.filter(({ key }) => !hidden.has(key))
  const stacked = columns.filter(({ key }) => !hidden.has(key))
  const drawn = lines.filter(({ key }) => !hidden.has(key))
  const valueAt = (index: number, key: string): number | null => finiteOrNull(bins[index]?.values[key])
  // The upper end of each column: the ones before it and itself.
  const ends = bins.map((_, index) => {
    let end = 0
    const sums = stacked.map(({ key }) => (end += valueAt(index, key) ?? 0))
    return percent ? sums.map(sum => shareOf(sum, end) ?? 0) : sums
  })
  const axesOfAll = scoreAxes(
    percent ? [1] : ends.flat(),
    drawn.flatMap(({ key }) => bins.map((_, index) => valueAt(index, key))),
    !percent && formatValue === undefined,
  )
  const axes = {
    columns: partOfAxis(axesOfAll.columns, cut),
    lines: partOfAxis(axesOfAll.lines, cut),
  }
  const lineDigits = cut !== whole ? percentDigits(axes.lines.ticks) : axes.lines.high < 0.1 ? 2 : 0
  const nameOf = (index: number) => `${bins[index]?.from ?? ''}–${bins[index]?.to ?? ''}`
  const table: ChartTable = {
    head: intl.formatMessage({ id: 'DesignSystem.Chart.Score' }),
    columns: all.map(({ key, label }) => ({ key, label, format: formatOf(key) })),
    rows: bins.map((bin, index) => ({
      id: String(bin.from),
      position: bin.from,
      name: nameOf(index),
      values: Object.fromEntries(all.map(({ key }) => [key, valueAt(index, key)])),
    })),
  }
  const entryOf = ({ key, label }: ChartSeries) => ({
    label,
    values: bins.map((_, index) => valueAt(index, key)),
    text: formatOf(key),
    // Figures with a text of their own are amounts, which vary by more than their number.
    counts: !isLine(key) && formatValue === undefined,
    isShare: isLine(key),
  })
  const columnEntries = stacked.map(entryOf)
  const total = {
    label: intl.formatMessage({ id: 'DesignSystem.Chart.Total' }),
    values: bins.map((_, index) => stacked.reduce((sum, { key }) => sum + (valueAt(index, key) ?? 0), 0)),
    text: value,
    counts: formatValue === undefined,
  }
  const patterned = forced || columns.length > 1
  const fill = patterned ? ('pattern' as const) : ('fill' as const)
  // Of the second axis, where there is one.
  const besideAxis = drawn.length > 0 ? axisWidth : 12
  const after = besideAxis + (valueZoom ? valueZoomWidth : 0)
  const isWhole = columnEntries.length > 1
  const sentence = chartSentence(
    intl,
    frame.title,
    stepSentence(intl, format, {
      series: [...(isWhole ? [total] : columnEntries), ...drawn.slice(0, 1).map(entryOf)],
      parts: isWhole ? columnEntries : [],
      nameAt: nameOf,
      follows: index => bins[index]?.from === (bins[index - 1]?.to ?? Number.NaN) + 1,
      isDistribution: true,
    }),
  )

  return (
    <ChartFrame
      {...frame}
      summary={summary ?? sentence}
      series={all}
      kind={({ key }) => (isLine(key) ? (lines.length > 1 ? 'line' : 'solid') : fill)}
      hidden={hidden}
      onHiddenChange={setHidden}
      height={height}
      table={table}
      steps
      controls={
        zoom && given.length > 0 ? (
          <ScoreZoom
            name={frame.title}
            min={least}
            max={most}
            range={[min, max]}
            after={after}
            onRangeChange={setPart}
            isOtherCut={cut !== whole}
            onOtherReset={() => setCut(whole)}
          />
        ) : null
      }
    >
      {({ width, summaryId }) => {
        const box: PlotBox = {
          left: axisWidth,
          top: plotTop,
          width: Math.max(1, width - axisWidth - after),
          height: Math.max(1, height - plotTop - axisHeight),
        }
        const x = (score: number) => scaleToPixels(score, [min, max], [box.left, box.left + box.width])
        const centres = bins.map(bin => x((bin.from + bin.to + 1) / 2))
        const axisOf = (key: string) => (isLine(key) ? axes.lines : axes.columns)
        const y = (number: number, { low, high }: { low: number; high: number }) =>
          scaleToPixels(number, [low, high], [box.top + box.height, box.top])
        return (
          <div dir="ltr" className="relative" style={{ blockSize: height }}>
            <ChartPlot
              name={frame.title}
              describedBy={summaryId}
              height={height}
              box={box}
              along={{
                name: 'score',
                positions: bins.map(({ from }) => from),
                ends: bins.map(({ to }) => to + 1),
              }}
              seriesCount={bins.length === 0 ? 0 : shown.length}
              pointOffsets={() => centres}
              valueOffset={({ series, index }) => {
                const key = shown[series]?.key ?? ''
                const number = isLine(key) ? valueAt(index, key) : (ends[index]?.[series] ?? null)
                return number === null ? null : y(number, axisOf(key))
              }}
              rowKeyOf={series => shown[series]?.key ?? ''}
              readOutAt={({ index }) => ({
                title: nameOf(index),
                rows: shown.map(entry => {
                  const number = valueAt(index, entry.key)
                  const total = stacked.reduce((sum, { key }) => sum + (valueAt(index, key) ?? 0), 0)
                  const text = formatOrDash(number, formatOf(entry.key))
                  return {
                    key: entry.key,
                    label: entry.label,
                    tone: entry.tone,
                    kind: isLine(entry.key) ? ('solid' as const) : fill,
                    value:
                      percent && !isLine(entry.key)
                        ? `${text} · ${format.percent(shareOf(number ?? 0, total) ?? 0, 0)}`
                        : text,
                  }
                }),
              })}
            >
              <ScorePlot
                space={{ width, height, box }}
                bins={bins}
                axes={axes}
                columns={stacked}
                ends={ends}
                lines={drawn}
                bridged={bridged}
                valueAt={valueAt}
                x={x}
                y={y}
                texts={{
                  columns: percent ? number => format.percent(number, 0) : format.compact,
                  lines: number => format.percent(number, lineDigits),
                }}
                scale={[min, max]}
                clipped={cut !== whole}
                mark={mark}
                pattern={patterned ? patternId : null}
                forced={forced}
              />
            </ChartPlot>
            {valueZoom && given.length > 0 ? (
              <ValueZoom
                name={frame.title}
                box={box}
                after={besideAxis}
                range={cut}
                valueText={part => {
                  const axis = drawn.length > 0 ? axesOfAll.lines : axesOfAll.columns
                  const number = axis.low + part * (axis.high - axis.low)
                  return drawn.length > 0 ? format.percent(number, 0) : value(number)
                }}
                onRangeChange={([low, high]) => setCut(low === 0 && high === 1 ? whole : [low, high])}
              />
            ) : null}
          </div>
        )
      }}
    </ChartFrame>
  )
}
