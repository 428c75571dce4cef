import { z } from 'zod'
import { assessmentKinds } from '../common/constants.ts'
import { isTimeZone } from '../common/days.ts'
import { assessmentKeySchema, decisionSchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { driftAttributes, monitorTimescales, observationKinds, scorecardPeriods } from './monitoring-definitions.ts'

/* Near real-time figures of an environment with its children, by the time events were received. */

const path = `${environmentRoute}/monitoring`
const count = z.number().int()
/** One count per step of the window, the earliest first. */
const counts = z.array(count)
const time = z.iso.datetime()

/** An assessment by its id, or by the name that its events have. */
const assessmentInput = environmentInput.extend({ assessment: z.string().regex(/^[\w-]{1,60}$/) })
const monitorInput = assessmentInput.extend({ timescale: z.enum(monitorTimescales).default('48h') })

const window = z.object({
  eventType: z.string(),
  /** As the customer called the assessment; the event type for those of the system. */
  name: z.string(),
  /** Time of the reading; the last step contains it and is not complete. */
  now: time,
  windowStart: time,
  stepMinutes: count,
  barCount: count,
  /** Whether reports count the events of the assessment. */
  reports: z.boolean(),
})

/** Shares of all transactions of the window; null without a transaction. */
const kpis = z.object({
  transactionVolume: count,
  ruleApprovedRate: z.number().nullable(),
  ruleRejectedRate: z.number().nullable(),
  manualReviewRate: z.number().nullable(),
  ruleChallengedRate: z.number().nullable(),
})
export type MonitorKpis = z.infer<typeof kpis>

const decisionSeries = z.object({ Approve: counts, Review: counts, Challenge: counts, Reject: counts })

const ruleSeries = z.object({
  /** Null: no rule decided. */
  ruleId: uuid.nullable(),
  rule: z.string(),
  clause: z.string(),
  counts,
})

export const transactionMonitorSchema = window.extend({
  kpis,
  /** Figures of as much time before, up to the same moment of its last step. */
  previous: kpis,
  /** Transactions in the steps of the time before; the last one is complete. */
  previousVolume: counts,
  volume: counts,
  decisions: decisionSeries,
  /** Ten buckets of width 100, then the transactions without a score. */
  scores: z.array(counts),
  /** Deciding rules and clauses, most frequent first. */
  rules: z.object({ top: z.array(ruleSeries), others: counts }),
  /** Countries of devices; null when no transaction of the window has device fingerprinting. */
  countries: z.object({ top: z.array(z.object({ country: z.string(), counts })), others: counts }).nullable(),
  /** As `scores`; null for assessments without a bot score. */
  bots: z.array(counts).nullable(),
  /** Branches whose experiments run on production events now. */
  branches: z.array(z.object({ branch: z.string(), experiment: z.string() })),
  branch: z.string().nullable(),
  /** The scorecard that the assessment has: with countries and risk scores for accounts; null for none. */
  scorecard: z.enum(['accounts', 'assessment']).nullable(),
})
export type TransactionMonitor = z.infer<typeof transactionMonitorSchema>

export const observationMonitorSchema = window.extend({
  /** What the assessment can receive; a kind that it cannot is absent. */
  kinds: z.array(
    z.object({
      kind: z.enum(observationKinds),
      total: count,
      volume: counts,
      /** By status, most frequent first; an empty status is one that was not sent. */
      statuses: z.array(z.object({ status: z.string(), counts })),
      /** Events of less frequent statuses. */
      others: counts,
    }),
  ),
})
export type ObservationMonitor = z.infer<typeof observationMonitorSchema>

const countryShare = z.object({ country: z.string(), rate: z.number(), events: count })
export const accountScorecardSchema = z.object({
  now: time,
  from: time,
  total: count,
  /** Ten buckets of width 100, then the events without a score. */
  bots: z.array(count),
  scores: z.array(count),
  /** Share of all events that come from the country and have a score above 900. */
  botCountries: z.array(countryShare),
  riskCountries: z.array(countryShare),
  stepMinutes: count,
  steps: z.array(time),
  decisions: decisionSeries,
  topRules: z.array(
    z.object({
      ruleId: uuid.nullable(),
      rule: z.string(),
      clause: z.string(),
      decision: decisionSchema,
      events: count,
    }),
  ),
})
export type AccountScorecard = z.infer<typeof accountScorecardSchema>

const share = z.number()
/** Shares of the transactions of the window, and the usual one: the median of the weeks before, of a value or bucket their share together. */
const shares = { recent: share, usual: share }
const driftFindingSchema = z.discriminatedUnion('kind', [
  /** Transactions of the window, and the median of the weeks. */
  z.object({ kind: z.literal('volume'), recent: count, usual: z.number() }),
  z.object({ kind: z.literal('decision'), decision: decisionSchema, ...shares }),
  z.object({ kind: z.literal('noScore'), ...shares }),
  z.object({
    kind: z.literal('score'),
    score: z.enum(['risk', 'bot']),
    /** Medians, interpolated in buckets of 100. */
    recent: z.number().nullable(),
    usual: z.number().nullable(),
    /** The bucket whose share of the scored transactions differs most. */
    bucket: z.object({ index: count, ...shares }),
  }),
  /** `environmentId`: of the rule; null where it is deleted. */
  z.object({
    kind: z.literal('rule'),
    ruleId: uuid,
    rule: z.string(),
    environmentId: uuid.nullable(),
    ...shares,
  }),
  /** Transactions in which an attribute has a value, by the path of the attribute. */
  z.object({ kind: z.literal('field'), field: z.string(), ...shares }),
  /** The value whose share of the transactions with the attribute differs most; null: all less frequent ones. */
  z.object({
    kind: z.literal('value'),
    attribute: z.enum(driftAttributes),
    value: z.string().nullable(),
    ...shares,
  }),
])
export type DriftFinding = z.infer<typeof driftFindingSchema>

const driftSchema = z.object({
  eventType: z.string(),
  name: z.string(),
  now: time,
  /** Beginning of the window that is compared; it ends now, and the weeks before have the same hours. */
  from: time,
  transactions: count,
  /** Transactions of the weeks before together, and how many of them had any. */
  before: count,
  weeks: count,
  comparisons: count,
  /** Too few transactions to compare shares with. */
  tooFew: z.boolean(),
  /** The number of transactions first, then the largest differences. */
  findings: z.array(driftFindingSchema),
})
export type MonitorDrift = z.infer<typeof driftSchema>

export const fraudOverviewSchema = z.object({
  now: time,
  assessments: z.array(
    z.object({
      eventType: z.string(),
      /** Part of the address of its pages: the event type for built-in ones. */
      assessmentId: z.string(),
      name: z.string(),
      kind: z.enum(assessmentKinds),
      transactions: count,
      /** Null without a transaction. */
      rejectedRate: z.number().nullable(),
      lastEventAt: time.nullable(),
      /** Whether reports count its events. */
      reports: z.boolean(),
    }),
  ),
})
export type FraudOverview = z.infer<typeof fraudOverviewSchema>

export const monitoringContract = {
  overview: procedure
    .route({ method: 'GET', path, summary: 'Assessments with their figures of the last 24 hours' })
    .input(environmentInput)
    .output(fraudOverviewSchema),
  transactions: procedure
    .route({ method: 'GET', path: `${path}/{assessment}/transactions`, summary: 'Transactions by step of a window' })
    .input(monitorInput.extend({ branch: assessmentKeySchema.optional() }))
    .output(transactionMonitorSchema),
  observations: procedure
    .route({
      method: 'GET',
      path: `${path}/{assessment}/observations`,
      summary: 'Statuses, bank events, chargebacks and labels by step of a window',
    })
    .input(monitorInput)
    .output(observationMonitorSchema),
  drift: procedure
    .route({
      method: 'GET',
      path: `${path}/{assessment}/drift`,
      summary: 'What is unusual in a window, against the same hours of the weeks before',
    })
    .input(
      monitorInput.extend({
        /** Time zone of the hours of the week: where clocks change, the weeks before begin an hour earlier or later. */
        timeZone: z.string().max(100).refine(isTimeZone, 'This is no time zone of the IANA database.').default('UTC'),
      }),
    )
    .output(driftSchema),
  scorecard: procedure
    .route({ method: 'GET', path: `${path}/{assessment}/scorecard`, summary: 'Bot and risk figures of account events' })
    .input(assessmentInput.extend({ period: z.enum(scorecardPeriods).default('24h') }))
    .output(accountScorecardSchema),
}
