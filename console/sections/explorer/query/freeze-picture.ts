import type { NodePosition } from '@assay/design-system/graph'
import type { GraphNode, GraphPicture, GraphSnapshot, GraphSnapshotNode } from '@assay/risk-service/contract'

/** What is attached to a note of a picture; the service knows the texts by the ids. */
export interface FrozenPicture extends Pick<GraphSnapshot, 'edges' | 'dates'> {
  nodes: Omit<GraphSnapshotNode, 'text' | 'person'>[]
}

/**
 * Returns a picture as it is now: the drawn nodes at their places, and the edges between them as they were read last.
 * @param nodes the nodes as the service describes them, with the newest figures
 */
export function freezePicture(
  pictures: readonly Pick<GraphPicture, 'edges'>[],
  nodes: ReadonlyMap<string, GraphNode>,
  places: readonly NodePosition[],
  dates: FrozenPicture['dates'],
): FrozenPicture {
  const drawn = places.flatMap(({ id, x, y }): FrozenPicture['nodes'] => {
    const node = nodes.get(id)
    if (!node) return []
    const { text: _text, person: _person, key: _key, listStatus: _status, ...rest } = node
    const { more: _more, moreByType: _byType, hidden: _hidden, ...frozen } = rest
    return [{ ...frozen, x, y }]
  })
  const ids = new Set(drawn.map(({ id }) => id))
  const edges = new Map(
    pictures
      .flatMap(picture => picture.edges)
      .filter(({ source, target }) => ids.has(source) && ids.has(target))
      .map(edge => [`${edge.source} ${edge.target} ${edge.kind}`, edge]),
  )
  return { nodes: drawn, edges: [...edges.values()], dates }
}
