import { z } from 'zod'
import { assessmentKeySchema, entityTypeSchema } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'

/** Who else used what an event has, in the last 90 days. */
export const entityUsersSchema = z.object({
  type: entityTypeSchema,
  /** Users of other events with it, without the user of this event. */
  users: z.number().int(),
  /** Payment instruments of the events with a device, those of this event included; null for other entities. */
  instruments: z.number().int().nullable(),
  /** False: more events have it than were counted, and there may be more of both. */
  complete: z.boolean(),
})
export type EntityUsers = z.infer<typeof entityUsersSchema>

export const entityUsersContract = procedure
  .route({
    method: 'GET',
    path: `${environmentRoute}/events/{eventType}/{id}/users`,
    summary: 'How many other users have each entity of one event, in the order of its entities',
  })
  .input(environmentInput.extend({ eventType: assessmentKeySchema, id: z.string().min(1).max(128) }))
  .output(z.array(entityUsersSchema))
