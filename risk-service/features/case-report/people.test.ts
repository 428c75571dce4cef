import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OwnPerformance, ReportQueues, ReportReviewers } from '../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../cases/testing/case-bench.ts'
import { day, names, reportCalls } from './testing/report-calls.ts'

let bench: CaseBench
let queue: string
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  queue = await bench.queue('HV', { assignedUsers: [bench.people.Ana ?? '', bench.people.Ben ?? ''] })
  await bench.route('All', 'ROUTETO Queue("HV")')
  bench.at(day(10))
})

const { review, decideAll, lock, act, report, found } = reportCalls(() => bench)
const reviewer = async (name: string, input: object = {}) =>
  (await report<ReportReviewers>('reviewers', input)).json.rows.find(row => row.reviewer.name === name)
const hv = async () => (await report<ReportQueues>('queues')).json.rows.find(row => row.queue.id === queue)
const choice = { decision: 'Approve', reason: 'Low risk' }
const minutes = (count: number): number => count * 60_000

describe('time of reviews', () => {
  it('handling time is the sum over the reviews of a case, and time without a result is wasted', async () => {
    await review(['order'])
    await act('Ana', 'order', '/sendback', await lock('Ana', 'order', day(10, '10:00')), day(10, '10:04'))
    await act('Ben', 'order', '/decision', await lock('Ben', 'order', day(10, '11:00')), day(10, '11:06'), choice)
    const row = await hv()
    expect(row?.handling).toEqual({ count: 1, average: minutes(10), median: minutes(10), p90: minutes(10) })
    expect(row?.lockTime).toMatchObject({ productiveMs: minutes(6), wastedMs: minutes(4), lost: 0 })
    expect(row?.waiting.median).toBe(minutes(55))
    expect(row?.resolution.median).toBe(minutes(121))
    expect(row?.customerResolution.median).toBe(minutes(126))
    expect(await found(row?.link ?? null)).toBe(1)
    expect((await reviewer('Ana'))?.lockTime.wastedMs).toBe(minutes(4))
  })

  it('a review that runs out is lost, and its extensions are counted', async () => {
    await review(['order'])
    const token = await lock('Ana', 'order', day(10, '10:00'))
    await act('Ana', 'order', '/lock/extend', token, day(10, '10:20'))
    bench.at(day(10, '12:00'))
    await decideAll('Max', ['order'])
    expect((await hv())?.lockTime).toMatchObject({
      wastedMs: minutes(52),
      lost: 1,
      lostPer100: 100,
      extensions: 1,
      extensionsPer100: 100,
    })
    expect((await hv())?.handling).toEqual({ count: 0, average: null, median: null, p90: null })
  })

  it('stretches of more than five minutes without activity are not handling time', async () => {
    await review(['order'])
    const token = await lock('Ana', 'order', day(10, '10:00'))
    for (const time of ['10:01', '10:02', '10:03', '10:20'])
      expect((await act('Ana', 'order', '/lock/activity', token, day(10, time))).status).toBe(200)
    await act('Ana', 'order', '/decision', token, day(10, '10:22'), choice)
    expect((await hv())?.handling.average).toBe(minutes(5))
    // One row, however often the console reports.
    expect(await bench.store.db.selectFrom('case_activity').select('idle_ms').execute()).toEqual([
      { idle_ms: minutes(17) },
    ])
  })

  it('activity belongs to the owner of a lock', async () => {
    await review(['order'])
    const token = await lock('Ana', 'order', day(10, '10:00'))
    expect((await act('Ben', 'order', '/lock/activity', token, day(10, '10:01'))).code).toBe('lock.lost')
    expect((await act('Vera', 'order', '/lock/activity', token, day(10, '10:01'))).status).toBe(403)
    const late = await act('Ana', 'order', '/lock/activity', token, day(10, '10:40'))
    expect([late.status, late.code]).toEqual([410, 'lock.lost'])
  })
})

describe('reviewers', () => {
  it('somebody without decisions has no rates, not zeros (S61)', async () => {
    await review(['order'])
    await act('Ana', 'order', '/decision', await lock('Ana', 'order', day(10, '10:00')), day(10, '10:06'), choice)
    const ben = await reviewer('Ben')
    expect(ben).toMatchObject({ decisions: 0, few: true, overturned: 0 })
    for (const rate of [
      'perActiveHour',
      'approveShare',
      'rejectShare',
      'noneShare',
      'escalationRate',
      'holdRate',
      'sendBackRate',
      'overturnRate',
      'accuracy',
      'agreement',
      'badRate',
    ] as const)
      expect(ben?.[rate], rate).toBeNull()
    expect(ben?.handling).toEqual({ count: 0, average: null, median: null, p90: null })
    expect(ben?.lockTime).toMatchObject({ lostPer100: null, extensionsPer100: null })
  })

  it('below 20 decisions rates say nothing', async () => {
    const ids = names('order', 20)
    await review(ids)
    bench.at(day(10, '10:00'))
    await decideAll('Ana', ids.slice(0, 19), 'Reject', 'Abuse')
    expect(await reviewer('Ana')).toMatchObject({ decisions: 19, few: true, rejectShare: null })
    await decideAll('Ana', ids.slice(19))
    const ana = await reviewer('Ana')
    expect(ana).toMatchObject({ decisions: 20, few: false, rejectShare: 0.95, approveShare: 0.05, perActiveHour: null })
    expect(await found(ana?.link ?? null)).toBe(20)
  })

  it('the filter of reviewers leaves the others out', async () => {
    await review(names('order', 2))
    bench.at(day(10, '10:00'))
    await decideAll('Ana', ['order-1'])
    await decideAll('Ben', ['order-2'])
    const { json } = await report<ReportReviewers>('reviewers', { reviewerIds: [bench.people.Ana] })
    expect(json.rows.map(row => [row.reviewer.name, row.decisions])).toEqual([['Ana', 1]])
  })

  it('the comparison is the range of equal length before', async () => {
    await review(['before'])
    bench.at(day(10, '10:00'))
    await decideAll('Ana', ['before'])
    bench.at(day(11))
    const { json } = await report<ReportReviewers>('reviewers', { from: '2025-03-11', to: '2025-03-11', compare: true })
    const ana = json.rows.find(row => row.reviewer.name === 'Ana')
    expect([json.previous, ana?.decisions, ana?.previous?.decisions]).toEqual([
      { from: '2025-03-10', to: '2025-03-10' },
      0,
      1,
    ])
  })
})

describe('own performance', () => {
  const own = (as: string) => bench.call<OwnPerformance>(as, 'GET', `${caseIds.root}/casemanagement/performance`)

  it('a reviewer sees the own figures of today and of seven days, and nobody else’s', async () => {
    await review(names('order', 3))
    await act('Ana', 'order-1', '/decision', await lock('Ana', 'order-1', day(10, '10:00')), day(10, '10:06'), choice)
    await act('Ben', 'order-2', '/decision', await lock('Ben', 'order-2', day(10, '10:06')), day(10, '10:20'), choice)
    await act('Ana', 'order-3', '/sendback', await lock('Ana', 'order-3', day(10, '10:20')), day(10, '10:23'))
    const busy = {
      decided: 1,
      medianHandlingMs: minutes(6),
      overturned: 0,
      productiveMs: minutes(6),
      wastedMs: minutes(3),
    }
    expect((await own('Ana')).json).toMatchObject({ today: busy, week: busy })
    bench.at(day(11))
    expect((await own('Ana')).json).toMatchObject({ today: { decided: 0, medianHandlingMs: null }, week: busy })
    bench.at(day(17))
    expect((await own('Ana')).json.week.decided).toBe(0)
  })

  it('is for people who may see reviews', async () => {
    expect((await own('Sam')).status).toBe(403)
    expect((await own('Outsider')).status).toBe(404)
  })
})
