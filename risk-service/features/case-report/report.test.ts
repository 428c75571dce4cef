import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReportAgeing, ReportOverview, ReportQueues, ReportValue } from '../../contract/index.ts'
import { reportCostsSetting } from '../cases/store/settings-store.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../cases/testing/case-bench.ts'
import { day, names, reportCalls } from './testing/report-calls.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(() => resetCaseBench(bench))

const { review, decideAll, lock, act, report, found } = reportCalls(() => bench)
const overview = (input: object = {}, as = 'Max') => report<ReportOverview>('overview', input, as)
const transfer = async (ids: readonly string[], queueId: string) => {
  for (const id of ids) {
    const { status } = await bench.onCase('Max', id, '/transfer', { queueId, comment: 'Other queue' })
    expect(status).toBe(200)
  }
}

describe('size and flow', () => {
  it('the size at the end is the size at the start, what came in and what went out (S59)', async () => {
    const hv = await bench.queue('HV', { timeoutMinutes: 5 * 24 * 60 })
    const dg = await bench.queue('DG', { timeoutMinutes: 10 * 24 * 60 })
    await bench.route('All', 'ROUTETO Queue("HV")')
    bench.at(day(5, '12:00'))
    await review(names('timed', 4))
    bench.at(day(9))
    await review([...names('old', 6), ...names('moved', 3)])
    bench.at(day(9, '10:00'))
    await transfer(names('moved', 3), dg)
    bench.at(day(10))
    await review(names('new', 20))
    bench.at(day(10, '14:00'))
    await bench.tick()
    await transfer(names('moved', 3), hv)
    await transfer(names('new', 2), dg)
    await decideAll('Max', [...names('old', 6), ...names('new', 11).slice(2)])

    bench.at(day(11))
    const { json } = await overview({ queueIds: [hv] })
    expect(json.flow).toMatchObject({
      sizeStart: 10,
      in: { released: 20, transferredIn: 3 },
      out: { bulk: 15, single: 0, timedOut: 4, transferredOut: 2 },
      sizeEnd: 12,
      difference: 0,
      reviewed: 15,
      received: 23,
      released: 6,
    })
    expect(json.flow.timeoutRate).toBeCloseTo(4 / 19)
    // Over all queues a transfer is counted once in and once out.
    const { flow, enteredLink } = (await overview()).json
    expect(flow).toMatchObject({ sizeStart: 13, inflow: 25, outflow: 24, sizeEnd: 14 })
    // The twenty that were released, two of them transferred as well, and the three that came back.
    expect(await found(enteredLink)).toBe(23)

    for (const id of names('new', 16).slice(11)) {
      const { json: locked } = await bench.onCase('Max', id, '/lock')
      const { status } = await bench.onCase('Max', id, '/sendback', { leaseToken: locked.own.leaseToken })
      expect(status).toBe(200)
    }
    expect((await overview({ queueIds: [hv] })).json.flow).toEqual(json.flow)
  })

  it('the difference shows what the history does not explain', async () => {
    bench.at(day(10))
    await review(names('new', 3))
    bench.at(day(10, '10:00'))
    await bench.list('Max', 'general')
    const { db } = bench.store
    const gone = await db
      .selectFrom('case_event')
      .select('id')
      .where('kind', '=', 'released-to-queue')
      .limit(1)
      .execute()
    await db
      .deleteFrom('case_event')
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute()
    expect((await overview()).json.flow).toMatchObject({ sizeEnd: 3, inflow: 2, difference: 1 })
  })

  it('a decision that was taken back changes nothing', async () => {
    bench.at(day(10))
    await review(['one'])
    bench.at(day(10, '10:00'))
    const { json: locked } = await bench.onCase('Max', 'one', '/lock')
    const choice = { leaseToken: locked.own.leaseToken, decision: 'Approve', reason: 'Low risk' }
    await bench.onCase('Max', 'one', '/decision', choice)
    await bench.onCase('Max', 'one', '/undo')
    const { json } = await overview()
    expect(json.flow).toMatchObject({ sizeEnd: 1, inflow: 1, outflow: 0, difference: 0 })
    expect(json.outcomes.map(({ decided }) => decided)).toEqual([0, 0, 0, 0])
  })
})

describe('who reads the report', () => {
  beforeEach(() => bench.at(day(11)))

  it('analysts do not, nor people of another tenant', async () => {
    expect((await overview({}, 'Ana')).status).toBe(403)
    expect((await overview({}, 'Outsider')).status).toBe(404)
    expect((await overview({}, 'Vera')).status).toBe(200)
  })

  it('a report covers the environment and those below it, and no other', async () => {
    const { status, json } = await overview({ environmentIds: [caseIds.foreign] })
    expect([status, json.details.issues[0]?.path]).toEqual([422, ['environmentIds', 0]])
    expect((await overview({ environmentIds: [caseIds.eu] })).status).toBe(200)
  })

  it.each<[object, string[]]>([
    [{ from: '2024-01-31' }, ['from']],
    [{ from: '2025-03-11', to: '2025-03-10' }, ['to']],
    [{ maturityDays: 45 }, ['maturityDays']],
    [{ bucket: 'hourly' }, ['bucket']],
    [{ from: '2025-04-01', to: '2025-04-02' }, ['from']],
  ])('%j is refused with the name of the field', async (input, path) => {
    const { status, json } = await overview(input)
    expect([status, json.details.issues[0]?.path]).toEqual([422, path])
  })
})

describe('the other tabs', () => {
  it('the tab of value says which costs are not set, and computes with those that are', async () => {
    bench.at(day(10))
    await review(['order'], { amount: 120 })
    await act('Max', 'order', '/decision', await lock('Max', 'order', day(10, '10:00')), day(10, '10:30'), {
      decision: 'Approve',
      reason: 'Low risk',
    })
    const before = (await report<ReportValue>('value')).json
    expect([before.costs, before.total.reviewCostUsd, before.total.netUsd]).toEqual([
      { hourlyCostUsd: null, margin: null },
      null,
      null,
    ])
    const value = JSON.stringify({ hourlyCostUsd: 4000, margin: 0.25 })
    await bench.store.db
      .insertInto('setting')
      .values({ scope: caseIds.tenant, key: reportCostsSetting, value })
      .execute()
    const { total, queues } = (await report<ReportValue>('value', { environmentIds: [caseIds.root] })).json
    expect(total).toMatchObject({ approved: { cases: 1, amountUsd: 12_000 }, reviewCostUsd: 2000, netUsd: -2000 })
    expect(queues[0]).toMatchObject({ queue: { name: 'General' }, approved: { cases: 1 } })
    const counts = await Promise.all([before.links.approved, before.links.timedOut].map(found))
    expect(counts).toEqual([1, 0])
  })

  it('the tab of ages counts open cases as they are now', async () => {
    await bench.queue('HV')
    bench.at(day(10))
    await review(['old', 'locked'])
    bench.at(day(10, '11:00'))
    await review(['new'])
    await bench.onCase('Max', 'locked', '/lock')
    bench.at(day(10, '11:30'))
    const { json } = await report<ReportAgeing>('ageing', { environmentIds: [caseIds.root] })
    expect(json).toMatchObject({ open: 3, total: { under1h: 1, under4h: 2 } })
    expect(json.oldestEnteredAt).toBe(day(10, '09:05').toISOString())
    expect(json.states.map(({ state, open }) => [state, open])).toEqual([
      ['Pending', 2],
      ['InReview', 1],
      ['OnHold', 0],
      ['AwaitingApproval', 0],
    ])
    expect(json.queues.map(({ queue, open }) => [queue.name, open])).toEqual([
      ['General', 3],
      ['HV', 0],
    ])
    expect(await found(json.queues[0]?.link ?? null)).toBe(3)
    const { link } = json
    const since = (op: 'gte' | 'lt') => ({ column: 'enteredQueueAt', op, value: day(10, '10:30').toISOString() })
    const aged = (op: 'gte' | 'lt') =>
      found(link && { ...link, filter: { ...link.filter, conditions: [...link.filter.conditions, since(op)] } })
    expect([await aged('gte'), await aged('lt')]).toEqual([1, 2])
  })

  it('General is flagged above a fifth of the cases, and deleted queues keep their figures', async () => {
    const hv = await bench.queue('HV')
    await bench.route('Large', 'ROUTETO Queue("HV") WHEN @"purchase.request.totalAmount" > 1000')
    bench.at(day(10))
    await review(names('large', 3), { amount: 2000 })
    await review(['small'])
    bench.at(day(10, '10:00'))
    await decideAll('Max', names('large', 3))
    await bench.store.db.deleteFrom('case_queue').where('id', '=', hv).execute()
    const { json } = await report<ReportQueues>('queues', { environmentIds: [caseIds.root] })
    expect(json.rows.map(row => [row.queue.name, row.queue.deleted, row.routingShare, row.shareFlagged])).toEqual([
      ['General', false, 0.25, true],
      ['HV', true, 0.75, false],
    ])
    expect(json.rows[1]).toMatchObject({ flow: { inflow: 3, out: { bulk: 3 } }, link: null })
  })
})
