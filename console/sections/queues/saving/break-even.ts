import type { CaseRow } from '@assay/risk-service/contract'

/** What the service says of the line between the cases that are worth their review, and the others. */
export interface BreakEven {
  /** US cents; null: not set. */
  costPerMinuteUsd: number | null
  /** Cases above the line; null without the cost. */
  worthwhile: number | null
}

/** Whether the review of a case is expected to save at least what it costs. */
const isWorthwhile = ({ savingPerMinuteUsd }: CaseRow, costPerMinuteUsd: number): boolean =>
  savingPerMinuteUsd !== null && savingPerMinuteUsd >= costPerMinuteUsd

/**
 * Returns the row after which the line stands: the last one above it, in the order on screen. Null without a line
 * between two rows: nothing is known, or all rows are on one side.
 */
export function rowAboveLine(rows: readonly CaseRow[], breakEven: BreakEven | null): CaseRow | null {
  const cost = breakEven?.costPerMinuteUsd ?? null
  if (cost === null) return null
  const first = rows.findIndex(row => !isWorthwhile(row, cost))
  return first > 0 ? (rows[first - 1] ?? null) : null
}
