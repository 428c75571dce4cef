import type { ComponentProps, ReactNode } from 'react'
import type { GraphHandle } from './commands/graph-handle.ts'
import type { GraphView } from './graph-toolbar.tsx'
import type { GraphLayout } from './layout/layouts.ts'
import type { GraphColour, GraphSize } from './model/appearance.ts'
import type { NodePosition, Point } from './model/geometry.ts'
import type { GraphData, GraphEdge, GraphNode } from './model/graph-model.ts'
import type { ExpandNode } from './model/use-graph.ts'

export interface GraphCanvasProps extends Omit<ComponentProps<'div'>, 'children' | 'onSelect'> {
  /** Subject of the picture: the accessible name of canvas and list. */
  label: string
  /** Id of a heading that names the canvas instead. */
  labelledBy?: string
  /** The nodes and the edges between them. */
  data: GraphData
  /** Number of all nodes, when `data` is only a part of them. */
  total?: number
  /** Maximum number of nodes that are drawn: the best connected ones. */
  limit?: number
  /** Shows a placeholder while the graph is fetched. */
  loading?: boolean
  /** Error shown instead of the picture. */
  error?: ReactNode
  /** Shows a button that loads the graph again, with `error`. */
  onRetry?: () => void
  /** Text for a graph without nodes. */
  empty?: ReactNode
  /** Ids of the chosen nodes. */
  selected?: readonly string[]
  /** Ids that are initially chosen, for uncontrolled use. */
  defaultSelected?: readonly string[]
  /** Called with the ids of all chosen nodes. */
  onSelectedChange?: (ids: readonly string[]) => void
  /** The chosen edge. */
  selectedEdge?: GraphEdge | null
  /** Called with an edge that is chosen: on the canvas, by the key L, and in the list. Without it edges cannot be chosen. */
  onEdgeSelect?: (edge: GraphEdge) => void
  /** Called on Enter or a double click on a node, and by its button. */
  onNodeOpen?: (node: GraphNode) => void
  /** Whether a node can be opened; by default each. */
  canOpen?: (node: GraphNode) => boolean
  /** Loads the neighbours of a node, at most `limit` of them. */
  onExpand?: ExpandNode
  /** Maximum number of neighbours that one expansion adds. */
  expandLimit?: number
  /** Picture, list, or both. Without `onViewChange` nobody else changes it. */
  view?: GraphView
  /** Initial view; by default the list where the page is narrow. */
  defaultView?: GraphView
  /** Called with the chosen view. */
  onViewChange?: (view: GraphView) => void
  /** Where the nodes are at first, in place of an arrangement: those of an earlier picture. */
  places?: ReadonlyMap<string, Point>
  /** How the nodes are arranged. */
  layout?: GraphLayout
  /** Initial arrangement, for uncontrolled use. */
  defaultLayout?: GraphLayout
  /** Called with the chosen arrangement. */
  onLayoutChange?: (layout: GraphLayout) => void
  /** What the colour of a node stands for. */
  colour?: GraphColour
  /** Initial meaning of the colour, for uncontrolled use. */
  defaultColour?: GraphColour
  /** Called with the chosen meaning of the colour. */
  onColourChange?: (colour: GraphColour) => void
  /** What the size of a node stands for. */
  size?: GraphSize
  /** Initial meaning of the size, for uncontrolled use. */
  defaultSize?: GraphSize
  /** Called with the chosen meaning of the size. */
  onSizeChange?: (size: GraphSize) => void
  /** More nodes of one type than this around a node become one cluster. */
  threshold?: number
  /** Whether a node matches the filter; the others fade or are hidden. */
  matches?: (node: GraphNode) => boolean
  /** What happens with nodes that do not match. */
  unmatched?: 'fade' | 'hide'
  /** A path from elsewhere, as ids in order: drawn until the selection or another path replaces it. */
  path?: readonly string[]
  /** Called when somebody takes the path away. */
  onPathClear?: () => void
  /** Called with the node in hand. */
  onCurrentChange?: (id: string) => void
  /** A panel at the start of the picture. */
  startPanel?: (graph: GraphHandle) => ReactNode
  /** A panel at the end of the picture: facts and actions of the selection. */
  endPanel?: (graph: GraphHandle) => ReactNode
  /** An entry after the exports, which gets all drawn nodes with their places; those of a cluster are at its place. */
  exportAction?: { label: string; onSelect: (places: readonly NodePosition[]) => void }
  /** Name of exported files, without their extension. */
  fileName?: string
}
