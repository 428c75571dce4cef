import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { GraphEdge, GraphNode } from '../model/graph-model.ts'
import { computeLayout } from './layouts.ts'
import { placesOfNewNodes } from './new-nodes.ts'

const node = (i: number): GraphNode => ({ id: `n${i}`, kind: 'user', label: `n${i}`, time: i % 4 === 0 ? null : i })
const links = (count: number) =>
  fc
    .array(fc.tuple(fc.nat(Math.max(0, count - 1)), fc.nat(Math.max(0, count - 1))), { maxLength: 80 })
    .map(pairs => pairs.map(([a, b]): GraphEdge => ({ source: `n${a}`, target: `n${b}`, relation: 'used' })))

it('expanding moves no node that is there, by not one pixel', () => {
  const graphs = fc.integer({ min: 1, max: 50 }).chain(count =>
    fc.record({
      nodes: fc.constant(Array.from({ length: count }, (_, i) => node(i))),
      edges: links(count),
      known: fc.integer({ min: 0, max: count }),
    }),
  )
  fc.assert(
    fc.property(graphs, ({ nodes, edges, known }) => {
      const before = computeLayout({ nodes: nodes.slice(0, known), edges: [] }, 'concentric')
      const copy = new Map([...before].map(([id, place]) => [id, { ...place }]))
      const added = placesOfNewNodes(before, { nodes, edges })
      expect(before).toEqual(copy)
      for (const id of before.keys()) expect(added.has(id)).toBe(false)
      for (const { id } of nodes) {
        const place = before.get(id) ?? added.get(id)
        expect(Number.isFinite(place?.x) && Number.isFinite(place?.y)).toBe(true)
      }
    }),
  )
})

it('the timeline is the same for the same data, runs from left to right and covers no node', () => {
  const graphs = fc
    .integer({ min: 1, max: 50 })
    .chain(count => fc.record({ count: fc.constant(count), edges: links(count) }))
  fc.assert(
    fc.property(graphs, ({ count, edges }) => {
      const nodes = Array.from({ length: count }, (_, i) => node(i))
      const places = computeLayout({ nodes, edges }, 'timeline')
      expect(computeLayout({ nodes, edges }, 'timeline')).toEqual(places)
      const timed = nodes.filter(({ time }) => typeof time === 'number')
      timed.forEach(({ id }, i) => {
        const next = timed[i + 1]
        if (next) expect(places.get(next.id)?.x).toBeGreaterThanOrEqual(places.get(id)?.x ?? 0)
      })
      expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(count)
    }),
  )
})
