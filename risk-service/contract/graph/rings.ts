import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { graphViewInputSchema } from './graph.ts'
import { graphLimits, strongEntityTypes } from './graph-definitions.ts'
import { graphNodeId } from './graph-entities.ts'
import { ringLimits, ringOrders, ringStatuses } from './ring-definitions.ts'

const path = `${environmentRoute}/rings`
const count = z.number().int()
const time = z.iso.datetime()
/** A member of a ring as a node of the graph; `key` null: masked for the caller. */
const memberSchema = z.object({
  id: graphNodeId,
  type: z.enum(['user', ...strongEntityTypes]),
  text: z.string(),
  key: z.string().nullable(),
  /** Users that have it; 1 for a user. */
  users: count,
  firstSeen: time,
  lastSeen: time,
})
export type RingMemberNode = z.infer<typeof memberSchema>

const ringFiguresSchema = z.object({
  environmentId: uuid,
  /** The shared entity that most users have, and how many others they share: *Locker 114 and 4 more*. */
  name: z.object({ node: graphNodeId, type: z.enum(strongEntityTypes), text: z.string(), more: count }),
  users: count,
  /** Entities that two or more users share. */
  shared: count,
  transactions: count,
  /** Rejected, labelled fraud or charged back. */
  bad: count,
  /** US cents. */
  amountUsd: count,
  firstSeen: time,
  lastSeen: time,
  /** 0 to 100. */
  score: count,
  /** Why it is reported: what became of its transactions, or how fast they came. Null: nothing speaks against it. */
  evidence: z.enum(['outcomes', 'burst']).nullable(),
  /** Users whose first transaction lies in the last seven days. */
  grown: count,
})
const ringSchema = ringFiguresSchema.extend({
  id: uuid,
  status: z.enum(ringStatuses),
  foundAt: time,
  watched: z.boolean(),
  dismissed: z.object({ by: z.string(), at: time, reason: z.string() }).nullable(),
})
export type Ring = z.infer<typeof ringSchema>
const ringDetailSchema = ringSchema.extend({
  /** Users first, then entities by the number of their users. */
  members: z.array(memberSchema),
  /** False: it has more members. */
  complete: z.boolean(),
})
export type RingDetail = z.infer<typeof ringDetailSchema>
const foundRingSchema = ringFiguresSchema.extend({ members: z.array(memberSchema), complete: z.boolean() })
export type FoundRing = z.infer<typeof foundRingSchema>

export const findRingsInputSchema = graphViewInputSchema.extend({
  /** Only among the events of these nodes; without it, among those of the range. */
  nodes: z.array(graphNodeId).min(1).max(graphLimits.selected).optional(),
  /** Also rings against which nothing speaks. */
  all: z.boolean().default(false),
})
export type FindRingsInput = z.input<typeof findRingsInputSchema>
const findRingsOutputSchema = z.object({
  rings: z.array(foundRingSchema),
  /** Rings that were left out because nothing speaks against them. */
  unreported: count,
  /** Events that were looked at; `complete` false: the range has more, and the newest were. */
  events: count,
  complete: z.boolean(),
  queryMs: z.number(),
})
export type FoundRings = z.infer<typeof findRingsOutputSchema>

const ringInput = environmentInput.extend({ ringId: uuid })
const listInput = environmentInput.extend({
  status: z.enum(ringStatuses).default('open'),
  order: z.enum(ringOrders).default('score'),
  limit: z.number().int().min(1).max(ringLimits.listed).default(50),
})
export type RingListInput = z.input<typeof listInput>

export const ringsContract = {
  find: procedure
    .route({
      method: 'POST',
      path: `${path}/find`,
      summary: 'Rings among the events of a range or of nodes, the highest score first',
      description: 'Cancelled with `search.timeout`; refused with `search.off`. Nothing is stored.',
    })
    .input(findRingsInputSchema)
    .output(findRingsOutputSchema),
  list: procedure
    .route({ method: 'POST', path: `${path}/list`, summary: 'Stored rings of the environment and those below it' })
    .input(listInput)
    .output(
      z.object({
        rings: z.array(ringSchema),
        total: count,
        /** Events that were decided until then are in the rings; null: none is yet. */
        currentUntil: time.nullable(),
      }),
    ),
  get: procedure
    .route({ method: 'GET', path: `${path}/{ringId}`, summary: 'One ring with its members' })
    .input(ringInput)
    .output(ringDetailSchema),
  watch: procedure
    .route({ method: 'POST', path: `${path}/{ringId}/watch`, summary: 'Notify the caller when a ring grows' })
    .input(ringInput)
    .output(ringSchema),
  unwatch: procedure
    .route({ method: 'POST', path: `${path}/{ringId}/unwatch`, summary: 'Notify the caller of a ring no longer' })
    .input(ringInput)
    .output(ringSchema),
  dismiss: procedure
    .route({
      method: 'POST',
      path: `${path}/{ringId}/dismiss`,
      summary: 'Dismiss a ring until it has grown considerably',
    })
    .input(ringInput.extend({ reason: z.string().trim().min(1).max(ringLimits.reason) }))
    .output(ringSchema),
  restore: procedure
    .route({ method: 'POST', path: `${path}/{ringId}/restore`, summary: 'Restore a dismissed ring' })
    .input(ringInput)
    .output(ringSchema),
}
