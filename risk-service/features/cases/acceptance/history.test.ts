import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CaseEvent, Queue } from '../../../contract/index.ts'
import { seededRandom } from '../../../engine/lib/testing/seeded-random.ts'
import type { StoredCase } from '../model/case-record.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

let bench: CaseBench
let queues: string[] = []
beforeAll(async () => {
  bench = await openCaseBench()
  await resetCaseBench(bench)
  const { Ana = '', Ben = '', Sofia = '' } = bench.people
  await bench.option({ corrections: true, undoSeconds: 15 })
  const first = await bench.queue('First', {
    assignedUsers: [Ana, Ben],
    supervisors: [Sofia],
    escalation: true,
    hold: true,
    timeoutMinutes: 300,
    fourEyes: { amountUsd: 100_000, decisions: [], randomPercent: 0, blind: false },
  })
  queues = [first, await bench.queue('Second', { escalation: true, hold: true, timeoutMinutes: 600 })]
  await bench.route('R1', 'ROUTETO Queue("First") WHEN @"purchase.request.totalAmount" > 1')
})
afterAll(() => bench.close())

/** What the history says about a case. People by name. */
interface Rebuilt {
  state: string
  queueId: string | null
  escalated: boolean
  managersOnly: boolean
  lockOwner: string | null
  extensions: number
  assignee: string | null
  holdOwner: string | null
  firstChoice: string | null
  disputed: boolean
  priority: number
  tags: string[]
  decision: string | null
  /** Times in ISO 8601. */
  timeoutAt: string | null
  lockUntil: string | null
  assignedUntil: string | null
  holdUntil: string | null
}
const free = { lockOwner: null, lockUntil: null, extensions: 0, holdOwner: null, holdUntil: null }
const unassigned = { assignee: null, assignedUntil: null }
const created: Rebuilt = {
  ...free,
  state: 'Held',
  queueId: null,
  escalated: false,
  managersOnly: false,
  ...unassigned,
  firstChoice: null,
  disputed: false,
  priority: 50,
  tags: [],
  decision: null,
  timeoutAt: null,
}

/** Rebuilds a case from the entries of its history, the oldest first. */
function rebuild(history: readonly CaseEvent[]): Rebuilt {
  let now = created
  let undecided = created
  for (const { kind, by, details } of history) {
    const text = (name: string): string => String(details[name])
    const { until, timeoutAt } = details as { until: string; timeoutAt: string }
    const person = by?.name ?? null
    const step = (): Partial<Rebuilt> => {
      switch (kind) {
        case 'released-to-queue':
          return { state: 'Pending', queueId: text('queueId'), timeoutAt }
        case 'times-changed':
          return { timeoutAt: (details['after'] as { timeoutAt: string }).timeoutAt }
        case 'not-routed':
          return { state: 'NotRouted' }
        case 'locked':
          return { state: 'InReview', lockOwner: person, lockUntil: until, extensions: 0, ...unassigned }
        case 'extended':
          return { extensions: Number(text('extensions')), lockUntil: until }
        case 'lock-expired':
        case 'lock-released':
        case 'force-released':
          return { state: 'Pending', ...free }
        case 'escalated':
          return {
            state: 'Pending',
            escalated: true,
            managersOnly: now.managersOnly || details['level'] === 2,
            ...free,
          }
        case 'held':
          return { state: 'OnHold', ...free, holdOwner: person, holdUntil: until }
        case 'resumed':
          return { state: 'Pending', ...free, assignee: text('owner'), assignedUntil: until, timeoutAt }
        case 'transferred':
          return now.disputed
            ? { state: 'Pending', queueId: text('toId'), ...free, timeoutAt }
            : {
                state: 'Pending',
                queueId: text('toId'),
                ...free,
                timeoutAt,
                escalated: false,
                managersOnly: false,
                firstChoice: null,
              }
        case 'assigned':
          return { assignee: text('to'), assignedUntil: until }
        case 'unassigned':
          return unassigned
        case 'approval-requested':
          return { state: 'AwaitingApproval', ...free, ...unassigned, firstChoice: text('decision') }
        case 'approval-withdrawn':
          return { state: 'Pending', firstChoice: null, assignee: person, assignedUntil: until }
        case 'disagreed':
          return { state: 'Pending', escalated: true, disputed: true }
        case 'decided':
        case 'approved':
        case 'timed-out':
        case 'corrected':
          undecided = now
          return {
            ...free,
            state: 'Decided',
            decision: text('decision'),
            escalated: false,
            managersOnly: false,
            ...unassigned,
            firstChoice: null,
            disputed: false,
          }
        case 'undone': {
          const { escalated, managersOnly, firstChoice, disputed } = undecided
          const single = details['via'] === 'Single'
          const lock = single ? { state: 'InReview', lockOwner: person, lockUntil: until } : { state: 'Pending' }
          return { ...free, ...lock, decision: null, escalated, managersOnly, firstChoice, disputed }
        }
        case 'priority-changed':
          return { priority: Number(text('after')) }
        case 'tags-changed': {
          const removed = details['removed'] as string[]
          return { tags: [...now.tags.filter(tag => !removed.includes(tag)), ...(details['added'] as string[])] }
        }
        default:
          throw new Error(`${kind} tells nothing about the case`)
      }
    }
    now = { ...now, ...step() }
  }
  return now
}

const storedAs = (row: StoredCase): Rebuilt => ({
  state: row.state,
  queueId: row.entered_queue_at === null ? null : row.queue_id,
  escalated: row.escalated,
  managersOnly: row.managers_only,
  lockOwner: row.lock_owner_name,
  extensions: row.lock_extensions,
  assignee: row.assignee_name,
  holdOwner: row.hold_owner_name,
  firstChoice: row.approval?.choice.decision ?? null,
  disputed: row.approval?.disagreedBy !== undefined,
  priority: row.priority,
  tags: row.tags,
  decision: row.outcome?.decision ?? null,
  timeoutAt: iso(row.timeout_at),
  lockUntil: iso(row.lock_expires_at),
  assignedUntil: iso(row.assigned_until),
  holdUntil: iso(row.wake_at),
})
const iso = (time: Date | null): string | null => time?.toISOString() ?? null

/** Changes the time-out of a queue, in minutes. */
async function retime(queueId: string, timeoutMinutes: number) {
  const path = `${caseIds.root}/casemanagement/queues/${queueId}`
  const { json } = await bench.call<Queue>('Max', 'GET', path)
  const idsOf = (people: Queue['supervisors']) => people.map(({ id }) => id)
  const { assignedUsers, supervisors, version: baseVersion, ...settings } = json
  await bench.call('Max', 'PATCH', path, {
    baseVersion,
    settings: {
      ...settings,
      timeoutMinutes,
      assignedUsers: idsOf(assignedUsers),
      assignedGroups: [],
      supervisors: idsOf(supervisors),
    },
  })
}

/** What happens to a case, apart from what comes with the event. */
const kinds = [
  'approval-requested',
  'approval-withdrawn',
  'approved',
  'assigned',
  'corrected',
  'decided',
  'disagreed',
  'escalated',
  'extended',
  'force-released',
  'held',
  'lock-expired',
  'lock-released',
  'locked',
  'priority-changed',
  'released-to-queue',
  'resumed',
  'tags-changed',
  'timed-out',
  'times-changed',
  'transferred',
  'unassigned',
  'undone',
]

it('every state of a case, at every step, can be rebuilt from its history alone', async () => {
  const chance = seededRandom(20_250_303)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(chance() * values.length)] as T
  const ids = ['P-1', 'P-2', 'P-3', 'P-4', 'P-5', 'P-6']
  for (const [index, id] of ids.entries()) await bench.send({ id, amount: index % 2 === 0 ? 2000 : 50 })
  const load = async (externalIds: readonly string[]) => {
    const entries = '(select count(*)::int from case_event e where e.case_id = c.id) as entries'
    const { rows } = await bench.store.pool.query<StoredCase & { entries: number }>(
      `select c.*, ${entries} from review_case c where external_id = any($1) order by external_id`,
      [externalIds],
    )
    return rows
  }
  const states: { id: string; entries: number; stored: Rebuilt }[] = []
  const seen = new Set<string>()
  let time = bench.now().getTime()

  const act = async (row: StoredCase) => {
    const id = row.external_id
    const owner = row.lock_owner_name ?? row.hold_owner_name ?? row.approval?.requestedBy.name ?? row.outcome?.by?.name
    const as = chance() < 0.6 && owner !== undefined ? owner : pick(['Ana', 'Ben', 'Sofia', 'Max'])
    const leaseToken = row.lease_token ?? caseIds.root
    const [decision, reason] = pick([
      ['Approve', 'Low risk'],
      ['Reject', 'Abuse'],
    ])
    const choice = { decision, reason, tag: pick(['fake', 'ring']) }
    const until = new Date(time + pick([1, 30, 90]) * 60_000).toISOString()
    const to = { queueId: pick(queues), comment: 'Theirs' }
    const path = `${caseIds.root}/casemanagement/cases/purchase/${id}`
    const cases = [{ environmentId: caseIds.root, eventType: 'purchase', id }]
    const steps: Record<string, () => Promise<unknown>> = {
      lock: () => bench.onCase(as, id, '/lock', {}),
      assign: () => bench.onCase(as, id, '/assign', { userId: pick([null, ...Object.values(bench.people)]) }),
      priority: () => bench.call('Max', 'PUT', `${path}/priority`, { priority: Math.floor(chance() * 100) }),
      tags: () =>
        bench.call(as, 'PUT', `${path}/tags`, { tags: pick([[], ['vip'], ['ring']]), baseVersion: row.version }),
      move: () => bench.onCase('Max', id, '/transfer', to),
      bulk: () =>
        bench.call(as, 'POST', `${caseIds.root}/casemanagement/bulk-decisions`, {
          ...choice,
          cases,
          includeUnderReview: true,
        }),
      extend: () => bench.onCase(as, id, '/lock/extend', { leaseToken }),
      decide: () => bench.onCase(as, id, '/decision', { leaseToken, ...choice }),
      sendBack: () => bench.onCase(as, id, '/sendback', { leaseToken }),
      escalate: () => bench.onCase(as, id, '/escalate', { leaseToken, reason: 'Odd' }),
      hold: () => bench.onCase(as, id, '/hold', { leaseToken, until, reason: 'Call' }),
      transfer: () => bench.onCase(as, id, '/transfer', { leaseToken, ...to }),
      forceRelease: () => bench.onCase('Max', id, '/force-release', {}),
      resume: () => bench.onCase(as, id, '/resume', {}),
      approve: () => bench.onCase(pick(['Sofia', 'Max']), id, '/approval', choice),
      withdraw: () => bench.onCase(as, id, '/approval/withdraw', {}),
      undo: () => bench.onCase(as, id, '/undo', {}),
      correct: () => bench.onCase('Max', id, '/correction', choice),
    }
    const likely: Record<string, string[]> = {
      Pending: ['lock', 'lock', 'lock', 'assign', 'move', 'bulk'],
      InReview: ['extend', 'decide', 'decide', 'sendBack', 'escalate', 'hold', 'hold', 'transfer', 'forceRelease'],
      OnHold: ['resume', 'priority'],
      AwaitingApproval: ['approve', 'approve', 'approve', 'withdraw'],
      Decided: ['undo', 'undo', 'undo', 'correct'],
    }
    await steps[pick(chance() < 0.8 ? (likely[row.state] ?? Object.keys(steps)) : Object.keys(steps))]?.()
  }

  const later = (ms: number) => {
    time += ms
    bench.at(new Date(time))
  }
  let chosen = ids.slice(0, 3)
  const metAll = async () => {
    const { rows } = await bench.store.pool.query<{ kinds: number }>(
      'select count(distinct kind)::int as kinds from case_event where kind = any($1)',
      [kinds],
    )
    return rows[0]?.kinds === kinds.length
  }
  // Three cases at once, each with a step of its own: 501 steps, and more until everything has happened.
  for (let round = 0; round < 167 || (round < 500 && !(await metAll())); round++) {
    // Most steps follow within seconds, so that decisions are taken back; some wait for a lock, a hold or a time-out.
    const waits = chance() < 0.15
    later(waits ? Math.floor(chance() * 50 * 60_000) : 4_000)
    if (waits) await bench.tick()
    if (chance() < 0.4) {
      const first = Math.floor(chance() * ids.length)
      chosen = [0, 1, 2].map(index => ids[(first + index) % ids.length] as string)
    }
    await Promise.all((await load(chosen)).map(act))
    if (chance() < 0.1) {
      later(1_000)
      await retime(pick(queues), pick([200, 300, 600]))
    }
    for (const row of await load(chosen)) {
      states.push({ id: row.external_id, entries: row.entries, stored: storedAs(row) })
      // A decided case begins again as another one.
      if (row.state !== 'Decided' || chance() < 0.7) continue
      const next = `P-${states.length + 10}`
      ids[ids.indexOf(row.external_id)] = next
      chosen = chosen.with(chosen.indexOf(row.external_id), next)
      await bench.send({ id: next, amount: pick([2000, 50]) })
    }
  }
  const histories = new Map<string, CaseEvent[]>()
  for (const id of new Set(states.map(each => each.id))) {
    const { json } = await bench.onCase<CaseEvent[]>('Max', id, '/history')
    const [, ...entries] = json.toReversed()
    histories.set(id, entries)
    for (const { kind } of entries) seen.add(kind)
  }
  for (const { id, entries, stored } of states)
    expect(rebuild(histories.get(id)?.slice(0, entries) ?? []), `${id} after ${entries}`).toEqual(stored)
  // The walk was long enough to meet everything.
  expect([...seen].toSorted()).toEqual(kinds)
})
