import { z } from 'zod'
import { base, env, inEnvironment } from './base.ts'
import { authoredNameFault, authoredNamePattern } from './constants.ts'
import { dependentSchema, eventRowSchema, uuid } from './entities.ts'
import { velocityLimits, velocitySetStatuses } from './resource-limits.ts'
import { ruleProblemSchema, ruleVocabularySchema } from './rule-entities.ts'

/*
 * Velocity sets of an environment (10 section 3). Drafts are private and saved as they are typed; publishing puts a set
 * into force. A velocity is named by the AS of its text, once in the environment.
 */

const time = z.iso.datetime({ offset: true })
const count = z.number().int().min(0)

export const velocitySetBodySchema = z.object({
  name: z.string().regex(authoredNamePattern, authoredNameFault),
  description: z.string().max(500),
  /** A WHEN that all velocities of the set share; empty: every event. */
  condition: z.string().max(4_000),
  velocities: z
    .array(z.object({ text: z.string().max(10_000) }))
    .min(1)
    .max(velocityLimits.velocitiesPerSet),
})
export type VelocitySetBody = z.infer<typeof velocitySetBodySchema>

/** Counting the history that was there before the publish. */
export const backfillSchema = z.object({
  state: z.enum(['waiting', 'running', 'done', 'cancelled', 'failed']),
  /** Events read, and how many there are to read. */
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
  /** Made by the product: can be cloned, not changed. */
  system: z.boolean(),
  hasDraft: z.boolean(),
  version: z.number().int(),
  /** What rules write after `Velocity.`, with the text of each. */
  velocities: z.array(z.object({ name: z.string(), text: z.string() })),
  /** An assessment in a FROM does not exist any more. */
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

const oneSet = inEnvironment.extend({ setId: uuid })
const path = `${env}/velocities`
/** A value, and whether it could be read; `since`: the start of its window. */
const value = z.object({
  velocity: z.string(),
  key: z.string(),
  window: z.string(),
  value: z.number().nullable(),
  since: time,
})
export type VelocityValue = z.infer<typeof value>

/** How velocities fare in the whole service since it started: a read that fails counts as 0 in rules, and here. */
export const velocityHealthSchema = z.object({
  since: time,
  reads: z.number().int(),
  /** Failed reads: the database took too long, or failed, or the time asked for is no longer kept so finely. */
  failures: z.object({ timeout: z.number().int(), database: z.number().int(), notKept: z.number().int() }),
  /** Velocities whose definition failed on an event. */
  notCounted: z.number().int(),
  /** Events that are durable and counted, and in no hour bucket yet. */
  pending: z.number().int(),
  /** Buckets in memory; a member of a distinct count takes the place of five. */
  buckets: z.number().int(),
})
export type VelocityHealth = z.infer<typeof velocityHealthSchema>

export const velocitiesContract = {
  list: base
    .route({ method: 'GET', path, summary: 'Velocity sets of the environment, with the caller’s drafts' })
    .input(inEnvironment)
    .output(z.array(velocitySetSummarySchema)),
  get: base
    .route({ method: 'GET', path: `${path}/{setId}`, summary: 'A velocity set with the caller’s draft' })
    .input(oneSet)
    .output(velocitySetSchema),
  vocabulary: base
    .route({
      method: 'GET',
      path: `${path}/vocabulary`,
      summary: 'Events that velocities can count, with their attributes and a sample',
    })
    .input(inEnvironment)
    .output(
      z.object({
        events: z.array(
          z.object({
            /** As it is written after FROM. */
            name: z.string(),
            label: z.string(),
            vocabulary: ruleVocabularySchema,
            payload: z.record(z.string(), z.unknown()),
            enrichment: z.record(z.string(), z.unknown()),
          }),
        ),
      }),
    ),
  check: base
    .route({ method: 'POST', path: `${path}/check`, summary: 'Problems of a set’s texts' })
    .input(inEnvironment.extend({ setId: uuid.optional(), body: velocitySetBodySchema }))
    .output(z.object({ problems: z.array(ruleProblemSchema) })),
  create: base
    .route({
      method: 'POST',
      path,
      summary: 'New set as the caller’s draft',
      successStatus: 201,
      description: 'The caller gives the id: repeating a call is safe.',
    })
    .input(oneSet.extend({ body: velocitySetBodySchema }))
    .output(velocitySetSchema),
  clone: base
    .route({
      method: 'POST',
      path: `${path}/{setId}/clone`,
      summary: 'Copy of a set as the caller’s draft',
      successStatus: 201,
    })
    .input(oneSet.extend({ cloneId: uuid }))
    .output(velocitySetSchema),
  saveDraft: base
    .route({ method: 'PUT', path: `${path}/{setId}/draft`, summary: 'Keep the caller’s draft' })
    .input(oneSet.extend({ body: velocitySetBodySchema }))
    .output(velocitySetSchema),
  discardDraft: base
    .route({ method: 'DELETE', path: `${path}/{setId}/draft`, summary: 'Drop the caller’s draft' })
    .input(oneSet)
    .output(z.object({ deleted: z.boolean() })),
  publish: base
    .route({
      method: 'POST',
      path: `${path}/{setId}/publish`,
      summary: 'Put the caller’s draft into force; counts from then on, or from history when told so',
    })
    .input(
      oneSet.extend({
        status: z.enum(['active', 'inactive']),
        baseVersion: z.number().int(),
        overwrite: z.boolean().default(false),
        backfill: z.boolean().default(false),
      }),
    )
    .output(velocitySetSchema),
  setStatus: base
    .route({ method: 'PUT', path: `${path}/{setId}/status`, summary: 'Activate or deactivate a set' })
    .input(oneSet.extend({ status: z.enum(['active', 'inactive']) }))
    .output(velocitySetSchema),
  rename: base
    .route({ method: 'PUT', path: `${path}/{setId}/name`, summary: 'Rename a set' })
    .input(oneSet.extend({ name: velocitySetBodySchema.shape.name }))
    .output(velocitySetSchema),
  remove: base
    .route({
      method: 'DELETE',
      path: `${path}/{setId}`,
      summary: 'Delete a set; refused while one of its velocities is used',
    })
    .input(oneSet)
    .output(z.object({ deleted: z.boolean() })),
  dependents: base
    .route({ method: 'GET', path: `${path}/{setId}/dependents`, summary: 'What uses the velocities of a set' })
    .input(oneSet)
    .output(z.array(dependentSchema)),
}

/** What velocities have counted, and the counting of history. */
export const velocityValuesContract = {
  cancelBackfill: base
    .route({
      method: 'POST',
      path: `${path}/{setId}/backfill/cancel`,
      summary: 'Stop counting history; what it had counted is taken back',
    })
    .input(oneSet)
    .output(velocitySetSchema),
  health: base
    .route({
      method: 'GET',
      path: `${path}/health`,
      summary: 'Reads, failed reads by cause, and what is counted, since the service started',
      description: 'Of the whole service; null where nothing is counted.',
    })
    .input(inEnvironment)
    .output(velocityHealthSchema.nullable()),
  read: base
    .route({
      method: 'POST',
      path: `${path}/read`,
      summary: 'Values as a rule would read them now; null where the read failed',
    })
    .input(
      inEnvironment.extend({
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
    .output(z.object({ values: z.array(value) })),
  events: base
    .route({ method: 'POST', path: `${path}/events`, summary: 'The events behind a value, newest first' })
    .input(
      inEnvironment.extend({
        velocity: z.string().regex(/^\w{1,60}$/),
        key: z.string().min(1).max(1000),
        window: velocityWindowSchema,
        /** As of this time; now when absent. */
        at: time.optional(),
        limit: z.number().int().min(1).max(velocityLimits.events).default(50),
      }),
    )
    .output(
      z.object({
        rows: z.array(eventRowSchema.extend({ contribution: z.union([z.string(), z.number(), z.null()]) })),
        since: time,
        /** False: there are more than were looked at. */
        complete: z.boolean(),
      }),
    ),
}
