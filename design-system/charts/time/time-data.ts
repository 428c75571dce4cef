import { finiteOrNull } from '../plot/numbers.ts'
import type { ChartPoint } from '../plot/series.ts'
import type { Values } from '../sampling/m4.ts'
import { fillGaps } from './fill-gaps.ts'

/** The values of a series at each point, with `NaN` for what cannot be drawn. */
export function valuesOf(points: readonly ChartPoint[], key: string): Float64Array {
  const values = new Float64Array(points.length)
  for (let i = 0; i < points.length; i++) values[i] = finiteOrNull(points[i]!.values[key]) ?? Number.NaN
  return values
}

/** The sum of series at each point; a gap adds nothing. */
export function sumOf(count: number, parts: readonly Values[]): Float64Array {
  const sums = new Float64Array(count)
  for (const part of parts)
    for (let i = 0; i < count; i++) {
      const value = part[i]!
      if (!Number.isNaN(value)) sums[i]! += value
    }
  return sums
}

/** Lower and upper bound of each part of a stack, in the order of the parts. */
export interface Stack {
  floors: Float64Array[]
  levels: Float64Array[]
}

/**
 * Stacks series: each begins where the ones before it end. A negative value counts as zero, and a gap in one never
 * shifts the ones above it.
 */
export function stackValues(count: number, parts: readonly Values[]): Stack {
  const floors: Float64Array[] = []
  const levels: Float64Array[] = []
  const top = new Float64Array(count)
  for (const part of parts) {
    floors.push(top.slice())
    const level = new Float64Array(count)
    for (let i = 0; i < count; i++) {
      level[i] = top[i]! + Math.max(0, part[i]!)
      if (!Number.isNaN(level[i]!)) top[i] = level[i]!
    }
    levels.push(level)
  }
  return { floors, levels }
}

/**
 * The points of a chart over time, in columns: one list of numbers per series instead of one object per point. Charts
 * of 50,000 points read every value several times.
 */
export interface TimeData {
  /** In the order of time, with missing buckets as gaps. */
  points: readonly ChartPoint[]
  times: Float64Array
  /** The values of a series. */
  values: (key: string) => Float64Array
}

/** Orders points and reads each series once, when it is first needed. */
export function createTimeData(source: readonly ChartPoint[]): TimeData {
  const points = fillGaps(source)
  const columns = new Map<string, Float64Array>()
  const values = (key: string) => {
    const cached = columns.get(key) ?? valuesOf(points, key)
    columns.set(key, cached)
    return cached
  }
  const times = new Float64Array(points.length)
  for (let i = 0; i < points.length; i++) times[i] = points[i]!.time
  return { points, times, values }
}

/** The part of the data between two indexes, both included. Values are not copied. */
export function sliceTimeData(data: TimeData, from: number, to: number): TimeData {
  if (from === 0 && to >= data.points.length - 1) return data
  const columns = new Map<string, Float64Array>()
  return {
    points: data.points.slice(from, to + 1),
    times: data.times.subarray(from, to + 1),
    values: key => {
      const cached = columns.get(key) ?? data.values(key).subarray(from, to + 1)
      columns.set(key, cached)
      return cached
    },
  }
}
