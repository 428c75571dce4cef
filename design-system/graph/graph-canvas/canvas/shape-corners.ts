import type { kindShapes } from './graph-style.ts'

type NodeShape = (typeof kindShapes)[keyof typeof kindShapes]

/** Corners of the shapes that are polygons, in a box from -1 to 1. */
export const shapeCorners: Partial<Record<NodeShape, readonly (readonly [number, number])[]>> = {
  diamond: [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ],
  hexagon: [
    [-1, 0],
    [-0.5, -1],
    [0.5, -1],
    [1, 0],
    [0.5, 1],
    [-0.5, 1],
  ],
  'concave-hexagon': [
    [-1, -1],
    [1, -1],
    [0.7, 0],
    [1, 1],
    [-1, 1],
    [-0.7, 0],
  ],
  octagon: [
    [-0.4, -1],
    [0.4, -1],
    [1, -0.4],
    [1, 0.4],
    [0.4, 1],
    [-0.4, 1],
    [-1, 0.4],
    [-1, -0.4],
  ],
  pentagon: [
    [0, -1],
    [1, -0.2],
    [0.6, 1],
    [-0.6, 1],
    [-1, -0.2],
  ],
  'cut-rectangle': [
    [-0.7, -1],
    [0.7, -1],
    [1, -0.6],
    [1, 0.6],
    [0.7, 1],
    [-0.7, 1],
    [-1, 0.6],
    [-1, -0.6],
  ],
  'round-tag': [
    [-1, -1],
    [0.5, -1],
    [1, 0],
    [0.5, 1],
    [-1, 1],
  ],
  triangle: [
    [0, -1],
    [1, 1],
    [-1, 1],
  ],
}
