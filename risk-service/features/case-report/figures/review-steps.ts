import type { CaseEventKind } from '../../../contract/cases/case-definitions.ts'
import type { LockEnd } from '../../../contract/cases/report/report-definitions.ts'
import type { Review } from './times.ts'

/** An entry of the history of a case that begins, extends or ends a review. */
export interface ReviewStep {
  caseId: string
  id: string
  kind: CaseEventKind
  /** Milliseconds. */
  at: number
  byId: string | null
  /** Read where names are asked for. */
  byName?: string | null
  /** Queue of an entry that ends a review; read where queues are asked for. */
  queueId?: string | null
  /** Origin of a decision that was taken back, or cause of a release. */
  detail: string | null
  /** Activity of the review that begins here. */
  idleMs: number | null
  lastActiveAt: number | null
}

const isStart = ({ kind }: ReviewStep): boolean => kind === 'locked' || kind === 'undone'

/** Returns how a review of a person ended; null for entries that end none. */
function endOf(start: ReviewStep, end: ReviewStep): LockEnd | null {
  const own = end.byId === start.byId
  switch (end.kind) {
    case 'decided':
      return own ? 'decided' : 'decidedByOther'
    case 'approval-requested':
      return own ? 'approvalRequested' : 'decidedByOther'
    case 'escalated':
      return 'escalated'
    case 'held':
      return 'held'
    case 'transferred':
      return 'transferred'
    case 'lock-released':
      return end.detail === 'roleLost' || end.detail === 'queueLost' ? 'roleLost' : 'sentBack'
    case 'force-released':
      return 'forceReleased'
    case 'lock-expired':
    case 'removed':
      return 'expired'
    default:
      return null
  }
}

/**
 * Returns the reviews in a history, by their ends: each from its lock to the next entry that ends it. A decision that
 * was taken back opens the review again; after a bulk decision there is none to open.
 */
export function reviewsOf(steps: readonly ReviewStep[]): Review[] {
  const reviews: Review[] = []
  for (const history of Map.groupBy(steps, ({ caseId }) => caseId).values()) {
    history.sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
    let start: ReviewStep | null = null
    let extensions = 0
    for (const step of history) {
      if (step.kind === 'extended') extensions += 1
      else if (isStart(step)) {
        start = step.kind === 'undone' && step.detail === 'Bulk' ? null : step
        extensions = 0
      } else if (start !== null) {
        const end = endOf(start, step)
        if (end === null) continue
        reviews.push({
          caseId: step.caseId,
          queueId: step.queueId ?? null,
          reviewerId: start.byId,
          reviewerName: start.byName ?? null,
          startedAt: start.at,
          endedAt: step.at,
          end,
          extensions,
          idleMs: start.idleMs,
          lastActiveAt: start.lastActiveAt,
        })
        start = null
      }
    }
  }
  return reviews.sort((one, other) => one.endedAt - other.endedAt)
}
