import { z } from 'zod'
import { authoredNameMessage, authoredNamePattern } from '../common/constants.ts'
import { dependentSchema, eventRowSchema, ruleDiagnosticSchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { velocityLimits, velocitySetStatuses } from '../common/resource-limits.ts'
import { ruleVocabularySchema } from '../rules/rule-entities.ts'

/*
 * Velocity sets of an environment. Drafts are private and saved while they are typed; publishing puts a set into force.
 * A velocity is named by the AS of its text, unique in the environment.
 */

const time = z.iso.datetime({ offset: true })
const count = z.number().int().min(0)

export const velocitySetBodySchema = z.object({
  name: z.string().regex(authoredNamePattern, authoredNameMessage),
  description: z.string().max(500),
  /** A WHEN that all velocities of the set share; empty: every event. */
  condition: z.string().max(4_000),
  velocities: z
    .array(z.object({ text: z.string().max(10_000) }))
    .min(1)
    .max(velocityLimits.velocitiesPerSet),
})
export type VelocitySetBody = z.infer<typeof velocitySetBodySchema>

/** The back-fill from the events before the publish. */
export const backfillSchema = z.object({
  state: z.enum(['waiting', 'running', 'done', 'cancelled', 'failed']),
  /** Events read, and their total. */
  events: count,
  total: count,
  startedAt: time,
  finishedAt: time.nullable(),
})
export type VelocityBackfill = z.infer<typeof backfillSchema>

export const velocitySetSummarySchema = z.object({
  id: uuid,
  environmentId: uuid,
  name: z.string(),
  description: z.string(),
  condition: z.string(),
  status: z.enum(velocitySetStatuses),
  /** Created by the product: can be cloned, not changed. */
  system: z.boolean(),
  hasDraft: z.boolean(),
  version: z.number().int(),
  /** Names that rules write after `Velocity.`, with the text of each. */
  velocities: z.array(z.object({ name: z.string(), text: z.string() })),
  /** An assessment in a FROM was deleted. */
  broken: z.boolean(),
  updatedBy: z.string(),
  updatedAt: time,
  backfill: backfillSchema.nullable(),
})
export type VelocitySetSummary = z.infer<typeof velocitySetSummarySchema>

export const velocitySetSchema = z.object({
  id: uuid,
  environmentId: uuid,
  status: z.enum(velocitySetStatuses),
  system: z.boolean(),
  version: z.number().int(),
  published: velocitySetBodySchema.nullable(),
  publishedBy: z.string().nullable(),
  publishedAt: time.nullable(),
  draft: velocitySetBodySchema.extend({ baseVersion: z.number().int(), savedAt: time }).nullable(),
  backfill: backfillSchema.nullable(),
})
export type VelocitySet = z.infer<typeof velocitySetSchema>

/** `7d`: 1-59 s, 1-59 m, 1-23 h, 1-90 d. */
export const velocityWindowSchema = z
  .string()
  .regex(/^(?:[1-5]?\d[sm]|(?:1?\d|2[0-3])h|(?:[1-8]?\d|90)d)$/)
  .refine(text => Number.parseInt(text, 10) > 0)

const velocitySetInput = environmentInput.extend({ setId: uuid })
const velocitiesPath = `${environmentRoute}/velocities`
/** A value, and whether it could be read; `since`: the start of its window. */
const velocityValueSchema = z.object({
  velocity: z.string(),
  key: z.string(),
  window: z.string(),
  value: z.number().nullable(),
  since: time,
})
export type VelocityValue = z.infer<typeof velocityValueSchema>

/** Health of the velocities in the whole service since it started: a read that fails counts as 0 in rules, and here. */
export const velocityHealthSchema = z.object({
  since: time,
  reads: z.number().int(),
  /** Failed reads: the database timed out, or failed, or the requested time is no longer stored in fine buckets. */
  failures: z.object({ timeout: z.number().int(), database: z.number().int(), notKept: z.number().int() }),
  /** Velocities whose definition failed on an event. */
  notCounted: z.number().int(),
  /** Events that are durable and counted, but not in an hour bucket yet. */
  pending: z.number().int(),
  /** Buckets in memory; a member of a distinct count counts as five. */
  buckets: z.number().int(),
})
export type VelocityHealth = z.infer<typeof velocityHealthSchema>

export const velocitiesContract = {
  list: procedure
    .route({
      method: 'GET',
      path: velocitiesPath,
      summary: 'Velocity sets of the environment, with the caller’s drafts',
    })
    .input(environmentInput)
    .output(z.array(velocitySetSummarySchema)),
  get: procedure
    .route({ method: 'GET', path: `${velocitiesPath}/{setId}`, summary: 'A velocity set with the caller’s draft' })
    .input(velocitySetInput)
    .output(velocitySetSchema),
  vocabulary: procedure
    .route({
      method: 'GET',
      path: `${velocitiesPath}/vocabulary`,
      summary: 'Events that velocities can count, with their attributes and a sample',
    })
    .input(environmentInput)
    .output(
      z.object({
        events: z.array(
          z.object({
            /** The name as it is written after FROM. */
            name: z.string(),
            label: z.string(),
            vocabulary: ruleVocabularySchema,
            payload: z.record(z.string(), z.unknown()),
            enrichment: z.record(z.string(), z.unknown()),
          }),
        ),
      }),
    ),
  check: procedure
    .route({ method: 'POST', path: `${velocitiesPath}/check`, summary: 'Problems of a set’s texts' })
    .input(environmentInput.extend({ setId: uuid.optional(), body: velocitySetBodySchema }))
    .output(z.object({ problems: z.array(ruleDiagnosticSchema) })),
  create: procedure
    .route({
      method: 'POST',
      path: velocitiesPath,
      summary: 'New set as the caller’s draft',
      successStatus: 201,
      description: 'The caller gives the id: repeating a call is safe.',
    })
    .input(velocitySetInput.extend({ body: velocitySetBodySchema }))
    .output(velocitySetSchema),
  clone: procedure
    .route({
      method: 'POST',
      path: `${velocitiesPath}/{setId}/clone`,
      summary: 'Copy of a set as the caller’s draft',
      successStatus: 201,
    })
    .input(velocitySetInput.extend({ cloneId: uuid }))
    .output(velocitySetSchema),
  saveDraft: procedure
    .route({ method: 'PUT', path: `${velocitiesPath}/{setId}/draft`, summary: 'Keep the caller’s draft' })
    .input(velocitySetInput.extend({ body: velocitySetBodySchema }))
    .output(velocitySetSchema),
  discardDraft: procedure
    .route({ method: 'DELETE', path: `${velocitiesPath}/{setId}/draft`, summary: 'Drop the caller’s draft' })
    .input(velocitySetInput)
    .output(z.object({ deleted: z.boolean() })),
  publish: procedure
    .route({
      method: 'POST',
      path: `${velocitiesPath}/{setId}/publish`,
      summary: 'Put the caller’s draft into force; counts from then on, or from history when told so',
    })
    .input(
      velocitySetInput.extend({
        status: z.enum(['active', 'inactive']),
        baseVersion: z.number().int(),
        overwrite: z.boolean().default(false),
        backfill: z.boolean().default(false),
      }),
    )
    .output(velocitySetSchema),
  setStatus: procedure
    .route({ method: 'PUT', path: `${velocitiesPath}/{setId}/status`, summary: 'Activate or deactivate a set' })
    .input(velocitySetInput.extend({ status: z.enum(['active', 'inactive']) }))
    .output(velocitySetSchema),
  rename: procedure
    .route({ method: 'PUT', path: `${velocitiesPath}/{setId}/name`, summary: 'Rename a set' })
    .input(velocitySetInput.extend({ name: velocitySetBodySchema.shape.name }))
    .output(velocitySetSchema),
  remove: procedure
    .route({
      method: 'DELETE',
      path: `${velocitiesPath}/{setId}`,
      summary: 'Delete a set; refused while one of its velocities is used',
    })
    .input(velocitySetInput)
    .output(z.object({ deleted: z.boolean() })),
  dependents: procedure
    .route({
      method: 'GET',
      path: `${velocitiesPath}/{setId}/dependents`,
      summary: 'What uses the velocities of a set',
    })
    .input(velocitySetInput)
    .output(z.array(dependentSchema)),
}

/** The counts of velocities, and their back-fill. */
export const velocityValuesContract = {
  cancelBackfill: procedure
    .route({
      method: 'POST',
      path: `${velocitiesPath}/{setId}/backfill/cancel`,
      summary: 'Stop counting history; what it had counted is taken back',
    })
    .input(velocitySetInput)
    .output(velocitySetSchema),
  health: procedure
    .route({
      method: 'GET',
      path: `${velocitiesPath}/health`,
      summary: 'Reads, failed reads by cause, and what is counted, since the service started',
      description: 'Of the whole service; null where nothing is counted.',
    })
    .input(environmentInput)
    .output(velocityHealthSchema.nullable()),
  read: procedure
    .route({
      method: 'POST',
      path: `${velocitiesPath}/read`,
      summary: 'Values as a rule would read them now; null where the read failed',
    })
    .input(
      environmentInput.extend({
        reads: z
          .array(
            z.object({
              velocity: z.string().regex(/^\w{1,60}$/),
              key: z.string().max(1000),
              window: velocityWindowSchema,
            }),
          )
          .min(1)
          .max(200),
      }),
    )
    .output(z.object({ values: z.array(velocityValueSchema) })),
  events: procedure
    .route({ method: 'POST', path: `${velocitiesPath}/events`, summary: 'The events behind a value, newest first' })
    .input(
      environmentInput.extend({
        velocity: z.string().regex(/^\w{1,60}$/),
        key: z.string().min(1).max(1000),
        window: velocityWindowSchema,
        /** As of this time; now by default. */
        at: time.optional(),
        limit: z.number().int().min(1).max(velocityLimits.events).default(50),
      }),
    )
    .output(
      z.object({
        rows: z.array(eventRowSchema.extend({ contribution: z.union([z.string(), z.number(), z.null()]) })),
        since: time,
        /** False: more events exist than were read. */
        complete: z.boolean(),
      }),
    ),
}
