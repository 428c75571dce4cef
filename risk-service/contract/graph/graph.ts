import { z } from 'zod'
import { bulkResults } from '../cases/bulk-decisions.ts'
import { decisions } from '../common/constants.ts'
import { assessmentKeySchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { searchFilterSchema } from '../search/search.ts'
import {
  graphEdgeKinds,
  graphKeys,
  graphLabels,
  graphLimits,
  graphNodeTypes,
  graphReviews,
} from './graph-definitions.ts'
import { graphEdgeSchema, graphNodeId, graphNodeSchema, hubSchema } from './graph-entities.ts'

const path = `${environmentRoute}/graph`
const limits = <T extends z.ZodNumber>(schema: T) => z.object({ from: schema.optional(), to: schema.optional() })

/** What events have to be to count; the members are joined by *and*. */
const eventFilter = z.object({
  eventTypes: z.array(assessmentKeySchema).max(50).optional(),
  decisions: z.array(z.enum(decisions)).optional(),
  reviews: z.array(z.enum(graphReviews)).optional(),
  labels: z.array(z.enum(graphLabels)).optional(),
  riskScore: limits(z.number().int().min(0).max(1000)).optional(),
  /** US cents. */
  amountUsd: limits(z.number().int()).optional(),
  /** Country of the IP address. */
  countries: z.array(z.string().min(2).max(3)).max(300).optional(),
  environmentIds: z.array(uuid).max(500).optional(),
})
/** What is drawn of these events. */
const drawingFilter = z.object({
  nodeTypes: z.array(z.enum(graphNodeTypes)).optional(),
  edgeKinds: z.array(z.enum(graphEdgeKinds)).optional(),
  /** Other users are drawn if they share so many entities with users of the picture. */
  minShared: z.number().int().min(1).max(20).optional(),
})
/** The newest 90 days without dates. Whole days, both included. */
const rangeInput = environmentInput.extend({
  dates: z
    .object({ from: z.iso.date(), to: z.iso.date() })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last day is before the first.' })
    .optional(),
  timeZone: searchFilterSchema.shape.timeZone,
})
export const graphViewInputSchema = rangeInput.extend({
  filter: eventFilter.extend(drawingFilter.shape).default({}),
  /** Hubs that are walked through nevertheless. */
  walk: z.array(graphNodeId).max(graphLimits.walked).default([]),
})
export type GraphViewInput = z.output<typeof graphViewInputSchema>

/** Where a graph starts: the value of a key, an event, or nodes of an earlier answer; of several, the first is the start. */
export const startSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key'), key: z.enum(graphKeys), value: z.string().trim().min(1).max(graphLimits.value) }),
  z.object({ kind: z.literal('event'), eventType: assessmentKeySchema, id: z.string().min(1).max(128) }),
  z.object({ kind: z.literal('node'), node: graphNodeId }),
  z.object({ kind: z.literal('nodes'), nodes: z.array(graphNodeId).min(1).max(graphLimits.starts) }),
])
export type GraphStart = z.output<typeof startSchema>

export const neighbourhoodInputSchema = graphViewInputSchema.extend({
  start: startSchema,
  /** `1`: the events of the start; `2`: those of its users and strong entities, too. */
  steps: z.union([z.literal(1), z.literal(2)]).default(2),
  nodes: z.number().int().min(10).max(graphLimits.nodes).default(graphLimits.defaultNodes),
})
export type NeighbourhoodInput = z.input<typeof neighbourhoodInputSchema>

const pictureSchema = z.object({
  nodes: z.array(graphNodeSchema),
  edges: z.array(graphEdgeSchema),
  /** False: the limits cut it off. The hubs and the nodes with more neighbours say where to narrow it. */
  complete: z.boolean(),
  queryMs: z.number(),
})
export type GraphPicture = z.infer<typeof pictureSchema>

export const neighbourhoodOutputSchema = pictureSchema.extend({
  /** The node of the start; null: nothing was found for it in the range. */
  start: graphNodeId.nullable(),
  /** Hubs of the picture that were not walked through, the largest first. */
  hubs: z.array(graphNodeId),
})
export type GraphNeighbourhood = z.infer<typeof neighbourhoodOutputSchema>

export const expandInputSchema = graphViewInputSchema.extend({
  node: graphNodeId,
  /** Neighbours of this type alone. */
  type: z.enum(graphNodeTypes).optional(),
  /** Nodes that the page has: they are not returned again, edges with them are. */
  present: z.array(graphNodeId).max(graphLimits.nodes).default([]),
  cursor: z.string().max(500).optional(),
  limit: z.number().int().min(50).max(graphLimits.expansion).default(graphLimits.expansion),
})
export type ExpandInput = z.input<typeof expandInputSchema>
/** New nodes and all edges among them and with the nodes that the page has; the expanded node comes with fresh figures. */
const expandOutputSchema = pictureSchema.extend({ nextCursor: z.string().nullable() })
export type GraphExpansion = z.infer<typeof expandOutputSchema>

export const pathInputSchema = graphViewInputSchema.extend({
  from: graphNodeId,
  to: graphNodeId,
  steps: z.number().int().min(1).max(graphLimits.steps).default(graphLimits.steps),
})
export type PathInput = z.input<typeof pathInputSchema>
const pathOutputSchema = pictureSchema.extend({
  /** The shortest paths, each from its first node to its last; empty: none within the steps. */
  paths: z.array(z.array(graphNodeId)),
  /** Hubs that were met and not walked through; another path may lead through them. */
  hubs: z.array(graphNodeId),
})
export type GraphPaths = z.infer<typeof pathOutputSchema>

export const selectionInputSchema = graphViewInputSchema.extend({
  nodes: z.array(graphNodeId).min(1).max(graphLimits.selected),
})
export type GraphSelectionInput = z.input<typeof selectionInputSchema>
const chosenEvent = z.object({ environmentId: uuid, eventType: z.string(), externalId: z.string(), eventId: uuid })
/** The events of the selected nodes: transactions themselves, the newest ones of users and entities. */
const selectionOutputSchema = z.object({
  events: z.array(chosenEvent.extend({ label: z.enum(['Fraud', 'NonFraud']).nullable() })),
  /** False: only the newest events of some nodes, or of the selection, are in the answer. */
  complete: z.boolean(),
  /** Open cases among them; `refusal`: why the caller cannot decide it together with others. */
  openCases: z.array(
    chosenEvent.extend({ queueId: uuid.nullable(), state: z.string(), refusal: z.enum(bulkResults).nullable() }),
  ),
  /** Nodes that do not exist any more in the range. */
  missing: z.array(graphNodeId),
  queryMs: z.number(),
})
export type GraphSelection = z.infer<typeof selectionOutputSchema>

export const hubsInputSchema = rangeInput.extend({
  values: z
    .array(
      z.object({
        key: z.enum(graphKeys).exclude(['purchase']),
        value: z.string().trim().min(1).max(graphLimits.value),
      }),
    )
    .min(1)
    .max(graphLimits.hubValues),
})
const hubsOutputSchema = z.object({
  /** The values that are hubs, each by its position in the input. */
  hubs: z.array(z.object({ index: z.number().int(), hub: hubSchema })),
  queryMs: z.number(),
})

const cancelled = 'Cancelled with `search.timeout`; refused with `search.off`.'

export const graphContract = {
  neighbourhood: procedure
    .route({
      method: 'POST',
      path: `${path}/neighbourhood`,
      summary: 'What is around a value, an event or a node',
      description: `Entities are neighbours of the users that used them; a transaction is one of its user, or of its entities where it has none. Hubs are not walked through. ${cancelled}`,
    })
    .input(neighbourhoodInputSchema)
    .output(neighbourhoodOutputSchema),
  expand: procedure
    .route({
      method: 'POST',
      path: `${path}/expand`,
      summary: 'More neighbours of one node, the newest first',
      description: cancelled,
    })
    .input(expandInputSchema)
    .output(expandOutputSchema),
  path: procedure
    .route({
      method: 'POST',
      path: `${path}/path`,
      summary: 'The shortest paths between two nodes',
      description: `Up to six steps, never through a hub. ${cancelled}`,
    })
    .input(pathInputSchema)
    .output(pathOutputSchema),
  hubs: procedure
    .route({
      method: 'POST',
      path: `${path}/hubs`,
      summary: 'Which values so many accounts share that they say nothing about one of them',
      description: `With their share of fraud and the base rate of the range. ${cancelled}`,
    })
    .input(hubsInputSchema)
    .output(hubsOutputSchema),
  selection: procedure
    .route({
      method: 'POST',
      path: `${path}/selection`,
      summary: 'Events and open cases of selected nodes',
      description: cancelled,
    })
    .input(selectionInputSchema)
    .output(selectionOutputSchema),
}
