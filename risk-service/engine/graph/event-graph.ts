import { linksOf, refKey } from './event-links.ts'
import type { GraphEvent, GraphLink, GraphRef } from './types.ts'

export interface DrawnNode {
  ref: GraphRef
  /** Positions of its events among those that were added. */
  events: number[]
}
export interface DrawnEdge extends GraphLink {
  first: number
  last: number
  count: number
}
export interface GraphSize {
  nodes: number
  edges: number
}

/** Nodes and edges of events. */
export interface EventGraph<Event extends GraphEvent> {
  nodes: ReadonlyMap<string, DrawnNode>
  edges: ReadonlyMap<string, DrawnEdge>
  events: readonly Event[]
  /**
   * Adds the links of an event, once. Returns false, and adds nothing, where the graph would outgrow its limits.
   */
  add: (event: Event) => boolean
  /** Adds a node by itself, as one of its events shows it. */
  addAlone: (ref: GraphRef, event: Event) => void
}

const edgeKey = ({ source, target, kind }: GraphLink): string => `${refKey(source)}\n${refKey(target)}\n${kind}`

/**
 * Creates an empty graph.
 * @param accepts whether a link is drawn; without it, all are
 */
export function createEventGraph<Event extends GraphEvent>(
  limits: GraphSize,
  accepts: (link: GraphLink) => boolean = () => true,
): EventGraph<Event> {
  const nodes = new Map<string, DrawnNode>()
  const edges = new Map<string, DrawnEdge>()
  const events: Event[] = []
  const added = new Set<string>()

  /** Counts what a set of links would add. */
  const growthOf = (links: readonly GraphLink[]): GraphSize => {
    const newNodes = new Set(links.flatMap(({ source, target }) => [refKey(source), refKey(target)]))
    const newEdges = new Set(links.map(edgeKey))
    for (const key of newNodes) if (nodes.has(key)) newNodes.delete(key)
    for (const key of newEdges) if (edges.has(key)) newEdges.delete(key)
    return { nodes: newNodes.size, edges: newEdges.size }
  }
  const addNode = (ref: GraphRef, position: number): void => {
    const key = refKey(ref)
    const node = nodes.get(key)
    if (node === undefined) nodes.set(key, { ref: { type: ref.type, value: ref.value }, events: [position] })
    else if (node.events.at(-1) !== position) node.events.push(position)
  }
  return {
    nodes,
    edges,
    events,
    addAlone(ref, event) {
      if (!nodes.has(refKey(ref))) addNode(ref, events.push(event) - 1)
    },
    add(event) {
      if (added.has(event.eventId)) return true
      const links = linksOf(event).filter(accepts)
      const growth = growthOf(links)
      if (nodes.size + growth.nodes > limits.nodes || edges.size + growth.edges > limits.edges) return false
      added.add(event.eventId)
      const position = events.push(event) - 1
      for (const link of links) {
        addNode(link.source, position)
        addNode(link.target, position)
        const key = edgeKey(link)
        const edge = edges.get(key)
        if (edge === undefined) edges.set(key, { ...link, first: event.at, last: event.at, count: 1 })
        else {
          edge.first = Math.min(edge.first, event.at)
          edge.last = Math.max(edge.last, event.at)
          edge.count += 1
        }
      }
      return true
    },
  }
}
