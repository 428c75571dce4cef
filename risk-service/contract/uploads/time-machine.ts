import { z } from 'zod'
import { assessmentKeySchema, decisionSchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { backtestResultSchema } from '../rules/backtests.ts'
import { historyVerdicts, timeMachineLimits } from './time-machine-definitions.ts'

/* The time machine: what rules would have decided on the stored history, in money and counts. */

const time = z.iso.datetime({ offset: true })
const count = z.number().int()

/** What runs over the history: the published rules, or these with a draft of the caller or the rule of a template. */
export const timeMachineSubjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('live') }),
  z.object({ kind: z.literal('draft'), ruleId: uuid }),
  z.object({ kind: z.literal('template'), templateId: uuid }),
])
export type TimeMachineSubject = z.infer<typeof timeMachineSubjectSchema>

const totals = z.object({ events: count, amountUsd: count })
export type HistoryTotals = z.infer<typeof totals>

const byDecision = z.object({ Approve: totals, Review: totals, Challenge: totals, Reject: totals })
const outcomesSchema = z.object({ fraud: byDecision, good: byDecision, unknown: byDecision })
export type HistoryOutcomes = z.infer<typeof outcomesSchema>

export const historyExampleSchema = z.object({
  eventId: uuid,
  environmentId: uuid,
  externalId: z.string(),
  at: time,
  amountUsd: count.nullable(),
  verdict: z.enum(historyVerdicts),
  decision: decisionSchema,
  rule: z.string().nullable(),
  clause: z.string().nullable(),
})
export type HistoryExample = z.infer<typeof historyExampleSchema>

const examples = z.array(historyExampleSchema).max(timeMachineLimits.examples)

/** Amounts in US cents, each at the rate of its day. */
export const timeMachineResultSchema = z.object({
  outcomes: outcomesSchema,
  /** Events that were decided when they came, as they were and as they would be; null where the history has none. */
  compared: z.object({ events: count, before: outcomesSchema, after: outcomesSchema }).nullable(),
  /** Time of the first and of the last event. */
  first: time,
  last: time,
  /** Events by the kind of signal that says whether they were fraud. */
  signals: z.object({ label: count, chargeback: count, refund: count, reversal: count }),
  /** Events without an amount count as 0. */
  withoutAmount: count,
  /** Events with the score of their time, with a fitted one, and without. `read`: a rule reads scores. */
  scores: z.object({ stored: count, fitted: count, none: count, read: z.boolean() }),
  /** Active rules that ran, the tried one included. */
  activeRules: count,
  rules: z.array(
    z.object({
      ruleId: uuid,
      rule: z.string(),
      clause: z.string(),
      decision: decisionSchema,
      fraud: totals,
      good: totals,
      unknown: totals,
    }),
  ),
  /** Months in UTC, such as 2025-03. */
  months: z.array(z.object({ month: z.string(), outcomes: outcomesSchema })),
  /** The largest amounts of each block. */
  examples: z.object({ stopped: examples, missed: examples, wronglyStopped: examples, review: examples }),
  /** Inputs that could not be read in their state of that time. */
  notes: backtestResultSchema.shape.notes,
})
export type TimeMachineResult = z.infer<typeof timeMachineResultSchema>

const headFields = {
  id: uuid,
  environmentId: uuid,
  eventType: z.string(),
  subject: timeMachineSubjectSchema,
  /** Of the draft or the template; empty for the published rules. */
  name: z.string(),
  from: time,
  to: time,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Events so far, and their total; both include those that only fill velocities. */
  progress: z.object({ events: count, total: count }),
  failure: z.enum(['noEvents', 'ruleGone', 'internal']).nullable(),
  /** What changed since the run began. */
  stale: z.array(z.enum(['rules', 'events', 'labels'])),
  /** Fingerprint of the published rules at the beginning. */
  ruleSet: z.string(),
  startedBy: z.string(),
  createdAt: time,
  finishedAt: time.nullable(),
}
const timeMachineHeadSchema = z.object(headFields)
export type TimeMachineHead = z.infer<typeof timeMachineHeadSchema>
const timeMachineRunSchema = timeMachineHeadSchema.extend({ result: timeMachineResultSchema.nullable() })
export type TimeMachineRun = z.infer<typeof timeMachineRunSchema>

const runsPath = `${environmentRoute}/time-machine`
const oneRun = environmentInput.extend({ runId: uuid })

export const timeMachineContract = {
  history: procedure
    .route({ method: 'GET', path: `${runsPath}/history`, summary: 'The stored history of an assessment' })
    .input(environmentInput.extend({ eventType: assessmentKeySchema }))
    .output(
      z.object({
        /** Whole hours around the first and the last event; null without any. */
        from: time.nullable(),
        to: time.nullable(),
        events: count,
        labelled: count,
      }),
    ),
  start: procedure
    .route({ method: 'PUT', path: `${runsPath}/{runId}`, summary: 'Run rules over the stored history' })
    .input(
      oneRun.extend({
        eventType: assessmentKeySchema,
        subject: timeMachineSubjectSchema.default({ kind: 'live' }),
        /** The whole history where one is absent. */
        from: time.optional(),
        to: time.optional(),
      }),
    )
    .output(timeMachineRunSchema),
  get: procedure
    .route({ method: 'GET', path: `${runsPath}/{runId}`, summary: 'One run with progress and result' })
    .input(oneRun)
    .output(timeMachineRunSchema),
  list: procedure
    .route({ method: 'GET', path: runsPath, summary: 'The latest runs, without their results' })
    .input(environmentInput.extend({ eventType: assessmentKeySchema }))
    .output(z.array(timeMachineHeadSchema)),
  cancel: procedure
    .route({ method: 'POST', path: `${runsPath}/{runId}/cancel`, summary: 'Stop a run; nothing of it stays' })
    .input(oneRun)
    .output(z.object({ cancelled: z.boolean() })),
  remove: procedure
    .route({ method: 'DELETE', path: `${runsPath}/{runId}`, summary: 'Remove a run that ended' })
    .input(oneRun)
    .output(z.object({ deleted: z.boolean() })),
}
