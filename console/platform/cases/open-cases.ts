import type { Queue } from '@assay/risk-service/contract'

interface OpenCases {
  open: number
  /** Past the time-out of their queue. */
  overdue: number
  /** Near a target of their queue, or past it. */
  atRisk: number
}

/** Counts the open cases of queues, in every state, whoever works on them. */
export function countOpenCases(queues: readonly Pick<Queue, 'counts'>[]): OpenCases {
  const sumOf = (count: (counts: Queue['counts']) => number) =>
    queues.reduce((sum, queue) => sum + count(queue.counts), 0)
  return {
    open: sumOf(
      ({ pending, escalated, inReview, onHold, awaitingApproval }) =>
        pending + escalated + inReview + onHold + awaitingApproval,
    ),
    overdue: sumOf(({ overdue }) => overdue),
    atRisk: sumOf(({ slaAtRisk }) => slaAtRisk),
  }
}
