import type { ChartPoint, ChartSeries, ChartTone } from '@assay/design-system/charts'

const minute = 60_000
const seriesTones = 8
const tintTones = 12

/** The steps of a monitor. */
export interface Steps {
  windowStart: string
  stepMinutes: number
  barCount: number
}

/** One series of a chart over the steps. */
export interface StepSeries extends ChartSeries {
  counts: readonly number[]
}

/** Points of a chart: one for each step, with a value for each series. */
export const pointsOf = ({ windowStart, stepMinutes, barCount }: Steps, series: readonly StepSeries[]): ChartPoint[] =>
  Array.from({ length: barCount }, (_, step) => ({
    time: Date.parse(windowStart) + step * stepMinutes * minute,
    values: Object.fromEntries(series.map(({ key, counts }) => [key, counts[step] ?? 0])),
  }))

/** Tones of series that have no colour of their own: eight colours, then tints of one hue. */
export function toneOf(index: number): ChartTone {
  if (index < seriesTones) return `series-${index + 1}` as ChartTone
  return `tint-${Math.min(tintTones, index - seriesTones + 1)}` as ChartTone
}

/** Sum of the counts of a series. */
export const totalOf = (counts: readonly number[]): number => counts.reduce((sum, each) => sum + each, 0)

/** Step with the highest count, the first of several; none without a count. */
export function peakOf(counts: readonly number[]): { step: number; count: number } | null {
  const count = Math.max(0, ...counts)
  return count === 0 ? null : { step: counts.indexOf(count), count }
}

/** The unit in which a chart names the steps. */
export const bucketOf = ({ stepMinutes }: Pick<Steps, 'stepMinutes'>) => (stepMinutes < 60 ? 'minute' : 'hour')

/** The series of what is counted together, where there is any. */
export const othersOf = (counts: readonly number[] | undefined, label: string): StepSeries[] =>
  counts === undefined || totalOf(counts) === 0 ? [] : [{ key: 'others', label, tone: 'rest', counts }]
