/** Up to this number, all columns are rendered; above, only those in view. */
export const windowedFrom = 30

interface ColumnWindow {
  /** Width of each column, in visible order. */
  sizes: readonly number[]
  /** Whether a column is pinned: pinned columns are always in view. */
  pinned: readonly boolean[]
  /** Scroll offset of the columns from their start, and their visible width. */
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
