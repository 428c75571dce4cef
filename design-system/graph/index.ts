export type { GraphHandle } from './graph-canvas/commands/graph-handle.ts'
export { GraphCanvas } from './graph-canvas/graph-canvas.tsx'
export type { GraphCanvasProps } from './graph-canvas/graph-canvas-props.ts'
export { type GraphView, graphViews } from './graph-canvas/graph-toolbar.tsx'
export { type GraphLayout, layoutNames } from './graph-canvas/layout/layouts.ts'
export { colourModes, type GraphColour, type GraphSize, sizeModes } from './graph-canvas/model/appearance.ts'
export { clusterThreshold } from './graph-canvas/model/clusters.ts'
export type { NodePosition } from './graph-canvas/model/geometry.ts'
export {
  type GraphData,
  type GraphEdge,
  type GraphHub,
  type GraphNode,
  type GraphNodeKind,
  type GraphRelation,
  nodeKinds,
  nodeLimit,
  relations,
} from './graph-canvas/model/graph-model.ts'
export { isSingleNode, type VisibleNode } from './graph-canvas/model/graph-state.ts'
export { kindStyles, relationNames } from './graph-canvas/model/kind-styles.ts'
export { type ExpandNode, type ExpandOptions, type GraphExpansion } from './graph-canvas/model/use-graph.ts'
