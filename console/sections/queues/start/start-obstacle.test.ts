import { caseLimits } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { createQueue } from '../testing/queue-samples.ts'
import { startObstacleOf } from './start-obstacle.ts'

it.each([
  ['cases wait', {}, 0, null],
  ['nothing waits', { counts: { pending: 0 } }, 0, 'nothing'],
  [
    'only escalated cases wait',
    { counts: { pending: 0, escalated: 1 }, rights: { manage: false } },
    0,
    'notSupervisor',
  ],
  [
    'a supervisor chooses among them',
    { counts: { pending: 0, escalated: 1 }, rights: { supervise: true } },
    0,
    'escalatedOnly',
  ],
  ['the role only reads', { rights: { review: false } }, 0, 'readOnly'],
  ['the queue is for others', { restrictToAssignees: true, rights: { review: false } }, 0, 'notAssigned'],
  ['too many are open', {}, caseLimits.locksPerReviewer, 'locksLimit'],
] as const)('a review of a queue where %s', (_when, queue, locks, obstacle) => {
  expect(
    startObstacleOf(
      createQueue(1, { ...queue, counts: { pending: 2, ...('counts' in queue ? queue.counts : {}) } }),
      locks,
    ),
  ).toBe(obstacle)
})

it('who reviews a case of the queue goes on with it, whatever else is open', () => {
  const ownCase = { eventType: 'purchase', externalId: 'P-1', environmentId: 'e' }
  expect(startObstacleOf(createQueue(1, { ownCase }), caseLimits.locksPerReviewer)).toBeNull()
})
