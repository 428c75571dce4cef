import { z } from 'zod'
import { assessmentKeySchema, uuid } from '../../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../../common/procedure.ts'

/** A note that mentions the caller, with the event that it is about. */
const caseMentionSchema = z.object({
  noteId: uuid,
  environmentId: uuid,
  eventType: assessmentKeySchema,
  externalId: z.string(),
  author: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
  /** The caller has not read the notes on the event since. */
  unread: z.boolean(),
  /** The queue of its case; null without one that the caller sees. */
  queueId: uuid.nullable(),
})
export type CaseMention = z.infer<typeof caseMentionSchema>

export const mentionProcedures = {
  mentions: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/casemanagement/mentions`,
      summary: 'Notes that mention the caller, unread ones first, then the newest',
    })
    .input(environmentInput)
    .output(z.array(caseMentionSchema)),
}
