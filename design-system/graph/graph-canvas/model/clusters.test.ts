import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clusterNodes, clusterThreshold } from './clusters.ts'
import type { GraphData } from './graph-model.ts'
import { normaliseGraph } from './graph-model.ts'
import { initialGraphState, visibleGraph } from './graph-state.ts'

const purchases = (count: number): GraphData => ({
  nodes: [
    { id: 'u-9', kind: 'user', label: 'u-9', root: true },
    ...Array.from({ length: count }, (_, i) => ({
      id: `p${i}`,
      kind: 'event' as const,
      typeName: 'Purchase',
      label: `P-${i}`,
      score: i * 10,
      time: i,
    })),
  ],
  edges: Array.from({ length: count }, (_, i) => ({
    source: 'u-9',
    target: `p${i}`,
    relation: 'owns' as const,
    count: 2,
    time: i,
  })),
})
const shown = (data: GraphData, opened: readonly string[] = []) =>
  visibleGraph(normaliseGraph(data), { ...initialGraphState, opened }, { threshold: clusterThreshold })

it('ten purchases of a user are ten nodes, eleven are one cluster', () => {
  expect(shown(purchases(10)).nodes).toHaveLength(11)
  const { nodes, edges } = shown(purchases(11))
  expect(nodes).toHaveLength(2)
  expect(nodes[1]).toMatchObject({ kind: 'event', typeName: 'Purchase', score: 100, time: 0 })
  expect(nodes[1]?.members).toHaveLength(11)
  // The links of a cluster are one, with the sum of what they counted.
  expect(edges).toEqual([expect.objectContaining({ source: 'u-9', relation: 'owns', count: 22, time: 0 })])
})

it('an opened cluster shows its nodes', () => {
  const members = shown(purchases(11)).nodes[1]?.members ?? []
  expect(shown(purchases(11), members).nodes).toHaveLength(12)
})

it('purchases and sign-ins of a user do not share a cluster', () => {
  const data = purchases(12)
  const nodes = data.nodes.map((node, i) => (i > 6 ? { ...node, typeName: 'Account login' } : node))
  expect(shown({ nodes, edges: data.edges }).nodes).toHaveLength(13)
})

it('neither the root nor a hub is part of a cluster', () => {
  const data = purchases(13)
  const nodes = data.nodes.map((node, i) =>
    i === 0
      ? { ...node, root: false }
      : i === 1
        ? { ...node, root: true }
        : i === 2
          ? { ...node, hub: { links: 900 } }
          : node,
  )
  const result = shown({ nodes, edges: data.edges }).nodes
  expect(result.map(({ id }) => id)).toEqual(expect.arrayContaining(['u-9', 'p0', 'p1']))
  expect(result.map(({ members }) => members?.length).filter(count => count !== undefined)).toEqual([11])
})

it('clusters lose no node and link only what was linked', () => {
  const graph = fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.array(fc.tuple(fc.nat(39), fc.nat(39)), { maxLength: 120 }))
    .map(([count, pairs]) =>
      normaliseGraph({
        nodes: Array.from({ length: count }, (_, i) => ({
          id: `n${i}`,
          kind: i % 3 === 0 ? ('user' as const) : ('event' as const),
          label: `n${i}`,
        })),
        edges: pairs.map(([a, b]) => ({ source: `n${a % count}`, target: `n${b % count}`, relation: 'used' as const })),
      }),
    )
  fc.assert(
    fc.property(graph, fc.integer({ min: 1, max: 12 }), ({ nodes, edges }, threshold) => {
      const options = { threshold, opened: new Set<string>() }
      const result = clusterNodes(nodes, edges, options)
      expect(result.nodes.flatMap(({ id, members }) => members ?? [id]).sort()).toEqual(
        nodes.map(({ id }) => id).sort(),
      )
      for (const { members } of result.nodes) if (members) expect(members.length).toBeGreaterThan(threshold)
      const ids = new Set(result.nodes.map(({ id }) => id))
      for (const { source, target } of result.edges) expect(ids.has(source) && ids.has(target)).toBe(true)
      expect(clusterNodes(nodes, edges, options)).toEqual(result)
    }),
  )
})
