import { useState } from 'react'
import { useIntl } from 'react-intl'
import { type Format, useFormat } from '../../lib/format/index.ts'
import { numberFormat, safeZone, withLatinDigits } from '../../lib/format/parts.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import type { ChartBaseProps } from '../chart-frame/chart-frame.tsx'
import { type ChartTable, formatOrDash } from '../chart-frame/chart-table.tsx'
import { axisHeight, axisWidth, type PlotBox, plotTop } from '../plot/chart-plot.tsx'
import { finiteOrNull } from '../plot/numbers.ts'
import type { ChartPoint, ChartSeries } from '../plot/series.ts'
import { summariseSeries } from '../plot/series-summary.ts'
import { type Bucket, bucketNames, fillGaps, tickTimes } from './time-axis.ts'

/** A named period of time: an incident, a release. */
export interface ChartMark {
  from: number
  to: number
  label: string
}

/** `rate` is a small quantity per time: three significant digits, however small it is. */
export const chartUnits = ['count', 'share', 'rate'] as const
export type ChartUnit = (typeof chartUnits)[number]

export interface TimeChartProps extends ChartBaseProps {
  series: readonly ChartSeries[]
  points: readonly ChartPoint[]
  bucket: Bucket
  /** Zone of the buckets; reports use UTC. */
  timeZone?: string
  marks?: readonly ChartMark[]
  /** Opens the data behind a point: by click, or by Enter on a pinned one. */
  onPointOpen?: (point: ChartPoint) => void
}

interface TimeChartInput extends Pick<TimeChartProps, 'title' | 'series' | 'points' | 'bucket'> {
  timeZone: string | undefined
  unit?: ChartUnit
  /** Sums up the series for the summary: a stack is read as a whole. */
  stacked?: boolean
}

/** Formats a figure, in full and for the axis. */
export function unitText(
  format: Format,
  unit: ChartUnit,
): { value: (value: number) => string; axis: (value: number) => string } {
  if (unit === 'share') return { value: value => format.percent(value), axis: value => format.percent(value, 0) }
  const digits = numberFormat(withLatinDigits(format.locale), { maximumSignificantDigits: 3 })
  if (unit === 'rate')
    return {
      value: value => digits.format(value),
      axis: value => (value < 1 ? digits.format(value) : format.compact(value)),
    }
  return { value: value => format.number(value), axis: value => format.compact(value) }
}

/**
 * Shared logic of charts over time: buckets and their names, hidden series, the numbers as a table, and a summary
 * sentence.
 */
export function useTimeChart({
  title,
  series,
  points,
  bucket,
  timeZone,
  unit = 'count',
  stacked = false,
}: TimeChartInput) {
  const intl = useIntl()
  const format = useFormat()
  useUniqueIds('Chart', 'series', series, all => all.map(entry => entry.key))
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set<string>())
  const zone = safeZone(timeZone ?? format.timeZone)
  const names = bucketNames(format.locale, zone, bucket)
  const shown = series.filter(entry => !hidden.has(entry.key))
  const filled = fillGaps(points)
  const formatValue = unitText(format, unit).value
  const valueAt = (point: ChartPoint, key: string) => finiteOrNull(point.values[key])
  const total = (point: ChartPoint) => shown.reduce((sum, entry) => sum + (valueAt(point, entry.key) ?? 0), 0)

  const tableOf = (
    rows: readonly ChartPoint[],
    more: ChartTable['columns'] = [],
    extra?: (index: number) => ChartTable['rows'][number]['values'],
  ): ChartTable => ({
    head: intl.formatMessage({ id: 'DesignSystem.Chart.Time' }),
    columns: [...series.map(({ key, label }) => ({ key, label, format: formatValue })), ...more],
    rows: rows.map((point, i) => ({
      id: String(point.time),
      name: names.full(point.time),
      raw: new Date(point.time),
      values: extra ? { ...point.values, ...extra(i) } : point.values,
    })),
  })
  const sentence = (rows: readonly ChartPoint[]) => {
    const lines = stacked
      ? [{ label: intl.formatMessage({ id: 'DesignSystem.Chart.Total' }), values: rows.map(total) }]
      : shown.map(entry => ({ label: entry.label, values: rows.map(point => valueAt(point, entry.key)) }))
    const parts = lines.flatMap(({ label, values }) => {
      const shape = summariseSeries(values)
      return shape === null
        ? []
        : [
            intl.formatMessage(
              { id: 'DesignSystem.Chart.Summary.Series' },
              {
                series: label,
                low: formatValue(shape.low),
                high: formatValue(shape.high),
                when: names.full(rows[shape.highAt]?.time ?? Number.NaN),
                trend: shape.trend,
              },
            ),
          ]
    })
    return intl.formatMessage(
      { id: 'DesignSystem.Chart.Summary.Sentence' },
      {
        title,
        parts:
          parts.length === 0 ? intl.formatMessage({ id: 'DesignSystem.Chart.Summary.Nothing' }) : format.list(parts),
      },
    )
  }
  const rowsAt = (point: ChartPoint, kind: 'line' | 'fill') =>
    shown.map(entry => ({
      key: entry.key,
      label: entry.label,
      tone: entry.tone,
      kind,
      value: formatOrDash(point.values[entry.key], formatValue),
    }))

  return {
    intl,
    format,
    zone,
    names,
    hidden,
    setHidden,
    shown,
    filled,
    formatValue,
    valueAt,
    total,
    tableOf,
    sentence,
    rowsAt,
  }
}

/** The area between the axes. */
export function plotBox(width: number, height: number, right = 0): PlotBox {
  return {
    left: axisWidth,
    top: plotTop,
    width: Math.max(1, width - axisWidth - right),
    height: Math.max(1, height - plotTop - axisHeight),
  }
}

/** Centres of equal bands between two pixels. */
export function bandCentres(count: number, from: number, size: number): number[] {
  return Array.from({ length: count }, (_, i) => from + ((i + 0.5) * size) / count)
}

/** Moments with a label, as many as fit. */
export function fittingTicks(times: readonly number[], bucket: Bucket, zone: string, width: number): number[] {
  return tickTimes(times, bucket, zone, Math.min(8, Math.max(2, Math.floor(width / 64))))
}
