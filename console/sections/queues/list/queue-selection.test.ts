import { expect, it } from 'vitest'
import { createQueue } from '../testing/queue-samples.ts'
import { queueSorts, scopeCounts, selectQueues } from './queue-selection.ts'

const queues = [
  createQueue(10, { counts: { pending: 1, oldestEnteredAt: '2026-01-05T08:00:00.000Z' }, rights: { assigned: true } }),
  createQueue(2, { description: 'Gift cards', counts: { pending: 5, overdue: 1 }, rights: { supervise: true } }),
  createQueue(1, { counts: { pending: 5, slaAtRisk: 3, oldestEnteredAt: '2026-01-05T07:00:00.000Z' } }),
]
const select = (more: Partial<Parameters<typeof selectQueues>[1]>) =>
  selectQueues(queues, { scope: 'all', text: '', sort: 'name', locale: 'en-US', ...more }).map(({ name }) => name)

it('queues are in order of name, or of what needs attention', () => {
  expect(Object.fromEntries(queueSorts.map(sort => [sort, select({ sort })]))).toEqual({
    name: ['Queue 1', 'Queue 2', 'Queue 10'],
    pending: ['Queue 1', 'Queue 2', 'Queue 10'],
    oldest: ['Queue 1', 'Queue 10', 'Queue 2'],
    risk: ['Queue 2', 'Queue 1', 'Queue 10'],
  })
})

it('a scope and a text narrow the queues', () => {
  expect(select({ scope: 'assigned' })).toEqual(['Queue 10'])
  expect(select({ scope: 'supervised' })).toEqual(['Queue 2'])
  expect(select({ scope: 'overdue' })).toEqual(['Queue 2'])
  expect(select({ text: ' gift ' })).toEqual(['Queue 2'])
  expect(scopeCounts(queues)).toEqual({ assigned: 1, all: 3, supervised: 1, overdue: 1 })
})
