import type { CaseRow } from '@assay/risk-service/contract'

type WorkKind = 'locked' | 'assigned' | 'approval' | 'parked'

/** A case that the caller has to do with. */
export interface WorkEntry {
  kind: WorkKind
  row: CaseRow
}

/** The caller's work as the service answers it; `onHold`: own holds. */
export type UnfinishedWork = Record<'locked' | 'assigned' | 'onHold' | 'approvals', readonly CaseRow[]>

const timeOf = (at: string | null | undefined) => (at ? Date.parse(at) : Infinity)

/**
 * The caller's work in the order in which it is due: cases under review, then what was assigned and what waits for a
 * second approval by the time left, then own holds by the time at which they end.
 */
export function workEntries({ locked, assigned, approvals, onHold }: UnfinishedWork): WorkEntry[] {
  const entries = (kind: WorkKind, rows: readonly CaseRow[], at: (row: CaseRow) => string | null | undefined) =>
    rows.map(row => ({ kind, row, due: timeOf(at(row)) }))
  const byDue = (list: ReturnType<typeof entries>) =>
    list.toSorted((a, b) => (a.due === b.due ? 0 : a.due - b.due)).map(({ kind, row }) => ({ kind, row }))
  const open = [
    ...entries('assigned', assigned, row => row.timeoutAt),
    ...entries('approval', approvals, row => row.timeoutAt),
  ]
  const all = [
    ...byDue(entries('locked', locked, row => row.lock?.expiresAt)),
    ...byDue(open),
    ...byDue(entries('parked', onHold, row => row.hold?.wakeAt)),
  ]
  // A case under review may be assigned as well.
  const seen = new Set<string>()
  return all.filter(({ row: { id } }) => !seen.has(id) && seen.add(id))
}
