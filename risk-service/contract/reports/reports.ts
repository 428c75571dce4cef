import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import {
  finalDecisions,
  fraudFlags,
  fraudSignals,
  latestStatuses,
  nonFraudSignals,
  reportAttributes,
  reportGrains,
  reportsLimits,
  reportViews,
  ruleDecisions,
  scoreTypes,
  summaryDistributions,
  summaryMetrics,
  transactionStatuses,
} from './report-definitions.ts'
import { chartExportSchema, reportExportSchema } from './report-exports.ts'

export const filterSize = 100
const score = z.int('Enter a whole number from 0 to 999.').min(0).max(999)
/** Values of a filter; none: everything. */
const anyOf = z.array(z.string().max(400)).max(filterSize).default([])
const anyIn = <Value extends readonly [string, ...string[]]>(values: Value) =>
  z.array(z.enum(values)).max(filterSize).default([])

/** A rule, or one of its clauses. */
export const ruleReferenceSchema = z.object({
  ruleId: uuid,
  /** Null: the whole rule. */
  clause: z.string().max(200).nullable().default(null),
})
export type RuleReference = z.output<typeof ruleReferenceSchema>

const scopeInput = environmentInput.extend({
  /** The environment of the call or ones below it. */
  environmentIds: z.array(uuid).max(filterSize).default([]),
  /** Event type of the assessment: one of the system, or the API name of a tenant assessment. */
  assessment: z.string().min(1).max(reportsLimits.assessmentName).default('purchase'),
})

export const summaryInputSchema = scopeInput
  .extend({
    view: z.enum(reportViews).default('count'),
    grain: z.enum(reportGrains).default('day'),
    /** Days of UTC, both included. */
    from: z.iso.date(),
    to: z.iso.date(),
    /** Widened to whole tens. With all scores, transactions without one count, too. */
    scoreFrom: score.default(0),
    scoreTo: score.default(999),
    attributes: z
      .object(Object.fromEntries(reportAttributes.map(name => [name, anyOf])) as AttributeShape)
      .prefault({}),
    /** Values of the fields by which reports of the assessment can be filtered, by path. */
    dataFilters: z
      .record(z.string().max(400), anyOf)
      .refine(fields => Object.keys(fields).length <= filterSize, 'Filter by fewer fields.')
      .default({}),
    ruleDecisions: anyIn(ruleDecisions),
    /** Rules and clauses that decided; none: anything, or nothing. */
    decisionRules: z.array(ruleReferenceSchema).max(filterSize).default([]),
    finalDecisions: anyIn(finalDecisions),
    transactionStatuses: anyIn(transactionStatuses),
    /** Statuses of the latest event or label. */
    latestStatuses: anyIn(latestStatuses),
    /** What the latest later event that speaks of fraud says. */
    fraudFlags: anyIn(fraudFlags),
    /** The score that is filtered by, and drawn; purchases have no bot score. */
    scoreType: z.enum(scoreTypes).default('risk'),
    /** What says that a transaction is fraud, or none; empty: the usual signals. */
    fraudTypes: anyIn(fraudSignals),
    nonFraudTypes: anyIn(nonFraudSignals),
  })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: 'The start date must not be after the end date.',
  })
  .refine(({ scoreFrom, scoreTo }) => scoreFrom <= scoreTo, {
    path: ['scoreTo'],
    message: 'The lower score must not be greater than the upper score.',
  })
type AttributeShape = Record<(typeof reportAttributes)[number], typeof anyOf>
export type SummaryInput = z.output<typeof summaryInputSchema>

export const volume = z.number()
/** 0 to 1; null: there is nothing to divide by. */
export const rate = z.number().nullable()

export const summaryKpisSchema = z.object({
  transactionVolume: volume,
  ruleApprovedRate: rate,
  manualReviewRate: rate,
  ruleRejectedRate: rate,
  ruleChallengedRate: rate,
  fraudVolume: volume,
  nonFraudVolume: volume,
  fraudRate: rate,
  sentToBankVolume: volume,
  bankAcceptanceRate: rate,
  settledVolume: volume,
  fraudChargebackVolume: volume,
  fraudChargebackRate: rate,
})
export type SummaryKpis = z.output<typeof summaryKpisSchema>

export const seriesSchema = z.array(z.object({ volume, rate }))
export type SummarySeries = z.output<typeof seriesSchema>
/** Volumes of each value in each period. An empty value: there is none. */
export const distributionSchema = z.object({ values: z.array(z.string()), volumes: z.array(z.array(volume)) })
export type SummaryShares = z.output<typeof distributionSchema>

/** Partial: cut by the range, or not over at the last refresh. */
export const periodsSchema = z.array(z.object({ start: z.iso.date(), partial: z.boolean() }))

const summaryReportSchema = z.object({
  /** When transactions were last read; null: not yet. */
  refreshedAt: z.string().nullable(),
  /** The first day that reports cover. */
  firstDay: z.iso.date(),
  /** Whether there is any transaction without the filters. */
  hasData: z.boolean(),
  /** Whether transactions are being read for the first time: the figures are of some of them. */
  firstRead: z.boolean(),
  /** Transactions that are known to be fraud or none, in every view. */
  confirmed: z.int(),
  kpis: summaryKpisSchema,
  /** Of the range of equal length before; null where reports do not reach so far back. */
  previous: summaryKpisSchema.nullable(),
  periods: periodsSchema,
  series: z.object(
    Object.fromEntries(summaryMetrics.map(name => [name, seriesSchema])) as Record<
      (typeof summaryMetrics)[number],
      typeof seriesSchema
    >,
  ),
  nowcast: z.object({
    /** Why nothing is expected: non-fraud is confirmed as late as fraud, too few frauds are known, or other signals count. */
    refusal: z.enum(['noBank', 'fewFrauds', 'otherSignals']).nullable(),
    /** Known frauds whose delays say how many are still to come. */
    frauds: z.int(),
    /** Fraud rates of the periods once every label has come; none where refused. */
    periods: z.array(
      z.object({
        /** Whether so much fraud is still to become known that the rate of today is too low. */
        arriving: z.boolean(),
        /** Null: the labels have come, or it is too early to say. */
        expected: rate,
        /** Half of the band of 95 %, and its limits. */
        margin: rate,
        low: rate,
        high: rate,
      }),
    ),
  }),
  distributions: z.object(
    Object.fromEntries(summaryDistributions.map(name => [name, distributionSchema])) as Record<
      (typeof summaryDistributions)[number],
      typeof distributionSchema
    >,
  ),
})
export type SummaryReport = z.output<typeof summaryReportSchema>

const olderMonthsSchema = z.object({
  /** The latest first. */
  months: z.array(
    z.object({
      /** Its first day. */
      start: z.iso.date(),
      kpis: summaryKpisSchema,
    }),
  ),
})
export type OlderMonths = z.output<typeof olderMonthsSchema>

const reportedAssessmentsSchema = z.object({
  /** Those of the system first. */
  assessments: z.array(
    z.object({
      /** `purchase`, `accountcreation`, `accountlogin`, or the API name. */
      eventType: z.string(),
      name: z.string(),
      /** Whether reports count its events. */
      reported: z.boolean(),
      /** Whether its events have amounts, so that they can be added up. */
      amounts: z.boolean(),
      /** What its reports can be filtered by. */
      filters: z.array(z.enum(reportAttributes)),
      /** Paths of the fields by which they can be filtered beside. */
      dataFilters: z.array(z.string()),
      /** The fields of observations and labels whose values its reports show; null: it receives none. */
      observed: z.array(z.string()).nullable(),
    }),
  ),
})
export type ReportedAssessment = z.output<typeof reportedAssessmentsSchema>['assessments'][number]

const valuesSchema = z.array(z.object({ value: z.string(), count: z.int() }))
const attributeValuesSchema = z.object({
  attributes: z.object(
    Object.fromEntries(reportAttributes.map(name => [name, valuesSchema])) as Record<
      (typeof reportAttributes)[number],
      typeof valuesSchema
    >,
  ),
  /** Of the fields by which reports can be filtered; null: its values are not read yet. */
  dataFilters: z.array(z.object({ field: z.string(), values: valuesSchema.nullable() })),
  /** Rules that decided, with their clauses, those with the most transactions first. */
  rules: z.array(
    z.object({
      ruleId: uuid,
      name: z.string(),
      count: z.int(),
      clauses: z.array(z.object({ clause: z.string(), count: z.int() })),
    }),
  ),
})
export type AttributeValues = z.output<typeof attributeValuesSchema>

/** The reports of an assessment. */
export const reportsContract = {
  assessments: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/reports/assessments`,
      summary: 'The assessments of the environment, and which of them reports count',
    })
    .input(environmentInput)
    .output(reportedAssessmentsSchema),
  summary: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/reports/summary`,
      summary: 'Volumes and rates of decisions, fraud, bank and chargebacks',
      description: 'Covers the environment and those below it, as of the last refresh.',
    })
    .input(summaryInputSchema)
    .output(summaryReportSchema),
  olderMonths: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/reports/older-months`,
      summary: 'Figures of the months before those that reports cover',
      description: 'They are as they were when their last day was covered, whatever was received or deleted since.',
    })
    .input(scopeInput.extend({ view: z.enum(reportViews).default('count') }))
    .output(olderMonthsSchema),
  attributeValues: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/reports/attribute-values`,
      summary: 'Values by which reports can be filtered, with the number of their transactions',
    })
    .input(scopeInput)
    .output(attributeValuesSchema),
  recordExport: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/reports/exports`,
      summary: 'Record in the activity log that a report is saved as a file',
      description: 'The console writes the file from the figures that it shows, once this is stored.',
    })
    .input(reportExportSchema)
    .output(z.object({ recorded: z.boolean() })),
  recordChart: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/reports/chart-exports`,
      summary: 'Record in the activity log that a chart is saved or copied',
      description:
        'Needs a right that opens the page on which the chart stands. The console saves or copies what it shows, once this is stored.',
    })
    .input(chartExportSchema)
    .output(z.object({ recorded: z.boolean() })),
}
