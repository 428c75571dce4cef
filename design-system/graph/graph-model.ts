export const nodeKinds = ['event', 'user', 'device', 'payment', 'ip', 'address', 'email', 'phone', 'other'] as const
export type GraphNodeKind = (typeof nodeKinds)[number]

export interface GraphNode {
  id: string
  kind: GraphNodeKind
  label: string
  /** Risk score of an event, or the highest of an entity. */
  score?: number | null
  /** The event or entity everything else is linked to. */
  root?: boolean
}

export interface GraphEdge {
  source: string
  target: string
  relation: 'used' | 'paid' | 'shipped' | 'linked'
}

export interface GraphData {
  nodes: readonly GraphNode[]
  edges: readonly GraphEdge[]
}

/** Beyond this a picture helps nobody; the list says how many are left out. */
export const nodeLimit = 200

/** At most `limit` nodes, the root and the best connected first, and the edges between them. */
export function limited({ nodes, edges }: GraphData, limit = nodeLimit): GraphData & { left: number } {
  if (nodes.length <= limit) return { nodes, edges: edgesBetween(nodes, edges), left: 0 }
  const degrees = degreesOf(edges)
  const kept = [...nodes]
    .sort((a, b) => Number(b.root ?? false) - Number(a.root ?? false) || (degrees.get(b.id) ?? 0) - (degrees.get(a.id) ?? 0) || (a.id < b.id ? -1 : 1))
    .slice(0, limit)
  return { nodes: kept, edges: edgesBetween(kept, edges), left: nodes.length - kept.length }
}

function edgesBetween(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): GraphEdge[] {
  const known = new Set(nodes.map(node => node.id))
  return edges.filter(edge => known.has(edge.source) && known.has(edge.target))
}

export function degreesOf(edges: readonly GraphEdge[]): Map<string, number> {
  const degrees = new Map<string, number>()
  for (const { source, target } of edges) {
    degrees.set(source, (degrees.get(source) ?? 0) + 1)
    degrees.set(target, (degrees.get(target) ?? 0) + 1)
  }
  return degrees
}

export function neighboursOf(id: string, edges: readonly GraphEdge[]): string[] {
  const found = new Set<string>()
  for (const { source, target } of edges) {
    if (source === id) found.add(target)
    if (target === id) found.add(source)
  }
  found.delete(id)
  return [...found]
}

export interface Place { id: string; x: number; y: number }

const sectors = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] } as const

/** The nearest node in the direction of an arrow, as seen: geometry is never mirrored. */
export function nearest(places: readonly Place[], from: Place, key: keyof typeof sectors): string | null {
  const [dx, dy] = sectors[key]
  let best: { id: string; cost: number } | null = null
  for (const place of places) {
    if (place.id === from.id) continue
    const ahead = (place.x - from.x) * dx + (place.y - from.y) * dy
    const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx)
    if (ahead <= 0 || aside > ahead * 1.5) continue
    const cost = ahead + aside * 2
    if (!best || cost < best.cost) best = { id: place.id, cost }
  }
  return best?.id ?? null
}
