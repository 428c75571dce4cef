import { useDeferredValue } from 'react'
import type { ChartPoint, ChartSeries } from '../plot/series.ts'
import { summariseSeries } from '../plot/series-summary.ts'
import { cachedBySource } from '../sampling/cached-by-source.ts'
import { createTimeData, type TimeData } from './time-data.ts'

/** Range, extremes and trend of a series: the sentence and the axis of values read them. */
export const summaryOf = cachedBySource(summariseSeries)

/** From this number of points on, a chart is drawn after the page around it, in steps that let input through. */
const deferredFrom = 500
const noPoints: readonly ChartPoint[] = []

/** Cached outside the render: React starts a deferred one again when something more urgent comes in between. */
const timeDataOf = cachedBySource(createTimeData)

/** The points of a chart as they are read at present. */
export interface TimeReading {
  data: TimeData
  /** Whether nothing of the data is drawn yet. */
  pending: boolean
}

/** Reads the points of a chart: many of them in a deferred render, so that no key has to wait for 50,000 points. */
export function useTimeData(points: readonly ChartPoint[]): TimeReading {
  const large = points.length >= deferredFrom
  const later = useDeferredValue(points, large ? noPoints : points)
  const current = large ? later : points
  return { data: timeDataOf(current), pending: points.length > 0 && current.length === 0 }
}

interface SeriesReadersProps {
  data: TimeData
  series: readonly ChartSeries[]
  /** A stack is summarised as a whole, not by its parts. */
  stacked?: boolean
}

/**
 * Reads the series before the chart that needs them all at once: React lets input through between two components of a
 * deferred render, not inside one.
 */
export function SeriesReaders({ data, series, stacked = false }: SeriesReadersProps) {
  return series.map(({ key }, n) => (
    <SeriesReader key={`${key} ${n}`} data={data} seriesKey={key} summarised={!stacked} />
  ))
}

function SeriesReader({ data, seriesKey, summarised }: { data: TimeData; seriesKey: string; summarised: boolean }) {
  const values = data.values(seriesKey)
  if (summarised) summaryOf(values)
  return null
}
