import { z } from 'zod'
import { assessmentKeySchema, uuid } from '../common/entities.ts'
import {
  assignmentStrategies,
  caseLimits,
  queueDirections,
  queueOrders,
  queueSequences,
  usefulnessValues,
} from './case-definitions.ts'
import { quickDecisionsSchema } from './quick-decisions.ts'

/** A user as queues and cases name one. */
export const personSchema = z.object({ id: uuid, name: z.string() })
export type Person = z.infer<typeof personSchema>

const minutes = (ms: number): number => ms / 60_000
const slaSchema = z.object({
  /** Minutes from the entry in the queue to the first review; null: no target. */
  firstTouchMinutes: z.number().int().min(1).max(43_200).nullable(),
  /** Minutes from the entry in the queue to the decision; null: no target. */
  resolutionMinutes: z.number().int().min(1).max(43_200).nullable(),
})
const checklistItemSchema = z.object({
  id: uuid,
  label: z.string().trim().min(1).max(200),
  kind: z.enum(['yesNo', 'text']),
})

/** When a second person has to agree; a case is concerned when one of the conditions applies. */
const fourEyesSchema = z.object({
  /** US cents. */
  amountUsd: z.number().int().min(0).nullable(),
  decisions: z.array(z.string().max(caseLimits.name)).max(caseLimits.decisions),
  /** Share of the decisions in percent. */
  randomPercent: z.number().min(0).max(100),
  /** The second person chooses before the first choice is shown. */
  blind: z.boolean(),
})

/** What may be changed of a queue. */
export const queueSettingsSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(caseLimits.name)
    .regex(/^[\p{L}\p{N}_]/u, 'A name begins with a letter, a digit or an underscore.'),
  description: z.string().max(caseLimits.description).default(''),
  sequence: z.enum(queueSequences).default('Unrestricted'),
  orderBy: z.enum(queueOrders).default('eventTimestamp'),
  direction: z.enum(queueDirections).default('ascending'),
  timeoutMinutes: z
    .number()
    .int()
    .min(minutes(caseLimits.minTimeoutMs))
    .max(minutes(caseLimits.maxTimeoutMs))
    .default(minutes(caseLimits.defaultTimeoutMs)),
  defaultAction: z.string().min(1).max(caseLimits.name),
  assignedUsers: z.array(uuid).max(200).default([]),
  /** Groups of reviewers; who belongs to them is decided when it is read. */
  assignedGroups: z.array(uuid).max(20).default([]),
  supervisors: z.array(uuid).max(50).default([]),
  restrictToAssignees: z.boolean().default(false),
  /** Names of the decisions that are offered; null: all. */
  allowedDecisions: z.array(z.string().max(caseLimits.name)).max(caseLimits.decisions).nullable().default(null),
  escalation: z.boolean().default(false),
  /** Another queue of the environment that receives what is escalated; null: this one. */
  escalationQueueId: uuid.nullable().default(null),
  hold: z.boolean().default(false),
  transfer: z.boolean().default(true),
  /** Reviewers can ask for a challenge of the customer, where the assessment has an action for it. */
  challenge: z.boolean().default(false),
  /** The answer decides: a passed challenge by the first Approve-type decision, a failed one by the first Reject-type one. */
  challengeDecides: z.boolean().default(false),
  sla: slaSchema.nullable().default(null),
  fourEyes: fourEyesSchema.nullable().default(null),
  checklist: z.array(checklistItemSchema).max(caseLimits.checklist).default([]),
  /** Empty: the keys 1 to 9 are the first reasons of the decisions. */
  quickDecisions: quickDecisionsSchema.default([]),
  /** Percent of the cases that are really queued; the others get the default action at once. */
  sampling: z.number().min(0).max(100).default(100),
  /** Percent of the final decisions of people that another one judges. */
  qualityPercent: z.number().min(0).max(100).default(0),
  closeOnStatus: z.boolean().default(false),
  /** Cases have a summary of their events. */
  summary: z.boolean().default(true),
  onlyManagersDecideInBulk: z.boolean().default(false),
  /** Takes no new cases: those of rules that name it go to General. */
  draining: z.boolean().default(false),
  assignment: z.enum(assignmentStrategies).default('Pull'),
  /** Waiting cases are assigned to nobody by the service. */
  assignmentPaused: z.boolean().default(false),
})
export type QueueSettings = z.infer<typeof queueSettingsSchema>

export const queueCountsSchema = z.object({
  pending: z.number().int(),
  inReview: z.number().int(),
  onHold: z.number().int(),
  escalated: z.number().int(),
  awaitingApproval: z.number().int(),
  /** Past the time-out. */
  overdue: z.number().int(),
  /** Past an SLA target, or with at most a quarter of it left. */
  slaAtRisk: z.number().int(),
  oldestEnteredAt: z.iso.datetime().nullable(),
})

/** `assessment` null: General, which serves every assessment. */
export const queueSchema = queueSettingsSchema
  .omit({ assignedUsers: true, assignedGroups: true, supervisors: true })
  .extend({
    id: uuid,
    environmentId: uuid,
    environmentName: z.string(),
    assessment: assessmentKeySchema.nullable(),
    kind: z.enum(['System', 'User']),
    assignedUsers: z.array(personSchema),
    assignedGroups: z.array(z.object({ id: uuid, name: z.string(), members: z.array(personSchema) })),
    supervisors: z.array(personSchema),
    version: z.number().int(),
    createdBy: z.string().nullable(),
    createdAt: z.iso.datetime(),
    updatedBy: z.string().nullable(),
    updatedAt: z.iso.datetime(),
    counts: queueCountsSchema,
    /** Rules that route to it, with drafts. */
    routingRules: z.array(z.object({ id: uuid, name: z.string(), draft: z.boolean() })),
    /** What the caller may do here. */
    rights: z.object({
      /** Change or delete it. */
      define: z.boolean(),
      /** Start a review. */
      review: z.boolean(),
      /** Take, release and move cases of others. */
      manage: z.boolean(),
      supervise: z.boolean(),
      assigned: z.boolean(),
    }),
    /** The case of this queue that the caller reviews now. */
    ownCase: z.object({ eventType: assessmentKeySchema, externalId: z.string(), environmentId: uuid }).nullable(),
  })
export type Queue = z.infer<typeof queueSchema>

export const usefulnessSchema = z.enum(usefulnessValues)
