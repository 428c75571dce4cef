import { z } from 'zod'
import { caseActions, caseStates, decisionOrigins, usefulnessValues } from '../case-definitions.ts'
import { ageBracketIds, outcomeGroups } from './report-definitions.ts'
import {
  accuracySchema,
  durationSchema,
  durationsSchema,
  flowSchema,
  kpiSchema,
  lockTimeSchema,
  rateSchema,
  reportFrameSchema,
  reportLinkSchema,
  reportPersonSchema,
  reportQueueSchema,
  slaSchema,
  truthSchema,
} from './report-figures.ts'

const count = z.number().int()
const time = z.iso.datetime()
const countsOf = <Key extends string>(keys: readonly Key[]) =>
  z.object(Object.fromEntries(keys.map(key => [key, count])) as Record<Key, typeof count>)

/** Missed fraud and false rejects of the decisions of one period; `mature` false: some are too young to be judged. */
const truthPeriodSchema = z.object({
  start: time,
  missedFraudRate: rateSchema,
  falseRejectRate: rateSchema,
  mature: z.boolean(),
})
const outcomeRowSchema = truthSchema.extend({
  group: z.enum(outcomeGroups),
  /** Missed fraud of what was approved, false rejects of what was rejected. */
  errorRate: rateSchema,
  link: reportLinkSchema,
})

export const reportOverviewSchema = reportFrameSchema.extend({
  kpis: z.object({
    queueSize: kpiSchema,
    inflow: kpiSchema,
    reviewed: kpiSchema,
    slaMet: kpiSchema,
    /** Milliseconds. */
    medianHandling: kpiSchema,
    missedFraudRate: kpiSchema,
    accuracy: kpiSchema,
    timeoutRate: kpiSchema,
  }),
  flow: flowSchema,
  /** Events sent to review ÷ events assessed. */
  reviewRate: z.object({ reviewed: count, assessed: count, rate: rateSchema }),
  flowPeriods: z.array(flowSchema.extend({ start: time })),
  slaPeriods: z.array(slaSchema.extend({ start: time })),
  handlingPeriods: z.array(durationsSchema.extend({ start: time })),
  decisionPeriods: z.array(
    z.object({ start: time, byAction: countsOf(caseActions), byOrigin: countsOf(decisionOrigins) }),
  ),
  outcomes: z.array(outcomeRowSchema),
  accuracy: accuracySchema,
  truthPeriods: z.array(truthPeriodSchema),
  /** Decisions and open cases by risk score: ten buckets of 100, the last one to 999. */
  scores: z.array(z.object({ from: count, to: count, byAction: countsOf(caseActions), open: count })),
  /** By weekday (0 Monday) and hour of UTC: cases that entered a queue, and different people whose review ended. */
  hours: z.array(z.object({ weekday: count, hour: count, arrivals: count, reviewers: count })),
  reasons: z.array(z.object({ reason: z.string(), caseAction: z.enum(caseActions), count, link: reportLinkSchema })),
  /** Cases that entered their queue in the range. */
  enteredLink: reportLinkSchema,
  link: reportLinkSchema,
})
export type ReportOverview = z.infer<typeof reportOverviewSchema>

const queueFiguresSchema = z.object({
  flow: flowSchema,
  /** Cases that entered this queue ÷ cases that entered any. */
  routingShare: rateSchema,
  waiting: durationsSchema,
  /** From the entry in the queue to the decision. */
  resolution: durationsSchema,
  /** From the event to the decision. */
  customerResolution: durationsSchema,
  handling: durationsSchema,
  lockTime: lockTimeSchema,
  sla: slaSchema,
  accuracy: accuracySchema,
  /** Of the default actions: whether the default of the queue is right. */
  timeoutAccuracy: accuracySchema,
})
export const reportQueuesSchema = reportFrameSchema.extend({
  rows: z.array(
    queueFiguresSchema.extend({
      queue: reportQueueSchema,
      /** General receives more than its share. */
      shareFlagged: z.boolean(),
      previous: queueFiguresSchema.nullable(),
      periods: z.array(flowSchema.extend({ start: time })),
      /** The decided cases. */
      link: reportLinkSchema,
      /** The cases that are open now. */
      openLink: reportLinkSchema,
    }),
  ),
  total: queueFiguresSchema,
  previousTotal: queueFiguresSchema.nullable(),
})
export type ReportQueues = z.infer<typeof reportQueuesSchema>

/** Figures of one reviewer. Rates are null below 20 decisions (`few`), and where nothing was counted. */
export const reviewerFiguresSchema = z.object({
  /** Final decisions, by the person who made them first. */
  decisions: count,
  byOrigin: countsOf(decisionOrigins),
  byAction: countsOf(caseActions),
  /** Second looks of this person. */
  approvalsGiven: count,
  /** Decisions, second looks, escalations, holds, transfers and cases sent back. */
  actions: count,
  /** Decisions ÷ hours of review. */
  perActiveHour: z.number().nullable(),
  activeMs: z.number(),
  approveShare: rateSchema,
  rejectShare: rateSchema,
  noneShare: rateSchema,
  escalationRate: rateSchema,
  holdRate: rateSchema,
  sendBackRate: rateSchema,
  handling: durationsSchema,
  lockTime: lockTimeSchema,
  reasons: z.array(z.object({ reason: z.string(), count })),
  /** Decisions that a second person or a correction changed. */
  overturned: count,
  overturnRate: rateSchema,
  accuracy: rateSchema,
  /** Second looks that agreed ÷ second looks at decisions of this person. */
  agreement: rateSchema,
  /** Decided events that became known: good, fraud, and decisions that were wrong. */
  good: count,
  fraud: count,
  bad: count,
  badRate: rateSchema,
  /** Fewer than 20 decisions. */
  few: z.boolean(),
})
export type ReviewerFigures = z.infer<typeof reviewerFiguresSchema>
export const reportReviewersSchema = reportFrameSchema.extend({
  rows: z.array(
    reviewerFiguresSchema.extend({
      reviewer: reportPersonSchema,
      previous: reviewerFiguresSchema.nullable(),
      link: reportLinkSchema,
    }),
  ),
})
export type ReportReviewers = z.infer<typeof reportReviewersSchema>

export const reportQualitySchema = reportFrameSchema.extend({
  maturityDays: count,
  people: accuracySchema,
  timeouts: accuracySchema,
  previousPeople: accuracySchema.nullable(),
  outcomes: z.array(outcomeRowSchema),
  periods: z.array(truthPeriodSchema),
  secondLooks: z.object({
    pairs: count,
    disagreements: count,
    disagreementRate: rateSchema,
    /** Null below 50 pairs. */
    kappa: z.number().nullable(),
  }),
  /** Decisions that a second look changed ÷ decisions looked at: second persons and corrections. */
  overturn: z.object({ looked: count, disagreements: count, corrections: count, rate: rateSchema }),
  usefulness: z.array(
    z.object({
      rule: z.string(),
      clause: z.string().nullable(),
      cases: count,
      rated: count,
      counts: countsOf(usefulnessValues),
      shares: z.object(
        Object.fromEntries(usefulnessValues.map(value => [value, rateSchema])) as Record<
          (typeof usefulnessValues)[number],
          typeof rateSchema
        >,
      ),
      link: reportLinkSchema,
    }),
  ),
  /** What reviewers said of summaries of cases, by queue; `low` and `high` limit the share (95 %). */
  summaries: z.array(
    z.object({
      queue: reportQueueSchema,
      rated: count,
      helpful: count,
      share: z.number(),
      low: z.number(),
      high: z.number(),
    }),
  ),
  link: reportLinkSchema,
})
export type ReportQuality = z.infer<typeof reportQualitySchema>

/** US cents; cases beside them for the switch between count and amount. */
const valueSchema = z.object({ cases: count, amountUsd: count })
const valueFiguresSchema = z.object({
  approved: valueSchema,
  rejected: valueSchema,
  timedOut: valueSchema,
  /** Rejected and fraud. */
  fraudStopped: valueSchema,
  /** Approved and fraud. */
  fraudMissed: valueSchema,
  goodRejected: valueSchema,
  /** Null: the tenant set no hourly cost. */
  reviewCostUsd: count.nullable(),
  /** Margin × good rejected; null: the tenant set no margin. */
  lostMarginUsd: count.nullable(),
  /** Stopped − missed − lost margin − cost; null where one of them is. */
  netUsd: count.nullable(),
})
export type ValueFigures = z.infer<typeof valueFiguresSchema>
export const reportValueSchema = reportFrameSchema.extend({
  /** Settings of the tenant; null: not set. `hourlyCostUsd` in US cents, `margin` from 0 to 1. */
  costs: z.object({ hourlyCostUsd: count.nullable(), margin: z.number().nullable() }),
  total: valueFiguresSchema,
  previous: valueFiguresSchema.nullable(),
  periods: z.array(valueFiguresSchema.extend({ start: time })),
  queues: z.array(valueFiguresSchema.extend({ queue: reportQueueSchema, link: reportLinkSchema })),
  /** Of the figures whose cases a search can name: what turned out later is no field of it. */
  links: z.object({ approved: reportLinkSchema, rejected: reportLinkSchema, timedOut: reportLinkSchema }),
})
export type ReportValue = z.infer<typeof reportValueSchema>

const agesSchema = countsOf(ageBracketIds)
/** Open cases as they are now; the range of the report does not matter. */
export const reportAgeingSchema = reportFrameSchema.extend({
  total: agesSchema,
  open: count,
  oldestEnteredAt: time.nullable(),
  queues: z.array(
    z.object({
      queue: reportQueueSchema,
      ages: agesSchema,
      open: count,
      oldestEnteredAt: time.nullable(),
      link: reportLinkSchema,
    }),
  ),
  states: z.array(z.object({ state: z.enum(caseStates), ages: agesSchema, open: count, link: reportLinkSchema })),
  /** Priorities 0–24, 25–49, 50–74 and 75–100. */
  priorities: z.array(z.object({ from: count, to: count, ages: agesSchema, open: count })),
  link: reportLinkSchema,
  sla: slaSchema,
})
export type ReportAgeing = z.infer<typeof reportAgeingSchema>

/** The caller’s own figures. */
const ownFiguresSchema = z.object({
  decided: count,
  medianHandlingMs: durationSchema,
  overturned: count,
  wastedMs: z.number(),
  productiveMs: z.number(),
})
export const ownPerformanceSchema = z.object({
  asOf: time,
  /** Since midnight of UTC. */
  today: ownFiguresSchema,
  /** Today and the six days before. */
  week: ownFiguresSchema,
})
export type OwnPerformance = z.infer<typeof ownPerformanceSchema>
