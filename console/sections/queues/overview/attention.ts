import type { Queue } from '@assay/risk-service/contract'

const attentionKinds = ['overdue', 'escalated', 'noSupervisor', 'drainedByRules'] as const

/** Something about a queue that a manager has to see to. */
export interface Attention {
  kind: (typeof attentionKinds)[number]
  queue: Queue
  /** Number of cases or rules. */
  count: number
}

/** What managers of queues have to see to, the most urgent first; nothing for somebody who manages none. */
export function attentionOf(queues: readonly Queue[]): Attention[] {
  const managed = queues.filter(({ rights }) => rights.manage)
  const counts: Record<Attention['kind'], (queue: Queue) => number> = {
    overdue: queue => queue.counts.overdue,
    escalated: queue => queue.counts.escalated,
    noSupervisor: queue => Number(queue.escalation && queue.supervisors.length === 0),
    drainedByRules: queue => (queue.draining ? queue.routingRules.length : 0),
  }
  return attentionKinds.flatMap(kind =>
    managed
      .map(queue => ({ kind, queue, count: counts[kind](queue) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count),
  )
}
