import type { ElementOptions } from '../canvas/graph-elements.ts'
import { kindSizes, type NodeLook } from '../canvas/graph-style.ts'
import type { NodePosition, Point } from '../model/geometry.ts'
import { edgeKey, type GraphEdge, type GraphNodeKind } from '../model/graph-model.ts'
import type { VisibleNode } from '../model/graph-state.ts'

export interface PicturedNode extends NodePosition {
  kind: GraphNodeKind
  look: NodeLook
  label: string
  /** Half of its width and height. */
  half: Point
}
export interface PicturedEdge {
  key: string
  relation: GraphEdge['relation']
  source: PicturedNode
  target: PicturedNode
  /** Text at its middle; empty for none. */
  text: string
}
export type PictureTexts = Pick<ElementOptions, 'labelOf' | 'lookOf' | 'countText'>

/** Around a node and beside an edge a tap counts, too. */
const nearNode = 3
const nearEdge = 6

export type Picture = ReturnType<typeof createPicture>

/** The nodes and edges of a large picture at their places, and what lies at a place. */
export function createPicture() {
  let nodes = new Map<string, PicturedNode>()
  let edges: PicturedEdge[] = []
  let byNode = new Map<string, PicturedEdge[]>()

  return {
    get nodes(): ReadonlyMap<string, PicturedNode> {
      return nodes
    },
    get edges(): readonly PicturedEdge[] {
      return edges
    },
    edgesOf: (id: string): readonly PicturedEdge[] => byNode.get(id) ?? [],
    /** Replaces the content; nodes that stay keep their places. */
    set(
      wanted: readonly VisibleNode[],
      links: readonly GraphEdge[],
      places: ReadonlyMap<string, Point>,
      { labelOf, lookOf, countText }: PictureTexts,
    ) {
      nodes = new Map(
        wanted.map(node => {
          const look = lookOf(node)
          const [width, height] = look.form === 'node' ? kindSizes[node.kind] : [56, 56]
          const { x, y } = nodes.get(node.id) ?? places.get(node.id) ?? { x: 0, y: 0 }
          const half = { x: (width * look.scale) / 2, y: (height * look.scale) / 2 }
          return [node.id, { id: node.id, kind: node.kind, look, label: labelOf(node), x, y, half }]
        }),
      )
      edges = links.flatMap(edge => {
        const [source, target] = [nodes.get(edge.source), nodes.get(edge.target)]
        const text = edge.label ?? countText(edge.count ?? 1)
        return source && target ? [{ key: edgeKey(edge), relation: edge.relation, source, target, text }] : []
      })
      byNode = new Map()
      for (const edge of edges)
        for (const { id } of [edge.source, edge.target]) {
          const list = byNode.get(id)
          if (list) list.push(edge)
          else byNode.set(id, [edge])
        }
    },
    place(places: ReadonlyMap<string, Point>) {
      for (const [id, { x, y }] of places) {
        const node = nodes.get(id)
        if (node) Object.assign(node, { x, y })
      }
    },
    /** The uppermost node at a place of the picture. */
    nodeAt({ x, y }: Point): PicturedNode | undefined {
      return [...nodes.values()].findLast(
        node => Math.abs(node.x - x) <= node.half.x + nearNode && Math.abs(node.y - y) <= node.half.y + nearNode,
      )
    },
    /** The edge that is nearest to a place of the picture, within some pixels of the screen. */
    edgeAt(at: Point, zoom: number): PicturedEdge | undefined {
      let best: { edge: PicturedEdge; distance: number } | undefined
      for (const edge of edges) {
        const distance = distanceTo(at, edge.source, edge.target)
        if (distance <= nearEdge / zoom && distance < (best?.distance ?? Infinity)) best = { edge, distance }
      }
      return best?.edge
    },
  }
}

/** Distance of a point from the line between two others. */
function distanceTo({ x, y }: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / length))
  return Math.hypot(x - a.x - along * dx, y - a.y - along * dy)
}
