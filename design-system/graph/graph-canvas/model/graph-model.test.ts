import { expect, it } from 'vitest'
import { countDegrees, findBranch, type GraphData, normaliseGraph, shortestPath } from './graph-model.ts'

const star: GraphData = {
  nodes: [
    { id: 'e', kind: 'event', label: 'E', root: true },
    ...Array.from({ length: 300 }, (_, i) => ({ id: `n${i}`, kind: 'user' as const, label: `N${i}` })),
  ],
  edges: Array.from({ length: 300 }, (_, i) => ({ source: 'e', target: `n${i}`, relation: 'used' as const })),
}

it('the graph model keeps the root and drops links to nodes left out', () => {
  const { nodes, edges, omittedCount: left } = normaliseGraph(star, 200)
  expect(nodes).toHaveLength(200)
  expect(nodes[0]?.id).toBe('e')
  expect(edges).toHaveLength(199)
  expect(left).toBe(101)
})

it('the graph model repairs what cannot be drawn', () => {
  const odd = normaliseGraph({
    nodes: [
      { id: 'a', kind: 'user', label: 'first' },
      { id: 'a', kind: 'ip', label: 'second' },
      { id: 'b', kind: 'comet' as never, label: 'b' },
    ],
    edges: [
      { source: 'a', target: 'b', relation: 'warped' as never },
      { source: 'a', target: 'b', relation: 'linked' },
      { source: 'a', target: 'a', relation: 'used' },
      { source: 'a', target: 'x', relation: 'used' },
    ],
  })
  expect(odd.nodes).toEqual([
    { id: 'a', kind: 'user', label: 'first' },
    { id: 'b', kind: 'other', label: 'b' },
  ])
  expect(odd.edges).toEqual([{ source: 'a', target: 'b', relation: 'linked' }])
})

it('the graph model counts links', () => {
  expect(countDegrees(star.edges).get('e')).toBe(300)
})

const links = (text: string) => text.split(' ').map(pair => ({ source: pair[0] ?? '', target: pair[1] ?? '' }))

it('the graph model finds a shortest way, or none', () => {
  expect(shortestPath(links('ab bc cd ad de xy'), 'a', 'e')).toEqual(['a', 'd', 'e'])
  expect(shortestPath(links('ab xy'), 'a', 'y')).toBeNull()
  expect(shortestPath([], 'a', 'a')).toEqual(['a'])
})

it('the graph model folds what hangs on a node only', () => {
  const tree = links('ra ab ac bd rd')
  // d is still reached through the root.
  expect(findBranch(tree, 'a', 'r')).toEqual(['c'])
  expect(findBranch(links('ra ab bc'), 'a', 'r').sort()).toEqual(['b', 'c'])
  // The root itself folds its leaves, never the whole picture.
  expect(findBranch(links('ra rb bc'), 'r', 'r')).toEqual(['a'])
  expect(findBranch(links('ab bc'), 'b', undefined)).toEqual(['a', 'c'])
})
