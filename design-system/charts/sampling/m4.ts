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
  const extremes: number[] = []
  // Whether a gap lies between the last drawn value and the current column.
  let gap = false
  let start = 0
  for (let column = 1; column <= width; column++) {
    const end = Math.floor((column * count) / width)
    if (columnExtremes(extremes, values, start, end, floor)) {
      let before = extremes[0]!
      if ((gap || before > start) && sampled.length > 0) sampled.push(lineBreak)
      sampled.push(before)
      for (const index of extremes) {
        if (index === before) continue
        if (hasGap(values, before + 1, index)) sampled.push(lineBreak)
        sampled.push(index)
        before = index
      }
      gap = before < end - 1
    } else if (end > start) gap = true
    start = end
  }
  return sampled
}

/**
 * Writes the indexes of the first and last value of a column and of its extremes into a list, in order, some of them
 * repeated. False for a column without a value.
 */
function columnExtremes(found: number[], values: Values, start: number, end: number, floor?: Values): boolean {
  let first = start
  while (first < end && Number.isNaN(values[first]!)) first++
  if (first >= end) return false
  let [last, low, high] = [first, first, first]
  let [lowest, highest] = [values[first]!, values[first]!]
  for (let i = first + 1; i < end; i++) {
    const value = values[i]!
    if (Number.isNaN(value)) continue
    last = i
    if (value < lowest) {
      lowest = value
      low = i
    } else if (value > highest) {
      highest = value
      high = i
    }
  }
  found.length = 0
  found.push(first, Math.min(low, high), Math.max(low, high))
  if (floor !== undefined) addFloorExtremes(found, values, first, end, floor)
  found.push(last)
  return true
}

/** Adds the lowest and the highest point of the lower bound of a column, where it has values. */
function addFloorExtremes(found: number[], values: Values, first: number, end: number, floor: Values): void {
  let [low, high] = [first, first]
  for (let i = first + 1; i < end; i++) {
    if (Number.isNaN(values[i]!)) continue
    if (floor[i]! < floor[low]!) low = i
    else if (floor[i]! > floor[high]!) high = i
  }
  found.push(low, high)
  found.sort((a, b) => a - b)
}

/** Whether a value is missing between two indexes, the second not included. */
function hasGap(values: Values, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (Number.isNaN(values[i]!)) return true
  return false
}

/** Whether a value stands between two gaps, so that no line leads to it. */
export function isIsolated(values: Values, index: number): boolean {
  return Number.isNaN(values[index - 1] ?? Number.NaN) && Number.isNaN(values[index + 1] ?? Number.NaN)
}
