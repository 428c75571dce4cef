import { expect, it } from 'vitest'
import { ring } from '../testing/graphs.ts'
import { normaliseGraph } from './graph-model.ts'
import {
  addToGraph,
  groupId,
  initialGraphState,
  revealNodes,
  timelineCounts,
  toggleValue,
  unmatchedNodes,
  visibleGraph,
} from './graph-state.ts'

const data = normaliseGraph(ring)
const ids = (state: Partial<typeof initialGraphState>) =>
  visibleGraph(data, { ...initialGraphState, ...state }).nodes.map(node => node.id)

it('the graph state filters by kind, relation and time', () => {
  expect(ids({ hiddenKinds: ['event', 'user'] })).not.toContain('mirela')
  expect(
    visibleGraph(data, { ...initialGraphState, hiddenRelations: ['shipped'] }).edges.some(
      edge => edge.relation === 'shipped',
    ),
  ).toBe(false)
  const times = timelineCounts(data)
  expect(times).not.toBeNull()
  expect(ids({ period: [times?.to ?? 0, times?.to ?? 0] })).toEqual(['p1'])
  // The legend counts what could be shown, not what is visible.
  expect(visibleGraph(data, { ...initialGraphState, hiddenKinds: ['event'] }).kinds.get('event')).toBe(6)
})

it('the graph state keeps nodes without a time in every period', () => {
  const { nodes } = visibleGraph(
    {
      nodes: [
        { id: 'a', kind: 'user', label: 'a' },
        { id: 'b', kind: 'user', label: 'b', time: 5 },
      ],
      edges: [],
    },
    { ...initialGraphState, period: [8, 9] },
  )
  expect(nodes.map(node => node.id)).toEqual(['a'])
})

it('the graph state folds branches and says how many nodes are behind', () => {
  const { nodes } = visibleGraph(data, { ...initialGraphState, collapsed: ['orla'] })
  expect(nodes.find(node => node.id === 'orla')?.held).toBe(1)
  expect(nodes.some(node => node.id === 'p2')).toBe(false)
})

it('the graph state draws all of a kind as one node with the highest score, and its links once', () => {
  const { nodes, edges } = visibleGraph(data, { ...initialGraphState, grouped: ['user', 'device'] })
  const group = nodes.find(node => node.id === groupId('user'))
  expect(group?.members).toHaveLength(6)
  expect(group?.score).toBe(902)
  // One device only, and the root besides: nothing to group.
  expect(nodes.some(node => node.id === 'device')).toBe(true)
  expect(edges.filter(edge => edge.target === 'device')).toHaveLength(1)
})

it('the graph state takes in what was loaded, once', () => {
  const more = addToGraph(
    ring,
    {
      nodes: [
        { id: 'mirela', kind: 'user', label: 'again' },
        { id: 'z', kind: 'email', label: 'z' },
      ],
      edges: [{ source: 'z', target: 'mirela', relation: 'used' }],
    },
    5000,
  )
  expect(more.nodes).toHaveLength(ring.nodes.length + 1)
  expect(more.nodes.find(node => node.id === 'mirela')?.label).toBe('Mirela T.')
})

it('the graph state has no time line without two different times', () => {
  expect(
    timelineCounts({
      nodes: [
        { id: 'a', kind: 'user', label: 'a', time: 1 },
        { id: 'b', kind: 'user', label: 'b', time: 1 },
      ],
      edges: [],
    }),
  ).toBeNull()
  expect(timelineCounts(data, 10)?.counts.reduce((a, b) => a + b)).toBe(19)
})

it('the graph state toggles', () => {
  expect(toggleValue(['a', 'b'], 'a')).toEqual(['b'])
  expect(toggleValue(['b'], 'a')).toEqual(['b', 'a'])
})

it('nodes that are revealed leave their cluster, and the group of their kind ends', () => {
  const user = { id: 'u', kind: 'user' as const, label: 'u', root: true }
  const events = Array.from({ length: 12 }, (_, i) => ({ id: `p${i}`, kind: 'event' as const, label: `p${i}` }))
  const star = normaliseGraph({
    nodes: [user, ...events],
    edges: events.map(({ id }) => ({ source: 'u', target: id, relation: 'owns' as const })),
  })
  const shown = (state: typeof initialGraphState) =>
    visibleGraph(star, state, { threshold: 10 }).nodes.map(node => node.id)
  const grouped = { ...initialGraphState, grouped: ['event' as const, 'device' as const] }
  expect(shown(grouped)).not.toContain('p3')
  const revealed = revealNodes(grouped, star, ['u', 'p3'])
  expect(shown(revealed)).toContain('p3')
  expect(shown(revealed)).not.toContain('p4')
  expect(revealed.grouped).toEqual(['device'])
})

it('nodes that are revealed are shown again when the user has left them out, and others stay left out', () => {
  const left = {
    ...initialGraphState,
    hidden: ['mirela', 'orla'],
    hiddenKinds: ['ip' as const, 'user' as const],
    collapsed: ['device'],
    period: [0, 1] as const,
  }
  const revealed = revealNodes(left, data, ['device', 'mirela'])
  expect(visibleGraph(data, revealed).nodes.map(({ id }) => id)).toEqual(expect.arrayContaining(['device', 'mirela']))
  expect(revealed).toMatchObject({ hidden: ['orla'], hiddenKinds: ['ip'], collapsed: [], period: null })
  const shown = { ...initialGraphState, hidden: ['orla'], period: [0, Number.MAX_SAFE_INTEGER] as const }
  expect(revealNodes(shown, data, ['device', 'mirela'])).toMatchObject({ hidden: ['orla'], period: shown.period })
})

it('a cluster fades only if none of its nodes matches', () => {
  const nodes = [
    { id: 'cluster 1', kind: 'user', label: '', members: ['a', 'b'] },
    { id: 'cluster 2', kind: 'user', label: '', members: ['c'] },
    { id: 'd', kind: 'user', label: 'd' },
  ] as const
  expect([...unmatchedNodes(nodes, [{ id: 'b' }])]).toEqual(['cluster 2', 'd'])
  expect(unmatchedNodes(nodes, null).size).toBe(0)
})
