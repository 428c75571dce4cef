import type { GraphData, GraphEdge, GraphNode, GraphNodeKind, GraphRelation } from '../model/graph-model.ts'

const day = 86_400_000
const end = Date.UTC(2026, 10, 21, 13)
const ago = (days: number) => end - days * day

/** Five accounts on one phone: a typical fraud ring. */
export const ring: GraphData = {
  nodes: [
    { id: 'device', kind: 'device', label: 'dv_7f3a…c210', score: 871, root: true, time: ago(6), more: 34 },
    { id: 'mirela', kind: 'user', label: 'Mirela T.', score: 871, time: ago(6) },
    { id: 'orla', kind: 'user', label: 'Orla Q.', score: 902, time: ago(5) },
    { id: 'tessa', kind: 'user', label: 'Tessa H.', score: 838, time: ago(4) },
    { id: 'ida', kind: 'user', label: 'Ida M.', score: 859, time: ago(4) },
    { id: 'ip', kind: 'ip', label: '203.0.113.84', score: 788, time: ago(8) },
    { id: 'petra', kind: 'user', label: 'Petra N.', score: 712, time: ago(9) },
    { id: 'finn', kind: 'user', label: 'Finn O.', score: 690, time: ago(9) },
    { id: 'card1', kind: 'payment', label: '•••• 4417', score: 871, time: ago(6) },
    { id: 'card2', kind: 'payment', label: '•••• 7718', score: 838, time: ago(4) },
    { id: 'card3', kind: 'payment', label: '•••• 1164', score: 690, time: ago(9) },
    { id: 'locker', kind: 'address', label: 'Parcel locker 114', score: 744, time: ago(12) },
    { id: 'kade', kind: 'address', label: 'Kade 7, Antwerpen', score: 312, time: ago(20) },
    { id: 'p1', kind: 'event', label: 'P-7241903', score: 871, time: ago(0) },
    { id: 'p2', kind: 'event', label: 'P-7241866', score: 902, time: ago(1) },
    { id: 'p3', kind: 'event', label: 'P-7241655', score: 838, time: ago(3) },
    { id: 'p4', kind: 'event', label: 'P-7241118', score: 859, time: ago(3) },
    { id: 'p5', kind: 'event', label: 'P-7240961', score: 690, time: ago(7) },
    { id: 'p6', kind: 'event', label: 'P-7241274', score: 712, time: ago(7) },
  ],
  edges: [
    ...(['mirela', 'orla', 'tessa', 'ida'] as const).map(id => ({
      source: id,
      target: 'device',
      relation: 'used' as const,
    })),
    { source: 'device', target: 'ip', relation: 'used' },
    { source: 'petra', target: 'ip', relation: 'used' },
    { source: 'finn', target: 'ip', relation: 'used' },
    { source: 'mirela', target: 'card1', relation: 'paid' },
    { source: 'orla', target: 'card1', relation: 'paid' },
    { source: 'tessa', target: 'card2', relation: 'paid' },
    { source: 'ida', target: 'card2', relation: 'paid' },
    { source: 'petra', target: 'card3', relation: 'paid' },
    { source: 'finn', target: 'card3', relation: 'paid' },
    { source: 'mirela', target: 'locker', relation: 'shipped' },
    { source: 'p1', target: 'locker', relation: 'shipped' },
    { source: 'petra', target: 'locker', relation: 'shipped' },
    { source: 'petra', target: 'kade', relation: 'shipped' },
    { source: 'mirela', target: 'p1', relation: 'linked' },
    { source: 'orla', target: 'p2', relation: 'linked' },
    { source: 'tessa', target: 'p3', relation: 'linked' },
    { source: 'ida', target: 'p4', relation: 'linked' },
    { source: 'finn', target: 'p5', relation: 'linked' },
    { source: 'petra', target: 'p6', relation: 'linked' },
  ],
}

const kinds: readonly GraphNodeKind[] = [
  'user',
  'device',
  'payment',
  'event',
  'event',
  'ip',
  'email',
  'address',
  'phone',
  'event',
]
const relationCycle: readonly GraphRelation[] = ['used', 'paid', 'linked', 'shipped']

/** A connected, deterministic graph of any size: communities around well connected devices, like fraud rings. */
export function largeGraph(nodes: number, edges: number): GraphData {
  let state = 7
  const draw = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x7fffffff) * below)
  }
  const list = Array.from({ length: nodes }, (_, i): GraphNode => {
    const kind = kinds[i % kinds.length] ?? 'other'
    return {
      id: `n${i}`,
      kind,
      label: `${kind} ${i}`,
      score: i % 4 === 0 ? null : draw(1000),
      ...(i === 0 ? { root: true } : {}),
    }
  })
  const size = 40
  const links = Array.from({ length: edges }, (_, i): GraphEdge => {
    const target = i < nodes - 1 ? i + 1 : 1 + draw(nodes - 1)
    const community = Math.floor(target / size) * size
    const source =
      target === community
        ? Math.floor(draw(Math.max(1, target / size))) * size
        : community + draw(Math.max(1, Math.min(target - community, 6)))
    return {
      source: `n${Math.min(source, target - 1)}`,
      target: `n${target}`,
      relation: relationCycle[i % relationCycle.length] ?? 'linked',
    }
  })
  return { nodes: list, edges: links }
}
