import { z } from 'zod'
import { assessmentKeySchema, decisionSchema, uuid } from '../common/entities.ts'
import { supportListSchema } from '../lists/support-lists.ts'
import { queueDecisionSchema } from './case-decisions.ts'
import {
  caseActions,
  caseEventKinds,
  caseStates,
  challengeAnswers,
  decisionOrigins,
  labelActions,
} from './case-definitions.ts'
import { personSchema, usefulnessSchema } from './queue-entities.ts'
import { quickDecisionSchema } from './quick-decisions.ts'

const time = z.iso.datetime()

/** The right of one reviewer to decide a case, for a time. */
const lockSchema = z.object({
  owner: personSchema,
  lockedAt: time,
  /** When the message appears; the countdown follows. */
  asksAt: time,
  expiresAt: time,
  extensions: z.number().int(),
})
const holdSchema = z.object({
  owner: personSchema,
  heldAt: time,
  wakeAt: time,
  reason: z.string(),
  /** What it waits for beside its time. */
  awaiting: z.literal('Challenge').nullable(),
})
/** How far a request to the merchant's service is; `failed`: it is not tried any more. */
const deliveryStates = ['waiting', 'delivered', 'failed'] as const
/** The latest challenge of the customer. */
const challengeSchema = z.object({
  requestedAt: time,
  /** How far the request is; null: it was withdrawn with the hold. */
  delivery: z.enum(deliveryStates).nullable(),
  answer: z.object({ result: z.enum(challengeAnswers), at: time }).nullable(),
})
/** A first decision that waits for a second person. `choice` is null for callers who have to choose blindly. */
const approvalSchema = z.object({
  requestedBy: personSchema,
  requestedAt: time,
  choice: z
    .object({ decision: z.string(), caseAction: z.enum(caseActions), reason: z.string(), note: z.string() })
    .nullable(),
})

const outcomeSchema = z.object({
  decision: z.string(),
  caseAction: z.enum(caseActions),
  labelAction: z.enum(labelActions),
  reason: z.string(),
  note: z.string(),
  /** Null: decided by the time-out of the queue, or by the merchant's status. */
  by: personSchema.nullable(),
  at: time,
  via: z.enum(decisionOrigins),
  usefulness: usefulnessSchema.nullable(),
  approvedBy: personSchema.nullable(),
  corrected: z.boolean(),
  /** Until when the decision can be taken back; null when it cannot any more. */
  undoUntil: time.nullable(),
  /** Delivery of what follows from the decision. */
  followUps: z.array(
    z.object({
      id: uuid,
      kind: z.enum(['status', 'label', 'action', 'trace']),
      state: z.enum(deliveryStates),
      attempts: z.number().int(),
      nextAttemptAt: time.nullable(),
    }),
  ),
})

/** What a list shows of a case beside itself. */
const caseFactsSchema = z.object({
  /** Notes and replies that users wrote. */
  notes: z.number().int(),
  /** The latest status that the merchant sent. */
  latestStatus: z.string().nullable(),
  /** Attempts of one order name the first of them. */
  originalOrderId: z.string().nullable(),
  /** Other open cases with the same user, device or instrument; at most `caseLimits.countedLinks`, which may be more. */
  linkedCases: z.number().int(),
})
export type CaseFacts = z.infer<typeof caseFactsSchema>

/** A case as a row of a queue. Amounts in minor units of `currency`; `amountUsd` in US cents. */
export const caseRowSchema = z.object({
  id: uuid,
  environmentId: uuid,
  environmentName: z.string(),
  eventType: assessmentKeySchema,
  externalId: z.string(),
  queueId: uuid,
  queueName: z.string(),
  state: z.enum(caseStates),
  escalated: z.boolean(),
  priority: z.number().int(),
  at: time,
  enteredQueueAt: time.nullable(),
  timeoutAt: time.nullable(),
  /** Past its time-out while a review goes on. */
  overdue: z.boolean(),
  slaFirstTouchAt: time.nullable(),
  slaResolutionAt: time.nullable(),
  firstLockedAt: time.nullable(),
  riskScore: z.number().int(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  amountUsd: z.number().nullable(),
  userId: z.string().nullable(),
  email: z.string().nullable(),
  ip: z.string().nullable(),
  country: z.string().nullable(),
  deviceId: z.string().nullable(),
  paymentInstrumentId: z.string().nullable(),
  rule: z.string().nullable(),
  clause: z.string().nullable(),
  reason: z.string(),
  decision: decisionSchema,
  routedRule: z.string().nullable(),
  routedClause: z.string().nullable(),
  tags: z.array(z.string()),
  /** US cents that a minute of its review is expected to save; null in a queue that is not ordered by it, or when unknown. */
  savingPerMinuteUsd: z.number().nullable(),
  assignee: personSchema.nullable(),
  assignedUntil: time.nullable(),
  lock: lockSchema.nullable(),
  /** The same for cases that are reviewed together: they are one review. */
  bundleId: uuid.nullable(),
  hold: holdSchema.nullable(),
  version: z.number().int(),
  /** In the list of a queue only. */
  facts: caseFactsSchema.optional(),
})
export type CaseRow = z.infer<typeof caseRowSchema>

/** Why the caller cannot start or go on with a review here. */
export const startRefusals = [
  'decided',
  'notOpen',
  'lockedByOther',
  'held',
  'escalated',
  'escalatedToManagers',
  'restricted',
  'assigned',
  'conflictOfInterest',
  'awaitingApproval',
  'readOnly',
  'locksLimit',
  'ownCaseInQueue',
] as const
export type StartRefusal = (typeof startRefusals)[number]

/** A case with everything that its page shows. */
export const caseSchema = caseRowSchema.extend({
  assessment: z.string(),
  /** Events of its assessment still become cases; where they do not, this one is decided as any other. */
  caseManagement: z.boolean(),
  approval: approvalSchema.nullable(),
  outcome: outcomeSchema.nullable(),
  checklist: z.array(
    z.object({ id: uuid, label: z.string(), kind: z.enum(['yesNo', 'text']), answer: z.string().nullable() }),
  ),
  /** The decisions that its queue offers, in order. */
  decisions: z.array(queueDecisionSchema.omit({ fqlAction: true })),
  /** Quick decisions of its queue that are possible, by their keys. */
  quickDecisions: z.array(quickDecisionSchema),
  /** Values of the event that support lists can have. */
  listedValues: z.array(z.object({ list: supportListSchema.shape.id, value: z.string() })),
  /** What the queue of the case allows beside decisions. */
  actions: z.object({ escalation: z.boolean(), hold: z.boolean(), transfer: z.boolean(), challenge: z.boolean() }),
  challenge: challengeSchema.nullable(),
  /** Its queue has summaries. */
  summary: z.boolean(),
  sequence: z.enum(['Unrestricted', 'Restricted']),
  /** Status that the merchant reported after the case was created. */
  merchantStatus: z.object({ statusType: z.string(), at: time }).nullable(),
  /** The caller's part in it. */
  own: z.object({
    /** The caller holds the lock; `leaseToken` has to be sent with every change. */
    leaseToken: uuid.nullable(),
    /** Other cases that the caller reviews together with it, in the order in which they were taken. */
    bundle: z.array(z.object({ eventType: assessmentKeySchema, externalId: z.string(), queueId: uuid })),
    /** Null: the caller can start a review. */
    startRefusal: z.enum(startRefusals).nullable(),
    manager: z.boolean(),
    supervisor: z.boolean(),
    mayApprove: z.boolean(),
    mayResume: z.boolean(),
    /** The tenant allows corrections, the decision is younger than 24 hours, and the caller manages cases. */
    mayCorrect: z.boolean(),
  }),
  /** Other open cases that share an entity with it. */
  linkedOpen: z.number().int(),
  /** Waiting cases with the same customer, instrument or device that the caller can review together with it. */
  linkedWaiting: z.number().int(),
})
export type Case = z.infer<typeof caseSchema>

export const caseEventSchema = z.object({
  id: uuid,
  kind: z.enum(caseEventKinds),
  at: time,
  /** Null: the service. */
  by: personSchema.nullable(),
  /** The call that changed it; null: the service did. */
  correlationId: z.string().nullable(),
  /** Changed values by name, before and after. */
  details: z.record(z.string(), z.unknown()),
})
export type CaseEvent = z.infer<typeof caseEventSchema>
