import { expect, it } from 'vitest'
import { degreesOf, limited, nearest, neighboursOf, type GraphData } from './graph-model.ts'

const star: GraphData = {
  nodes: [{ id: 'e', kind: 'event', label: 'E', root: true }, ...Array.from({ length: 300 }, (_, i) => ({ id: `n${i}`, kind: 'user' as const, label: `N${i}` }))],
  edges: Array.from({ length: 300 }, (_, i) => ({ source: 'e', target: `n${i}`, relation: 'used' as const })),
}

it('keeps the root and drops edges to nodes left out', () => {
  const { nodes, edges, left } = limited(star)
  expect(nodes).toHaveLength(200)
  expect(nodes[0]?.id).toBe('e')
  expect(edges).toHaveLength(199)
  expect(left).toBe(101)
})

it('counts and lists neighbours', () => {
  expect(degreesOf(star.edges).get('e')).toBe(300)
  expect(neighboursOf('n4', star.edges)).toEqual(['e'])
})

it('walks by what the eye sees', () => {
  const places = [{ id: 'a', x: 0, y: 0 }, { id: 'b', x: 100, y: 10 }, { id: 'c', x: 0, y: 80 }, { id: 'd', x: -50, y: 0 }]
  const [from] = places
  if (!from) throw new Error('no place')
  expect(nearest(places, from, 'ArrowRight')).toBe('b')
  expect(nearest(places, from, 'ArrowDown')).toBe('c')
  expect(nearest(places, from, 'ArrowLeft')).toBe('d')
  expect(nearest(places, from, 'ArrowUp')).toBeNull()
})
