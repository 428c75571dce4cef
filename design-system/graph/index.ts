export { GraphCanvas, type GraphCanvasProps, type GraphView } from './graph-canvas.tsx'
export { nodeKinds, nodeLimit, type GraphData, type GraphEdge, type GraphNode, type GraphNodeKind } from './graph-model.ts'
