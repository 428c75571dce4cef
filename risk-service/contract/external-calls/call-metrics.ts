import { z } from 'zod'
import { callErrors, callMethods } from '../common/resource-limits.ts'

/* The metrics of external calls and external assessments over a period, and the outcome of a test. */

const time = z.iso.datetime({ offset: true })
const count = z.number().int().min(0)

/** Of a period: requests per second, mean milliseconds, share of successes; null without requests. */
export const callMetricsSchema = z.object({
  requests: count,
  perSecond: z.number(),
  averageMs: z.number().nullable(),
  successRate: z.number().nullable(),
})
export type CallMetrics = z.infer<typeof callMetricsSchema>

/** The outcome of a test request, never with a secret. */
export const callTestSchema = z.object({
  ok: z.boolean(),
  httpStatusCode: count,
  latencyMs: z.number(),
  errorType: z.enum(callErrors).nullable(),
  errorMessage: z.string(),
  request: z.object({ method: z.enum(callMethods), url: z.string(), body: z.string().nullable() }),
  response: z.unknown(),
})
export type CallTest = z.infer<typeof callTestSchema>

const metricSeries = z.array(
  z.object({ at: time, requests: count, averageMs: z.number().nullable(), successRate: z.number().nullable() }),
)
export const performanceInput = { from: time, to: time }
export const callPerformanceSchema = z.object({
  figures: callMetricsSchema,
  /** Seconds of one point. */
  step: z.number().int(),
  points: metricSeries,
  errors: z.array(
    z.object({
      type: z.enum(callErrors),
      httpStatusCode: count.nullable(),
      requests: count,
      points: z.array(z.object({ at: time, requests: count })),
    }),
  ),
})
export type CallPerformance = z.infer<typeof callPerformanceSchema>
