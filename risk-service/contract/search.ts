import { z } from 'zod'
import { searchColumns, searchPeriods } from './common/constants.ts'
import { assessmentKeySchema, decisionSchema, eventRowSchema, uuid } from './common/entities.ts'

export const searchColumnSchema = z.enum(searchColumns)
export type SearchColumn = z.infer<typeof searchColumnSchema>

/** One condition. `eq`/`contains` ignore letter case; `in` is any of; `gte`/`lte` include the limit. */
export const searchConditionSchema = z.discriminatedUnion('op', [
  z.object({
    column: searchColumnSchema,
    op: z.enum(['eq', 'neq', 'contains']),
    value: z.string().trim().min(1).max(256),
  }),
  z.object({
    column: searchColumnSchema,
    op: z.enum(['gte', 'lte']),
    value: z.union([z.number(), z.iso.datetime({ offset: true })]),
  }),
  z.object({
    column: searchColumnSchema,
    op: z.literal('in'),
    value: z.array(z.string().min(1).max(256)).min(1).max(100),
  }),
  z.object({ column: searchColumnSchema, op: z.enum(['empty', 'notEmpty']) }),
])
export type SearchCondition = z.infer<typeof searchConditionSchema>

export const searchFilterSchema = z.object({
  /** Relative to now; `all` has no lower limit. */
  period: z.enum(searchPeriods).default('7d'),
  /** All conditions have to match. */
  conditions: z.array(searchConditionSchema).max(20).default([]),
})
export type SearchFilter = z.infer<typeof searchFilterSchema>

export const searchInputSchema = z.object({
  environmentId: uuid,
  /** An assessment of the environment or of one below it. */
  eventType: assessmentKeySchema,
  filter: searchFilterSchema,
  sort: z
    .object({ column: searchColumnSchema, direction: z.enum(['asc', 'desc']) })
    .default({ column: 'at', direction: 'desc' }),
  cursor: z.string().max(20_000).optional(),
  limit: z.number().int().min(1).max(1000).default(50),
})
export const searchOutputSchema = z.object({
  rows: z.array(eventRowSchema),
  nextCursor: z.string().nullable(),
  queryMs: z.number(),
})
export type SearchInput = z.input<typeof searchInputSchema>
export type SearchOutput = z.infer<typeof searchOutputSchema>

export const searchCountInputSchema = searchInputSchema.pick({ environmentId: true, eventType: true, filter: true })
export const searchCountOutputSchema = z.object({ count: z.number().int(), queryMs: z.number() })

/** A type of event that can be searched. `name`: as the customer entered it, else its key. */
export const searchEventTypeSchema = z.object({ key: assessmentKeySchema, name: z.string() })
export type SearchEventType = z.infer<typeof searchEventTypeSchema>

const decisionCounts = z.object({
  Approve: z.number().int(),
  Review: z.number().int(),
  Challenge: z.number().int(),
  Reject: z.number().int(),
})
/** All figures come from the hourly roll-ups. Amounts in US cents. `previous` is the period of equal length before. */
export const dashboardSchema = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  bucket: z.enum(['hour', 'day']),
  totals: z.object({
    events: z.number().int(),
    amountUsd: z.number().int(),
    decisions: decisionCounts,
    labelledFraud: z.number().int(),
  }),
  previous: z.object({
    events: z.number().int(),
    amountUsd: z.number().int(),
    decisions: decisionCounts,
    labelledFraud: z.number().int(),
  }),
  series: z.array(z.object({ start: z.iso.datetime(), amountUsd: z.number().int() }).extend(decisionCounts.shape)),
  /** Counts per score band 1 to 5. */
  scoreBands: z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int(), z.number().int()]),
  topRules: z.array(
    z.object({
      ruleId: uuid.nullable(),
      rule: z.string(),
      clause: z.string().nullable(),
      decision: decisionSchema,
      events: z.number().int(),
    }),
  ),
  latestReviews: z.array(eventRowSchema),
  /** The environment has had an event at any time. */
  hasEvents: z.boolean(),
  environment: z.object({
    apiEndpoint: z.string(),
    tenantId: uuid,
    environmentId: uuid,
    apiClients: z.array(z.string()),
  }),
})
export type Dashboard = z.infer<typeof dashboardSchema>

export const linkedEventsInputSchema = z.object({
  environmentId: uuid,
  eventType: assessmentKeySchema,
  id: z.string().min(1).max(128),
})
export const linkedEventsOutputSchema = z.array(
  z.object({
    type: z.string(),
    value: z.string(),
    display: z.string(),
    total: z.number().int(),
    events: z.array(eventRowSchema),
  }),
)
