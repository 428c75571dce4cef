import type { ElementDefinition } from 'cytoscape'
import type { Point } from '../model/geometry.ts'
import { edgeKey, type GraphEdge, type GraphNodeKind } from '../model/graph-model.ts'
import type { VisibleNode } from '../model/graph-state.ts'
import type { NodeLook } from './graph-style.ts'

/** Ids of the data may be empty or equal to that of a link: Cytoscape gets separate keys. */
export const nodeKey = (id: string) => `node ${id}`
export const nodeId = (node: { id: () => string }) => node.id().slice(5)
const edgePrefix = 'edge '
/** Returns the key of an edge, as `edgeKey` makes it. */
export const keyOfEdge = (edge: { id: () => string }) => edge.id().slice(edgePrefix.length)
/** Returns the id of the element of an edge. */
export const edgeElement = (key: string) => `${edgePrefix}${key}`

/** The data that the appearance of a node depends on. */
export interface NodeData {
  /** The key of the node, not its id. */
  id: string
  kind: GraphNodeKind
  look: NodeLook
}

export interface ElementOptions {
  nodes: readonly VisibleNode[]
  edges: readonly GraphEdge[]
  places: ReadonlyMap<string, Point>
  labelOf: (node: VisibleNode) => string
  lookOf: (node: VisibleNode) => NodeLook
  countText: (count: number) => string
  styleOf: (data: NodeData) => object
}

/** Nodes and edges as Cytoscape elements, by their keys. */
export function createElements({ nodes, edges, places, labelOf, lookOf, countText, styleOf }: ElementOptions) {
  const elements = new Map<string, ElementDefinition>()
  for (const node of nodes) {
    const look = lookOf(node)
    const data = { id: nodeKey(node.id), kind: node.kind, look, form: look.form, label: labelOf(node) }
    elements.set(nodeKey(node.id), {
      group: 'nodes',
      data: { ...data, ...styleOf(data) },
      position: { ...(places.get(node.id) ?? { x: 0, y: 0 }) },
    })
  }
  for (const edge of edges) {
    const { source, target, relation, count = 1, label } = edge
    const id = edgeElement(edgeKey(edge))
    elements.set(id, {
      group: 'edges',
      data: { id, source: nodeKey(source), target: nodeKey(target), relation, count, text: label ?? countText(count) },
    })
  }
  return elements
}
