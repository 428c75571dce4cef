import type {
  Accuracy,
  Durations,
  Flow,
  Kpi,
  LockTime,
  ReportFrame,
  ReportLink,
  ReportOverview,
  ReportReviewers,
  Truth,
} from '@assay/risk-service/contract'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'

const start = ['2026-11-02T00:00:00.000Z', '2026-11-09T00:00:00.000Z', '2026-11-16T00:00:00.000Z'] as const
const end = '2026-11-23T00:00:00.000Z'

/** The search behind the figures: decisions of the range. */
export const link: ReportLink = {
  environmentId,
  eventType: 'purchase',
  filter: {
    period: 'all',
    dates: { from: '2026-09-01', to: '2026-11-22' },
    timeZone: 'UTC',
    match: 'all',
    conditions: [
      { column: 'decidedAt', op: 'gte', value: start[0] },
      { column: 'decidedAt', op: 'lt', value: end },
    ],
    groups: [],
  },
}

/** Frame of three weeks, read at a time. */
export const frameAt = (asOf: string): ReportFrame => ({
  asOf,
  from: '2026-11-02',
  to: '2026-11-22',
  bucket: 'weekly',
  periods: start.map((from, index) => ({ start: from, end: start[index + 1] ?? end, partial: false })),
  previous: { from: '2026-10-12', to: '2026-11-01' },
})

const kpi = (value: number | null, previous: number | null, change: number | null): Kpi => ({
  value,
  previous,
  change,
  series: [value, value, value],
})
/** Cases that came in and went out. */
export const flow = (changes: Partial<Flow> = {}): Flow => ({
  sizeStart: 60,
  sizeEnd: 50,
  inflow: 190,
  outflow: 200,
  in: { released: 180, transferredIn: 10 },
  out: {
    single: 150,
    bulk: 30,
    approval: 2,
    timedOut: 10,
    external: 3,
    sampledOut: 2,
    removed: 1,
    transferredOut: 2,
  },
  difference: 0,
  reviewed: 182,
  received: 190,
  released: 18,
  backlogDays: 1.75,
  timeoutRate: 10 / 192,
  ...changes,
})
const truth = (decided: number, fraud: number, good: number): Truth => ({
  decided,
  fraud,
  good,
  unknown: decided - fraud - good,
})
export const accuracy: Accuracy = {
  approved: truth(118, 12, 60),
  rejected: truth(59, 40, 3),
  missedFraudRate: 0.0195,
  approveAccuracy: 0.9805,
  falseRejectRate: 0.0306,
  accuracy: 0.9787,
}

/** The answer of the tab Overview. */
export function createOverview(changes: Partial<ReportOverview> = {}): ReportOverview {
  const times = start.map(each => ({ start: each }))
  return {
    ...frameAt(new Date().toISOString()),
    enteredLink: link && {
      ...link,
      filter: { ...link.filter, conditions: [{ column: 'enteredQueueAt', op: 'gte', value: start[0] }] },
    },
    kpis: {
      queueSize: kpi(50, 57, -0.123),
      inflow: kpi(19_085, 18_333, 0.041),
      reviewed: kpi(18_201, 17_535, 0.038),
      slaMet: kpi(0.959, 0.953, 0.0063),
      medianHandling: kpi(218_000, 224_000, -0.027),
      missedFraudRate: kpi(null, null, null),
      accuracy: kpi(0.9787, null, null),
      timeoutRate: kpi(0.052, null, null),
    },
    flow: flow(),
    reviewRate: { reviewed: 190, assessed: 4000, rate: 0.0475 },
    flowPeriods: times.map(each => ({ ...each, ...flow() })),
    slaPeriods: times.map(each => ({ ...each, within: 60, breached: 2, openWithin: 1, rate: 60 / 62 })),
    handlingPeriods: times.map(each => ({ ...each, count: 50, average: 230_000, median: 218_000, p90: 468_000 })),
    decisionPeriods: times.map(each => ({
      ...each,
      byAction: { Approve: 40, Reject: 20, None: 1 },
      byOrigin: { Single: 50, Bulk: 8, Timeout: 2, Approval: 1, External: 0, SampledOut: 0 },
    })),
    outcomes: [
      { ...truth(118, 12, 60), group: 'approved', errorRate: 0.0195, link },
      { ...truth(59, 40, 3), group: 'rejected', errorRate: 0.0306, link },
      { ...truth(4, 0, 0), group: 'timedOutApproved', errorRate: null, link: null },
    ],
    accuracy,
    truthPeriods: times.map((each, index) => ({
      ...each,
      missedFraudRate: 0.02,
      falseRejectRate: index === 2 ? null : 0.03,
      mature: index === 0,
    })),
    scores: Array.from({ length: 10 }, (_, bucket) => ({
      from: bucket * 100,
      to: bucket * 100 + 99,
      byAction: { Approve: 10 - bucket, Reject: bucket, None: 0 },
      open: bucket,
    })),
    hours: [{ weekday: 0, hour: 9, arrivals: 12, reviewers: 3 }],
    reasons: [{ reason: 'Stolen card', caseAction: 'Reject', count: 31, link }],
    link,
    ...changes,
  }
}

/** The tab Overview of a range without a case. */
export function createEmptyOverview(): ReportOverview {
  const none = createOverview()
  const nothing = flow({ sizeStart: 0, sizeEnd: 0, inflow: 0, outflow: 0, reviewed: 0, timeoutRate: null })
  return {
    ...none,
    kpis: {
      ...none.kpis,
      queueSize: kpi(0, 0, null),
      inflow: kpi(0, 0, null),
      reviewed: kpi(0, 0, null),
      slaMet: kpi(null, null, null),
      medianHandling: kpi(null, null, null),
    },
    flow: nothing,
    flowPeriods: start.map(each => ({ start: each, ...nothing })),
    reviewRate: { reviewed: 0, assessed: 0, rate: null },
    slaPeriods: start.map(each => ({ start: each, within: 0, breached: 0, openWithin: 0, rate: null })),
    handlingPeriods: start.map(each => ({ start: each, count: 0, average: null, median: null, p90: null })),
    decisionPeriods: [],
    outcomes: [],
    truthPeriods: [],
    scores: [],
    hours: [],
    reasons: [],
    link: null,
  }
}

export const lockTime: LockTime = {
  productiveMs: 3_600_000,
  wastedMs: 600_000,
  lostPer100: 1.5,
  extensionsPer100: 2,
  lost: 3,
  extensions: 4,
}
export const handling: Durations = { count: 120, average: 230_000, median: 192_000, p90: 468_000 }

/** A reviewer with so many decisions; below 20 rates are null. */
const createReviewer = (number: number, name: string, decisions: number): ReportReviewers['rows'][number] => {
  const few = decisions < 20
  const rate = (value: number) => (few ? null : value)
  return {
    reviewer: { id: `0198a000-0000-4000-8000-0000000000${String(number)}`, name },
    decisions,
    byOrigin: { Single: decisions, Bulk: 0, Timeout: 0, Approval: 0, External: 0, SampledOut: 0 },
    byAction: { Approve: decisions, Reject: 0, None: 0 },
    approvalsGiven: 2,
    actions: decisions + 4,
    perActiveHour: 18.4,
    activeMs: 3_600_000,
    approveShare: rate(0.662),
    rejectShare: rate(0.322),
    noneShare: rate(0.016),
    escalationRate: rate(0.01),
    holdRate: rate(0.02),
    sendBackRate: rate(0.012),
    handling,
    lockTime,
    reasons: [{ reason: 'Stolen card', count: 5 }],
    overturned: 1,
    overturnRate: rate(0.0141),
    accuracy: rate(0.9846),
    agreement: rate(0.9),
    good: 10,
    fraud: 2,
    bad: 1,
    badRate: rate(0.08),
    few,
    previous: null,
    link,
  }
}

/** The answer of the tab Reviewers: one with many decisions, and one with too few. */
export const createReviewers = (): ReportReviewers => ({
  ...frameAt(new Date().toISOString()),
  rows: [createReviewer(11, 'Jarl Solheim', 12), createReviewer(12, 'Marit Aune', 3530)],
})
