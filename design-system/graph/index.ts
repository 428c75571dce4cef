export { GraphCanvas, type GraphCanvasProps } from './graph-canvas/graph-canvas.tsx'
export {
  type GraphData,
  type GraphEdge,
  type GraphNode,
  type GraphNodeKind,
  type GraphRelation,
  nodeKinds,
  nodeLimit,
  relations,
} from './graph-canvas/graph-model.ts'
export { type GraphView, graphViews } from './graph-canvas/graph-toolbar.tsx'
export { type GraphLayout, layoutNames } from './graph-canvas/layouts.ts'
export { type Expand, type GraphExpansion } from './graph-canvas/use-graph.ts'
