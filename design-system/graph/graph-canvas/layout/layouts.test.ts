import { expect, it } from 'vitest'
import { listRows, parentOf } from '../list/list-rows.ts'
import { boxOf, centreOf, mostTowards, nearest, neighbourAround, pointIn } from '../model/geometry.ts'
import { createHistory, pushState, redoStep, undoStep } from '../model/history.ts'
import { largeGraph, ring } from '../testing/graphs.ts'
import { dayOf, endOf, startOf } from '../time/days.ts'
import { computeForceLayout } from './force-layout.ts'
import { computeLayout } from './layouts.ts'
import { placeAround } from './new-nodes.ts'
import { separateNodes } from './node-spacing.ts'

it('the graph walks by what the eye sees', () => {
  const places = [
    { id: 'a', x: 0, y: 0 },
    { id: 'b', x: 100, y: 10 },
    { id: 'c', x: 0, y: 80 },
    { id: 'd', x: -50, y: 0 },
  ]
  const [from] = places
  if (!from) throw new Error('no place')
  expect(nearest(places, from, 'ArrowRight')).toBe('b')
  expect(nearest(places, from, 'ArrowDown')).toBe('c')
  expect(nearest(places, from, 'ArrowLeft')).toBe('d')
  expect(nearest(places, from, 'ArrowUp')).toBeNull()
})

it('the graph walks along links, and around the node that they lead from', () => {
  const centre = { id: 'hub', x: 0, y: 0 }
  const neighbours = [
    { id: 'right', x: 100, y: 30 },
    { id: 'far right', x: 200, y: 10 },
    { id: 'below', x: -20, y: 90 },
    { id: 'left', x: -80, y: -5 },
  ]
  expect(mostTowards(neighbours, centre, 'ArrowRight')).toBe('far right')
  expect(mostTowards(neighbours, centre, 'ArrowDown')).toBe('below')
  expect(mostTowards(neighbours, centre, 'ArrowLeft')).toBe('left')
  expect(mostTowards(neighbours, centre, 'ArrowUp')).toBeNull()
  const clockwise = (from: string) => neighbourAround(neighbours, centre, from, 'clockwise')
  expect(['far right', 'right', 'below', 'left'].map(clockwise)).toEqual(['right', 'below', 'left', 'far right'])
  expect(neighbourAround(neighbours, centre, 'left', 'counter')).toBe('below')
  expect(neighbourAround(neighbours, centre, 'gone', 'clockwise')).toBeNull()
})

it('the graph knows what lies inside a line', () => {
  const box = boxOf({ x: 10, y: 10 }, { x: 0, y: 0 })
  expect(pointIn(box, { x: 5, y: 5 })).toBe(true)
  expect(pointIn(box, { x: 15, y: 5 })).toBe(false)
  // A concave lasso.
  expect(
    pointIn(
      [
        { x: 0, y: 0 },
        { x: 10, y: 0 },
        { x: 5, y: 5 },
        { x: 10, y: 10 },
        { x: 0, y: 10 },
      ],
      { x: 9, y: 5 },
    ),
  ).toBe(false)
  expect(
    centreOf([
      { x: 0, y: 0 },
      { x: 4, y: 2 },
    ]),
  ).toEqual({ x: 2, y: 1 })
})

const distances = (places: Iterable<{ x: number; y: number }>) => {
  const list = [...places]
  return list.flatMap((a, i) => list.slice(i + 1).map(b => Math.hypot(a.x - b.x, a.y - b.y)))
}

it.each(['concentric', 'breadthfirst'] as const)('the graph places %s without overlap, always the same', layout => {
  const places = computeLayout(ring, layout)
  expect(places.size).toBe(ring.nodes.length)
  expect(Math.min(...distances(places.values()))).toBeGreaterThan(40)
  expect(computeLayout(ring, layout)).toEqual(places)
})

/** An event in the centre, its entities around it, and a number of other events behind each. */
function eventWith(others: readonly number[]) {
  const nodes: { id: string; root?: boolean }[] = [{ id: 'event', root: true }]
  const edges: { source: string; target: string }[] = []
  others.forEach((count, i) => {
    nodes.push({ id: `entity ${i}` })
    edges.push({ source: 'event', target: `entity ${i}` })
    for (let other = 0; other < count; other++) {
      nodes.push({ id: `other ${i} ${other}` })
      edges.push({ source: `entity ${i}`, target: `other ${i} ${other}` })
    }
  })
  return { nodes, edges }
}

it.each([
  [[3, 0, 0, 0, 0, 0, 0], 76],
  [[20, 0, 0, 0, 0, 0, 0], 76],
  [[20, 20, 20, 0, 0, 0, 0], 50],
  [[50, 5, 0, 20, 1, 1, 0], 50],
  [[20, 20, 20, 20, 20, 20, 20], 50],
])('the graph keeps branches with few leaves apart beside one with many: %j', (others, least) => {
  expect(Math.min(...distances(computeLayout(eventWith(others), 'concentric').values()))).toBeGreaterThan(least)
})

it.each(['concentric', 'breadthfirst'] as const)(
  'the graph leaves room for the labels of an event and what it is connected with: %s',
  layout => {
    const { nodes, edges } = eventWith([4, 3, 2, 5, 1, 0, 0])
    const labelled = nodes.map(node => ({
      ...node,
      label: node.root ? 'P-7241903' : `a long street 32, 41001 ${node.id}`,
    }))
    const places = [...computeLayout({ nodes: labelled, edges }, layout).values()]
    const covered = places.flatMap((a, i) =>
      places.slice(i + 1).filter(b => Math.abs(a.x - b.x) < 110 && Math.abs(a.y - b.y) < 60),
    )
    expect(covered).toEqual([])
    // Without spreading it too far: it still fits a canvas at a readable size.
    expect(Math.max(...places.map(({ x }) => x)) - Math.min(...places.map(({ x }) => x))).toBeLessThan(2000)
  },
)

it('the graph keeps the nodes of a large graph apart in rings', () => {
  const near = distances(computeLayout(largeGraph(300, 400), 'concentric').values()).filter(distance => distance < 40)
  expect(near.length).toBeLessThan(3)
})

it('the graph sets parts without a link beside each other', () => {
  const places = computeLayout(
    { nodes: [{ id: 'a' }, { id: 'b' }, { id: 'c' }], edges: [{ source: 'a', target: 'b' }] },
    'concentric',
  )
  expect(Math.min(...distances(places.values()))).toBeGreaterThan(60)
})

it('the graph sets newcomers around their node', () => {
  const found = placeAround({ x: 100, y: 0 }, { x: 0, y: 0 }, 30)
  expect(found).toHaveLength(30)
  expect(Math.min(...distances(found))).toBeGreaterThan(30)
  expect(placeAround({ x: 100, y: 0 }, { x: 0, y: 0 }, 1)).toEqual([{ x: 230, y: 0 }])
})

it('the graph finds the same places by force on every run, without overlap', () => {
  const { nodes, edges } = largeGraph(600, 900)
  const order = new Map(nodes.map((node, i) => [node.id, i]))
  const task = {
    ids: nodes.map(node => node.id),
    links: edges.map(edge => [order.get(edge.source) ?? 0, order.get(edge.target) ?? 0] as const),
    pinned: [],
  }
  const places = computeForceLayout(task)
  expect(computeForceLayout(task)).toEqual(places)
  const points = Array.from({ length: 600 }, (_, i) => ({ x: places[2 * i] ?? 0, y: places[2 * i + 1] ?? 0 }))
  const near = distances(points).filter(distance => distance < 30).length
  expect(near).toBeLessThan(12)
})

it('the graph parts nodes on one spot', () => {
  const heap = new Float64Array(40)
  separateNodes(heap)
  expect(
    Math.min(...distances(Array.from({ length: 20 }, (_, i) => ({ x: heap[2 * i] ?? 0, y: heap[2 * i + 1] ?? 0 })))),
  ).toBeGreaterThan(15)
})

it('the graph goes back and forth', () => {
  const one = pushState(createHistory(0), 1)
  const two = pushState(one, 2)
  expect(undoStep(two).present).toBe(1)
  expect(redoStep(undoStep(two)).present).toBe(2)
  expect(pushState(undoStep(two), 7).future).toEqual([])
  expect(undoStep(createHistory(0)).present).toBe(0)
  expect(pushState(two, 2)).toBe(two)
})

it('the graph lists kinds, nodes and what they are connected to', () => {
  const rows = listRows(ring.nodes, ring.edges, new Set(['event']), new Set(['device']))
  expect(rows[0]).toMatchObject({ level: 1, kind: 'event', count: 6, expanded: false })
  const device = rows.findIndex(row => row.node?.id === 'device' && row.level === 2)
  expect(rows[device]).toMatchObject({ count: 5, expanded: true })
  expect(rows[device + 1]).toMatchObject({ level: 3, relation: 'used', position: 1, size: 5 })
  expect(parentOf(rows, device + 2)).toBe(device)
  // Riskiest first.
  expect(rows.find(row => row.level === 2 && row.kind === 'user')?.node?.id).toBe('orla')
})

it('the graph reads days in their zone', () => {
  expect(startOf('2026-11-15', 'UTC')).toBe(Date.UTC(2026, 10, 15))
  expect(startOf('2026-11-15', 'America/New_York')).toBe(Date.UTC(2026, 10, 15, 5))
  // The day clocks go back has 25 hours.
  expect((endOf('2026-10-25', 'Europe/Berlin') ?? 0) - (startOf('2026-10-25', 'Europe/Berlin') ?? 0)).toBe(
    25 * 3_600_000 - 1,
  )
  expect(dayOf(Date.UTC(2026, 10, 15, 3), 'America/New_York')).toBe('2026-11-14')
  expect(startOf('soon', 'UTC')).toBeNull()
})
