import { expect, it } from 'vitest'
import { countOpenCases } from '../../../platform/cases/open-cases.ts'
import { ana, createCase, createQueue } from '../testing/queue-samples.ts'
import { countOwnWork, nextQueueOf, nextReviewOf } from './next-work.ts'

const at = (time: string) => `2026-01-05T${time}:00.000Z`
const assigned = { assigned: true }
const queue = createQueue(1)

it('the next queue has overdue cases, else cases at risk, else the oldest case', () => {
  const queues = [
    createQueue(1, { rights: assigned, counts: { pending: 9, oldestEnteredAt: at('09:00') } }),
    createQueue(2, { rights: assigned, counts: { pending: 1, oldestEnteredAt: at('08:00') } }),
    createQueue(3, { rights: assigned, counts: { pending: 1, slaAtRisk: 1, oldestEnteredAt: at('10:00') } }),
    createQueue(4, { rights: assigned, counts: { pending: 1, overdue: 2, oldestEnteredAt: at('10:00') } }),
    createQueue(5, { counts: { pending: 5, overdue: 5 } }),
    createQueue(6, { rights: assigned, counts: { overdue: 7 } }),
  ]
  const order = []
  for (let rest = queues; ; ) {
    const next = nextQueueOf(rest, 0)
    if (next === null) break
    order.push(next.name)
    rest = rest.filter(each => each !== next)
  }
  expect(order).toEqual(['Queue 4', 'Queue 3', 'Queue 2', 'Queue 1'])
})

it('the review to go on with is that whose time ends first', () => {
  const lock = (time: string) => ({
    owner: ana,
    lockedAt: at('01:00'),
    asksAt: at(time),
    expiresAt: at(time),
    extensions: 0,
  })
  expect(nextReviewOf([])).toBeNull()
  const rows = [createCase(1, queue, { lock: lock('12:00') }), createCase(2, queue, { lock: lock('11:00') })]
  expect(nextReviewOf(rows)?.externalId).toBe('P-2')
})

it('own work is counted once, and what is due is not overdue yet', () => {
  const now = Date.parse(at('10:00'))
  const locked = [createCase(1, queue, { timeoutAt: at('10:30') })]
  expect(
    countOwnWork(
      {
        locked,
        assigned: [
          createCase(1, queue, { timeoutAt: at('10:30') }),
          createCase(2, queue, { timeoutAt: at('11:00') }),
          createCase(3, queue, { timeoutAt: at('11:01') }),
        ],
        approvals: [createCase(4, queue, { timeoutAt: at('10:00') })],
        onHold: [createCase(5, queue, { timeoutAt: null })],
      },
      now,
    ),
  ).toEqual({ total: 5, assigned: 2, overdue: 1, dueSoon: 2 })
})

it('open cases are those of every state', () => {
  expect(
    countOpenCases([
      createQueue(1, { counts: { pending: 1, inReview: 2, onHold: 4, escalated: 8, awaitingApproval: 16 } }),
      createQueue(2, { counts: { pending: 32, overdue: 3, slaAtRisk: 5 } }),
    ]),
  ).toEqual({ open: 63, overdue: 3, atRisk: 5 })
})
