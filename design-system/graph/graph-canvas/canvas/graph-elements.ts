import type { ElementDefinition } from 'cytoscape'
import { scoreBand } from '../../../data-display/score-meter/score-band.ts'
import type { Point } from '../model/geometry.ts'
import type { GraphEdge, GraphNodeKind } from '../model/graph-model.ts'
import type { VisibleNode } from '../model/graph-state.ts'

/** Ids of the data may be empty or equal to that of a link: Cytoscape gets separate keys. */
export const nodeKey = (id: string) => `node ${id}`
export const nodeId = (node: { id: () => string }) => node.id().slice(5)

/** The data that the appearance of a node depends on. */
export interface NodeData {
  /** The key of the node, not its id. */
  id: string
  kind: GraphNodeKind
  band: number
  members: number
}

interface ElementOptions {
  nodes: readonly VisibleNode[]
  edges: readonly GraphEdge[]
  places: ReadonlyMap<string, Point>
  labelOf: (node: VisibleNode) => string
  styleOf: (data: NodeData) => object
  large: boolean
}

/** Nodes and edges as Cytoscape elements, by their keys. */
export function createElements({ nodes, edges, places, labelOf, styleOf, large }: ElementOptions) {
  const elements = new Map<string, ElementDefinition>()
  for (const node of nodes) {
    const band =
      node.score === null || node.score === undefined || !Number.isFinite(node.score) ? 0 : scoreBand(node.score)
    const data = {
      id: nodeKey(node.id),
      kind: node.kind,
      band,
      label: labelOf(node),
      members: node.members?.length ?? 0,
    }
    elements.set(nodeKey(node.id), {
      group: 'nodes',
      data: { ...data, ...styleOf(data) },
      ...(large ? {} : { classes: 'close' }),
      position: { ...(places.get(node.id) ?? { x: 0, y: 0 }) },
    })
  }
  for (const { source, target, relation } of edges) {
    const id = `edge ${JSON.stringify([source, target, relation])}`
    elements.set(id, { group: 'edges', data: { id, source: nodeKey(source), target: nodeKey(target), relation } })
  }
  return elements
}
