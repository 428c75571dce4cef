import type { Point } from '../model/geometry.ts'

/** Positions by the ids of the nodes. */
export type NodePositions = Map<string, Point>
