import type { Queue } from '@assay/risk-service/contract'
import { caseLimits } from '@assay/risk-service/contract'

/** Why the next review of a queue cannot be started. */
export type StartObstacle = 'readOnly' | 'notAssigned' | 'locksLimit' | 'notSupervisor' | 'escalatedOnly' | 'nothing'

/**
 * What prevents the caller from starting a review in a queue; null when nothing does. Who reviews a case of the queue
 * already goes on with it.
 * @param locks number of cases that the caller reviews in all queues
 */
export function startObstacleOf(
  { rights, restrictToAssignees, counts, ownCase }: Queue,
  locks: number,
): StartObstacle | null {
  if (ownCase !== null) return null
  if (!rights.review) return restrictToAssignees && !rights.assigned ? 'notAssigned' : 'readOnly'
  if (locks >= caseLimits.locksPerReviewer) return 'locksLimit'
  if (counts.pending > 0) return null
  if (counts.escalated === 0) return 'nothing'
  // Escalated cases are not offered in turn: who may review them chooses one.
  return rights.supervise || rights.manage ? 'escalatedOnly' : 'notSupervisor'
}
