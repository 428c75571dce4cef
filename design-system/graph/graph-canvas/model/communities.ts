import { adjacency, type GraphData } from './graph-model.ts'

const rounds = 20

/**
 * The community of every node, numbered by size from 1: nodes take the most frequent community of their neighbours
 * until nothing changes (label propagation). Nodes are visited in the order of the data, ties go to the smaller number:
 * the same data gives the same communities. Hubs join one and spread none.
 */
export function findCommunities({ nodes, edges }: GraphData): ReadonlyMap<string, number> {
  const around = adjacency(edges)
  const hubs = new Set(nodes.flatMap(({ id, hub }) => (hub ? [id] : [])))
  const labels = new Map(nodes.map(({ id }, i) => [id, i]))
  for (let round = 0; round < rounds; round++) {
    let changed = false
    for (const { id } of nodes) {
      const own = labels.get(id) ?? 0
      const counts = new Map<number, number>()
      for (const other of around.get(id) ?? []) {
        const label = labels.get(other)
        if (label !== undefined && !hubs.has(other)) counts.set(label, (counts.get(label) ?? 0) + 1)
      }
      let [best, most] = [own, counts.get(own) ?? 0]
      for (const [label, count] of counts) {
        if (count > most || (count === most && label < best)) [best, most] = [label, count]
      }
      if (best === own) continue
      labels.set(id, best)
      changed = true
    }
    if (!changed) break
  }
  const sizes = new Map<number, number>()
  for (const label of labels.values()) sizes.set(label, (sizes.get(label) ?? 0) + 1)
  const order = new Map(
    [...sizes].sort(([a, many], [b, more]) => more - many || a - b).map(([label], i) => [label, i + 1]),
  )
  return new Map([...labels].map(([id, label]) => [id, order.get(label) ?? 0]))
}
