import { useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { type Format, useFormat } from '../../lib/format/index.ts'
import { numberFormat, safeZone, withLatinDigits } from '../../lib/format/parts.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import type { ChartBaseProps } from '../chart-frame/chart-frame.tsx'
import { type ChartTable, formatOrDash } from '../chart-frame/chart-table.tsx'
import { axisHeight, axisWidth, type PlotBox, plotTop } from '../plot/chart-plot.tsx'
import type { ChartPoint, ChartSeries } from '../plot/series.ts'
import { cachedBySource } from '../sampling/cached-by-source.ts'
import { chartSentence, stepSentence } from '../sentence/step-sentence.ts'
import { completeSteps } from './complete-steps.ts'
import { bucketNames, type TimeTick, timeTicks } from './time-axis.ts'
import { sumOf, type TimeData } from './time-data.ts'
import { timeRows } from './time-rows.ts'
import { type Bucket, unitLengths } from './time-steps.ts'
import type { TimeReading } from './use-time-data.tsx'

/** A named period of time: an incident, a release. */
export interface ChartMark {
  from: number
  to: number
  /** Printed beside the period, where there is room; empty: not at all. */
  label: string
}

/** `rate` is a small quantity per time: three significant digits, however small it is. */
export const chartUnits = ['count', 'share', 'rate'] as const
export type ChartUnit = (typeof chartUnits)[number]

export interface TimeChartProps extends ChartBaseProps {
  /** The series, in the order of legend and stack. */
  series: readonly ChartSeries[]
  /** One point per bucket, the earliest first. A missing value is a gap. */
  points: readonly ChartPoint[]
  /** Length of a bucket. */
  bucket: Bucket
  /** Zone of the buckets; reports use UTC. */
  timeZone?: string
  /** Named periods of time: an incident, a release. */
  marks?: readonly ChartMark[]
  /** The first bucket is cut off by the period: the sentence leaves it out. */
  partialFirst?: boolean
  /** The last bucket is not over: the sentence leaves it out. */
  partialLast?: boolean
  /** Opens the data behind a point: by click, or by Enter on a pinned one. */
  onPointOpen?: (point: ChartPoint) => void
}

/** When figures were first read: what was not over then is not complete in them, however long they are shown. */
const arrivalOf = cachedBySource((_: TimeData) => Date.now())

const noUnits: Readonly<Record<string, ChartUnit>> = {}

interface TimeChartInput extends Pick<TimeChartProps, 'title' | 'series' | 'bucket' | 'partialFirst' | 'partialLast'> {
  reading: TimeReading
  timeZone: string | undefined
  unit?: ChartUnit
  /** Units of series that have another one, by their keys. */
  units?: Readonly<Record<string, ChartUnit>>
  /** Sums up the series for the summary: a stack is read as a whole. */
  stacked?: boolean
  /** Start of the first bucket that still changes. */
  changingFrom?: number | undefined
}

/** Formats a figure, in full and for the axis. */
export function unitText(
  format: Format,
  unit: ChartUnit,
): { value: (value: number) => string; axis: (value: number) => string } {
  if (unit === 'share') return { value: value => format.percent(value), axis: value => format.percent(value, 0) }
  if (unit === 'rate') {
    const digits = numberFormat(withLatinDigits(format.locale), { maximumSignificantDigits: 3 })
    return {
      value: value => digits.format(value),
      axis: value => (value < 1 ? digits.format(value) : format.compact(value)),
    }
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
  reading: { data, pending },
  bucket,
  timeZone,
  unit = 'count',
  units = noUnits,
  stacked = false,
  partialFirst = false,
  partialLast = false,
  changingFrom,
}: TimeChartInput) {
  const intl = useIntl()
  const format = useFormat()
  useUniqueIds('Chart', 'series', series, all => all.map(entry => entry.key))
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set<string>())
  const zone = safeZone(timeZone ?? format.timeZone)
  const shown = series.filter(entry => !hidden.has(entry.key))
  const span = (data.times.at(-1) ?? 0) - (data.times[0] ?? 0)
  // Twelve months of days begin and end in the same one.
  const withYear = span > unitLengths.year - 31 * unitLengths.day
  const name = useMemo(
    () => bucketNames(format.locale, zone, bucket, withYear),
    [format.locale, zone, bucket, withYear],
  )
  const formatValue = unitText(format, unit).value
  const formatOf = (key: string) => unitText(format, units[key] ?? unit).value
  const totals = useMemo(
    () =>
      cachedBySource((rows: TimeData) =>
        sumOf(
          rows.points.length,
          series.filter(({ key }) => !hidden.has(key)).map(({ key }) => rows.values(key)),
        ),
      ),
    [series, hidden],
  )

  const tableOf = (
    rows: TimeData,
    more: ChartTable['columns'] = [],
    extra?: (index: number) => ChartTable['rows'][number]['values'],
  ): ChartTable => {
    let created: ChartTable['rows'] | undefined
    return {
      head: intl.formatMessage({ id: 'DesignSystem.Chart.Time' }),
      columns: [...series.map(({ key, label }) => ({ key, label, format: formatOf(key) })), ...more],
      rowCount: rows.points.length,
      // Most tables are never looked at: rows are created on demand.
      get rows() {
        created ??= timeRows(rows.points, name, extra)
        return created
      },
    }
  }
  const sentence = (rows: TimeData) => {
    const entries = shown.map(({ key, label }) => ({
      label,
      values: rows.values(key),
      text: formatOf(key),
      counts: (units[key] ?? unit) === 'count',
      isShare: (units[key] ?? unit) === 'share',
    }))
    const isWhole = stacked && shown.length > 1
    const total = () => ({
      label: intl.formatMessage({ id: 'DesignSystem.Chart.Total' }),
      values: totals(rows),
      text: formatValue,
      counts: true,
    })
    return chartSentence(
      intl,
      title,
      stepSentence(intl, format, {
        series: isWhole ? [total()] : entries,
        parts: isWhole ? entries : [],
        nameAt: index => name(rows.times[index] ?? Number.NaN),
        ...completeSteps(rows.times, data.times, { partialFirst, partialLast, changingFrom, now: arrivalOf(data) }),
      }),
    )
  }
  const rowsAt = (point: ChartPoint, kind: 'line' | 'fill' | 'pattern') =>
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
    name,
    pending,
    hidden,
    setHidden,
    shown,
    data,
    formatValue,
    formatOf,
    totals,
    tableOf,
    sentence,
    rowsAt,
  }
}

export type TimeChart = ReturnType<typeof useTimeChart>

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
export function bandCentres(count: number, from: number, size: number): Float64Array {
  const centres = new Float64Array(count)
  for (let i = 0; i < count; i++) centres[i] = from + ((i + 0.5) * size) / count
  return centres
}

/** Labels of the time axis, as many as fit. */
export function fittingTicks(
  times: ArrayLike<number>,
  bucket: Bucket,
  place: { locale: string; timeZone: string },
  width: number,
): TimeTick[] {
  return timeTicks(times, bucket, { ...place, most: Math.min(8, Math.max(2, Math.floor(width / 64))) })
}
