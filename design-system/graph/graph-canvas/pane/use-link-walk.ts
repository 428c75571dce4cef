import { useMemo, useRef } from 'react'
import { type ArrowKey, mostTowards, type NodePosition, nearest, neighbourAround } from '../model/geometry.ts'
import { adjacency, type GraphEdge } from '../model/graph-model.ts'

/** Walks from node to node along the links of the picture, by keys. */
export function useLinkWalk(edges: readonly GraphEdge[]) {
  const around = useMemo(() => adjacency(edges), [edges])
  /** The node from which a link was followed last: around it lie the others that can be meant. */
  const pivot = useRef<string | null>(null)
  const linked = (id: string): readonly string[] => around.get(id) ?? []
  const busiest = (ids: readonly string[]): string | undefined =>
    ids.toSorted((a, b) => linked(b).length - linked(a).length || (a < b ? -1 : 1))[0]
  return {
    /** The node that an arrow leads to: along a link, or else the nearest one in that direction. */
    towards(places: readonly NodePosition[], from: NodePosition, key: ArrowKey): string | null {
      const neighbours = new Set(linked(from.id))
      const next = mostTowards(
        places.filter(({ id }) => neighbours.has(id)),
        from,
        key,
      )
      if (next !== null) pivot.current = from.id
      return next ?? nearest(places, from, key)
    },
    /** The next node, clockwise or the other way, around the node from which the walk came. */
    beside(places: readonly NodePosition[], from: NodePosition, direction: 'clockwise' | 'counter'): string | null {
      const own = linked(from.id)
      const centreId = pivot.current !== null && own.includes(pivot.current) ? pivot.current : busiest(own)
      const centre = places.find(({ id }) => id === centreId)
      if (!centre) return null
      pivot.current = centre.id
      const neighbours = new Set(linked(centre.id))
      return neighbourAround(
        places.filter(({ id }) => neighbours.has(id)),
        centre,
        from.id,
        direction,
      )
    },
  }
}
