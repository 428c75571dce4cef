import { expect, it } from 'vitest'
import { createQueue, general } from '../testing/queue-samples.ts'
import { attentionOf } from './attention.ts'

it('managers see what is overdue and escalated, and what is set up wrong, in this order', () => {
  const queues = [
    createQueue(1, { counts: { overdue: 1, escalated: 2 } }),
    createQueue(2, { counts: { overdue: 3 }, escalation: true }),
    createQueue(3, { draining: true, routingRules: [{ id: general.id, name: 'Gold', draft: false }] }),
    createQueue(4, { counts: { overdue: 9 }, rights: { manage: false } }),
  ]
  expect(attentionOf(queues).map(({ kind, queue, count }) => [kind, queue.name, count])).toEqual([
    ['overdue', 'Queue 2', 3],
    ['overdue', 'Queue 1', 1],
    ['escalated', 'Queue 1', 2],
    ['noSupervisor', 'Queue 2', 1],
    ['drainedByRules', 'Queue 3', 1],
  ])
})
