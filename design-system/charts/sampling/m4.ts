/** Values of a series in the order of time. `NaN` is a gap. */
export type Values = Readonly<Float64Array>

/** Stands between two indexes with a gap between them: the line is interrupted. */
export const lineBreak = -1

/**
 * Down-sampling to pixel columns by M4 (Jugel et al., VLDB 2014): of each column only the first, lowest, highest and
 * last value are drawn, so that the line covers the same pixels as one through every value. Returns their indexes in
 * order, with a `lineBreak` wherever the line is interrupted. Of a floor, the lower bound of an area, the extremes are
 * included, too; it has no gaps of its own.
 */
export function sampleColumns(values: Values, columns: number, floor?: Values): number[] {
  const count = values.length
  const width = Math.max(1, Math.floor(columns))
  const sampled: number[] = []
  // Whether a gap lies between the last drawn value and the current one.
  let gap = false
  let start = 0
  for (let column = 1; column <= width; column++) {
    const end = Math.floor((column * count) / width)
    const extremes = columnExtremes(values, floor, start, end)
    let next = start
    for (const index of extremes) {
      for (; next < index && !gap; next++) gap = Number.isNaN(values[next]!)
      if (gap && sampled.length > 0) sampled.push(lineBreak)
      sampled.push(index)
      gap = false
      next = index + 1
    }
    for (; next < end && !gap; next++) gap = Number.isNaN(values[next]!)
    start = end
  }
  return sampled
}

/** Indexes of the first and last value of a column and of its extremes, in order. */
function columnExtremes(values: Values, floor: Values | undefined, start: number, end: number): number[] {
  let first = start
  while (first < end && Number.isNaN(values[first]!)) first++
  if (first >= end) return []
  let [last, low, high, floorLow, floorHigh] = [first, first, first, first, first]
  for (let i = first + 1; i < end; i++) {
    const value = values[i]!
    if (Number.isNaN(value)) continue
    last = i
    if (value < values[low]!) low = i
    if (value > values[high]!) high = i
    if (floor === undefined) continue
    if (floor[i]! < floor[floorLow]!) floorLow = i
    if (floor[i]! > floor[floorHigh]!) floorHigh = i
  }
  if (first === last) return [first]
  const found = floor === undefined ? [first, low, high, last] : [first, low, high, floorLow, floorHigh, last]
  return found.toSorted((a, b) => a - b).filter((index, i, all) => index !== all[i - 1])
}

/** Whether a value stands between two gaps, so that no line leads to it. */
export function isIsolated(values: Values, index: number): boolean {
  return Number.isNaN(values[index - 1] ?? Number.NaN) && Number.isNaN(values[index + 1] ?? Number.NaN)
}
