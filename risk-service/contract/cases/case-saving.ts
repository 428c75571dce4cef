import { z } from 'zod'

/** Groups of decided cases from which an estimate comes, from the narrowest to the widest; `default`: a documented value. */
export const savingSources = ['band', 'queue', 'environment', 'default'] as const

/** A measured mean. `cases`: number of cases in the group that the source names, of the environment for `default`. */
const savingFactorSchema = z.object({
  value: z.number(),
  cases: z.number().int(),
  source: z.enum(savingSources),
})
export type SavingFactor = z.infer<typeof savingFactorSchema>

/** How the expected saving of a case per minute of review was estimated. */
export const savingEstimateSchema = z.object({
  /** What the time-out of the queue does. */
  defaultAction: z.enum(['Approve', 'Reject']),
  /** Share of the cases in which a reviewer decides otherwise. */
  change: savingFactorSchema,
  /** Share of these decisions that were right. */
  right: savingFactorSchema,
  /** Handling time in minutes. */
  minutes: savingFactorSchema,
  /** What an order earns, as a share of its amount. */
  margin: z.number(),
  /** Money at stake when the decision changes, as a share of the amount. */
  stake: z.number(),
  /** Expected saving per minute of review, as a share of the amount. */
  perMinute: z.number(),
})
export type SavingEstimate = z.infer<typeof savingEstimateSchema>

/** Costs of a tenant's reviews, which the report shows, too; null: not set. */
export const reportCostsSchema = z.object({
  /** US cents for an hour of review. */
  hourlyCostUsd: z.number().int().min(0).max(100_000_000).nullable().default(null),
  /** What a good order earns, as a share of its amount. */
  margin: z.number().min(0).max(1).nullable().default(null),
})
export type ReportCosts = z.infer<typeof reportCostsSchema>
