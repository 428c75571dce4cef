import { useMemo } from 'react'
import type { NodeLook } from './canvas/graph-style.ts'
import { categoryFor, categoryOf, type GraphColour, type GraphSize, scaleOf } from './model/appearance.ts'
import type { VisibleNode } from './model/graph-state.ts'
import type { Graph } from './model/use-graph.ts'

/** How a node looks by what colour and size stand for: a new function only when one of them changes. */
export function useNodeLook(graph: Graph, colour: GraphColour, size: GraphSize): (node: VisibleNode) => NodeLook {
  const { visible, degrees, context } = graph
  return useMemo(() => {
    const valueOf = (node: VisibleNode) =>
      size === 'amount' ? (node.amount ?? 0) : size === 'degree' ? (degrees.get(node.id) ?? 0) : 0
    const largest = size === 'constant' ? 0 : visible.nodes.reduce((most, node) => Math.max(most, valueOf(node)), 0)
    return node => {
      const category = categoryFor(colour, categoryOf(node, colour, context))
      return {
        token: category?.token ?? '',
        sign: category?.sign ?? '',
        step: colour === 'band' ? (category?.number ?? 0) : 3,
        scale: size === 'constant' ? 1 : scaleOf(valueOf(node), largest),
        form: node.members ? 'group' : node.hub ? 'hub' : 'node',
      }
    }
  }, [visible, degrees, context, colour, size])
}
