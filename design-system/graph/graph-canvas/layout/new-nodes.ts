import { centreOf, type Point } from '../model/geometry.ts'
import type { GraphEdge } from '../model/graph-model.ts'
import type { VisibleNode } from '../model/graph-state.ts'
import type { NodePositions } from './node-positions.ts'

/**
 * Positions of the nodes that have none: groups and clusters in the middle of their nodes, nodes of an expansion or an
 * opened cluster around the node they are linked to. Positions that exist are never returned, so nothing else moves.
 */
export function placesOfNewNodes(
  places: ReadonlyMap<string, Point>,
  { nodes, edges }: { nodes: readonly VisibleNode[]; edges: readonly GraphEdge[] },
): NodePositions {
  const missing = nodes.filter(node => !places.has(node.id))
  const found: NodePositions = new Map()
  if (missing.length === 0) return found
  const middle = centreOf([...places.values()])
  const linked = new Map<string, string>()
  for (const { source, target } of edges) {
    if (!places.has(source) && places.has(target) && !linked.has(source)) linked.set(source, target)
    if (!places.has(target) && places.has(source) && !linked.has(target)) linked.set(target, source)
  }
  const parents = new Map<string, string[]>()
  for (const node of missing) {
    const within = (node.members ?? []).flatMap(id => places.get(id) ?? [])
    if (within.length > 0) {
      found.set(node.id, centreOf(within))
      continue
    }
    const parent = linked.get(node.id) ?? ''
    const siblings = parents.get(parent)
    if (siblings) siblings.push(node.id)
    else parents.set(parent, [node.id])
  }
  for (const [parent, ids] of parents) {
    const from: Point = places.get(parent) ?? { x: middle.x, y: middle.y + 300 }
    placeAround(from, middle, ids.length).forEach((place, i) => found.set(ids[i] ?? '', place))
  }
  return found
}

/** New nodes are placed around their origin, on the side that points away from the centre of the picture. */
export function placeAround(from: Point, middle: Point, count: number): Point[] {
  const away = Math.atan2(from.y - middle.y, from.x - middle.x)
  const span = Math.min(2 * Math.PI, Math.max(Math.PI / 2, count * 0.4))
  return Array.from({ length: count }, (_, i) => {
    const ring = Math.floor(i / 16)
    const inRing = Math.min(16, count - ring * 16)
    const at = away + (inRing === 1 ? 0 : ((i % 16) / (inRing - (span === 2 * Math.PI ? 0 : 1)) - 0.5) * span)
    return { x: from.x + Math.cos(at) * (130 + ring * 70), y: from.y + Math.sin(at) * (130 + ring * 70) }
  })
}
