import type { NodePositions } from './node-positions.ts'

interface TimedNode {
  id: string
  label?: string
  kind?: string
  time?: number | null
}

interface TimedSketch {
  nodes: readonly TimedNode[]
  edges: readonly { source: string; target: string }[]
}

const isTime = (time: number | null | undefined): time is number => typeof time === 'number' && Number.isFinite(time)

/**
 * Time from left to right, one lane per kind in the order of the data. Nodes of a lane that would cover each other take
 * further rows. A node without a time stands at the first one of its neighbours, else at the start.
 */
export function layOutTimeline({ nodes, edges }: TimedSketch): NodePositions {
  const times = timesOf(nodes, edges)
  const all = [...times.values()]
  const from = all.length === 0 ? 0 : all.reduce((a, b) => Math.min(a, b))
  const to = all.length === 0 ? 0 : all.reduce((a, b) => Math.max(a, b))
  const dense = nodes.length > 60
  const [gap, row] = dense ? [52, 56] : [120, 96]
  const width = Math.max(900, Math.sqrt(nodes.length) * gap * 2)
  const xOf = (id: string) => (to === from ? 0 : (((times.get(id) ?? from) - from) / (to - from)) * width)
  const lanes = new Map<string, TimedNode[]>()
  for (const node of nodes) lanes.set(node.kind ?? '', [...(lanes.get(node.kind ?? '') ?? []), node])
  const places: NodePositions = new Map()
  let top = 0
  for (const lane of lanes.values()) {
    const ends: number[] = []
    for (const { id, x } of lane
      .map(({ id }) => ({ id, x: xOf(id) }))
      .sort((a, b) => a.x - b.x || (a.id < b.id ? -1 : 1))) {
      const free = ends.findIndex(end => x - end >= gap)
      const at = free < 0 ? ends.length : free
      ends[at] = x
      places.set(id, { x, y: top + at * row })
    }
    top += Math.max(1, ends.length) * row + row / 2
  }
  return places
}

function timesOf(nodes: readonly TimedNode[], edges: TimedSketch['edges']): ReadonlyMap<string, number> {
  const own = new Map(nodes.flatMap(({ id, time }) => (isTime(time) ? [[id, time] as const] : [])))
  const times = new Map(own)
  for (const { source, target } of edges) {
    for (const [id, other] of [
      [source, target],
      [target, source],
    ] as const) {
      const time = own.get(other)
      if (!own.has(id) && time !== undefined) times.set(id, Math.min(time, times.get(id) ?? time))
    }
  }
  return times
}
