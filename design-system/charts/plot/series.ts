import { useSyncExternalStore } from 'react'

export const chartTones = [
  'approve',
  'review',
  'challenge',
  'reject',
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'series-6',
  'series-7',
  'series-8',
] as const
export type ChartTone = (typeof chartTones)[number]

export interface ChartSeries {
  key: string
  label: string
  tone: ChartTone
}

/** One bucket of time. A missing value is a gap, not a zero. */
export interface ChartPoint {
  /** Start of the bucket. */
  time: number
  /** Start of the last bucket, where a chart adds several up in one bar. */
  until?: number
  values: Readonly<Record<string, number | null>>
}

export type MarkerShape = 'circle' | 'square' | 'triangle' | 'diamond' | 'cross' | 'triangle-down' | 'plus' | 'bar'

interface SeriesStyle {
  fill: string
  stroke: string
  /** Dash of a line, so that lines differ without colour. */
  dash: string
  marker: MarkerShape
  /** Angle and distance of the hatching where colour is not available. */
  hatch: { angle: number; gap: number }
}

const decision = (name: string, marker: MarkerShape, dash: string, angle: number, gap: number): SeriesStyle => ({
  fill: `var(--ds-decision-${name})`,
  stroke: `var(--ds-decision-${name})`,
  dash,
  marker,
  hatch: { angle, gap },
})
const line = (n: number, dash: string, marker: MarkerShape, angle: number): SeriesStyle => ({
  fill: `var(--ds-chart-${n})`,
  stroke: `var(--ds-chart-${n})`,
  dash,
  marker,
  hatch: { angle, gap: 4 + (n % 4) },
})

/** Series n has colour n, dash n, marker n and pattern n. Approve is the majority: pale with a line. */
const seriesStyles: Record<ChartTone, SeriesStyle> = {
  approve: {
    fill: 'var(--ds-decision-approve-subtle)',
    stroke: 'var(--ds-decision-approve-border)',
    dash: '',
    marker: 'circle',
    hatch: { angle: 0, gap: 1000 },
  },
  review: decision('review', 'square', '6 3', 45, 4),
  challenge: decision('challenge', 'triangle', '2 2', 0, 3),
  reject: decision('reject', 'diamond', '8 3 2 3', -45, 2.5),
  'series-1': line(1, '', 'circle', 45),
  'series-2': line(2, '6 3', 'square', 90),
  'series-3': line(3, '2 2', 'triangle', 0),
  'series-4': line(4, '8 3 2 3', 'diamond', -45),
  'series-5': line(5, '1 3', 'cross', 30),
  'series-6': line(6, '10 3', 'triangle-down', -30),
  'series-7': line(7, '4 2 1 2', 'plus', 60),
  'series-8': line(8, '3 5', 'bar', -60),
}

/** A tone from data may be unknown: it is drawn like the first series. */
export function seriesStyleOf(tone: ChartTone): SeriesStyle {
  return Object.hasOwn(seriesStyles, tone) ? seriesStyles[tone] : seriesStyles['series-1']
}

const query = '(forced-colors: active)'

/** The browser does not repaint SVG marks in forced colours: charts read this and draw patterns instead. */
export function useForcedColors(): boolean {
  return useSyncExternalStore(
    listen => {
      const media = matchMedia(query)
      media.addEventListener('change', listen)
      return () => media.removeEventListener('change', listen)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
