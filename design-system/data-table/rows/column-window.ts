/** So many columns are drawn whole; more are drawn where they are in view. */
export const windowedFrom = 30

interface ColumnWindow {
  /** Width of each column in its place. */
  sizes: readonly number[]
  /** Whether a column is pinned: those are always in view. */
  pinned: readonly boolean[]
  /** How far the columns are scrolled from their start, and how much of them is seen. */
  offset: number
  view: number
}

/** First and last column in view, with one more on either side so that a slow scroll never shows an edge. */
export function columnWindow({ sizes, pinned, offset, view }: ColumnWindow): readonly [number, number] {
  let from = 0
  let to = sizes.length - 1
  let start = 0
  let found = false
  for (let i = 0; i < sizes.length; i++) {
    const end = start + (sizes[i] ?? 0)
    if (!pinned[i]) {
      if (!found && end > offset) {
        from = Math.max(0, i - 1)
        found = true
      }
      if (start >= offset + view) {
        to = i
        break
      }
    }
    start = end
  }
  return [from, to]
}
