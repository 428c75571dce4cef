export { GraphCanvas } from './graph-canvas/graph-canvas.tsx'
export type { GraphCanvasProps } from './graph-canvas/graph-canvas-props.ts'
export { type GraphView, graphViews } from './graph-canvas/graph-toolbar.tsx'
export { type GraphLayout, layoutNames } from './graph-canvas/layout/layouts.ts'
export {
  type GraphData,
  type GraphEdge,
  type GraphNode,
  type GraphNodeKind,
  type GraphRelation,
  nodeKinds,
  nodeLimit,
  relations,
} from './graph-canvas/model/graph-model.ts'
export { type ExpandNode, type GraphExpansion } from './graph-canvas/model/use-graph.ts'
