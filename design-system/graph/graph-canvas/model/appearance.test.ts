import { expect, it } from 'vitest'
import { ring } from '../testing/graphs.ts'
import { type ColourContext, categoryFor, categoryOf, countCategories, scaleOf } from './appearance.ts'
import { findCommunities } from './communities.ts'
import type { GraphData, GraphNode } from './graph-model.ts'
import { nextPeriod } from './playback.ts'

const day = 86_400_000
const nodes: GraphNode[] = [
  { id: 'a', kind: 'event', label: 'a', score: 871, decision: 'reject', fraud: true, time: 100 * day },
  { id: 'b', kind: 'event', label: 'b', decision: 'approve', reviewDecision: 'approve', fraud: false, time: 95 * day },
  { id: 'c', kind: 'user', label: 'c', time: 1 * day },
  { id: 'd', kind: 'user', label: 'd' },
]
const context: ColourContext = {
  communities: () => new Map([['a', 1]]),
  latest: 100 * day,
  nodeOf: id => nodes.find(node => node.id === id),
}
const keys = (colour: Parameters<typeof categoryOf>[1]) => nodes.map(node => categoryOf(node, colour, context))

it('a node is coloured by what the colour stands for, and has no colour without it', () => {
  expect(keys('band')).toEqual(['5', null, null, null])
  expect(keys('decision')).toEqual(['reject', 'approve', null, null])
  expect(keys('reviewDecision')).toEqual([null, 'approve', null, null])
  expect(keys('label')).toEqual(['fraud', 'good', null, null])
  expect(keys('community')).toEqual(['1', null, null, null])
  expect(keys('age')).toEqual(['day', 'week', 'older', null])
})

it('a cluster has the category that all its nodes have', () => {
  const cluster = (members: string[]) => ({ id: 'x', kind: 'event' as const, label: '', members })
  expect(categoryOf(cluster(['a', 'a']), 'decision', context)).toBe('reject')
  expect(categoryOf(cluster(['a', 'b']), 'decision', context)).toBeNull()
})

it('the legend counts the categories that occur, each with a sign of its own', () => {
  const found = countCategories(nodes, 'decision', context)
  expect(found.map(({ category, count }) => [category.key, count])).toEqual([
    ['approve', 1],
    ['reject', 1],
  ])
  expect(
    new Set(['approve', 'review', 'challenge', 'reject'].map(key => categoryFor('decision', key)?.sign)).size,
  ).toBe(4)
})

it('sizes grow with the value, within limits', () => {
  expect([0, 1, 25, 100, null].map(value => scaleOf(value, 100))).toEqual([1, 1, 1.45, 1.75, 1])
})

it('communities are the dense parts, the same every time, and hubs join none together', () => {
  const clique = (name: string): GraphData => ({
    nodes: [0, 1, 2, 3].map(i => ({ id: `${name}${i}`, kind: 'user' as const, label: '' })),
    edges: [0, 1, 2, 3].flatMap(i =>
      [0, 1, 2, 3]
        .filter(j => j > i)
        .map(j => ({ source: `${name}${i}`, target: `${name}${j}`, relation: 'used' as const })),
    ),
  })
  const [a, b] = [clique('a'), clique('b')]
  const data: GraphData = {
    nodes: [...a.nodes, ...b.nodes, { id: 'ip', kind: 'ip', label: '', hub: { links: 400 } }],
    edges: [
      ...a.edges,
      ...b.edges,
      ...[...a.nodes, ...b.nodes].map(({ id }) => ({ source: id, target: 'ip', relation: 'used' as const })),
    ],
  }
  const found = findCommunities(data)
  expect(new Set(a.nodes.map(({ id }) => found.get(id))).size).toBe(1)
  expect(found.get('a0')).not.toBe(found.get('b0'))
  expect(findCommunities(ring)).toEqual(findCommunities(ring))
})

it('playing moves the end of the period until the whole is shown', () => {
  const whole = { from: 0, to: 60_000 }
  expect(nextPeriod(whole, [0, 0], 1)).toEqual([0, 250])
  expect(nextPeriod(whole, [0, 0], 20)).toEqual([0, 5000])
  expect(nextPeriod(whole, [0, 59_900], 1)).toBeNull()
  expect(nextPeriod(whole, [30_000, 59_900], 1)).toEqual([30_000, 60_000])
})
