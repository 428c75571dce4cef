import { z } from 'zod'
import { webhookSecretSchema } from '../alerts/alert-targets.ts'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { eventKindSchema } from './event-kind-descriptions.ts'
import { deliveryFailures, eventKinds, eventSinks, subscriptionStates, tracingLimits } from './tracing-definitions.ts'

const subscriptionsPath = `${environmentRoute}/event-subscriptions`

const settings = z.object({
  name: z.string().trim().min(1).max(tracingLimits.name),
  sink: z.enum(eventSinks).default('webhook'),
  /** Of a webhook: receives a POST with an array of events. Null where events are pulled. */
  url: z.url().max(tracingLimits.url).nullable().default(null),
  kinds: z
    .array(z.enum(eventKinds))
    .min(1)
    .max(eventKinds.length)
    .refine(kinds => new Set(kinds).size === kinds.length, 'Name each kind once.'),
  /** Events of one message. */
  batch: z.number().int().min(1).max(tracingLimits.batch).default(1),
})
const settingsSchema = settings.superRefine(({ sink, url }, context) => {
  if ((sink === 'webhook') !== (url !== null))
    context.addIssue({
      code: 'custom',
      path: ['url'],
      message: sink === 'webhook' ? 'A webhook needs an address.' : 'Events that are pulled have no address.',
    })
})
export type SubscriptionSettings = z.output<typeof settings>

const failureSchema = z.object({
  reason: z.enum(deliveryFailures),
  /** Of the answer, whose text may quote events and is neither stored nor shown. */
  status: z.number().int().nullable(),
})

export const eventSubscriptionSchema = settings.extend({
  id: uuid,
  environmentId: uuid,
  state: z.enum(subscriptionStates),
  version: z.number().int(),
  updatedAt: z.iso.datetime(),
  updatedBy: z.string(),
  /** Averages of the past 24 hours. */
  eventsPerHour: z.number(),
  failuresPerHour: z.number(),
  /** Delivered in each of the past 24 hours, the present one last. */
  hours: z.array(z.number().int()),
  delivered: z.number().int(),
  /** Events that are not delivered yet, of any kind; 10,001 stands for more than 10,000. */
  waiting: z.number().int(),
  deadLetters: z.number().int(),
  deliveredAt: z.iso.datetime().nullable(),
  /** From what happened to the delivery of the latest event. */
  delayMs: z.number().int().nullable(),
  /** Of the event that waits: its last failure, since when, and when it is tried again. */
  failure: failureSchema.nullable(),
  failingSince: z.iso.datetime().nullable(),
  attempts: z.number().int(),
  nextAt: z.iso.datetime().nullable(),
})
export type EventSubscription = z.infer<typeof eventSubscriptionSchema>

export const deliveryTestSchema = z.object({
  /** Null: the message was accepted. */
  failure: failureSchema.nullable(),
  status: z.number().int().nullable(),
  milliseconds: z.number().int(),
  /** The end of the certificate of the receiver; null where it has none. */
  certificateUntil: z.iso.datetime().nullable(),
})
export type DeliveryTest = z.infer<typeof deliveryTestSchema>

export const deadLetterSchema = z.object({
  id: uuid,
  /** Name of the event, such as `FraudProtection.Assessment.Purchase`. */
  name: z.string(),
  eventId: z.string(),
  failure: failureSchema,
  attempts: z.number().int(),
  at: z.iso.datetime(),
  /** It is about to be delivered again. */
  isQueued: z.boolean(),
})
export type DeadLetter = z.infer<typeof deadLetterSchema>

const subscriptionInput = environmentInput.extend({ subscriptionId: uuid })
const versioned = subscriptionInput.extend({ baseVersion: z.coerce.number().int() })

/** Subscriptions that forward the events of an environment and those below it. */
export const eventSubscriptionsContract = {
  list: procedure
    .route({ method: 'GET', path: subscriptionsPath, summary: 'Subscriptions of the environment with their figures' })
    .input(environmentInput)
    .output(z.array(eventSubscriptionSchema)),
  create: procedure
    .route({
      method: 'PUT',
      path: `${subscriptionsPath}/{subscriptionId}`,
      summary: 'Add a subscription; the caller gives the id',
      description: 'A webhook needs a secret, which is never returned, and has to accept a test event.',
    })
    .input(subscriptionInput.extend({ settings: settingsSchema, secret: webhookSecretSchema.nullable().default(null) }))
    .output(eventSubscriptionSchema),
  update: procedure
    .route({
      method: 'PATCH',
      path: `${subscriptionsPath}/{subscriptionId}`,
      summary: 'Change a subscription; its sink stays',
      description: 'Another address has to accept a test event, and needs its secret anew.',
    })
    .input(
      subscriptionInput.extend({
        baseVersion: z.number().int(),
        settings: settingsSchema,
        /** Null: the stored one stays. The one before signs as well for a day. */
        secret: webhookSecretSchema.nullable().default(null),
      }),
    )
    .output(eventSubscriptionSchema),
  setActive: procedure
    .route({
      method: 'POST',
      path: `${subscriptionsPath}/{subscriptionId}/active`,
      summary: 'Activate or deactivate a subscription',
      description: 'Events of up to seven days wait meanwhile, and are delivered first.',
    })
    .input(subscriptionInput.extend({ baseVersion: z.number().int(), active: z.boolean() }))
    .output(eventSubscriptionSchema),
  remove: procedure
    .route({
      method: 'DELETE',
      path: `${subscriptionsPath}/{subscriptionId}`,
      summary: 'Remove a subscription with its dead letters',
    })
    .input(versioned)
    .output(z.object({ removed: z.boolean() })),
  test: procedure
    .route({
      method: 'POST',
      path: `${subscriptionsPath}/test`,
      summary: 'Send a test event to an address, or to that of a subscription',
    })
    .input(
      environmentInput.extend({
        /** Null: an address that is not stored yet. */
        subscriptionId: uuid.nullable().default(null),
        url: z.url().max(tracingLimits.url).nullable().default(null),
        secret: webhookSecretSchema.nullable().default(null),
      }),
    )
    .output(deliveryTestSchema),
  deadLetters: procedure
    .route({
      method: 'GET',
      path: `${subscriptionsPath}/{subscriptionId}/dead-letters`,
      summary: 'Events that were not accepted, the latest first',
    })
    .input(subscriptionInput)
    .output(z.object({ total: z.number().int(), deadLetters: z.array(deadLetterSchema) })),
  redeliver: procedure
    .route({
      method: 'POST',
      path: `${subscriptionsPath}/{subscriptionId}/redeliver`,
      summary: 'Deliver a dead letter again, or all of them',
    })
    .input(subscriptionInput.extend({ deadLetterId: uuid.nullable().default(null) }))
    .output(z.object({ queued: z.number().int() })),
  kinds: procedure
    .route({ method: 'GET', path: `${environmentRoute}/event-kinds`, summary: 'Kinds of events with a sample of each' })
    .input(environmentInput)
    .output(z.array(eventKindSchema)),
  pull: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/traced-events`,
      summary: 'Traced events of the environment and those below it, in their order',
      description: 'Events of the last seven days since a subscription is active. Ask again with the cursor `next`.',
    })
    .input(
      environmentInput.extend({
        /** Name of the events, such as `FraudProtection.Audit`; without it all. */
        name: z.string().max(200).optional(),
        after: z
          .string()
          .regex(/^\d{1,15}$/, 'Use the cursor of an answer.')
          .optional(),
        limit: z.coerce.number().int().min(1).max(tracingLimits.pull).default(100),
      }),
    )
    .output(z.object({ events: z.array(z.record(z.string(), z.unknown())), next: z.string() })),
}
