import { z } from 'zod'
import { dashboardPeriods } from '../common/constants.ts'
import { decisionSchema, eventRowSchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { scoreLimitsSchema } from '../common/score-limits.ts'
import { healthStates } from './health-definitions.ts'

/* The parts of the dashboard: each is read by itself, with a right of its own, so that one fails alone. */

const path = `${environmentRoute}/dashboard`
const count = z.number().int()
const time = z.iso.datetime()
const periodInput = environmentInput.extend({ period: z.enum(dashboardPeriods).default('24h') })

const decisionCounts = z.object({ Approve: count, Review: count, Challenge: count, Reject: count })
const totals = z.object({ events: count, amountUsd: count, decisions: decisionCounts, labelledFraud: count })

/** All figures come from the hourly roll-ups. Amounts in US cents. `previous` is the period of equal length before. */
export const dashboardSchema = z.object({
  from: time,
  to: time,
  bucket: z.enum(['hour', 'day']),
  totals,
  previous: totals,
  series: z.array(z.object({ start: time, amountUsd: count }).extend(decisionCounts.shape)),
  /** Lower limits of the score bands 2 to 5 by which events were counted. */
  scoreLimits: scoreLimitsSchema,
  /** Counts per score band 1 to 5. */
  scoreBands: z.tuple([count, count, count, count, count]),
  topRules: z.array(
    z.object({
      ruleId: uuid.nullable(),
      rule: z.string(),
      clause: z.string().nullable(),
      decision: decisionSchema,
      events: count,
    }),
  ),
  /** The environment has had an event at any time. */
  hasEvents: z.boolean(),
})
export type Dashboard = z.infer<typeof dashboardSchema>

const integrationSchema = z.object({
  apiEndpoint: z.string(),
  tenantId: uuid,
  environmentId: uuid,
  apiClients: z.array(z.string()),
  /** As in the figures, for callers who may not read those. */
  hasEvents: z.boolean(),
})
export type DashboardIntegration = z.infer<typeof integrationSchema>

const callCounts = z.object({ calls: count, failed: count })
/** Calls of the risk API; failed: those with a status of 400 or more. */
const apiCallsSchema = z.object({
  totals: callCounts,
  previous: callCounts,
  series: z.array(callCounts.extend({ start: time })),
})
export type DashboardApiCalls = z.infer<typeof apiCallsSchema>

const state = z.enum(healthStates)
/** Calls that rules make outside: the one with the lowest share of successes in the last 24 hours. */
const outgoingHealth = {
  state,
  /** Null: no requests. */
  worst: z.object({ name: z.string(), requests: count, successRate: z.number() }).nullable(),
  /** Calls that are suspended for a while, because they failed too often. */
  suspended: count,
}
const healthLineSchema = z.discriminatedUnion('part', [
  z.object({ part: z.literal('externalCalls'), ...outgoingHealth }),
  z.object({ part: z.literal('externalAssessments'), ...outgoingHealth }),
  /** Reads of the whole service that failed in the last 24 hours. */
  z.object({ part: z.literal('velocities'), state, failed: count }),
  /** What follows from decisions of cases, and was given up after the last attempt. */
  z.object({ part: z.literal('followUps'), state, failed: count }),
  /** Runs of the environment that wait for too long. */
  z.object({ part: z.literal('jobs'), state, waiting: count }),
])
export type HealthLine = z.infer<typeof healthLineSchema>

export const dashboardContract = {
  get: procedure
    .route({ method: 'GET', path, summary: 'Figures of a period from the hourly roll-ups' })
    .input(periodInput)
    .output(dashboardSchema),
  reviews: procedure
    .route({ method: 'GET', path: `${path}/reviews`, summary: 'The latest events with the decision Review' })
    .input(environmentInput)
    .output(z.array(eventRowSchema)),
  integration: procedure
    .route({ method: 'GET', path: `${path}/integration`, summary: 'What an application needs to call the risk API' })
    .input(environmentInput)
    .output(integrationSchema),
  apiCalls: procedure
    .route({ method: 'GET', path: `${path}/api-calls`, summary: 'Calls of the risk API in a period, and failed ones' })
    .input(periodInput)
    .output(apiCallsSchema),
  health: procedure
    .route({
      method: 'GET',
      path: `${path}/health`,
      summary: 'The health of what decisions depend on, one line for each part',
      description: 'Only parts whose page the caller may open.',
    })
    .input(environmentInput)
    .output(z.array(healthLineSchema)),
}
