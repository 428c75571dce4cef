import { describe, expect, it } from 'vitest'
import { bracketOf } from './ageing.ts'
import type { Decision } from './decision.ts'
import { flowOf, type Movement } from './flow.ts'
import { byPeriod, dayMs, dayName, periodIndexOf, periodsOf, rangeBefore, rangeOf } from './periods.ts'
import { type ReviewStep, reviewsOf } from './review-steps.ts'
import { agreementOf, type SecondLook } from './second-looks.ts'
import { durationsOf, kpiOf, ratio } from './statistics.ts'
import { slaOf, waitingOf } from './times.ts'
import { type JudgedDecision, verdictOf } from './truth.ts'
import { valueOf } from './value.ts'

const at = (day: string, time = '00:00'): number => Date.parse(`${day}T${time}:00Z`)
const decision: Decision = {
  caseId: 'case',
  environmentId: 'environment',
  eventType: 'purchase',
  externalId: 'order',
  queueId: 'queue',
  eventAt: at('2025-03-10', '08:00'),
  enteredAt: at('2025-03-10', '08:05'),
  firstLockedAt: at('2025-03-10', '08:10'),
  decidedAt: at('2025-03-10', '09:00'),
  decision: 'Approve',
  caseAction: 'Approve',
  reason: 'Low risk',
  via: 'Single',
  reviewerId: 'ana',
  reviewerName: 'Ana',
  usefulness: null,
  amountUsd: 10_000,
  score: 700,
  rule: null,
  clause: null,
  slaResolutionAt: null,
}

describe('periods', () => {
  it('weeks begin on Monday, months on their first day, and the range cuts both', () => {
    const range = rangeOf('2025-02-26', '2025-03-11')
    const now = at('2025-03-10', '12:00')
    const names = (bucket: 'weekly' | 'monthly') =>
      periodsOf(range, bucket, now).map(({ from, to, partial }) => [dayName(from), dayName(to), partial])
    expect(names('weekly')).toEqual([
      ['2025-02-26', '2025-03-03', true],
      ['2025-03-03', '2025-03-10', false],
      ['2025-03-10', '2025-03-12', true],
    ])
    expect(names('monthly')).toEqual([
      ['2025-02-26', '2025-03-01', true],
      ['2025-03-01', '2025-03-12', true],
    ])
    expect(periodsOf(range, 'daily', now)).toHaveLength(14)
  })

  it('an instant belongs to the period of its day of UTC', () => {
    const periods = periodsOf(rangeOf('2025-03-10', '2025-03-12'), 'daily', at('2025-04-01'))
    const instants = [at('2025-03-09', '23:59'), at('2025-03-10'), at('2025-03-12', '23:59'), at('2025-03-13')]
    expect(instants.map(instant => periodIndexOf(periods, instant))).toEqual([-1, 0, 2, -1])
    expect(byPeriod(periods, instants, instant => instant).map(rows => rows.length)).toEqual([1, 0, 1])
  })

  it('the range before is of equal length', () => {
    const { from, to } = rangeBefore(rangeOf('2025-03-10', '2025-03-12'))
    expect([dayName(from), dayName(to)]).toEqual(['2025-03-07', '2025-03-10'])
  })
})

describe('statistics', () => {
  it('median and ninetieth percentile', () => {
    expect(durationsOf([5, 1, 3])).toEqual({ count: 3, average: 3, median: 3, p90: 5 })
    expect(durationsOf([4, 1, 2, 3])).toEqual({ count: 4, average: 2.5, median: 2.5, p90: 4 })
    expect(durationsOf(Array.from({ length: 10 }, (_, n) => n + 1)).p90).toBe(9)
  })

  it('nothing is null, never 0', () => {
    expect(durationsOf([])).toEqual({ count: 0, average: null, median: null, p90: null })
    expect(ratio(0, 0)).toBeNull()
    expect(kpiOf(3, 0, [])).toMatchObject({ change: null })
    expect(kpiOf(3, 4, []).change).toBe(-0.25)
  })
})

describe('flow', () => {
  const day = at('2025-03-10') / dayMs
  const range = { from: day, to: day + 1 }
  const move = (kind: Movement['kind'], cases: number, on = day): Movement => ({ queueId: 'q', kind, day: on, cases })

  it('the identity of a queue (S59)', () => {
    const movements = [
      move('released', 10, -1),
      move('released', 20),
      move('transferredIn', 3),
      move('transferredOut', 2),
      move('single', 15),
      move('timedOut', 4),
    ]
    const flow = flowOf(movements, range, 12, day)
    expect(flow).toMatchObject({ sizeStart: 10, inflow: 23, outflow: 21, sizeEnd: 12, difference: 0, released: 6 })
    expect(flow.backlogDays).toBe(12 / (21 / 7))
    expect(flowOf(movements, range, 13, day).difference).toBe(1)
  })

  it('what happened after the range is taken from the present size', () => {
    const movements = [move('released', 5), move('single', 2, day + 3)]
    expect(flowOf(movements, range, 3, day + 5)).toMatchObject({ sizeStart: 0, sizeEnd: 5, difference: 0 })
  })
})

describe('SLA and ages', () => {
  it('open cases are late in the range in which their target passed', () => {
    const now = at('2025-03-11', '12:00')
    const decided = [
      { ...decision, slaResolutionAt: decision.decidedAt },
      { ...decision, slaResolutionAt: decision.decidedAt - 1 },
      decision,
    ]
    const open = [{ slaResolutionAt: at('2025-03-11', '11:00') }, { slaResolutionAt: at('2025-03-12') }]
    const first = slaOf(decided, open, rangeOf('2025-03-10', '2025-03-10'), now)
    expect(first).toEqual({ within: 1, breached: 1, openWithin: 0, rate: 0.5 })
    const second = slaOf(decided, open, rangeOf('2025-03-11', '2025-03-11'), now)
    expect(second).toEqual({ within: 0, breached: 1, openWithin: 1, rate: 0 })
  })

  it('a case that was reviewed before it entered its queue did not wait there', () => {
    expect(waitingOf([decision, { ...decision, enteredAt: at('2025-03-10', '08:30') }])).toMatchObject({
      count: 1,
      median: 5 * 60_000,
    })
  })

  it.each([
    [0, 'under1h'],
    [1, 'under4h'],
    [4, 'under24h'],
    [24, 'under3d'],
    [72, 'under11d'],
    [264, 'under31d'],
    [744, 'from31d'],
  ])('an age of %i hours is %s', (hours, bracket) => {
    expect(bracketOf(hours * 3_600_000)).toBe(bracket)
  })
})

describe('reviews', () => {
  const step = (kind: ReviewStep['kind'], minute: number, more: Partial<ReviewStep> = {}): ReviewStep => ({
    caseId: 'case',
    id: `id ${minute}`,
    kind,
    at: minute * 60_000,
    byId: 'ana',
    byName: 'Ana',
    queueId: 'queue',
    detail: null,
    idleMs: null,
    lastActiveAt: null,
    ...more,
  })
  const ends = (...steps: ReviewStep[]) =>
    reviewsOf(steps).map(({ end, startedAt, endedAt }) => [end, (endedAt - startedAt) / 60_000])

  it('each lasts from its lock to the entry that ends it, in any order of the rows', () => {
    expect(ends(step('lock-expired', 32), step('locked', 0), step('decided', 50), step('locked', 40))).toEqual([
      ['expired', 32],
      ['decided', 10],
    ])
  })

  it('a decision that was taken back goes on, unless it was made in bulk', () => {
    expect(ends(step('locked', 0), step('decided', 5), step('undone', 6), step('decided', 8))).toEqual([
      ['decided', 5],
      ['decided', 2],
    ])
    expect(ends(step('undone', 6, { detail: 'Bulk' }), step('decided', 8))).toEqual([])
  })

  it('a decision by somebody else ends the review of the owner', () => {
    expect(ends(step('locked', 0), step('decided', 5, { byId: 'max' }))).toEqual([['decidedByOther', 5]])
  })
})

describe('truth', () => {
  it('silence is good from the maturity on', () => {
    const maturityMs = 90 * dayMs
    const of = (now: number) => verdictOf([], 0, { now, maturityMs })
    expect([of(maturityMs - 1), of(maturityMs)]).toEqual(['unknown', 'silent'])
  })
})

describe('second looks', () => {
  const look = (firstAction: 'Approve' | 'Reject', secondAction: 'Approve' | 'Reject'): SecondLook => ({
    caseId: 'case',
    queueId: null,
    at: 0,
    kind: firstAction === secondAction ? 'agreed' : 'disagreed',
    firstId: 'ana',
    firstName: 'Ana',
    secondId: 'sofia',
    secondName: 'Sofia',
    firstAction,
    secondAction,
    firstDecision: firstAction,
    secondDecision: secondAction,
  })
  const times = (count: number, each: SecondLook): SecondLook[] => Array.from({ length: count }, () => each)

  it('Cohen’s kappa of 50 pairs', () => {
    const looks = [
      ...times(20, look('Approve', 'Approve')),
      ...times(5, look('Approve', 'Reject')),
      ...times(10, look('Reject', 'Approve')),
      ...times(15, look('Reject', 'Reject')),
    ]
    // Observed 0.7, by chance 0.5.
    expect(agreementOf(looks).kappa).toBeCloseTo(0.4)
    expect(agreementOf(looks).disagreementRate).toBe(0.3)
    expect(agreementOf(looks.slice(1)).kappa).toBeNull()
  })
})

describe('value', () => {
  const judged = (verdict: JudgedDecision['verdict'], more: Partial<Decision>): JudgedDecision => ({
    ...decision,
    ...more,
    verdict,
  })
  const decisions = [
    judged('fraud', { caseId: 'a' }),
    judged('silent', { caseId: 'b', amountUsd: null }),
    judged('fraud', { caseId: 'c', caseAction: 'Reject', amountUsd: 50_000 }),
    judged('good', { caseId: 'd', caseAction: 'Reject', via: 'Bulk', amountUsd: 20_000 }),
    judged('unknown', { caseId: 'e', via: 'Timeout' }),
  ]
  const times = new Map([
    ['a', 1_800_000],
    ['c', 1_800_000],
    ['d', 3_600_000],
  ])

  it('net is fraud stopped without fraud missed, lost margin and cost', () => {
    expect(valueOf(decisions, times, { hourlyCostUsd: 3000, margin: 0.2 })).toMatchObject({
      approved: { cases: 2, amountUsd: 10_000 },
      rejected: { cases: 2, amountUsd: 70_000 },
      timedOut: { cases: 1, amountUsd: 10_000 },
      fraudStopped: { cases: 1, amountUsd: 50_000 },
      fraudMissed: { cases: 1, amountUsd: 10_000 },
      goodRejected: { cases: 1, amountUsd: 20_000 },
      reviewCostUsd: 3000,
      lostMarginUsd: 4000,
      netUsd: 33_000,
    })
  })

  it('what nobody set is null', () => {
    expect(valueOf(decisions, times, { hourlyCostUsd: null, margin: 0.2 })).toMatchObject({
      reviewCostUsd: null,
      lostMarginUsd: 4000,
      netUsd: null,
    })
  })
})
