import { useIntl } from 'react-intl'
import { useAnnounce } from '../../../lib/announcer.tsx'
import { edgeKey, type GraphEdge } from '../model/graph-model.ts'
import type { VisibleNode } from '../model/graph-state.ts'
import { relationNames } from '../model/kind-styles.ts'
import type { Graph } from '../model/use-graph.ts'

interface EdgeSelectionOptions {
  graph: Graph
  /** The node in hand: its edges are walked through. */
  current: string | null
  nameOf: (node: VisibleNode) => string
  selectedEdge: GraphEdge | null | undefined
  onEdgeSelect: ((edge: GraphEdge) => void) | undefined
}

/** The chosen edge, where edges can be chosen: from canvas, list and keys, each of which announces it. */
export function useEdgeSelection({ graph, current, nameOf, selectedEdge, onEdgeSelect }: EdgeSelectionOptions) {
  const intl = useIntl()
  const announce = useAnnounce()
  const { visible, byId } = graph
  const selected = selectedEdge ? edgeKey(selectedEdge) : null
  const name = (id: string) => {
    const node = byId.get(id)
    return node ? nameOf(node) : id
  }
  const select = (edge: GraphEdge | undefined): void => {
    if (edge === undefined || onEdgeSelect === undefined) return
    onEdgeSelect(edge)
    announce(
      intl.formatMessage(
        { id: 'DesignSystem.Graph.EdgeReadOut' },
        {
          label: edge.label ?? '',
          labelled: edge.label === undefined ? 'no' : 'yes',
          from: name(edge.source),
          relation: intl.formatMessage({ id: relationNames[edge.relation] }),
          to: name(edge.target),
        },
      ),
    )
  }
  /** Chooses the next edge of the node in hand, or the one before. */
  const step = (by: 1 | -1): void => {
    const own = visible.edges.filter(({ source, target }) => source === current || target === current)
    const at = own.findIndex(edge => edgeKey(edge) === selected)
    select(own[at < 0 ? (by > 0 ? 0 : own.length - 1) : (at + by + own.length) % own.length])
  }
  return {
    /** The key of the chosen edge. */
    selected,
    canSelect: onEdgeSelect !== undefined,
    selectByKey: (key: string) => select(visible.edges.find(edge => edgeKey(edge) === key)),
    step,
  }
}
