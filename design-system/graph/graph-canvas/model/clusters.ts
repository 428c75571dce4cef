import { adjacency, type GraphEdge } from './graph-model.ts'
import type { VisibleNode } from './graph-state.ts'
import { mergeEdges } from './merged-edges.ts'

/** More nodes of one type than this around a node become one cluster. */
export const clusterThreshold = 10

interface ClusterOptions {
  /** More neighbours of one type than this become one node. */
  threshold: number
  /** Nodes that belong to no cluster: those of opened ones. */
  opened: ReadonlySet<string>
}

/**
 * Replaces the nodes of one type around a node by one cluster where they are more than the threshold. Walks from the
 * root outwards and then through clusters, so that the same data gives the same clusters. Root, hubs, groups and the
 * nodes of opened clusters stay nodes.
 */
export function clusterNodes(
  nodes: readonly VisibleNode[],
  edges: readonly GraphEdge[],
  { threshold, opened }: ClusterOptions,
): { nodes: readonly VisibleNode[]; edges: readonly GraphEdge[] } {
  if (nodes.length <= threshold) return { nodes, edges }
  const byId = new Map(nodes.map(node => [node.id, node]))
  const around = adjacency(edges)
  const standIn = new Map<string, string>()
  const clusters: VisibleNode[] = []
  const seen = new Set<string>()
  const degree = (id: string) => (around.get(id) ?? []).length
  const starts = [...nodes].sort(
    (a, b) =>
      Number(b.root ?? false) - Number(a.root ?? false) || degree(b.id) - degree(a.id) || (a.id < b.id ? -1 : 1),
  )
  const clusterAround = (id: string, neighbours: readonly string[]) => {
    const types = new Map<string, VisibleNode[]>()
    for (const other of neighbours) {
      const node = byId.get(other)
      if (!node || node.root || node.hub || node.members || opened.has(other) || standIn.has(other)) continue
      const type = JSON.stringify([node.kind, node.typeName ?? ''])
      types.set(type, [...(types.get(type) ?? []), node])
    }
    return [...types].flatMap(([type, members]) => {
      if (members.length <= threshold) return []
      const cluster = clusterOf(`cluster ${id} ${type}`, members)
      for (const member of members) standIn.set(member.id, cluster.id)
      clusters.push(cluster)
      return [cluster]
    })
  }
  for (const start of starts) {
    const queue: { id: string; members: readonly string[] }[] = [{ id: start.id, members: [start.id] }]
    for (let at = 0; at < queue.length; at++) {
      const entry = queue[at]
      if (!entry || seen.has(entry.id) || standIn.has(entry.id)) continue
      seen.add(entry.id)
      const neighbours = [...new Set(entry.members.flatMap(id => around.get(id) ?? []))]
      for (const cluster of clusterAround(entry.id, neighbours)) {
        queue.push({ id: cluster.id, members: cluster.members ?? [] })
      }
      for (const id of neighbours) if (!standIn.has(id) && !seen.has(id)) queue.push({ id, members: [id] })
    }
  }
  return clusters.length === 0
    ? { nodes, edges }
    : { nodes: [...nodes.filter(({ id }) => !standIn.has(id)), ...clusters], edges: mergeEdges(edges, standIn) }
}

/** One node for several of one type: the highest score, the first and last time, the sum of the amounts. */
export function clusterOf(id: string, members: readonly VisibleNode[]): VisibleNode {
  const [first] = members
  const numbers = (part: 'score' | 'time' | 'lastTime' | 'amount') =>
    members.flatMap(({ [part]: value }) => (typeof value === 'number' && Number.isFinite(value) ? [value] : []))
  const extreme = (values: readonly number[], pick: (a: number, b: number) => number) =>
    values.length === 0 ? undefined : values.reduce((a, b) => pick(a, b))
  const score = extreme(numbers('score'), Math.max)
  const time = extreme(numbers('time'), Math.min)
  const lastTime = extreme(numbers('lastTime'), Math.max)
  const amounts = numbers('amount')
  return {
    id,
    kind: first?.kind ?? 'other',
    label: '',
    members: members.map(member => member.id),
    ...(first?.typeName === undefined ? {} : { typeName: first.typeName }),
    ...(score === undefined ? {} : { score }),
    ...(time === undefined ? {} : { time }),
    ...(lastTime === undefined ? {} : { lastTime }),
    ...(amounts.length === 0 ? {} : { amount: amounts.reduce((a, b) => a + b, 0) }),
  }
}
