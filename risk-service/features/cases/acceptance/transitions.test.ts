import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

let bench: CaseBench
let other = ''
beforeAll(async () => {
  bench = await openCaseBench()
  await resetCaseBench(bench)
  const { Ana = '', Ben = '', Sofia = '' } = bench.people
  await bench.option({ corrections: true })
  for (const lane of lanes.keys()) {
    await bench.queue(`Watched ${lane}`, {
      assignedUsers: [Ana, Ben],
      supervisors: [Sofia],
      escalation: true,
      hold: true,
      fourEyes: { amountUsd: 100_000, decisions: [], randomPercent: 0, blind: false },
    })
    await bench.route(
      `R${lane}`,
      `ROUTETO Queue("Watched ${lane}") WHEN @"purchase.request.customData.lane" == "${lane}"`,
    )
  }
  other = await bench.queue('Other')
  for (const state of Object.keys(states)) {
    const amount = ['AwaitingApproval', 'Disputed'].includes(state) ? 2000 : 50
    const customData = { review: 'yes', lane: String(laneOf(state)) }
    await bench.send({ id: idOf(state), amount, more: { customData } })
  }
  await states['NotRouted']?.(idOf('NotRouted'))
})
afterAll(() => bench.close())

/** Pia and Max manage cases, Sofia supervises the queue, Ana has the case where somebody has it, Vera only reads. */
const people = ['Pia', 'Max', 'Sofia', 'Ana', 'Ben', 'Vera', 'Sam'] as const
const approval = { decision: 'Approve', reason: 'Verified customer' }
const rejection = { decision: 'Reject', reason: 'Abuse' }
const until = '2025-03-03T12:00:00.000Z'
const noLease = '00000000-0000-4000-8000-000000000000'

const rowOf = async (id: string): Promise<Record<string, unknown>> =>
  (await bench.store.pool.query('select * from review_case where external_id = $1', [id])).rows[0]
const lease = async (id: string) => (await rowOf(id))['lease_token'] ?? noLease
const withLease = async (id: string, operation: string, body: object) => {
  await bench.onCase('Ana', id, '/lock', {})
  await bench.onCase('Ana', id, operation, { leaseToken: await lease(id), ...body })
}

/** How a case comes into each state, from waiting in its queue. */
const states: Record<string, (id: string) => Promise<unknown>> = {
  Held: async () => undefined,
  NotRouted: id => bench.sendStatus(id, 'Approved'),
  Pending: async () => undefined,
  Assigned: id => bench.onCase('Max', id, '/assign', { userId: bench.people['Ana'] }),
  InReview: id => bench.onCase('Ana', id, '/lock', {}),
  Escalated: id => withLease(id, '/escalate', { reason: 'Odd' }),
  OnHold: id => withLease(id, '/hold', { until, reason: 'Call' }),
  AwaitingApproval: id => withLease(id, '/decision', approval),
  async Disputed(id) {
    await withLease(id, '/decision', approval)
    await bench.onCase('Sofia', id, '/approval', rejection)
  },
  Decided: id => withLease(id, '/decision', approval),
  TimedOut: async () => bench.at(new Date('2025-03-04T09:05:00.000Z')),
  Removed: id => bench.store.pool.query(`update review_case set state = 'Removed' where external_id = $1`, [id]),
}

/** A case as it is before each operation. */
interface Target {
  id: string
  leaseToken: string
}
/** Body of each operation. */
const operations: Record<string, (target: Target, as: string) => object> = {
  lock: () => ({}),
  'lock/extend': ({ leaseToken }) => ({ leaseToken }),
  'lock/activity': ({ leaseToken }) => ({ leaseToken }),
  decision: ({ leaseToken }) => ({ leaseToken, ...approval }),
  sendback: ({ leaseToken }) => ({ leaseToken }),
  escalate: ({ leaseToken }) => ({ leaseToken, reason: 'Odd' }),
  hold: ({ leaseToken }) => ({ leaseToken, until, reason: 'Call' }),
  resume: () => ({}),
  transfer: ({ leaseToken }) => ({ leaseToken, queueId: other, comment: 'Theirs' }),
  'transfer ': () => ({ queueId: other, comment: 'Theirs' }),
  assign: (_, as) => ({ userId: bench.people[as] }),
  approval: () => approval,
  'approval/withdraw': () => ({}),
  'force-release': () => ({}),
  undo: () => ({}),
  correction: () => rejection,
  priority: () => ({ priority: 90 }),
  bulk: ({ id }) => ({ cases: [{ environmentId: caseIds.root, eventType: 'purchase', id }], ...approval }),
}

async function run(as: string, target: Target, name: string) {
  const body = operations[name]?.(target, as)
  const base = `${caseIds.root}/casemanagement`
  if (name === 'bulk') {
    const { status, json, code } = await bench.call<{ result: string }[]>(as, 'POST', `${base}/bulk-decisions`, body)
    const result = json[0]?.result ?? code
    return { done: status === 200 && (result === 'applied' || result === 'sentForApproval'), code: result }
  }
  const method = name === 'priority' ? 'PUT' : 'POST'
  const { status, code } = await bench.call(as, method, `${base}/cases/purchase/${target.id}/${name.trim()}`, body)
  return { done: status === 200, code: status === 200 ? '' : `${status} ${code}` }
}

/** Puts the row of a case back as it was. */
async function restore(id: string, row: Record<string, unknown>) {
  const columns = Object.keys(row)
  const values = columns.map(name =>
    ['sent_back', 'approval', 'outcome', 'checklist'].includes(name) && row[name] !== null
      ? JSON.stringify(row[name])
      : row[name],
  )
  const set = columns.map((name, index) => `"${name}" = $${index + 2}`).join(', ')
  await bench.store.pool.query(`update review_case set ${set} where external_id = $1`, [id, ...values])
}

/**
 * What is allowed in each state, by whom, and the state afterwards. Everything else is refused with one of `refusals`,
 * and leaves the case as it was.
 */
const allowed: Record<string, Record<string, string>> = {
  Held: {},
  NotRouted: {},
  Pending: {
    lock: 'Pia Max Sofia Ana Ben → InReview',
    'transfer ': 'Pia Max → Pending',
    assign: 'Pia Max Sofia Ana Ben → Pending',
    priority: 'Pia Max Sofia → Pending',
    bulk: 'Pia Max Sofia Ana Ben → Decided',
  },
  Assigned: {
    lock: 'Pia Max Ana → InReview',
    'transfer ': 'Pia Max → Pending',
    assign: 'Pia Max Sofia Ana → Pending',
    priority: 'Pia Max Sofia → Pending',
    bulk: 'Pia Max Ana → Decided',
  },
  InReview: {
    // Starting again, and the sign of activity, change nothing.
    lock: 'Ana → InReview',
    'lock/extend': 'Ana → InReview',
    'lock/activity': 'Ana → InReview',
    decision: 'Ana → Decided',
    sendback: 'Ana → Pending',
    escalate: 'Ana → Pending escalated',
    hold: 'Ana → OnHold',
    transfer: 'Ana → Pending',
    'force-release': 'Pia Max → Pending',
    priority: 'Pia Max Sofia → InReview',
    bulk: 'Ana → Decided',
  },
  Escalated: {
    lock: 'Pia Max Sofia → InReview escalated',
    'transfer ': 'Pia Max → Pending',
    assign: 'Pia Max Sofia → Pending escalated',
    priority: 'Pia Max Sofia → Pending escalated',
    bulk: 'Pia Max Sofia → Decided',
  },
  OnHold: { resume: 'Pia Max Ana → Pending', priority: 'Pia Max Sofia → OnHold' },
  AwaitingApproval: {
    approval: 'Pia Max Sofia → Decided',
    'approval/withdraw': 'Ana → Pending',
    priority: 'Pia Max Sofia → AwaitingApproval',
  },
  // Ana and Sofia gave a choice each.
  Disputed: {
    lock: 'Pia Max → InReview escalated',
    'transfer ': 'Pia Max → Pending escalated',
    assign: 'Pia Max → Pending escalated',
    priority: 'Pia Max Sofia → Pending escalated',
    bulk: 'Pia Max → Decided',
  },
  Decided: { undo: 'Ana → InReview', correction: 'Pia Max → Decided' },
  TimedOut: { correction: 'Pia Max → Decided' },
  Removed: {},
}

const refusals: Record<string, readonly string[]> = {
  Held: ['409 case.badState', '410 lock.lost', 'case.conflict'],
  NotRouted: ['409 case.badState', '410 lock.lost', 'case.conflict'],
  Pending: ['409 case.badState', '410 lock.lost'],
  Assigned: ['409 case.badState', '410 lock.lost', '409 case.lockedByOther', 'case.lockedByOther'],
  InReview: ['409 case.badState', '410 lock.lost', '409 case.lockedByOther', 'case.lockedByOther'],
  Escalated: ['409 case.badState', '410 lock.lost', '409 case.escalated', 'case.escalated'],
  OnHold: ['409 case.badState', '410 lock.lost', '409 case.held', 'case.conflict'],
  AwaitingApproval: ['409 case.badState', '410 lock.lost', 'case.conflict'],
  Disputed: ['409 case.badState', '410 lock.lost', '409 case.escalated', 'case.escalated'],
  Decided: ['409 case.alreadyDecided', 'case.alreadyDecided'],
  TimedOut: ['409 case.alreadyDecided', 'case.alreadyDecided'],
  Removed: ['404 notFound', 'case.notFound'],
}

/** States by the queue in which they are tried: a person has one review in each queue, and three at once. */
const lanes = [
  ['NotRouted', 'Pending', 'Escalated', 'AwaitingApproval'],
  ['Assigned', 'OnHold', 'Decided'],
  ['InReview', 'Disputed', 'Removed'],
]
const laneOf = (state: string): number =>
  Math.max(
    0,
    lanes.findIndex(states => states.includes(state)),
  )
const idOf = (state: string): string => `P-${state}`

/** Tries everything on the case in a state, and leaves nothing of it. */
async function tryAll(state: string) {
  const id = idOf(state)
  const inHold = state === 'Held' || state === 'NotRouted'
  if (!inHold) await states[state]?.(id)
  await bench.tick()
  const before = await rowOf(id)
  const target = { id, leaseToken: String(before['lease_token'] ?? noLease) }
  for (const name of Object.keys(operations)) {
    const done: string[] = []
    let result = ''
    for (const as of people) {
      const answer = await run(as, target, name)
      const after = await rowOf(id)
      if (answer.done) {
        done.push(as)
        result = `${after['state']}${after['escalated'] === true ? ' escalated' : ''}`
        await restore(id, before)
      } else {
        expect(after, `${state}: ${as}: ${name}`).toEqual(before)
        const expected = as === 'Vera' || as === 'Sam' ? ['403 forbidden', 'forbidden'] : refusals[state]
        expect([...(expected ?? []), '403 forbidden'], `${state}: ${as}: ${name}`).toContain(answer.code)
      }
    }
    const allowedHere = allowed[state]?.[name]
    expect(done.length === 0 ? undefined : `${done.join(' ')} → ${result}`, `${state}: ${name}`).toBe(allowedHere)
  }
  await bench.store.pool.query('delete from review_case where external_id = $1', [id])
}

describe('each operation in each state, by each person', () => {
  it('Held', () => tryAll('Held'))

  describe.concurrent('three queues at once', () => {
    beforeAll(() => bench.at('09:06'))

    it.each(lanes.map(each => ({ each, names: each.join(', ') })))('$names', async ({ each }) => {
      for (const state of each) await tryAll(state)
    })
  })

  it('TimedOut', () => tryAll('TimedOut'))
})
