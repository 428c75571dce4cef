import { lineBreak, type Values } from './m4.ts'

/** The area of a plot and the values at its lower and upper edge. */
export interface PlotScale {
  left: number
  top: number
  width: number
  height: number
  low: number
  high: number
}

/** Hundredths of a pixel: more digits take longer to write and to read, and are not seen. */
const rounded = (pixels: number) => Math.round(pixels * 100) / 100

/** Positions of the values of a series in the plot. */
export interface SeriesPixels {
  /** Middle of the band of a value. */
  x: (index: number) => number
  y: (value: number) => number
}

/** Maps the indexes and values of a series to pixels. With an empty span every value is in the middle. */
export function seriesPixels(count: number, { left, top, width, height, low, high }: PlotScale): SeriesPixels {
  const step = width / Math.max(1, count)
  return {
    x: index => rounded(left + (index + 0.5) * step),
    y: value => rounded(high === low ? top + height / 2 : top + height - ((value - low) / (high - low)) * height),
  }
}

/** Path through values of a series, by their indexes. A value between two gaps is a point of its own. */
export function linePath(values: Values, indexes: readonly number[], { x, y }: SeriesPixels): string {
  let path = ''
  let vertices = 0
  for (const index of indexes) {
    if (index === lineBreak) {
      if (vertices === 1) path += 'Z'
      vertices = 0
      continue
    }
    path += `${vertices === 0 ? 'M' : 'L'}${x(index)},${y(values[index]!)}`
    vertices++
  }
  return vertices === 1 ? `${path}Z` : path
}

/** Path around the area between values of a series and its lower bound: zero where there is none. */
export function areaPath(
  values: Values,
  floor: Values | undefined,
  indexes: readonly number[],
  { x, y }: SeriesPixels,
): string {
  let path = ''
  let start = 0
  for (let i = 0; i <= indexes.length; i++) {
    if (i < indexes.length && indexes[i] !== lineBreak) continue
    for (let n = start; n < i; n++) path += `${n === start ? 'M' : 'L'}${x(indexes[n]!)},${y(values[indexes[n]!]!)}`
    for (let n = i - 1; n >= start; n--) path += `L${x(indexes[n]!)},${y(floor?.[indexes[n]!] ?? 0)}`
    if (i > start) path += 'Z'
    start = i + 1
  }
  return path
}
