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
  /** Cases that waited longer than the time-out, and longer than the target for the decision; null without a target. */
  timedOut: z.number().int(),
  late: z.number().int().nullable(),
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
      timeoutMinutes: queueSettingsSchema.shape.timeoutMinutes,
      /** Minutes from the entry in the queue to the decision; null: no target. */
      resolutionMinutes: z.number().int().min(1).max(43_200).nullable().default(null),
    }),
  )
  .output(queuePreviewSchema)
