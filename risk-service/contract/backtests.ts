import { z } from 'zod'
import { base, env, inEnvironment } from './base.ts'
import { assessmentKeySchema, decisionSchema, uuid } from './entities.ts'
import { ruleBodySchema } from './rule-entities.ts'

const time = z.iso.datetime({ offset: true })

export const backtestLimits = { changed: 10_000, kept: 50, waiting: 10, days: 400 } as const

/** What is tried in place of what is published. */
export const backtestSubjectSchema = z.discriminatedUnion('kind', [
  /** The caller's draft as it is now. */
  z.object({ kind: z.literal('draft'), ruleId: uuid }),
  z.object({ kind: z.literal('branch'), branch: z.string().min(1).max(60) }),
  /** A rule with another text, such as another threshold. */
  z.object({ kind: z.literal('rule'), ruleId: uuid, body: ruleBodySchema }),
])
export type BacktestSubject = z.infer<typeof backtestSubjectSchema>

const figures = z.object({ events: z.number().int(), amountUsd: z.number().int() })
const twice = z.object({ before: figures, after: figures })

/** Amounts in US cents. `before`: what the published rules come to on the same events; `after`: with the change. */
export const backtestResultSchema = z.object({
  events: z.number().int(),
  amountUsd: z.number().int(),
  /** Of how many the published rules decide as it was decided then. */
  asDecided: z.number().int(),
  matrix: z.array(figures.extend({ before: decisionSchema, after: decisionSchema })),
  changed: figures,
  /** Events that are labelled: fraud that is not approved is caught, good ones that are not approved are stopped. */
  fraud: figures.extend({ caught: twice }),
  good: figures.extend({ stopped: twice }),
  /**
   * Fraud that is caught now and was not, less the reverse; good ones that are stopped now and were not, less the
   * reverse.
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
  /** What could not be had as it was. */
  notes: z.array(z.enum(['supportLists', 'listVersions', 'calls', 'models', 'devices', 'random', 'otherEvents'])),
})
export type BacktestResult = z.infer<typeof backtestResultSchema>

export const backtestSchema = z.object({
  id: uuid,
  environmentId: uuid,
  eventType: z.string(),
  kind: z.enum(['draft', 'branch', 'rule']),
  /** Rule or branch by its name. */
  name: z.string(),
  ruleId: uuid.nullable(),
  branch: z.string().nullable(),
  from: time,
  to: time,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Events so far, and how many there are; those that only fill velocities included. */
  progress: z.object({ events: z.number().int(), total: z.number().int() }),
  /** Why it failed. */
  failure: z.enum(['noEvents', 'ruleGone', 'internal']).nullable(),
  result: backtestResultSchema.nullable(),
  /** Rules or events moved on since it began. */
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

const backtests = `${env}/backtests`
const one = inEnvironment.extend({ backtestId: uuid })

export const backtestsContract = {
  start: base
    .route({
      method: 'PUT',
      path: `${backtests}/{backtestId}`,
      summary: 'Run a change of the rules over stored events',
    })
    .input(one.extend({ eventType: assessmentKeySchema, subject: backtestSubjectSchema, from: time, to: time }))
    .output(backtestSchema),
  get: base
    .route({ method: 'GET', path: `${backtests}/{backtestId}`, summary: 'One back-test with progress and result' })
    .input(one)
    .output(backtestSchema),
  list: base
    .route({ method: 'GET', path: backtests, summary: 'The latest back-tests' })
    .input(inEnvironment.extend({ ruleId: uuid.optional(), branch: z.string().max(60).optional() }))
    .output(z.array(backtestSchema)),
  cancel: base
    .route({
      method: 'POST',
      path: `${backtests}/{backtestId}/cancel`,
      summary: 'Stop a back-test; nothing of it stays',
    })
    .input(one)
    .output(z.object({ cancelled: z.boolean() })),
  remove: base
    .route({ method: 'DELETE', path: `${backtests}/{backtestId}`, summary: 'Remove a back-test' })
    .input(one)
    .output(z.object({ deleted: z.boolean() })),
  events: base
    .route({
      method: 'GET',
      path: `${backtests}/{backtestId}/events`,
      summary: 'One page of the events that would be decided otherwise, newest first',
    })
    .input(
      one.extend({
        cursor: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.object({ rows: z.array(backtestEventSchema), nextCursor: z.string().nullable() })),
}
