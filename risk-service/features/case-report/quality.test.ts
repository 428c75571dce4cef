import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultCaseConfiguration, type ReportOverview, type ReportQuality } from '../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../cases/testing/case-bench.ts'
import { day, names, reportCalls } from './testing/report-calls.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(() => resetCaseBench(bench))

const { review, decideAll, lock, act, report, label, chargeback, found } = reportCalls(() => bench)
const quality = async (input: object = {}) => (await report<ReportQuality>('quality', input)).json

describe('what became of decisions', () => {
  it('the labels of a decision itself are ignored (S60)', async () => {
    const ids = names('order', 10)
    const [approve, ...others] = defaultCaseConfiguration.queueDecisions
    const { status } = await bench.call('Adi', 'PUT', `${caseIds.root}/casemanagement/configuration/purchase`, {
      baseVersion: 0,
      configuration: {
        ...defaultCaseConfiguration,
        queueDecisions: [{ ...approve, labelAction: 'NonFraud' }, ...others],
      },
    })
    expect(status).toBe(200)
    await bench.option({ undoSeconds: 0 })
    bench.at(day(10))
    await review(ids)
    bench.at(day(10, '10:00'))
    await decideAll('Max', ids)
    await bench.deliver()
    bench.at(day(20))
    await chargeback('order-1', 'Inquiry')
    await label('order-2', true)
    const { db } = bench.store
    // Only the decision of one order labels it: the others are silent.
    await db.deleteFrom('event_label').where('object_id', 'in', ids.slice(3)).execute()
    await db.deleteFrom('event_label').where('object_id', '=', 'order-1').execute()
    const labels = await db.selectFrom('event_label').select(['object_id', 'is_fraud']).orderBy('label_at').execute()
    expect(labels.map(({ is_fraud }) => is_fraud)).toEqual([false, false, true])

    bench.at(day(110))
    const { people, timeouts } = await quality()
    expect(people.missedFraudRate).toBe(0.2)
    expect(people.approveAccuracy).toBe(0.8)
    expect(people.approved).toEqual({ decided: 10, fraud: 2, good: 8, unknown: 0 })
    expect(timeouts.accuracy).toBeNull()
    bench.at(day(30))
    expect((await quality()).people.approved).toEqual({ decided: 10, fraud: 2, good: 0, unknown: 8 })
  })

  it('silence about a rejected order is no evidence; the label in force decides, and a reversal ends a chargeback', async () => {
    const ids = names('order', 5)
    bench.at(day(10))
    await review(ids)
    bench.at(day(10, '10:00'))
    await decideAll('Max', ids.slice(0, 3), 'Reject', 'Abuse')
    await decideAll('Max', ids.slice(3))
    bench.at(day(11))
    await label('order-1', true)
    await label('order-2', true)
    await chargeback('order-4', 'Accepted')
    // Not for fraud: it says nothing of the decision.
    await chargeback('order-5', 'Accepted', 'Goods not received')
    bench.at(day(12))
    await label('order-2', false)
    await chargeback('order-4', 'Reversed')
    bench.at(day(110))
    const { people, outcomes } = await quality()
    expect(people.rejected).toEqual({ decided: 3, fraud: 1, good: 1, unknown: 1 })
    expect(people.falseRejectRate).toBe(0.5)
    expect(people.missedFraudRate).toBe(0)
    expect(people.accuracy).toBe(3 / 4)
    const rejected = outcomes.find(({ group }) => group === 'rejected')
    expect([rejected?.errorRate, await found(rejected?.link ?? null)]).toEqual([0.5, 3])
  })

  it('a label on the user counts inside its dates', async () => {
    bench.at(day(10))
    await review(names('order', 2), { userId: 'Ring-1' })
    bench.at(day(10, '10:00'))
    await decideAll('Max', names('order', 2))
    bench.at(day(20))
    await label('ring-1', true, { labelObjectType: 'Account', effectiveStartDate: day(12).toISOString() })
    expect((await quality()).people.approved.fraud).toBe(0)
    await label('ring-1', true, { labelObjectType: 'Account', effectiveStartDate: day(1).toISOString() })
    expect((await quality()).people.approved.fraud).toBe(2)
  })

  it('time-outs are judged apart from people', async () => {
    bench.at(day(10))
    await review(['order'])
    bench.at(day(11, '10:00'))
    await bench.tick()
    await label('order', true)
    const { people, timeouts, outcomes } = await quality({ to: '2025-03-11' })
    expect([people.approved.decided, timeouts.missedFraudRate]).toEqual([0, 1])
    expect(outcomes.map(({ group, decided }) => [group, decided])).toEqual([
      ['approved', 0],
      ['rejected', 0],
      ['timedOutApproved', 1],
      ['timedOutRejected', 0],
    ])
  })
})

describe('second looks', () => {
  it('disagreements and corrections are decisions that a second look changed', async () => {
    await bench.queue('HV', {
      supervisors: [bench.people.Sofia ?? ''],
      timeoutMinutes: 30 * 24 * 60,
      fourEyes: { amountUsd: 0, decisions: [], randomPercent: 0, blind: false },
    })
    await bench.route('All', 'ROUTETO Queue("HV")')
    await bench.option({ undoSeconds: 0, corrections: true })
    bench.at(day(10))
    await review(['agreed', 'disagreed', 'corrected'])
    const choice = { decision: 'Approve', reason: 'Low risk' }
    for (const id of ['agreed', 'disagreed', 'corrected'])
      await act('Ana', id, '/decision', await lock('Ana', id, day(10, '10:00')), day(10, '10:02'), choice)
    bench.at(day(10, '10:30'))
    await bench.onCase('Sofia', 'agreed', '/approval', choice)
    await bench.onCase('Sofia', 'corrected', '/approval', choice)
    await bench.onCase('Sofia', 'disagreed', '/approval', { decision: 'Reject', reason: 'Abuse' })
    await bench.onCase('Max', 'corrected', '/correction', { decision: 'Reject', reason: 'Abuse' })
    const { secondLooks, overturn, people } = await quality()
    expect(secondLooks).toEqual({ pairs: 3, disagreements: 1, disagreementRate: 1 / 3, kappa: null })
    expect(overturn).toEqual({ looked: 4, disagreements: 1, corrections: 1, rate: 0.5 })
    expect(people.approved.decided).toBe(2)
    const { json } = await report<ReportOverview>('overview')
    expect(json.flow.out).toMatchObject({ approval: 2, single: 0 })
  })
})

it('reviewers say which rules were useful', async () => {
  bench.at(day(10))
  await review(names('order', 3))
  for (const [index, usefulness] of ['ConfirmedRisk', 'FalseAlarm', null].entries()) {
    const id = `order-${index + 1}`
    const token = await lock('Max', id, day(10, '10:00'))
    await act('Max', id, '/decision', token, day(10, '10:01'), { decision: 'Approve', reason: 'Low risk', usefulness })
  }
  const [row] = (await quality()).usefulness
  expect(row).toMatchObject({
    rule: 'Review',
    clause: 'Review clause',
    cases: 3,
    rated: 2,
    shares: { ConfirmedRisk: 0.5, Valuable: 0, FalseAlarm: 0.5 },
  })
  expect(await found(row?.link ?? null)).toBe(3)
})

describe('ratings of summaries', () => {
  const rate = (as: string, id: string, helpful: boolean | null) =>
    bench.call(as, 'PUT', `${caseIds.root}/casemanagement/cases/purchase/${id}/summary`, { helpful })
  const summaries = async (input: object = {}) =>
    (await quality(input)).summaries.map(({ queue, ...figures }) => [queue.name, figures] as const)

  beforeEach(async () => {
    await bench.queue('HV')
    await bench.route('High', 'ROUTETO Queue("HV") WHEN @"totalAmount" > 1000')
    bench.at(day(10))
    await review(['high'], { amount: 2000 })
    await review(names('order', 2))
    bench.at(day(10, '10:00'))
    for (const as of ['Ana', 'Ben', 'Max']) await rate(as, 'order-1', as !== 'Max')
    await rate('Ana', 'order-2', true)
    await rate('Ana', 'high', false)
    await rate('Ben', 'high', true)
    await rate('Ben', 'high', null)
  })

  it('are counted for each queue, the latest of each person, with the limits of the share', async () => {
    const found = await summaries()
    expect(found).toEqual([
      [
        'General',
        { rated: 4, helpful: 3, share: 0.75, low: expect.closeTo(0.3006, 4), high: expect.closeTo(0.9544, 4) },
      ],
      ['HV', { rated: 1, helpful: 0, share: 0, low: 0, high: expect.closeTo(0.7935, 4) }],
    ])
  })

  it('follow the range and the filter of the report', async () => {
    const ana = bench.people.Ana ?? ''
    expect(await summaries({ reviewerIds: [ana] })).toMatchObject([
      ['General', { rated: 2, helpful: 2 }],
      ['HV', { rated: 1, helpful: 0 }],
    ])
    expect(await summaries({ assessments: ['signup'] })).toEqual([])
    const [first] = (await quality()).summaries
    expect(await summaries({ queueIds: [first?.queue.id ?? ''] })).toMatchObject([['General', { rated: 4 }]])
    bench.at(day(12))
    expect(await summaries({ from: '2025-03-11', to: '2025-03-11' })).toEqual([])
  })
})
