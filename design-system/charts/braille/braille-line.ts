import { extent, finiteOrNull } from '../plot/numbers.ts'

/** Dots of a cell from the bottom up, of its left and of its right column: 7, 3, 2, 1 and 8, 6, 5, 4. */
const columns = [
  [0x40, 0x04, 0x02, 0x01],
  [0x80, 0x20, 0x10, 0x08],
] as const
const empty = 0x2800
const levels = 4
/** Cells of a common display: a longer line would have to be moved along. */
const maxCells = 40

/**
 * Values as a line of eight-dot braille patterns: two steps in each cell, each a column of one to four dots, from the
 * lowest value to the highest. A gap has no dot. Of more steps than 80 the highest of several is shown.
 */
export function brailleLine(values: ArrayLike<number | null>): string {
  const size = Math.max(1, Math.ceil(values.length / (2 * maxCells)))
  const steps: (number | null)[] = []
  for (let from = 0; from < values.length; from += size) {
    let most: number | null = null
    for (let i = from; i < Math.min(from + size, values.length); i++) {
      const value = finiteOrNull(values[i])
      if (value !== null && (most === null || value > most)) most = value
    }
    steps.push(most)
  }
  const range = extent(steps)
  if (range === null) return ''
  const { low, high } = range
  const heightOf = (value: number) =>
    high === low ? 1 : Math.min(levels, 1 + Math.floor(((value - low) / (high - low)) * levels))
  let line = ''
  for (let cell = 0; cell < steps.length; cell += 2) {
    let dots = 0
    for (const [column, bits] of columns.entries()) {
      const value = steps[cell + column] ?? null
      if (value !== null) for (const bit of bits.slice(0, heightOf(value))) dots |= bit
    }
    line += String.fromCodePoint(empty + dots)
  }
  return line
}
