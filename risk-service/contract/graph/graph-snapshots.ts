import { z } from 'zod'
import { assessmentKeySchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { noteSchema, noteTextSchema } from '../notes/notes.ts'
import { graphLimits } from './graph-definitions.ts'
import { graphEdgeSchema, graphNodeSchema } from './graph-entities.ts'

const coordinate = z.number().min(-1_000_000).max(1_000_000)

/** A node as its author saw it, with its place in the picture; what changes with the viewer is left out. */
const snapshotNodeSchema = graphNodeSchema
  .omit({ key: true, more: true, moreByType: true, hidden: true, listStatus: true })
  .extend({ x: coordinate, y: coordinate })
/** No text of a person is kept in a picture: it would outlast the erasure of the person. */
const storedNodeSchema = snapshotNodeSchema.omit({ text: true, person: true })
export type GraphSnapshotNode = z.infer<typeof snapshotNodeSchema>

const pictureSchema = z.object({
  nodes: z
    .array(storedNodeSchema)
    .min(1, 'The picture has no nodes.')
    .max(graphLimits.nodes, `A picture has at most ${graphLimits.nodes} nodes.`),
  edges: z.array(graphEdgeSchema).max(graphLimits.edges, `A picture has at most ${graphLimits.edges} edges.`),
  /** Days of the query; null: the newest 90 days. */
  dates: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
})

/** Refuses nodes that are twice in the picture, and edges between nodes that are not. */
function assertWhole({ nodes, edges }: z.infer<typeof pictureSchema>, context: z.RefinementCtx): void {
  const ids = new Set<string>()
  for (const [index, { id }] of nodes.entries()) {
    if (ids.has(id)) context.addIssue({ code: 'custom', path: ['nodes', index, 'id'], message: 'This node is twice.' })
    ids.add(id)
  }
  for (const [index, edge] of edges.entries())
    for (const end of ['source', 'target'] as const)
      if (!ids.has(edge[end]))
        context.addIssue({ code: 'custom', path: ['edges', index, end], message: 'This node is not in the picture.' })
}

const eventPath = `${environmentRoute}/events/{eventType}/{eventId}/graph-snapshots`
const eventInput = environmentInput.extend({ eventType: assessmentKeySchema, eventId: z.string().min(1).max(128) })

const attachInputSchema = eventInput.extend({
  noteId: uuid,
  attachmentId: uuid,
  /** The note that the picture is attached to. */
  text: noteTextSchema,
  /** The environment that the graph was read in: that of the event, or one above it. */
  graphEnvironmentId: uuid,
  picture: pictureSchema.superRefine(assertWhole),
})

const snapshotSchema = z.object({
  takenAt: z.iso.datetime(),
  dates: pictureSchema.shape.dates,
  nodes: z.array(snapshotNodeSchema),
  edges: z.array(graphEdgeSchema),
  /** Nodes that are not shown: their events were removed meanwhile, or the caller may not see them. */
  missing: z.number().int(),
})
export type GraphSnapshot = z.infer<typeof snapshotSchema>

/** Frozen pictures of the graph, kept with the notes on an event. */
export const graphSnapshotContract = {
  attach: procedure
    .route({
      method: 'POST',
      path: eventPath,
      summary: 'Attach a picture of the graph, as it is on screen, to a note on an event',
      description: 'The caller gives the ids. Repeating a call is safe. The picture never changes.',
    })
    .input(attachInputSchema)
    .output(noteSchema),
  snapshot: procedure
    .route({
      method: 'GET',
      path: `${eventPath}/{attachmentId}`,
      summary: 'A picture of the graph that is attached to a note on an event',
      description: 'Without the nodes whose events were removed meanwhile, and masked for the caller.',
    })
    .input(eventInput.extend({ attachmentId: uuid }))
    .output(snapshotSchema),
}
