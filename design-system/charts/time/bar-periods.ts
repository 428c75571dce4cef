import type { Values } from '../sampling/m4.ts'
import type { TimeData } from './time-data.ts'
import { type Bucket, finestPeriods, type TimeStep } from './time-steps.ts'
import { wallTimes } from './zone-clock.ts'

/** The bars of a chart: buckets one by one, or together where a bar of one bucket would be too thin to see. */
export interface BarPeriods {
  /** What one bar stands for, where it is more than one bucket. */
  step: TimeStep | null
  /** The bucket of the labels under the bars. */
  bucket: Bucket
  /** Number of bars. */
  count: number
  /** Index of the first and of the last bucket of a bar. */
  bounds: (bar: number) => readonly [number, number]
  /** The sum of a series in each bar. A part of a composition is never negative. */
  sums: (values: Values) => Float64Array
}

/**
 * Puts buckets together into the finest periods of the calendar of which there are at most so many: 2,000 hours become
 * 83 days. Sums are exact; nothing is left out.
 */
export function barPeriods(data: TimeData, bucket: Bucket, timeZone: string, most: number): BarPeriods {
  const buckets = data.times.length
  const periods = buckets <= most ? null : finestPeriods(wallTimes(data.times, timeZone), bucket, most)
  const starts = periods?.starts ?? Array.from({ length: buckets }, (_, i) => i)
  return {
    step: periods?.step ?? null,
    bucket: periods === null ? bucket : periods.step.unit === 'year' ? 'month' : periods.step.unit,
    count: starts.length,
    bounds: bar => [starts[bar] ?? 0, (starts[bar + 1] ?? buckets) - 1],
    sums: values => {
      const sums = new Float64Array(starts.length)
      let bar = -1
      for (let i = 0; i < buckets; i++) {
        if (starts[bar + 1] === i) bar++
        const value = values[i]!
        if (value > 0) sums[bar]! += value
      }
      return sums
    },
  }
}
