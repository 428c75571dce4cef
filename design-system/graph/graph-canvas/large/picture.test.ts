import { expect, it } from 'vitest'
import type { NodeLook } from '../canvas/graph-style.ts'
import type { Point } from '../model/geometry.ts'
import { edgeKey, type GraphEdge } from '../model/graph-model.ts'
import type { VisibleNode } from '../model/graph-state.ts'
import { createPicture } from './picture.ts'

const look: NodeLook = { token: '', sign: '', step: 0, scale: 1, form: 'node' }
const texts = {
  labelOf: ({ label }: VisibleNode) => label,
  lookOf: () => look,
  countText: (count: number) => (count > 1 ? String(count) : ''),
}
const user = (id: string): VisibleNode => ({ id, kind: 'user', label: id })
const edge = (source: string, target: string, count?: number): GraphEdge => ({
  source,
  target,
  relation: 'used',
  ...(count === undefined ? {} : { count }),
})
const places = (of: Record<string, Point>) => new Map(Object.entries(of))

it('finds the node and the edge at a place', () => {
  const picture = createPicture()
  picture.set([user('a'), user('b')], [edge('a', 'b', 3)], places({ a: { x: 0, y: 0 }, b: { x: 200, y: 0 } }), texts)
  expect(picture.nodeAt({ x: 10, y: 10 })?.id).toBe('a')
  expect(picture.nodeAt({ x: 100, y: 0 })).toBeUndefined()
  expect(picture.edgeAt({ x: 100, y: 5 }, 1)).toMatchObject({ key: edgeKey(edge('a', 'b')), text: '3' })
  expect(picture.edgeAt({ x: 100, y: 9 }, 1)).toBeUndefined()
  // From afar the same pixels are more of the picture.
  expect(picture.edgeAt({ x: 100, y: 9 }, 0.5)?.key).toBe(edgeKey(edge('a', 'b')))
  // Beyond its ends there is no edge.
  expect(picture.edgeAt({ x: 300, y: 0 }, 1)).toBeUndefined()
})

it('the upper one of two nodes at the same place is found', () => {
  const picture = createPicture()
  picture.set([user('a'), user('b')], [], places({ a: { x: 0, y: 0 }, b: { x: 4, y: 0 } }), texts)
  expect(picture.nodeAt({ x: 2, y: 0 })?.id).toBe('b')
})

it('new nodes move none of those that are there', () => {
  const picture = createPicture()
  picture.set([user('a')], [], places({ a: { x: 5, y: 6 } }), texts)
  picture.set([user('a'), user('b')], [edge('a', 'b')], places({ a: { x: 90, y: 90 }, b: { x: 7, y: 8 } }), texts)
  expect([...picture.nodes.values()].map(({ id, x, y }) => ({ id, x, y }))).toEqual([
    { id: 'a', x: 5, y: 6 },
    { id: 'b', x: 7, y: 8 },
  ])
  picture.place(places({ a: { x: 1, y: 2 }, gone: { x: 0, y: 0 } }))
  expect(picture.nodes.get('a')).toMatchObject({ x: 1, y: 2 })
  expect(picture.edges[0]?.source).toMatchObject({ x: 1, y: 2 })
})

it('an edge without both ends is not drawn', () => {
  const picture = createPicture()
  picture.set([user('a'), user('b')], [edge('a', 'b'), edge('a', 'gone')], places({}), texts)
  expect(picture.edges).toHaveLength(1)
  expect(picture.edgesOf('a')).toEqual(picture.edgesOf('b'))
  expect(picture.edgesOf('gone')).toEqual([])
})
