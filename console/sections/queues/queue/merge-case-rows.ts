import type { CaseRow } from '@assay/risk-service/contract'

interface CaseRowChange {
  /** In the order in which they are on screen. */
  shown: readonly CaseRow[]
  /** As the service has them now. */
  fresh: readonly CaseRow[]
  /** The row with the focus: nothing is inserted above it. */
  focusedId: string | null
  /** The pointer is over the rows, or they are scrolled: no row may move. */
  frozen: boolean
}

/**
 * Brings rows up to date without moving those that somebody points at. Rows that are on screen retain their order, new
 * ones come in below the focused row, and those without such a place wait until they are requested. Rows that are at an
 * end leave, unless nothing may move: a command on one is refused by the service.
 */
export function mergeCaseRows({ shown, fresh, focusedId, frozen }: CaseRowChange): {
  rows: CaseRow[]
  /** Number of new rows that wait. */
  waiting: number
} {
  const current = new Map(fresh.map(row => [row.id, row]))
  const rows = shown.flatMap(row => current.get(row.id) ?? (frozen ? [row] : []))
  const present = new Set(rows.map(({ id }) => id))
  let waiting = 0
  let previousId: string | null = null
  for (const row of fresh) {
    if (!present.has(row.id)) {
      // The place after the row that precedes it at the service.
      const place = previousId === null ? 0 : rows.findIndex(({ id }) => id === previousId) + 1
      const focused = focusedId === null ? -1 : rows.findIndex(({ id }) => id === focusedId)
      if (frozen ? place < rows.length : place <= focused) {
        waiting += 1
        continue
      }
      rows.splice(place, 0, row)
      present.add(row.id)
    }
    previousId = row.id
  }
  return { rows, waiting }
}
