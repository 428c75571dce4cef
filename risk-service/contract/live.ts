import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { uuid } from './common/entities.ts'
import { procedure } from './common/procedure.ts'

/**
 * The events that an open console receives. An event names what kind of data changed and where, never the data: the
 * view that shows them requests them through its own procedure, with its own rights.
 */
export const liveEventSchema = z.discriminatedUnion('kind', [
  /** First event of every stream; its id is the position to resume from. */
  z.object({ kind: z.literal('hello') }),
  /** Events were missed: all shown data may be outdated. */
  z.object({ kind: z.literal('reset') }),
  /** Events of a type that were decided in an environment since the service started, at most once a second. */
  z.object({ kind: z.literal('decisions'), environmentId: uuid, eventType: z.string(), total: z.number().int() }),
  z.object({ kind: z.literal('notifications') }),
  /**
   * A case of an environment or its queue changed, at most once a second per case. `queueId` null: several queues;
   * `caseId` null: several cases, or the queue itself.
   */
  z.object({
    kind: z.literal('cases'),
    environmentId: uuid,
    queueId: uuid.nullable(),
    caseId: uuid.nullable(),
  }),
  /** Notes on an event were added, changed or deleted. */
  z.object({ kind: z.literal('notes'), environmentId: uuid, eventType: z.string(), eventId: z.string() }),
  /** Somebody opened the page of an event, or left it. */
  z.object({ kind: z.literal('viewers'), environmentId: uuid, eventType: z.string(), eventId: z.string() }),
  /** An environment of the tenant was created, changed or deleted. */
  z.object({ kind: z.literal('environments') }),
  /** The assistant of the tenant was switched on or off, or its model changed. */
  z.object({ kind: z.literal('assistant') }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>

export const liveContract = {
  events: procedure
    .route({
      method: 'GET',
      path: '/live/events',
      summary: 'Server-sent stream of changes that the caller may know of',
      description:
        'One stream per console. Send the id of the last event as `last-event-id` to go on after a drop; when events were missed the stream says `reset`.',
    })
    .output(eventIterator(liveEventSchema)),
}
