import { z } from 'zod'
import { assessmentKeySchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { caseLimits, queueDirections, queueOrders, queueViews } from './case-definitions.ts'
import { caseRowSchema, caseSchema } from './case-entities.ts'
import { reportCostsSchema } from './case-saving.ts'
import { queueSchema, queueSettingsSchema } from './queue-entities.ts'
import { queuePreviewContract } from './queue-preview.ts'

const queuesPath = `${environmentRoute}/casemanagement/queues`
/** `queueId` may be `general` for the General queue of the environment. */
const queueInput = environmentInput.extend({ queueId: z.union([uuid, z.literal('general')]) })
const ownQueueInput = environmentInput.extend({ queueId: uuid })

/** Narrows the cases of a view; the order of review stays that of the queue. */
export const caseFilterSchema = z.object({
  minScore: z.number().int().min(0).max(999).optional(),
  maxScore: z.number().int().min(0).max(999).optional(),
  /** US cents. */
  minAmountUsd: z.number().int().optional(),
  maxAmountUsd: z.number().int().optional(),
  country: z.string().max(2).optional(),
  tag: z.string().max(caseLimits.tag).optional(),
  assigneeId: uuid.optional(),
  overdue: z.boolean().optional(),
  escalated: z.boolean().optional(),
  /** Whether users have written notes on the event. */
  hasNotes: z.boolean().optional(),
  /** Part of an event id, e-mail address or user id. */
  text: z.string().trim().min(1).max(200).optional(),
})
export type CaseFilter = z.infer<typeof caseFilterSchema>

export const queuesContract = {
  list: procedure
    .route({
      method: 'GET',
      path: queuesPath,
      summary: 'Queues of the environment and those below it, with the number of their cases',
    })
    .input(
      environmentInput.extend({
        /** `assigned`: those to which the caller is assigned, alone or with a group. */
        scope: z.enum(['assigned', 'all']).default('all'),
      }),
    )
    .output(z.array(queueSchema)),
  get: procedure
    .route({ method: 'GET', path: `${queuesPath}/{queueId}`, summary: 'One queue' })
    .input(queueInput)
    .output(queueSchema),
  create: procedure
    .route({
      method: 'PUT',
      path: `${queuesPath}/{queueId}`,
      summary: 'Create a queue; the caller gives the id',
      successStatus: 201,
    })
    .input(ownQueueInput.extend({ assessment: assessmentKeySchema, settings: queueSettingsSchema }))
    .output(queueSchema),
  update: procedure
    .route({ method: 'PATCH', path: `${queuesPath}/{queueId}`, summary: 'Change the settings of a queue' })
    .input(ownQueueInput.extend({ baseVersion: z.number().int(), settings: queueSettingsSchema }))
    .output(queueSchema),
  assignUsers: procedure
    .route({
      method: 'PUT',
      path: `${queuesPath}/{queueId}/users`,
      summary: 'Replace the users and groups assigned to a queue',
    })
    .input(
      ownQueueInput.extend({
        baseVersion: z.number().int(),
        assignedUsers: queueSettingsSchema.shape.assignedUsers,
        /** Absent: as before. */
        assignedGroups: queueSettingsSchema.shape.assignedGroups.unwrap().optional(),
      }),
    )
    .output(queueSchema),
  remove: procedure
    .route({
      method: 'DELETE',
      path: `${queuesPath}/{queueId}`,
      summary: 'Delete a queue; its open cases move',
      successStatus: 204,
    })
    .input(ownQueueInput.extend({ moveTo: uuid, baseVersion: z.coerce.number().int() }))
    .output(z.void()),
  cases: procedure
    .route({
      method: 'POST',
      path: `${queuesPath}/{queueId}/cases`,
      summary: 'One page of the cases of a queue',
    })
    .input(
      queueInput.extend({
        view: z.enum(queueViews),
        cursor: z.string().max(500).nullable().default(null),
        limit: z.number().int().min(1).max(caseLimits.maxPage).default(caseLimits.page),
        /** Null: the order of the queue. */
        orderBy: z.enum(queueOrders).nullable().default(null),
        direction: z.enum(queueDirections).default('ascending'),
        filter: caseFilterSchema.default({}),
      }),
    )
    .output(
      z.object({
        rows: z.array(caseRowSchema),
        next: z.string().nullable(),
        /** Cases that match the filter. */
        total: z.number().int(),
        /** Null unless these are the waiting cases of a queue that is ordered by the expected saving, in its order. */
        breakEven: z
          .object({
            /** US cents that a minute of review costs; null: not set. */
            costPerMinuteUsd: z.number().nullable(),
            /** Cases that match the filter and save at least what their review costs; null without the cost. */
            worthwhile: z.number().int().nullable(),
          })
          .nullable(),
      }),
    ),
  savingBasis: procedure
    .route({
      method: 'GET',
      path: `${queuesPath}/{queueId}/saving`,
      summary: 'The decided cases from which the expected saving of the cases of a queue is measured',
    })
    .input(queueInput)
    .output(
      z.object({
        /** Decided by people in the environment, for the assessment of the queue, and in the queue itself. */
        environmentCases: z.number().int(),
        queueCases: z.number().int(),
        /** Cases from which a group of cases speaks for itself. */
        enoughCases: z.number().int(),
        costs: reportCostsSchema,
      }),
    ),
  preview: queuePreviewContract,
  saveCosts: procedure
    .route({
      method: 'PUT',
      path: `${environmentRoute}/casemanagement/costs`,
      summary: 'Replace what reviews cost and orders earn, in the whole tenant',
    })
    .input(environmentInput.extend({ costs: reportCostsSchema }))
    .output(reportCostsSchema),
  next: procedure
    .route({
      method: 'POST',
      path: `${queuesPath}/{queueId}/next`,
      summary: 'Start the review of the next case: the one that the caller reviews here, else the first free one',
      description:
        '`case` is null when there is none; `underReview` is then the number of cases that others review, else 0. REST answers 204 then, without a body.',
      spec: operation => ({
        ...operation,
        responses: { ...operation.responses, 204: { description: 'There is no case to review' } },
      }),
    })
    .input(queueInput)
    .output(z.object({ case: caseSchema.nullable(), underReview: z.number().int() })),
}
