import { z } from 'zod'
import { webhookSecretSchema } from '../alerts/alert-targets.ts'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { eventKindSchema } from './event-kind-descriptions.ts'
import { sinkSchema } from './sinks.ts'
import {
  deliveryFailures,
  eventKinds,
  eventSinks,
  sinkFacts,
  sinkObstacles,
  subscriptionStates,
  tracingLimits,
} from './tracing-definitions.ts'

const subscriptionsPath = `${environmentRoute}/event-subscriptions`

const settingsSchema = z.object({
  name: z.string().trim().min(1).max(tracingLimits.name),
  sink: sinkSchema,
  kinds: z
    .array(z.enum(eventKinds))
    .min(1)
    .max(eventKinds.length)
    .refine(kinds => new Set(kinds).size === kinds.length, 'Name each kind once.'),
})
export type SubscriptionSettings = z.output<typeof settingsSchema>

const failureSchema = z.object({
  reason: z.enum(deliveryFailures),
  /** Of the answer, whose text may quote events and is neither stored nor shown. */
  status: z.number().int().nullable(),
})

export const eventSubscriptionSchema = settingsSchema.extend({
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
  /** Of files: percent of the events that were stored before the subscription; null: all are copied, or none are. */
  history: z.number().int().min(0).max(99).nullable(),
  /** Files that were written; 0 for other sinks. */
  files: z.number().int(),
})
export type EventSubscription = z.infer<typeof eventSubscriptionSchema>

export const deliveryTestSchema = z.object({
  /** Null: the message was accepted. */
  failure: failureSchema.nullable(),
  status: z.number().int().nullable(),
  milliseconds: z.number().int(),
  /** The end of the certificate of the receiver; null where it has none. */
  certificateUntil: z.iso.datetime().nullable(),
  /** What was reached: read by the test, not entered. */
  facts: z.array(z.object({ fact: z.enum(sinkFacts), value: z.string() })),
  /** Of a directory: bytes that are free. */
  freeBytes: z.number().nullable(),
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

export const sinkListSchema = z.object({
  /** All sinks; `obstacle`: why one cannot be chosen. */
  sinks: z.array(z.object({ kind: z.enum(eventSinks), obstacle: z.enum(sinkObstacles).nullable() })),
  /** Directories of the server that the operator allows. */
  directories: z.array(z.string()),
})
export type SinkList = z.infer<typeof sinkListSchema>

/** Opens a sink, such as the secret key of a bucket. */
const credentialSchema = z.string().trim().min(1).max(tracingLimits.credential).nullable().default(null)

const subscriptionInput = environmentInput.extend({ subscriptionId: uuid })
const versioned = subscriptionInput.extend({ baseVersion: z.coerce.number().int() })

/** Subscriptions that forward the events of an environment and those below it. */
export const eventSubscriptionsContract = {
  sinks: procedure
    .route({ method: 'GET', path: `${environmentRoute}/event-sinks`, summary: 'Sinks of the installation' })
    .input(environmentInput)
    .output(sinkListSchema),
  list: procedure
    .route({ method: 'GET', path: subscriptionsPath, summary: 'Subscriptions of the environment with their figures' })
    .input(environmentInput)
    .output(z.array(eventSubscriptionSchema)),
  create: procedure
    .route({
      method: 'PUT',
      path: `${subscriptionsPath}/{subscriptionId}`,
      summary: 'Add a subscription; the caller gives the id',
      description:
        'Every sink but pull needs a secret that signs, and a bucket a credential. They are never returned. The sink is tested first.',
    })
    .input(
      subscriptionInput.extend({
        settings: settingsSchema,
        secret: webhookSecretSchema.nullable().default(null),
        credential: credentialSchema,
      }),
    )
    .output(eventSubscriptionSchema),
  update: procedure
    .route({
      method: 'PATCH',
      path: `${subscriptionsPath}/{subscriptionId}`,
      summary: 'Change a subscription; the kind of its sink stays',
      description: 'Another target is tested first, and needs its secret or credential anew.',
    })
    .input(
      subscriptionInput.extend({
        baseVersion: z.number().int(),
        settings: settingsSchema,
        /** Null: the stored one stays. The one before signs as well for a day. */
        secret: webhookSecretSchema.nullable().default(null),
        /** Null: the stored one stays. */
        credential: credentialSchema,
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
      summary: 'Test a sink, or that of a subscription: a webhook gets a test event, files a test file that is removed',
    })
    .input(
      environmentInput.extend({
        /** Null: a sink that is not stored yet. */
        subscriptionId: uuid.nullable().default(null),
        /** Null: that of the subscription. */
        sink: sinkSchema.nullable().default(null),
        secret: webhookSecretSchema.nullable().default(null),
        credential: credentialSchema,
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
  exportDeadLetters: procedure
    .route({
      method: 'POST',
      path: `${subscriptionsPath}/{subscriptionId}/dead-letters/export`,
      summary: 'All dead letters of a subscription as a compressed file with one JSON object per line',
      description:
        'The oldest first: `name`, `failure`, `attempts`, `rejectedAt`, and `event` as it would be delivered, null where it was erased. At most 1,000,000; more are refused. Every file is audited.',
    })
    .input(subscriptionInput)
    .output(z.file()),
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
  export: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/traced-events/export`,
      summary: 'Stored events of one kind and period as a compressed file with one event per line',
      description:
        'At most 1,000,000 events; a period with more of them is refused. The period is that in which they happened, not that in which they were received. Every file is audited.',
    })
    .input(
      environmentInput.extend({
        kind: z.enum(eventKinds),
        from: z.iso.datetime(),
        /** Not part of the period. */
        to: z.iso.datetime(),
      }),
    )
    .output(z.file()),
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
