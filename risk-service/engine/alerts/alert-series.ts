/** What an alert watches, per step of time: a plain count, or a count and what it is a share of. */
export interface AlertStep {
  count: number
  /** Null for a metric that is a plain number, as the number of transactions. */
  of: number | null
}

/** Steps of equal length, the oldest first; a step without events is there with zeros. */
export interface AlertSeries {
  steps: readonly AlertStep[]
  /** Steps of a week. Weeks of local time that have an hour more or less are cut by whoever makes the series. */
  stepsPerWeek: number
}

/** Figures of a window, which ends with a step. */
export interface WindowFigures {
  count: number
  of: number | null
  /** The count or the share; null for a share of nothing. */
  value: number | null
}

/** Prefix sums, so that a window costs the same whatever its length. */
export interface WindowSums {
  readonly length: number
  /**
   * Returns the figures of the window that ends with a step; null where it begins before the series.
   * @param last index of its last step
   * @param steps its length
   */
  window: (last: number, steps: number) => WindowFigures | null
}

/** Prepares a series for windows. */
export function sumSeries({ steps }: AlertSeries): WindowSums {
  const counts = [0]
  const ofs = [0]
  for (const step of steps) {
    counts.push((counts.at(-1) ?? 0) + step.count)
    ofs.push((ofs.at(-1) ?? 0) + (step.of ?? 0))
  }
  const isShare = steps.some(step => step.of !== null)
  const between = (sums: readonly number[], from: number, to: number) => (sums[to] ?? 0) - (sums[from] ?? 0)
  return {
    length: steps.length,
    window: (last, length) => {
      const from = last + 1 - length
      if (from < 0 || last >= steps.length) return null
      const count = between(counts, from, last + 1)
      if (!isShare) return { count, of: null, value: count }
      const of = between(ofs, from, last + 1)
      return { count, of, value: of === 0 ? null : count / of }
    },
  }
}
