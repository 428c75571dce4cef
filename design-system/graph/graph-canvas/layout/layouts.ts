import { adjacency } from '../model/graph-model.ts'
import { separateLabels } from './label-spacing.ts'
import type { NodePositions } from './node-positions.ts'
import { layOutTimeline } from './timeline-layout.ts'

export const layoutNames = ['concentric', 'breadthfirst', 'force', 'timeline'] as const
export type GraphLayout = (typeof layoutNames)[number]
export type { NodePositions } from './node-positions.ts'

export interface Sketch {
  nodes: readonly { id: string; label?: string; root?: boolean; kind?: string; time?: number | null }[]
  edges: readonly { source: string; target: string }[]
}

interface Tree {
  id: string
  depth: number
  children: Tree[]
  leaves: number
}

/** Wider than high, like most canvases. */
const stretch = 1.3

/**
 * One tree per connected part, its root the marked or the best connected node; parts and children in the order of the
 * data.
 */
function buildTrees({ nodes, edges }: Sketch): Tree[] {
  const around = adjacency(edges)
  const seen = new Set<string>()
  const degree = (id: string) => (around.get(id) ?? []).length
  const starts = [...nodes].sort(
    (a, b) =>
      Number(b.root ?? false) - Number(a.root ?? false) || degree(b.id) - degree(a.id) || (a.id < b.id ? -1 : 1),
  )
  const roots: Tree[] = []
  for (const { id } of starts) {
    if (seen.has(id)) continue
    seen.add(id)
    const root: Tree = { id, depth: 0, children: [], leaves: 1 }
    const order = [root]
    for (let at = 0; at < order.length; at++) {
      const tree = order[at]
      for (const next of tree ? (around.get(tree.id) ?? []) : []) {
        if (!tree || seen.has(next)) continue
        seen.add(next)
        const child: Tree = { id: next, depth: tree.depth + 1, children: [], leaves: 1 }
        tree.children.push(child)
        order.push(child)
      }
    }
    for (const tree of order.reverse())
      if (tree.children.length > 0) tree.leaves = tree.children.reduce((sum, child) => sum + child.leaves, 0)
    roots.push(root)
  }
  return roots
}

function nodesByDepth(root: Tree): Tree[][] {
  const levels: Tree[][] = []
  let front = [root]
  while (front.length > 0) {
    levels.push(front)
    front = front.flatMap(tree => tree.children)
  }
  return levels
}

/**
 * Rings around the root: nodes one link away, two links away … Each branch has its own sector; a full ring becomes
 * several.
 */
function layOutRings(root: Tree): NodePositions {
  const places: NodePositions = new Map([[root.id, { x: 0, y: 0 }]])
  const levels = nodesByDepth(root)
  const total = levels.reduce((sum, level) => sum + level.length, 0)
  const gap = total > 400 ? 44 : total > 60 ? 56 : 84
  const step = total > 400 ? 60 : total > 60 ? 90 : 112
  const sectors = new Map<string, [start: number, span: number]>([[root.id, [-Math.PI / 2, 2 * Math.PI]]])
  let radius = 0
  for (const level of levels.slice(0, -1)) {
    const children = level.flatMap(tree => {
      const [start, span] = sectors.get(tree.id) ?? [0, 0]
      let from = start
      for (const child of tree.children) {
        const share = (span * child.leaves) / tree.leaves
        sectors.set(child.id, [from, share])
        from += share
      }
      return tree.children
    })
    radius += step
    // As many rings as needed for sufficient distance between the nodes of each, between the last and the first, too.
    const layers = Math.max(1, Math.ceil(((children.length - 1) * gap) / (2 * Math.PI * radius - gap)))
    const idealAngles = children.map(({ id }) => {
      const [start, span] = sectors.get(id) ?? [0, 0]
      return start + span / 2
    })
    const angles = separateAngles(idealAngles, gap / (layers * radius), layers)
    children.forEach(({ id }, i) => {
      const at = angles[i] ?? 0
      const reach = radius + (i % layers) * gap
      sectors.set(id, [at - (sectors.get(id)?.[1] ?? 0) / 2, sectors.get(id)?.[1] ?? 0])
      places.set(id, { x: Math.cos(at) * reach * stretch, y: Math.sin(at) * reach })
    })
    radius += (layers - 1) * gap
  }
  return places
}

/**
 * Angles of a ring in their order, each at least `least` from the next, with minimal movement: the sector positions a
 * branch, but one with few leaves is narrower than its node.
 */
function separateAngles(angles: readonly number[], least: number, layers: number): number[] {
  // Adjacent runs share their movement: the mean of the wanted positions.
  const runs: { sum: number; size: number }[] = []
  angles.forEach((angle, i) => {
    runs.push({ sum: angle - i * least, size: 1 })
    for (
      let [before, last] = [runs.at(-2), runs.at(-1)];
      before && last && before.sum / before.size > last.sum / last.size;
      [before, last] = [runs.at(-2), runs.at(-1)]
    ) {
      runs.splice(-2, 2, { sum: before.sum + last.sum, size: before.size + last.size })
    }
  })
  const loose = runs.flatMap(({ sum, size }) => Array.from({ length: size }, () => sum / size))
  // A ring ends where it began: the free space between the angles is the rest of the full turn.
  const free = 2 * Math.PI - (angles.length + layers - 1) * least
  const [first = 0, usedAngle] = [loose[0], (loose.at(-1) ?? 0) - (loose[0] ?? 0)]
  const scale = usedAngle > free ? Math.max(0, free) / usedAngle : 1
  return loose.map((slack, i) => first + (slack - first) * scale + i * least)
}

/** Rows under the root, one per distance from it; a full row continues below. */
function layOutRows(root: Tree): NodePositions {
  const places: NodePositions = new Map()
  const levels = nodesByDepth(root)
  const total = levels.reduce((sum, level) => sum + level.length, 0)
  const [column, row] = total > 400 ? [52, 56] : total > 60 ? [72, 80] : [112, 104]
  const most = Math.max(10, Math.ceil(Math.sqrt(total) * 1.8))
  let y = 0
  for (const level of levels) {
    for (let from = 0; from < level.length; from += most) {
      const part = level.slice(from, from + most)
      part.forEach((tree, i) => places.set(tree.id, { x: (i - (part.length - 1) / 2) * column, y }))
      y += row
    }
    y += total > 60 ? row / 2 : 0
  }
  return places
}

/** Unconnected parts are placed side by side, largest first, in rows. */
function packComponents(parts: readonly NodePositions[]): NodePositions {
  const places: NodePositions = new Map()
  const boxes = parts
    .map(part => {
      const points = [...part.values()]
      const xs = points.map(point => point.x)
      const ys = points.map(point => point.y)
      const box = {
        left: xs.reduce((a, b) => Math.min(a, b)),
        top: ys.reduce((a, b) => Math.min(a, b)),
        width: 0,
        height: 0,
      }
      box.width = xs.reduce((a, b) => Math.max(a, b)) - box.left + 120
      box.height = ys.reduce((a, b) => Math.max(a, b)) - box.top + 120
      return { part, box }
    })
    .sort((a, b) => b.part.size - a.part.size)
  const area = boxes.reduce((sum, { box }) => sum + box.width * box.height, 0)
  const widest = Math.max(boxes[0]?.box.width ?? 0, Math.sqrt(area) * stretch)
  let [x, y, height] = [0, 0, 0]
  for (const { part, box } of boxes) {
    if (x > 0 && x + box.width > widest) [x, y, height] = [0, y + height, 0]
    for (const [id, point] of part) places.set(id, { x: point.x - box.left + x, y: point.y - box.top + y })
    x += box.width
    height = Math.max(height, box.height)
  }
  return places
}

/** Positions of every node, deterministic for the same data. */
export function computeLayout(sketch: Sketch, layout: Exclude<GraphLayout, 'force'>): NodePositions {
  if (layout === 'timeline') return layOutTimeline(sketch)
  const places = packComponents(buildTrees(sketch).map(layout === 'concentric' ? layOutRings : layOutRows))
  separateLabels(sketch.nodes, places)
  return places
}
