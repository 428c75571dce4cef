/* Plain values of event tracing, apart from their schemas, so that a page can read them without the validator. */

/** Days for which traced events can be pulled, and dead letters be delivered again. */
export const tracedEventDays = 7

export const tracingLimits = {
  /** Subscriptions of an environment. */
  subscriptions: 20,
  name: 60,
  url: 2000,
  /** Events of one message, where batching is on. */
  batch: 100,
  /** Bytes of a message. */
  bytes: 1024 * 1024,
  /** Dead letters that a page lists. */
  deadLetters: 200,
  /** Events of one page of the pull endpoint. */
  pull: 1000,
  /** Of a caller from whom personal data is hidden. */
  maskedPull: 100,
  /** Up to so many events that wait are counted. */
  waiting: 10_000,
  /** Dead letters of a subscription that are delivered again in a second, at most. */
  redeliveriesPerSecond: 100,
  /** Hours for which the key before a new one signs as well. */
  previousSecretHours: 24,
  /** Minutes without a success from which on a subscription is failing, and hours after which it stops. */
  failingMinutes: 15,
  stopHours: 24,
} as const

/**
 * What can be subscribed to. `transactional`: built-in assessments and what is sent about them; `trace`: what rules name
 * with Trace(); `assessment`,
 * `observation` and `label`: those of the wizard; `audit`: changes of rules, lists, velocities and external calls.
 */
export const eventKinds = [
  'transactional',
  'trace',
  'assessment',
  'observation',
  'label',
  'caseManagement',
  'audit',
  'activityLog',
  'latency',
  'externalCall',
  'externalCallError',
] as const
export type EventKind = (typeof eventKinds)[number]

/**
 * Kinds of which nothing is stored elsewhere: they are written only where a subscription contains them. `latency`: counts
 * and durations of API calls over 20 seconds; `externalCall`: each external call of an event, and `externalCallError`:
 * those that failed, with request and response.
 */
export const monitoringKinds = ['latency', 'externalCall', 'externalCallError'] as const satisfies readonly EventKind[]
export type MonitoringKind = (typeof monitoringKinds)[number]

export const eventSinks = ['webhook', 'pull'] as const
export type EventSink = (typeof eventSinks)[number]

/**
 * `failing`: no success for a quarter of an hour while something waits. `stopped`: none for a day, so that it was
 * deactivated.
 */
export const subscriptionStates = ['active', 'failing', 'inactive', 'stopped'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/**
 * Why a message was not accepted: `status` has the number of the answer; `redirect`: it leads elsewhere, which is not
 * followed; `refused`: the address may not be called; `secret`: the stored key cannot be read; `size`: one event is
 * larger than a message may be.
 */
export const deliveryFailures = [
  'status',
  'redirect',
  'timeout',
  'communication',
  'refused',
  'response',
  'secret',
  'size',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]
