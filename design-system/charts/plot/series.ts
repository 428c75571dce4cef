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
  // Buckets of a score, ten from low to high; two share the colour of a band.
  'bucket-0',
  'bucket-1',
  'bucket-2',
  'bucket-3',
  'bucket-4',
  'bucket-5',
  'bucket-6',
  'bucket-7',
  'bucket-8',
  'bucket-9',
  // Series beyond the eighth, as tints of one hue, and what is counted together.
  'tint-1',
  'tint-2',
  'tint-3',
  'tint-4',
  'tint-5',
  'tint-6',
  'tint-7',
  'tint-8',
  'tint-9',
  'tint-10',
  'tint-11',
  'tint-12',
  'tint-13',
  'tint-14',
  'tint-15',
  'tint-16',
  'tint-17',
  'tint-18',
  'tint-19',
  'tint-20',
  'rest',
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

/** A fill without lines, of which there may be many in one picture: a part of a colour on the surface. */
const tint = (color: string, percent: number, n: number): SeriesStyle => {
  const fill = `color-mix(in oklab, var(${color}) ${percent}%, var(--ds-surface))`
  return { fill, stroke: fill, dash: '', marker: 'circle', hatch: { angle: (n * 37) % 180, gap: 2 + (n % 5) } }
}

/** The low buckets, of which there are most, are pale, so that the high ones are seen. */
const bucketPercents = [30, 42, 46, 62, 64, 82, 80, 100, 84, 100] as const
const bucketStyle = (n: number) => tint(`--ds-score-${Math.floor(n / 2) + 1}`, bucketPercents[n] ?? 100, n)
/** Paler from one to the next; beyond the twelfth the colours repeat with other lines. */
const tintStyle = (n: number) => tint('--ds-chart-1', 76 - 5 * (n > 12 ? n - 12 : n), n)

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
  'bucket-0': bucketStyle(0),
  'bucket-1': bucketStyle(1),
  'bucket-2': bucketStyle(2),
  'bucket-3': bucketStyle(3),
  'bucket-4': bucketStyle(4),
  'bucket-5': bucketStyle(5),
  'bucket-6': bucketStyle(6),
  'bucket-7': bucketStyle(7),
  'bucket-8': bucketStyle(8),
  'bucket-9': bucketStyle(9),
  'tint-1': tintStyle(1),
  'tint-2': tintStyle(2),
  'tint-3': tintStyle(3),
  'tint-4': tintStyle(4),
  'tint-5': tintStyle(5),
  'tint-6': tintStyle(6),
  'tint-7': tintStyle(7),
  'tint-8': tintStyle(8),
  'tint-9': tintStyle(9),
  'tint-10': tintStyle(10),
  'tint-11': tintStyle(11),
  'tint-12': tintStyle(12),
  'tint-13': tintStyle(13),
  'tint-14': tintStyle(14),
  'tint-15': tintStyle(15),
  'tint-16': tintStyle(16),
  'tint-17': tintStyle(17),
  'tint-18': tintStyle(18),
  'tint-19': tintStyle(19),
  'tint-20': tintStyle(20),
  // Lines that no series has.
  rest: { ...tint('--ds-text-muted', 30, 0), hatch: { angle: 90, gap: 9 } },
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
