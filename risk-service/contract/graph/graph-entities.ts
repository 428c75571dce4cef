import { z } from 'zod'
import { decisionSchema, uuid } from '../common/entities.ts'
import { supportListIds, supportStatuses } from '../lists/list-definitions.ts'
import { graphEdgeKinds, graphNodeTypes } from './graph-definitions.ts'

const count = z.number().int()
const time = z.iso.datetime()
/** The opaque id of a node: the same for the same value in all answers of a tenant, and without any part of the value. */
export const graphNodeId = z.string().min(1).max(1500)

/** Why an entity is not walked through, with the rate of fraud among its events and among all events of the range. */
export const hubSchema = z.object({
  accounts: count,
  /** Events that were looked at; `complete` false: it has more. */
  events: count,
  complete: z.boolean(),
  fraud: z.object({ events: count, share: z.number() }),
  base: z.object({ events: count, fraud: count, share: z.number() }),
})
export type GraphHub = z.infer<typeof hubSchema>

/** A transaction of the graph, as its page is found. */
const eventSchema = z.object({
  environmentId: uuid,
  eventType: z.string(),
  externalId: z.string(),
  eventId: uuid,
  /** Null: nothing has decided it. */
  decision: decisionSchema.nullable(),
  label: z.enum(['Fraud', 'NonFraud']).nullable(),
  /** Decision of a person; null without one. */
  reviewDecision: z.enum(['Approve', 'Reject', 'None']).nullable(),
  chargedBack: z.boolean(),
})
/** A case of the graph; those of queues that the caller does not see are left out. */
const caseSchema = z.object({
  environmentId: uuid,
  eventType: z.string(),
  externalId: z.string(),
  state: z.string(),
  queueId: uuid.nullable(),
  queueName: z.string(),
})

export const graphNodeSchema = z.object({
  id: graphNodeId,
  type: z.enum(graphNodeTypes),
  /** The value as the caller may see it. */
  text: z.string(),
  /** The whole value, for lists and searches; null where it is masked for the caller, or longer than the store keeps. */
  key: z.string().nullable(),
  /** Name of the person of a user, as the caller may see it. */
  person: z.string().nullable(),
  event: eventSchema.nullable(),
  case: caseSchema.nullable(),
  /** First and last event of the range. */
  firstSeen: time.nullable(),
  lastSeen: time.nullable(),
  /** Its events in the range; `complete` false: it has more, and the figures are those of the newest. */
  events: z.object({ count, complete: z.boolean() }),
  /** Minor units by currency, the largest first. */
  amounts: z.array(z.object({ currency: z.string(), amount: count })),
  /** US cents. */
  amountUsd: count,
  riskScore: z.object({ highest: count, last: count }).nullable(),
  /** Number of events by decision. */
  decisions: z.record(z.string(), count),
  labels: z.object({ fraud: count, good: count }),
  /** Accounts of the range that it belongs to; 0 for a user. */
  accounts: count,
  hub: hubSchema.nullable(),
  /** Neighbours that are not in the answer, of types that the filter draws. */
  more: count,
  /** The same by type; empty where only their number is known, and of the newest events where it has many. */
  moreByType: z.partialRecord(z.enum(graphNodeTypes), count),
  /** Events in environments that the caller does not see, up to a small limit. */
  hidden: count,
  /** Its entry of a support list in the environment of the call. */
  listStatus: z.object({ list: z.enum(supportListIds), status: z.enum(supportStatuses) }).nullable(),
})
export type GraphNode = z.infer<typeof graphNodeSchema>

export const graphEdgeSchema = z.object({
  source: graphNodeId,
  target: graphNodeId,
  kind: z.enum(graphEdgeKinds),
  firstSeen: time,
  lastSeen: time,
  /** Events behind the edge, of those that were loaded. */
  count,
})
export type GraphEdge = z.infer<typeof graphEdgeSchema>
