import { z } from 'zod'
import { assessmentKeySchema, entityTypeSchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'

/** Limits of a snooze. */
export const snoozeLimits = { minHours: 1, maxHours: 180 * 24, comment: 1000 } as const

/** A decision rule that does not apply to events with one value of an entity, for a time. */
const ruleSnoozeSchema = z.object({
  id: uuid,
  ruleId: uuid,
  /** Null: the rule was deleted. */
  rule: z.string().nullable(),
  eventType: assessmentKeySchema.nullable(),
  type: entityTypeSchema,
  value: z.string(),
  until: z.iso.datetime(),
  comment: z.string(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
})
export type RuleSnooze = z.infer<typeof ruleSnoozeSchema>

const path = `${environmentRoute}/rulesnoozes`

/** Snoozes of decision rules for single values, in the environment whose events they apply to. */
export const ruleSnoozesContract = {
  list: procedure
    .route({ method: 'GET', path, summary: 'Snoozes that apply now, those that end first at the top' })
    .input(environmentInput)
    .output(z.array(ruleSnoozeSchema)),
  create: procedure
    .route({
      method: 'POST',
      path,
      summary: 'Snooze a rule that ran on an event for a value of this event',
      successStatus: 201,
    })
    .input(
      environmentInput.extend({
        eventType: assessmentKeySchema,
        /** The event that has the value. */
        id: z.string().min(1).max(128),
        ruleId: uuid,
        type: entityTypeSchema,
        hours: z.number().int().min(snoozeLimits.minHours).max(snoozeLimits.maxHours),
        comment: z.string().trim().min(1).max(snoozeLimits.comment),
      }),
    )
    .output(ruleSnoozeSchema),
  remove: procedure
    .route({ method: 'DELETE', path: `${path}/{snoozeId}`, summary: 'End a snooze', successStatus: 204 })
    .input(environmentInput.extend({ snoozeId: uuid }))
    .output(z.void()),
}
