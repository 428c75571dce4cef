import { z } from 'zod'
import { assessmentKeySchema } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { queueSettingsSchema } from './queue-entities.ts'

/** What a queue would have had to do in the last days. */
export const queuePreviewSchema = z.object({
  days: z.number().int(),
  /** Published routing rules that name the queue. */
  rules: z.array(z.string()),
  /** Cases that they send to it, of those that were looked at. */
  cases: z.number().int(),
  checked: z.number().int(),
  /** False: there were more cases than were looked at, the newest. */
  complete: z.boolean(),
  /** The most cases of one day (UTC). */
  busiestDay: z.number().int(),
  /**
   * Minutes that each of the cases waited in queues until its decision, or until now, rounded up, in no order; cases that
   * never were in a queue have none. With them, a time-out or a target is counted without another call.
   */
  waitedMinutes: z.array(z.number().int().nonnegative()),
})
export type QueuePreview = z.infer<typeof queuePreviewSchema>

export const queuePreviewContract = procedure
  .route({
    method: 'POST',
    path: `${environmentRoute}/casemanagement/queue-preview`,
    summary: 'What the published routing rules would have sent to a queue in the last 7 days',
    description: 'They are run over the stored cases. Nothing is stored.',
  })
  .input(
    environmentInput.extend({
      assessment: assessmentKeySchema,
      name: queueSettingsSchema.shape.name,
    }),
  )
  .output(queuePreviewSchema)
