import type { CaseRow, Queue } from '@assay/risk-service/contract'
import { startObstacleOf } from '../start/start-obstacle.ts'
import type { UnfinishedWork } from './work-entries.ts'

const hour = 3_600_000

/** The review of the caller whose time ends first; null when there is none. */
export function nextReviewOf(locked: readonly CaseRow[]): CaseRow | null {
  const [first = null] = locked.toSorted((a, b) => timeOf(a.lock?.expiresAt) - timeOf(b.lock?.expiresAt))
  return first
}

/**
 * The queue of the caller with the most urgent case to start: with overdue cases, then with cases at risk, then with
 * the oldest one; null when no review can be started.
 * @param locks number of cases that the caller reviews in all queues
 */
export function nextQueueOf(queues: readonly Queue[], locks: number): Queue | null {
  const [first = null] = queues
    .filter(queue => queue.rights.assigned && startObstacleOf(queue, locks) === null)
    .toSorted(
      ({ counts: a }, { counts: b }) =>
        b.overdue - a.overdue || b.slaAtRisk - a.slaAtRisk || timeOf(a.oldestEnteredAt) - timeOf(b.oldestEnteredAt),
    )
  return first
}

interface OwnWork {
  total: number
  /** Given to the caller, and not begun. */
  assigned: number
  overdue: number
  /** Time-outs within an hour that have not passed. */
  dueSoon: number
}

/** Counts the caller's work at a moment: each case once, whatever the caller has to do with it. */
export function countOwnWork(work: UnfinishedWork, now: number): OwnWork {
  const rows = [...new Map(Object.values(work).flatMap(list => list.map(row => [row.id, row]))).values()]
  const isLate = (row: CaseRow) => row.overdue || timeOf(row.timeoutAt) <= now
  return {
    total: rows.length,
    assigned: work.assigned.filter(({ id }) => work.locked.every(row => row.id !== id)).length,
    overdue: rows.filter(isLate).length,
    dueSoon: rows.filter(row => !isLate(row) && timeOf(row.timeoutAt) <= now + hour).length,
  }
}

const timeOf = (at: string | null | undefined) => (at ? Date.parse(at) : Number.MAX_SAFE_INTEGER)
