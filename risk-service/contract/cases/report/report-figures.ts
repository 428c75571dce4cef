import { z } from 'zod'
import { assessmentKeySchema, uuid } from '../../common/entities.ts'
import { personSchema } from '../queue-entities.ts'
import { inflowKinds, outflowKinds, reportBuckets } from './report-definitions.ts'

const time = z.iso.datetime()
const count = z.number().int()
/** From 0 to 1; null where nothing was counted. */
export const rateSchema = z.number().nullable()
/** Milliseconds; null where nothing was measured. */
export const durationSchema = z.number().nullable()

/** A condition of the search, as links use it. */
const linkConditionSchema = z.discriminatedUnion('op', [
  z.object({ column: z.string(), op: z.literal('eq'), value: z.string() }),
  z.object({ column: z.string(), op: z.literal('in'), value: z.array(z.string()) }),
  z.object({ column: z.string(), op: z.literal(['gte', 'lt']), value: time }),
])
export type ReportLinkCondition = z.infer<typeof linkConditionSchema>

/**
 * A search for the cases behind a number: `filter` is one of the search. Searches are about one assessment: null where
 * the figure covers several of them and none can be named.
 */
export const reportLinkSchema = z
  .object({
    environmentId: uuid,
    eventType: assessmentKeySchema,
    filter: z.object({
      period: z.literal('all'),
      /** Days of the events: they are older than their decisions. */
      dates: z.object({ from: z.iso.date(), to: z.iso.date() }),
      timeZone: z.literal('UTC'),
      match: z.literal('all'),
      conditions: z.array(linkConditionSchema),
      groups: z.array(z.never()),
    }),
  })
  .nullable()
export type ReportLink = z.infer<typeof reportLinkSchema>

/** What every answer begins with. `end` of a period is not part of it. */
export const reportFrameSchema = z.object({
  /** When the figures were read. */
  asOf: time,
  from: z.iso.date(),
  to: z.iso.date(),
  bucket: z.enum(reportBuckets),
  /** `partial`: the range or the present cuts it. */
  periods: z.array(z.object({ start: time, end: time, partial: z.boolean() })),
  /** The range of the comparison; null without one. */
  previous: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
})
export type ReportFrame = z.infer<typeof reportFrameSchema>

/** A figure of the range. `change`: (current − previous) ÷ previous; `series`: its value in each period. */
export const kpiSchema = z.object({
  value: z.number().nullable(),
  previous: z.number().nullable(),
  change: z.number().nullable(),
  series: z.array(z.number().nullable()),
})
export type Kpi = z.infer<typeof kpiSchema>

const counts = <Kind extends string>(kinds: readonly Kind[]) =>
  z.object(Object.fromEntries(kinds.map(kind => [kind, count])) as Record<Kind, typeof count>)

/**
 * Cases that entered and left. `sizeStart + inflow − outflow = sizeEnd`; `difference` is what remains when the history
 * does not explain the size, and 0 when it does.
 */
export const flowSchema = z.object({
  sizeStart: count,
  sizeEnd: count,
  inflow: count,
  outflow: count,
  in: counts(inflowKinds),
  out: counts(outflowKinds),
  difference: count,
  /** Final decisions by people. */
  reviewed: count,
  /** As inflow. */
  received: count,
  /** Left without a decision by people. */
  released: count,
  /** Size at the end ÷ mean outflow of the last seven days. */
  backlogDays: z.number().nullable(),
  /** Timed out ÷ (timed out + decided by people). */
  timeoutRate: rateSchema,
})
export type Flow = z.infer<typeof flowSchema>

/** `count`: cases that were measured; median and p90 by nearest rank, the median of an even count between both. */
export const durationsSchema = z.object({
  count,
  average: durationSchema,
  median: durationSchema,
  p90: durationSchema,
})
export type Durations = z.infer<typeof durationsSchema>

/** Cases with a target for their decision. `rate`: within ÷ (within + breached). */
export const slaSchema = z.object({ within: count, breached: count, openWithin: count, rate: rateSchema })
export type Sla = z.infer<typeof slaSchema>

/** Time of reviews that ended in the range. */
export const lockTimeSchema = z.object({
  productiveMs: z.number(),
  wastedMs: z.number(),
  /** Locks that ran out, were released by a manager or lost, per 100 decisions by people. */
  lostPer100: z.number().nullable(),
  extensionsPer100: z.number().nullable(),
  lost: count,
  extensions: count,
})
export type LockTime = z.infer<typeof lockTimeSchema>

/** Decided events and what became known of them later. */
export const truthSchema = z.object({
  decided: count,
  fraud: count,
  good: count,
  /** Too young, or rejected without evidence. */
  unknown: count,
})
export type Truth = z.infer<typeof truthSchema>

export const accuracySchema = z.object({
  approved: truthSchema,
  rejected: truthSchema,
  /** Approved and fraud ÷ approved and mature. */
  missedFraudRate: rateSchema,
  approveAccuracy: rateSchema,
  /** Rejected and good by positive evidence ÷ rejected with evidence. */
  falseRejectRate: rateSchema,
  accuracy: rateSchema,
})
export type Accuracy = z.infer<typeof accuracySchema>

/** A queue of the report; `deleted`: it exists no more. */
export const reportQueueSchema = z.object({
  id: uuid,
  name: z.string(),
  environmentId: uuid,
  environmentName: z.string(),
  kind: z.enum(['System', 'User']),
  deleted: z.boolean(),
})
export type ReportQueue = z.infer<typeof reportQueueSchema>
export { personSchema as reportPersonSchema }
