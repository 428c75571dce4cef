import { z } from 'zod'
import { environmentRoute, procedure } from '../common/procedure.ts'
import { cutoffTargets, lastCutoff, scoreBinWidth } from './report-definitions.ts'
import { periodsSchema, rate, seriesSchema, summaryInputSchema, summaryKpisSchema, volume } from './reports.ts'

const marginError = 'Enter a profit margin between 1 and 99 percent.'
/** Profit as a share of an amount, in percent. */
export const marginSchema = z.number(marginError).min(1, marginError).max(99, marginError)
const cutoff = z.int().min(0).max(lastCutoff).multipleOf(scoreBinWidth)

const scoreCutoffInputSchema = summaryInputSchema.safeExtend({
  /** Rounded down to a multiple of ten. */
  cutoff: z.int(`Enter a whole number from 0 to ${lastCutoff}.`).min(0).max(lastCutoff),
})
export type ScoreCutoffInput = z.output<typeof scoreCutoffInputSchema>
const scoreProfitInputSchema = summaryInputSchema.safeExtend({
  /** Null: the margin of the tenant, or the default. */
  margin: marginSchema.nullable().default(null),
})
export type ScoreProfitInput = z.output<typeof scoreProfitInputSchema>
const targetError = 'Enter a rate from 0 to 1.'
const scoreTargetInputSchema = summaryInputSchema.safeExtend({
  target: z.enum(cutoffTargets),
  value: z.number(targetError).min(0, targetError).max(1, targetError),
})
export type ScoreTargetInput = z.output<typeof scoreTargetInputSchema>

/** Volumes and rates of what is stopped and what passes. Rates but `precision` and `tfpr` are those of all scores. */
const separationSchema = z.object({
  volumeAtOrAbove: volume,
  percentAtOrAbove: rate,
  fraudVolumeUnder: volume,
  fraudRateUnder: rate,
  rejectedRate: rate,
  /** Share of the fraud that is stopped. */
  detectionRate: rate,
  /** Share of the non-fraud that is stopped. */
  falsePositiveRate: rate,
  /** Share of fraud in what passes. */
  approvedFraudRate: rate,
  /** Share of fraud in what is stopped. */
  precision: rate,
  /** Non-fraud per fraud in what is stopped. */
  tfpr: rate,
})
export type ScoreSeparation = z.output<typeof separationSchema>

const volumesSchema = z.array(volume)
const scoreBinSchema = z.object({
  /** The lowest of its ten scores. */
  from: z.int(),
  volume,
  rejectRate: rate,
  nonFraudVolume: volume,
  fraudVolume: volume,
  fraudRate: rate,
  sentToBankVolume: volume,
  bankApprovedVolume: volume,
  bankAcceptanceRate: rate,
  /** By the values of the report, in their order. */
  decisions: volumesSchema,
  /** Share of each decision. */
  decisionRates: z.array(rate),
  statuses: volumesSchema,
  observed: volumesSchema,
  /** Share of all scores that lie in the bin or above it, and in it or below it. */
  atOrAbove: rate,
  atOrBelow: rate,
})
export type ScoreBin = z.output<typeof scoreBinSchema>

const scoreReportSchema = z.object({
  refreshedAt: z.string().nullable(),
  firstDay: z.iso.date(),
  hasData: z.boolean(),
  /** Whether transactions are being read for the first time: the figures are of some of them. */
  firstRead: z.boolean(),
  /** Transactions with a score that are known to be fraud or none, in every view. */
  confirmed: z.int(),
  /** Of the transactions at or above the lower score of the filter. */
  kpis: summaryKpisSchema,
  previous: summaryKpisSchema.nullable(),
  /** Of transactions without a score. */
  noScoreVolume: volume,
  /** Those with transactions, ascending. */
  bins: z.array(scoreBinSchema),
  /** What the volumes of a bin belong to. An empty value: no decision, or other statuses. */
  values: z.object({
    decisions: z.array(z.string()),
    statuses: z.array(z.string()),
    observed: z.array(z.string()),
  }),
  /** What each cutoff from 0 to 1000 would do, ascending in steps of ten. */
  cutoffs: z.array(separationSchema.extend({ cutoff })),
  /** Area under the ROC curve; null without fraud or without non-fraud. */
  auc: rate,
  averagePrecision: rate,
  /** What the rules rejected, of the transactions with a score. */
  decided: separationSchema,
  /** The cut-off at or below the lowest score from which on a published rule rejects by the score alone; null: none does. */
  inForce: z.int().nullable(),
})
export type ScoreReport = z.output<typeof scoreReportSchema>

const scoreSeriesSchema = z.object({
  cutoff,
  periods: periodsSchema,
  under: volumesSchema,
  /** Volume at or above the cutoff, and its share of all scores. */
  atOrAbove: seriesSchema,
  /** Fraud under the cutoff, and its share of what is confirmed there. */
  fraudUnder: seriesSchema,
})
export type ScoreSeries = z.output<typeof scoreSeriesSchema>

const profitSchema = z.object({ netProfit: z.number(), achieved: rate })
const scoreProfitSchema = z.object({
  /** In percent. */
  margin: z.number(),
  /** Bins with confirmed amounts. Amounts in US dollars. */
  bins: z.array(
    z.object({
      from: z.int(),
      netProfit: z.number(),
      costOfGoodsLost: z.number(),
      cumulativeNetProfit: z.number(),
      achieved: rate,
    }),
  ),
  /** What accepting under each cutoff from 0 to 1000 earns, ascending in steps of ten. */
  cutoffs: z.array(profitSchema),
  /** What accepting all but what the rules rejected earns. */
  decided: z.number(),
  recommendedCutoff: cutoff,
  optimalNetProfit: z.number(),
  optimalAchieved: rate,
  blockedRate: rate,
  falsePositiveRate: rate,
  approvedFraudRate: rate,
})
export type ScoreProfit = z.output<typeof scoreProfitSchema>

const scoreTargetSchema = z.object({ cutoff, achieved: rate })
export type ScoreTarget = z.output<typeof scoreTargetSchema>

const description = 'Covers the environment and those below it, as of the last refresh.'

/** The score report: how scores are distributed, and what a cutoff would do. */
export const scoreReportsContract = {
  scores: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/reports/scores`,
      summary: 'Volumes and rates by score, and what every cutoff would do',
      description,
    })
    .input(summaryInputSchema)
    .output(scoreReportSchema),
  scoreCutoff: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/reports/score-cutoff`,
      summary: 'What a cutoff separates, by period',
      description,
    })
    .input(scoreCutoffInputSchema)
    .output(scoreSeriesSchema),
  scoreProfit: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/reports/score-profit`,
      summary: 'What each cutoff earns at a profit margin, and the best one',
      description,
    })
    .input(scoreProfitInputSchema)
    .output(scoreProfitSchema),
  scoreTarget: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/reports/score-target`,
      summary: 'The cutoff that rejects, or lets pass of fraud, at most a share',
      description,
    })
    .input(scoreTargetInputSchema)
    .output(scoreTargetSchema),
}
