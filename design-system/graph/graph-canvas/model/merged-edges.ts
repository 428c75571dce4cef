import { edgeKey, type GraphEdge } from './graph-model.ts'

const least = (a: number | null | undefined, b: number | null | undefined) =>
  typeof a !== 'number' ? b : typeof b !== 'number' ? a : Math.min(a, b)
const most = (a: number | null | undefined, b: number | null | undefined) =>
  typeof a !== 'number' ? b : typeof b !== 'number' ? a : Math.max(a, b)

/**
 * The edges after some nodes were replaced by one: those within it vanish, those that become equal are one edge with
 * the sum of their counts, the first and the last time.
 */
export function mergeEdges(edges: readonly GraphEdge[], standIn: ReadonlyMap<string, string>): GraphEdge[] {
  const merged = new Map<string, GraphEdge>()
  for (const edge of edges) {
    const source = standIn.get(edge.source) ?? edge.source
    const target = standIn.get(edge.target) ?? edge.target
    if (source === target) continue
    const key = edgeKey({ ...edge, source, target })
    const other = merged.get(key)
    if (other === undefined) {
      merged.set(key, source === edge.source && target === edge.target ? edge : { ...edge, source, target })
      continue
    }
    const [time, lastTime] = [least(other.time, edge.time), most(other.lastTime, edge.lastTime)]
    merged.set(key, {
      ...other,
      count: (other.count ?? 1) + (edge.count ?? 1),
      ...(time === undefined ? {} : { time }),
      ...(lastTime === undefined ? {} : { lastTime }),
    })
  }
  return [...merged.values()]
}
