import type { GraphEdge, GraphNodeKind } from '../model/graph-model.ts'
import { toggleValue, type VisibleNode } from '../model/graph-state.ts'
import type { Graph } from '../model/use-graph.ts'
import type { useGraphCommands } from './use-graph-commands.ts'

/** What the panels beside the picture show and do: the same graph, selection and commands. */
export interface GraphHandle {
  /** The node in hand. */
  node: VisibleNode | undefined
  /** Ids of the selected nodes; those of a cluster are its nodes. */
  selected: readonly string[]
  nodes: readonly VisibleNode[]
  edges: readonly GraphEdge[]
  /** Nodes per kind before the filters. */
  kinds: ReadonlyMap<GraphNodeKind, number>
  hiddenKinds: readonly GraphNodeKind[]
  toggleKind: (kind: GraphNodeKind) => void
  showAllKinds: () => void
  /** What a node is linked with, in the visible graph. */
  connectionsOf: (id: string) => readonly { node: VisibleNode; edge: GraphEdge }[]
  nameOf: (node: VisibleNode) => string
  typeOf: (node: VisibleNode) => string
  /** Makes a node the current and the only selected one. */
  choose: (id: string) => void
  canExpand: boolean
  expanding: boolean
  expand: () => void
}

/** The handle of a graph for its panels. */
export function createGraphHandle(graph: Graph, commands: ReturnType<typeof useGraphCommands>): GraphHandle {
  const { visible, byId, state } = graph
  return {
    node: commands.node,
    selected: [...commands.chosen].flatMap(id => byId.get(id)?.members ?? [id]),
    nodes: visible.nodes,
    edges: visible.edges,
    kinds: visible.kinds,
    hiddenKinds: state.hiddenKinds,
    toggleKind: kind => graph.change(now => ({ ...now, hiddenKinds: toggleValue(now.hiddenKinds, kind) })),
    showAllKinds: () => graph.change(now => (now.hiddenKinds.length === 0 ? now : { ...now, hiddenKinds: [] })),
    connectionsOf: id =>
      visible.edges.flatMap(edge => {
        const other = edge.source === id ? edge.target : edge.target === id ? edge.source : undefined
        const node = other === undefined ? undefined : byId.get(other)
        return node ? [{ node, edge }] : []
      }),
    nameOf: commands.nameOf,
    typeOf: commands.typeOf,
    choose: id => {
      commands.move(id)
      commands.select([id], false)
    },
    canExpand: commands.can.expand,
    expanding: commands.busy,
    expand: () => void commands.expand(),
  }
}
