import { z } from 'zod'
import type { Capability } from '../access/capabilities.ts'
import {
  decisions,
  entityTypes,
  environmentFailures,
  environmentKinds,
  environmentStatuses,
  ruleTypes,
} from './constants.ts'

export const decisionSchema = z.enum(decisions)
export type Decision = z.infer<typeof decisionSchema>

/** `purchase`, `accountcreation`, `accountlogin`, `signup`, `signin` or the API name of a tenant assessment. */
export const assessmentKeySchema = z.string().regex(/^\w{1,60}$/)

export const entityTypeSchema = z.enum(entityTypes)
export type EntityType = z.infer<typeof entityTypeSchema>

export const uuid = z.uuid()
/** A version in an address, at most the largest integer of the store. */
export const versionInPath = z.coerce.number().int().min(0).max(2_147_483_647)
const time = z.iso.datetime({ offset: true })

export const environmentSchema = z.object({
  id: uuid,
  name: z.string(),
  friendlyName: z.string(),
  parentId: uuid.nullable(),
  kind: z.enum(environmentKinds),
  geography: z.string(),
  status: z.enum(environmentStatuses),
  /** Reason for the failure; null unless the environment failed. */
  failure: z.enum(environmentFailures).nullable(),
  /** The caller has a role that covers this environment. */
  hasAccess: z.boolean(),
  /** Names from the root to this environment. */
  path: z.array(z.string()),
  /** Ids from the root to the parent. */
  ancestorIds: z.array(uuid),
  /** Replaces the id in calls of the risk API. */
  customerApiId: z.string().nullable(),
  /** The matching environment of the other kind. */
  counterpartId: uuid.nullable(),
  description: z.string(),
  tags: z.array(z.string()),
  createdAt: time,
  /** Roles for this environment, assigned directly or in an environment above. */
  roles: z.array(z.string()),
  /** Capabilities above `none`. */
  capabilities: z.record(z.string(), z.enum(['read', 'write'])),
})
export type Environment = Omit<z.infer<typeof environmentSchema>, 'capabilities'> & {
  capabilities: Partial<Record<Capability, 'read' | 'write'>>
}

/** One row of search and of every list of events. Amounts are integer minor units of `currency`; USD in cents. */
export const eventRowSchema = z.object({
  eventId: uuid,
  eventType: z.string(),
  environmentId: uuid,
  /** The merchant's id: purchaseId. */
  externalId: z.string(),
  /** Transaction date: when the event was assessed. */
  at: time,
  /** Time of the event as the merchant sent it; null without one. */
  merchantAt: time.nullable(),
  assessmentType: z.enum(['Evaluate', 'Protect']),
  /** Null: nothing has decided it, as an event of a data upload. */
  decision: decisionSchema.nullable(),
  reason: z.string(),
  rule: z.string().nullable(),
  clause: z.string().nullable(),
  /** -1: nothing has scored it. */
  riskScore: z.number().int(),
  amount: z.number().int().nullable(),
  currency: z.string().nullable(),
  /** Cents of US dollars; null without an exchange rate. */
  amountUsd: z.number().int().nullable(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  ip: z.string().nullable(),
  ipCountry: z.string().nullable(),
  deviceId: z.string().nullable(),
  paymentType: z.string().nullable(),
  cardType: z.string().nullable(),
  bin: z.string().nullable(),
  lastFour: z.string().nullable(),
  billingCountry: z.string().nullable(),
  shippingCountry: z.string().nullable(),
  shippingCity: z.string().nullable(),
  itemCount: z.number().int().nullable(),
  label: z.enum(['Fraud', 'NonFraud']).nullable(),
})
export type EventRow = z.infer<typeof eventRowSchema>

/** The explanation that the engine recorded for a decision. */
export const explanationSchema = z.object({
  /**
   * Signed contributions to the risk score, largest first; `code` is a message id suffix, `value` the observed value.
   */
  contributions: z.array(
    z.object({ code: z.string(), value: z.union([z.string(), z.number(), z.null()]), points: z.number() }),
  ),
  /** Every rule that was evaluated, in run order. */
  rules: z.array(
    z.object({
      ruleId: uuid,
      rule: z.string(),
      environmentId: uuid,
      version: z.number().int(),
      position: z.number().int(),
      /** The rule's condition was true. */
      selected: z.boolean(),
      clauses: z.array(
        z.object({
          clause: z.string(),
          effect: z.enum(['none', 'observe', 'decide']),
          /** An OBSERVE took effect, also beside a decision; absent for one that only set variables. */
          observes: z.literal(true).optional(),
          decision: decisionSchema.nullable(),
          /** Each operand of the top-level conjunction of WHEN, its outcome and the values it read. */
          conditions: z.array(
            z.object({
              text: z.string(),
              result: z.boolean(),
              reads: z.array(
                z.object({
                  name: z.string(),
                  value: z.string(),
                  /**
                   * The kind of resource that was read, with its value at that moment; absent: an attribute, score or
                   * variable.
                   */
                  kind: z.enum(['velocity', 'list', 'call', 'model']).optional(),
                }),
              ),
            }),
          ),
          outputs: z.record(z.string(), z.unknown()),
        }),
      ),
    }),
  ),
  runtimeErrors: z.array(
    z.object({
      rule: z.string(),
      clause: z.string(),
      line: z.number(),
      column: z.number(),
      code: z.string(),
      message: z.string(),
    }),
  ),
  /** Rules that were not selected because somebody has snoozed them for this value. */
  snoozed: z
    .array(z.object({ ruleId: uuid, type: entityTypeSchema, value: z.string(), until: z.iso.datetime() }))
    .optional(),
  /** Queue of the case, for events with the decision Review; rule and clause are null for the queue of the system. */
  routing: z.object({ queue: z.string(), rule: z.string().nullable(), clause: z.string().nullable() }).optional(),
  /** External calls and assessments in run order; `error` is empty for a success. */
  calls: z
    .array(
      z.object({
        kind: z.enum(['external', 'assessment']),
        name: z.string(),
        status: z.enum(['Success', 'ResponseFailure']),
        httpStatus: z.number().int(),
        latencyMs: z.number(),
        error: z.string(),
      }),
    )
    .optional(),
})
export type Explanation = z.infer<typeof explanationSchema>

/** A dependent of a resource: listed on request, and in the error of its removal. */
export const dependentSchema = z.object({
  /** `rule`: any type of rule. `decision`: a decision of cases, or their challenge, with a statement. */
  resource: z.enum(['rule', 'function', 'velocity', 'decision']),
  id: z.string(),
  name: z.string(),
  type: z.enum(ruleTypes).optional(),
  environmentId: uuid,
  environment: z.string(),
  eventType: z.string().optional(),
  branch: z.string().optional(),
})
export type Dependent = z.infer<typeof dependentSchema>

/** A problem in rule text; `part` is `condition` or the index of a clause. Offsets are UTF-16 code units. */
export const ruleDiagnosticSchema = z.object({
  part: z.union([z.literal('condition'), z.number().int()]),
  clause: z.string().nullable(),
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  /** Parameters of the message; a translation uses the same. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  from: z.number().int(),
  to: z.number().int(),
  line: z.number().int(),
  column: z.number().int(),
})
export type RuleDiagnostic = z.infer<typeof ruleDiagnosticSchema>

/** A fault of a file, with its row and column where it has a position. The whole file is refused. */
export const listIssueSchema = z.object({
  code: z.string(),
  row: z.number().int().nullable(),
  column: z.string().nullable(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
