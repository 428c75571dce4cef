/**
 * Returns the median of values that are counted by cells of one width, the first of which begins at 0; null without a
 * value. Values are taken to lie evenly in their cell: G. U. Yule and M. G. Kendall, *An Introduction to the Theory of
 * Statistics*, on the median of grouped data.
 */
export function groupedMedian(counts: readonly number[], width: number): number | null {
  const total = counts.reduce((sum, each) => sum + each, 0)
  let below = 0
  for (const [cell, count] of counts.entries()) {
    if (count > 0 && below + count >= total / 2) return (cell + (total / 2 - below) / count) * width
    below += count
  }
  return null
}
