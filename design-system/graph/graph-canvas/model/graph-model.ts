import type { DecisionName } from '../../../data-display/decision-badge/decision-badge.tsx'

export const nodeKinds = [
  'event',
  'user',
  'device',
  'payment',
  'ip',
  'address',
  'email',
  'phone',
  'bin',
  'network',
  'product',
  'case',
  'other',
] as const
export type GraphNodeKind = (typeof nodeKinds)[number]
export const relations = ['used', 'paid', 'shipped', 'billed', 'signedIn', 'owns', 'chargedBack', 'linked'] as const
export type GraphRelation = (typeof relations)[number]

/** Why an entity is not walked through: too many share it to say anything about one of them. */
export interface GraphHub {
  /** Number of its links. */
  links: number
  /** Share of fraud among its events and among all events, from 0 to 1: a hub says something when they differ. */
  fraud?: { share: number; base: number }
}

export interface GraphNode {
  id: string
  kind: GraphNodeKind
  label: string
  /** Name of its type, where a kind has several: "Account login". Nodes cluster by it. */
  typeName?: string
  /** Risk score of an event, or the highest of an entity. */
  score?: number | null
  /** What was decided automatically, and by a person. */
  decision?: DecisionName | null
  reviewDecision?: DecisionName | null
  /** The label: fraud or not; nothing without a label. */
  fraud?: boolean | null
  /** Amount in the currency of the page, for the size of the node. */
  amount?: number | null
  /** Set for an entity that is drawn as a hub. */
  hub?: GraphHub | null
  /** The event or entity that everything else is linked to. */
  root?: boolean
  /** First seen, for the time filter. A node without one is always shown. */
  time?: number | null
  /** Last seen. */
  lastTime?: number | null
  /** Number of neighbours that exist but are not loaded. */
  more?: number
  /** The same by kind, for an expansion of one kind only. */
  moreByKind?: Readonly<Partial<Record<GraphNodeKind, number>>>
}

export interface GraphEdge {
  source: string
  target: string
  relation: GraphRelation
  /** First seen, for the time filter. */
  time?: number | null
  /** Last seen. */
  lastTime?: number | null
  /** Number of times that it was seen. */
  count?: number
  /** Text at its line in place of the count. */
  label?: string
}

/** Identifies an edge among those of a graph. */
export const edgeKey = ({ source, target, relation }: Pick<GraphEdge, 'source' | 'target' | 'relation'>): string =>
  JSON.stringify([source, target, relation])

export interface GraphData {
  nodes: readonly GraphNode[]
  edges: readonly GraphEdge[]
}

/** A larger picture is not readable; the bar above it shows how many nodes are omitted. */
export const nodeLimit = 2000
/** Links that are drawn at most: the first ones of the data. */
const edgeLimit = 10_000

export interface NormalisedGraph extends GraphData {
  omittedCount: number
  /** Number of links above the limit. */
  omittedEdges: number
}

const isKnownKind = <T extends string>(values: readonly T[], value: string, fallback: T): T =>
  values.find(entry => entry === value) ?? fallback

/**
 * Valid data for drawing: one node per id, known kinds, no link without both ends, at most `limit` nodes (root and best
 * connected first).
 */
export function normaliseGraph({ nodes, edges }: GraphData, limit = nodeLimit): NormalisedGraph {
  const byId = new Map<string, GraphNode>()
  for (const node of nodes) {
    if (!byId.has(node.id)) byId.set(node.id, { ...node, kind: isKnownKind(nodeKinds, node.kind, 'other') })
  }
  const seen = new Set<string>()
  const links = edges.flatMap(edge => {
    const relation = isKnownKind(relations, edge.relation, 'linked')
    const key = edgeKey({ ...edge, relation })
    if (edge.source === edge.target || !byId.has(edge.source) || !byId.has(edge.target) || seen.has(key)) return []
    seen.add(key)
    return [{ ...edge, relation }]
  })
  const { nodes: included, omitted } = limitNodes([...byId.values()], links, limit)
  const between = omitted === 0 ? links : edgesBetween(included, links)
  return {
    nodes: included,
    edges: between.length > edgeLimit ? between.slice(0, edgeLimit) : between,
    omittedCount: omitted,
    omittedEdges: Math.max(0, between.length - edgeLimit),
  }
}

function limitNodes(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  limit: number,
): { nodes: readonly GraphNode[]; omitted: number } {
  if (nodes.length <= limit) return { nodes, omitted: 0 }
  const degrees = countDegrees(edges)
  const included = [...nodes]
    .sort(
      (a, b) =>
        Number(b.root ?? false) - Number(a.root ?? false) ||
        (degrees.get(b.id) ?? 0) - (degrees.get(a.id) ?? 0) ||
        (a.id < b.id ? -1 : 1),
    )
    .slice(0, limit)
  return { nodes: included, omitted: nodes.length - included.length }
}

export function edgesBetween<Edge extends { source: string; target: string }>(
  nodes: readonly { id: string }[],
  edges: readonly Edge[],
): Edge[] {
  const ids = new Set(nodes.map(node => node.id))
  return edges.filter(edge => ids.has(edge.source) && ids.has(edge.target))
}

interface Link {
  source: string
  target: string
}

export function countDegrees(edges: readonly Link[]): Map<string, number> {
  const degrees = new Map<string, number>()
  for (const { source, target } of edges) {
    degrees.set(source, (degrees.get(source) ?? 0) + 1)
    degrees.set(target, (degrees.get(target) ?? 0) + 1)
  }
  return degrees
}

/** Every node's neighbours, in the order of the links. */
export function adjacency(edges: readonly Link[]): Map<string, string[]> {
  const found = new Map<string, Set<string>>()
  const add = (from: string, to: string) => {
    const there = found.get(from)
    if (there) there.add(to)
    else found.set(from, new Set([to]))
  }
  for (const { source, target } of edges) {
    add(source, target)
    add(target, source)
  }
  return new Map([...found].map(([id, ids]) => [id, [...ids]]))
}

/** The nodes of a shortest path along the links, both ends included; null when there is none. */
export function shortestPath(edges: readonly Link[], from: string, to: string): string[] | null {
  if (from === to) return [from]
  const around = adjacency(edges)
  const cameFrom = new Map<string, string>([[from, from]])
  let front = [from]
  while (front.length > 0 && !cameFrom.has(to)) {
    const next: string[] = []
    for (const id of front) {
      for (const neighbour of around.get(id) ?? []) {
        if (cameFrom.has(neighbour)) continue
        cameFrom.set(neighbour, id)
        next.push(neighbour)
      }
    }
    front = next
  }
  if (!cameFrom.has(to)) return null
  const path = [to]
  for (let at = to; at !== from; ) {
    at = cameFrom.get(at) ?? from
    path.unshift(at)
  }
  return path
}

/**
 * The branch of a node: every node without a path to the root except through it, or the leaves around a node that is
 * the root itself.
 */
export function findBranch(edges: readonly Link[], id: string, root: string | undefined): string[] {
  const around = adjacency(edges)
  const own = around.get(id) ?? []
  if (root === undefined || root === id || !reachableFrom(around, root, null).has(id))
    return own.filter(other => (around.get(other) ?? []).length === 1)
  const included = reachableFrom(around, root, id)
  return [...reachableFrom(around, id, null)].filter(other => other !== id && !included.has(other))
}

function reachableFrom(
  around: ReadonlyMap<string, readonly string[]>,
  from: string,
  without: string | null,
): Set<string> {
  const seen = new Set([from])
  const waiting = [from]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const next of around.get(id) ?? []) {
      if (next === without || seen.has(next)) continue
      seen.add(next)
      waiting.push(next)
    }
  }
  return seen
}
