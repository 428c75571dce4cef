import { z } from 'zod'
import { assessmentKeySchema, eventRowSchema } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { activityMeasures } from './activity-definitions.ts'

const eventInput = environmentInput.extend({ eventType: assessmentKeySchema, id: z.string().min(1).max(128) })
const time = z.iso.datetime()

/** An earlier event of the user of an event. */
export const activityEntrySchema = z.object({
  row: eventRowSchema,
  /** Attempts of one order name the first of them. */
  originalOrderId: z.string().nullable(),
  /** Holder of the first payment instrument. */
  holder: z.string().nullable(),
  billingCity: z.string().nullable(),
  /** The latest status that the merchant sent. */
  status: z.object({ type: z.string(), reason: z.string().nullable(), at: time }).nullable(),
  /** The latest answer of the bank. */
  bank: z.object({ status: z.string().nullable(), code: z.string().nullable(), at: time }).nullable(),
})
export type ActivityEntry = z.infer<typeof activityEntrySchema>

const windowValues = z.object({ hour: z.number(), day: z.number(), week: z.number(), all: z.number() })

export const activityFiguresSchema = z.object({
  userId: z.string().nullable(),
  /** Instruments of the event, by the ids of the merchant. */
  instruments: z.array(z.string()),
  /** The merchant's time of the event, from which is counted back. */
  at: time,
  /** False: the user has more events, of which only the newest were counted. */
  complete: z.boolean(),
  rows: z.array(
    z.object({
      measure: z.enum(activityMeasures),
      /** As it was when the event was assessed, and as it is with what arrived since. */
      before: windowValues,
      now: windowValues,
    }),
  ),
})
export type ActivityFigures = z.infer<typeof activityFiguresSchema>

export const eventActivityContract = {
  activity: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/events/{eventType}/{id}/activity`,
      summary: 'Earlier events of the user of one event, the newest first',
    })
    .input(
      eventInput.extend({
        cursor: z.string().max(200).nullable().default(null),
        limit: z.coerce.number().int().min(1).max(100).default(25),
      }),
    )
    .output(z.object({ entries: z.array(activityEntrySchema), next: z.string().nullable() })),
  activityFigures: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/events/{eventType}/{id}/activity/figures`,
      summary: 'Numbers and sums of the earlier transactions of the user of one event',
    })
    .input(eventInput)
    .output(activityFiguresSchema),
}
