import { z } from 'zod'
import { assessmentKeySchema, decisionSchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { ruleBodySchema } from './rule-entities.ts'

const time = z.iso.datetime({ offset: true })

export const backtestLimits = { changedEvents: 10_000, stored: 50, queued: 10, days: 400 } as const

/** The replacement for what is published that is tried. */
export const backtestSubjectSchema = z.discriminatedUnion('kind', [
  /** The caller's draft in its current state. */
  z.object({ kind: z.literal('draft'), ruleId: uuid }),
  z.object({ kind: z.literal('branch'), branch: z.string().min(1).max(60) }),
  /** A rule with another text, such as another threshold. */
  z.object({ kind: z.literal('rule'), ruleId: uuid, body: ruleBodySchema }),
])
export type BacktestSubject = z.infer<typeof backtestSubjectSchema>

const totals = z.object({ events: z.number().int(), amountUsd: z.number().int() })
const beforeAndAfter = z.object({ before: totals, after: totals })

/** Amounts in US cents. `before`: the result of the published rules on the same events; `after`: with the change. */
export const backtestResultSchema = z.object({
  events: z.number().int(),
  amountUsd: z.number().int(),
  /** Number of events on which the published rules make the decision of that time again. */
  asDecided: z.number().int(),
  matrix: z.array(totals.extend({ before: decisionSchema, after: decisionSchema })),
  changed: totals,
  /** Labelled events: fraud that is not approved is caught, good events that are not approved are stopped. */
  fraud: totals.extend({ caught: beforeAndAfter }),
  good: totals.extend({ stopped: beforeAndAfter }),
  /**
   * Fraud that is caught only with the change, less the reverse; good events that are stopped only with the change,
   * less the reverse.
   */
  savedUsd: z.number().int(),
  lostUsd: z.number().int(),
  rules: z.array(
    z.object({
      ruleId: uuid,
      rule: z.string(),
      clause: z.string(),
      decision: decisionSchema,
      before: z.number().int(),
      after: z.number().int(),
    }),
  ),
  /** Inputs that could not be read in their state of that time. */
  notes: z.array(z.enum(['supportLists', 'listVersions', 'calls', 'models', 'devices', 'random', 'otherEvents'])),
})
export type BacktestResult = z.infer<typeof backtestResultSchema>

export const backtestSchema = z.object({
  id: uuid,
  environmentId: uuid,
  eventType: z.string(),
  kind: z.enum(['draft', 'branch', 'rule']),
  /** Name of the rule or branch. */
  name: z.string(),
  ruleId: uuid.nullable(),
  branch: z.string().nullable(),
  from: time,
  to: time,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Events so far, and their total; both include those that only fill velocities. */
  progress: z.object({ events: z.number().int(), total: z.number().int() }),
  /** Reason for the failure. */
  failure: z.enum(['noEvents', 'ruleGone', 'internal']).nullable(),
  result: backtestResultSchema.nullable(),
  /** What changed since the back-test began. */
  stale: z.array(z.enum(['rules', 'events', 'labels'])),
  startedBy: z.string(),
  createdAt: time,
  finishedAt: time.nullable(),
})
export type Backtest = z.infer<typeof backtestSchema>

export const backtestEventSchema = z.object({
  eventId: uuid,
  environmentId: uuid,
  externalId: z.string(),
  at: time,
  before: decisionSchema,
  after: decisionSchema,
  rule: z.string().nullable(),
  clause: z.string().nullable(),
  amountUsd: z.number().int().nullable(),
  label: z.enum(['Fraud', 'NonFraud']).nullable(),
})
export type BacktestEvent = z.infer<typeof backtestEventSchema>

/** `counted`: where more are in the period, they are not counted to the end. */
export const ruleSampleLimits = { events: 2000, counted: 200_000, days: 30 } as const

/** A rule that is edited, run over the latest events of a period with what is recorded of them. */
export const ruleSampleSchema = z.object({
  from: time,
  to: time,
  /** Events of the period, at most `counted` and one more; and how many of them, the latest, were tried. */
  available: z.number().int(),
  sampled: z.number().int(),
  /** Null while the text has errors. `selected`: events for which the condition of the rule holds. */
  result: z
    .object({
      selected: z.number().int(),
      /** Events that the rule decides on its own, by decision; null where a clause is not counted. */
      decided: z.object({ Approve: z.int(), Review: z.int(), Challenge: z.int(), Reject: z.int() }).nullable(),
      /**
       * Of the selected events, those for which the conditions of a clause hold, whatever the others decide, and those
       * that it is the first to decide; null for one that reads velocities or global variables, which a sample does not have.
       */
      clauses: z.array(
        z.object({ clause: z.string(), matched: z.number().int().nullable(), decided: z.number().int().nullable() }),
      ),
      /** Inputs that could not be read in their state of that time. */
      notes: z.array(z.enum(['velocities', 'variables', 'lists', 'calls', 'models', 'devices', 'random'])),
    })
    .nullable(),
})
export type RuleSample = z.infer<typeof ruleSampleSchema>

const backtestsPath = `${environmentRoute}/backtests`
const oneBacktest = environmentInput.extend({ backtestId: uuid })

export const backtestsContract = {
  start: procedure
    .route({
      method: 'PUT',
      path: `${backtestsPath}/{backtestId}`,
      summary: 'Run a change of the rules over stored events',
    })
    .input(oneBacktest.extend({ eventType: assessmentKeySchema, subject: backtestSubjectSchema, from: time, to: time }))
    .output(backtestSchema),
  sample: procedure
    .route({
      method: 'POST',
      path: `${backtestsPath}/sample`,
      summary: 'How often the clauses of a rule that is edited match the latest events',
    })
    .input(
      environmentInput.extend({
        eventType: assessmentKeySchema,
        body: ruleBodySchema,
        days: z.number().int().min(1).max(ruleSampleLimits.days).default(7),
      }),
    )
    .output(ruleSampleSchema),
  get: procedure
    .route({ method: 'GET', path: `${backtestsPath}/{backtestId}`, summary: 'One back-test with progress and result' })
    .input(oneBacktest)
    .output(backtestSchema),
  list: procedure
    .route({ method: 'GET', path: backtestsPath, summary: 'The latest back-tests' })
    .input(environmentInput.extend({ ruleId: uuid.optional(), branch: z.string().max(60).optional() }))
    .output(z.array(backtestSchema)),
  cancel: procedure
    .route({
      method: 'POST',
      path: `${backtestsPath}/{backtestId}/cancel`,
      summary: 'Stop a back-test; nothing of it stays',
    })
    .input(oneBacktest)
    .output(z.object({ cancelled: z.boolean() })),
  remove: procedure
    .route({ method: 'DELETE', path: `${backtestsPath}/{backtestId}`, summary: 'Remove a back-test' })
    .input(oneBacktest)
    .output(z.object({ deleted: z.boolean() })),
  events: procedure
    .route({
      method: 'GET',
      path: `${backtestsPath}/{backtestId}/events`,
      summary: 'One page of the events that would be decided otherwise, newest first',
    })
    .input(
      oneBacktest.extend({
        cursor: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.object({ rows: z.array(backtestEventSchema), nextCursor: z.string().nullable() })),
}
