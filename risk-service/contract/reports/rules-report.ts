import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentRoute, procedure } from '../common/procedure.ts'
import { ruleReportKinds } from './report-definitions.ts'
import {
  distributionSchema,
  filterSize,
  periodsSchema,
  rate,
  ruleReferenceSchema,
  seriesSchema,
  summaryInputSchema,
  summaryKpisSchema,
  volume,
} from './reports.ts'

export const rulesInputSchema = summaryInputSchema.safeExtend({
  kind: z.enum(ruleReportKinds).default('decision'),
  /** Rules and clauses to which figures and charts are narrowed, not the table; none: all. */
  rules: z.array(ruleReferenceSchema).max(filterSize).default([]),
})
export type RulesInput = z.output<typeof rulesInputSchema>

const ruleFiguresShape = {
  volume,
  /** Share of what any rule decided; null in the report of observing rules. */
  distribution: rate,
  manualReviewRate: rate,
  ruleRejectedRate: rate,
  fraudVolume: volume,
  nonFraudVolume: volume,
  fraudRate: rate,
  sentToBankVolume: volume,
  bankAcceptanceRate: rate,
  /** Fraud ÷ confirmed of what the rule stopped, or of what an observing rule saw. */
  precision: rate,
  /** Limits of the precision (95 %), in counts only. */
  precisionInterval: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** Non-fraud that the rule stopped, or that an observing rule saw. */
  goodVolume: volume,
  /** Its share of all non-fraud. */
  falsePositiveRate: rate,
  /** Fraud that no other rule would have pointed at. */
  uniqueCatches: volume,
  /** The rule’s share of all fraud. */
  fraudShare: rate,
  /** Transaction volume per period. */
  trend: z.array(volume),
}
const clauseFiguresSchema = z.object({ clause: z.string(), ...ruleFiguresShape })
const ruleRowSchema = z.object({ ruleId: uuid, ...ruleFiguresShape, clauses: z.array(clauseFiguresSchema) })
export type RuleRow = z.output<typeof ruleRowSchema>
export type ClauseRow = z.output<typeof clauseFiguresSchema>
export type RuleRowFigures = Omit<ClauseRow, 'clause'>

/** Which share of what a rule observed each decision rule decided. */
const overlapSchema = z.object({
  columns: z.array(ruleReferenceSchema),
  rows: z.array(
    z.object({
      observe: ruleReferenceSchema,
      volume,
      /** Shares by the number of their column; what is missing is none. */
      cells: z.array(z.object({ column: z.int(), share: rate })),
    }),
  ),
})
export type RuleOverlap = z.output<typeof overlapSchema>

const silentClauseSchema = z.object({
  ruleId: uuid,
  clause: z.string(),
  /** `shadowed`: each transaction was decided before the clause; `dead`: it was tested and never had an effect. */
  reason: z.enum(['dead', 'shadowed']),
  /** Transactions with the clause among their rules. */
  events: z.int(),
  /** Of these, those in which nothing before the clause had decided. */
  tested: z.int(),
})
export type SilentClause = z.output<typeof silentClauseSchema>

export const rulesReportSchema = z.object({
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
  /** Of the transactions of the chosen rules. */
  kpis: summaryKpisSchema,
  /** Of the range of equal length before; null where reports do not reach so far back. */
  previous: summaryKpisSchema.nullable(),
  /** Of all transactions in the filter, whatever rule decided. */
  whole: summaryKpisSchema,
  /** Volume of the transactions that no rule decided, or observed. */
  withoutRule: volume,
  periods: periodsSchema,
  /** The rules that the report names. */
  rules: z.array(
    z.object({
      ruleId: uuid,
      name: z.string(),
      /** Names under which events have it, as the search finds them. */
      eventNames: z.array(z.string()),
      status: z.enum(['active', 'inactive', 'deleted']),
      /** Where it is published; null: it no longer is. */
      environmentId: uuid.nullable(),
    }),
  ),
  /** By volume, whatever rules are chosen. */
  rows: z.array(ruleRowSchema),
  series: z.object({ transactions: seriesSchema, fraud: seriesSchema }),
  distributions: z.object({
    /** Of decision rules, or of the clauses of the only one that was chosen; the last one may be all others. */
    rules: z.object({ values: z.array(ruleReferenceSchema.nullable()), volumes: z.array(z.array(volume)) }).nullable(),
    /** Of what was sent to a bank. */
    bank: distributionSchema,
  }),
  /** Volumes by bin of ten scores, of each of the values; null: of all others, or of all rules. */
  scores: z.object({
    values: z.array(ruleReferenceSchema.nullable()),
    bins: z.array(z.object({ bin: z.int().min(0).max(99), volumes: z.array(volume) })),
    withoutScore: volume,
  }),
  overlap: z.object({ rules: overlapSchema, clauses: overlapSchema }),
  /** Clauses of published rules without effect in the range, whatever the other filters. */
  silentClauses: z.array(silentClauseSchema),
})
export type RulesReport = z.output<typeof rulesReportSchema>

/** The report of rules. */
export const rulesReportContract = {
  rules: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/reports/rules`,
      summary: 'What rules and clauses decided or observed, and what became of it',
      description:
        'Figures of each rule and clause with precision, good customers stopped, unique catches and trend, the overlap of observing with deciding rules, and clauses without effect. Covers the environment and those below it, as of the last refresh.',
    })
    .input(rulesInputSchema)
    .output(rulesReportSchema),
}
