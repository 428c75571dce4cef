import { z } from 'zod'
import { assessmentKeySchema, decisionSchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { backtestEventSchema, backtestResultSchema } from '../rules/backtests.ts'

/* Outages of fields: a past day is decided again without a field. */

const time = z.iso.datetime({ offset: true })
const count = z.number().int()

/** `events`: simulated events that are kept as examples; `stored`: outages of an environment that are kept. */
export const fieldOutageLimits = { events: 1000, stored: 20, queued: 5 } as const

const fieldOutageSchema = z.object({
  /** The attribute that nobody sends; names of custom data have any letters, and spaces. */
  path: z
    .string()
    .max(200)
    .regex(
      /^[^.\s*"[\]][^.*"[\]\r\n]*(\.[^.\s*"[\]][^.*"[\]\r\n]*)*$/,
      'A path has names between dots, without quotation marks, brackets and asterisks.',
    ),
  /** The API client that stops sending it; null for all. */
  clientId: z.string().min(1).max(200).nullable().default(null),
})
export type FieldOutage = z.infer<typeof fieldOutageSchema>

const ruleSchema = z.object({
  ruleId: uuid,
  rule: z.string(),
  /** Where its page is; null in results that do not have it. */
  environmentId: uuid.nullable().default(null),
  /** Events that the rule decided with and without the field. */
  before: count,
  after: count,
  /** Whether its own text reads the field. */
  readsField: z.boolean(),
  /** The rule decided events, and decides none without the field. */
  isBlind: z.boolean(),
  /** Events for which a part of the rule fails only without the field, and counts as false. */
  errors: count,
  /** Events for which the rule ran with the default in place of a value of the field. */
  defaults: count,
})

/** Amounts in US cents. */
export const outageResultSchema = z.object({
  events: count,
  /** Events from which a value was taken. */
  withField: count,
  amountUsd: count,
  /** Number of events on which the published rules make the decision of that time again. */
  asDecided: count,
  changed: z.object({ events: count, amountUsd: count }),
  matrix: z.array(z.object({ before: decisionSchema, after: decisionSchema, events: count, amountUsd: count })),
  rules: z.array(ruleSchema),
  /** Contributions of the day to velocities that the rules read. */
  velocities: z.array(z.object({ name: z.string(), before: count, after: count })),
  /** Inputs that could not be read in their state of that time; scores are always those of that time. */
  notes: backtestResultSchema.shape.notes,
})
export type OutageResult = z.infer<typeof outageResultSchema>

export const outageSchema = z.object({
  id: uuid,
  environmentId: uuid,
  eventType: z.string(),
  outage: fieldOutageSchema,
  from: time,
  to: time,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  progress: z.object({ events: count, total: count }),
  failure: z.enum(['noEvents', 'ruleGone', 'internal']).nullable(),
  result: outageResultSchema.nullable(),
  /** The published rules have changed since it began. */
  isStale: z.boolean(),
  startedBy: z.string(),
  createdAt: time,
})
export type Outage = z.infer<typeof outageSchema>

const outagesPath = `${environmentRoute}/field-outages`
const oneOutage = environmentInput.extend({ outageId: uuid })

export const fieldOutagesContract = {
  start: procedure
    .route({
      method: 'PUT',
      path: `${outagesPath}/{outageId}`,
      summary: 'Decide a past day again without a field',
    })
    .input(
      oneOutage.extend({
        eventType: assessmentKeySchema,
        outage: fieldOutageSchema,
        /** The day in UTC; yesterday when absent. */
        day: z.iso.date().optional(),
      }),
    )
    .output(outageSchema),
  get: procedure
    .route({ method: 'GET', path: `${outagesPath}/{outageId}`, summary: 'One outage with progress and result' })
    .input(oneOutage)
    .output(outageSchema),
  list: procedure
    .route({ method: 'GET', path: outagesPath, summary: 'The latest simulated outages' })
    .input(environmentInput.extend({ eventType: assessmentKeySchema }))
    .output(z.array(outageSchema)),
  cancel: procedure
    .route({
      method: 'POST',
      path: `${outagesPath}/{outageId}/cancel`,
      summary: 'Stop a simulation; nothing of it stays',
    })
    .input(oneOutage)
    .output(z.object({ cancelled: z.boolean() })),
  events: procedure
    .route({
      method: 'GET',
      path: `${outagesPath}/{outageId}/events`,
      summary: 'One page of the events that would be decided otherwise, newest first',
    })
    .input(
      oneOutage.extend({
        cursor: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.object({ rows: z.array(backtestEventSchema), nextCursor: z.string().nullable() })),
}
