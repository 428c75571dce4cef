import type { Core } from 'cytoscape'
import type { Point } from '../model/geometry.ts'

const padding = 36

/** Space that floating controls cover at the sides of the canvas. */
export interface ViewInsets {
  left: number
  right: number
}

export interface View {
  zoom: number
  pan: Point
}

export interface ViewSize {
  width: number
  height: number
}

/** Furthest and nearest view. */
export const zoomLimits = { min: 0.02, max: 3 } as const

/**
 * The view in which all positions lie in the middle of the area that floating controls leave free, with a maximum zoom.
 * Measured by positions: the true boxes would need the size of every label.
 */
export function fittedView(places: Iterable<Point>, size: ViewSize, { left, right }: ViewInsets): View | null {
  const box = { x1: Infinity, x2: -Infinity, y1: Infinity, y2: -Infinity }
  for (const { x, y } of places) {
    box.x1 = Math.min(box.x1, x - 50)
    box.x2 = Math.max(box.x2, x + 50)
    box.y1 = Math.min(box.y1, y - 30)
    box.y2 = Math.max(box.y2, y + 50)
  }
  if (box.x1 === Infinity) return null
  const free = {
    width: Math.max(80, size.width - left - right - 2 * padding),
    height: Math.max(80, size.height - 2 * padding),
  }
  const level = Math.min(
    1.25,
    Math.max(
      zoomLimits.min,
      Math.min(free.width / Math.max(1, box.x2 - box.x1), free.height / Math.max(1, box.y2 - box.y1)),
    ),
  )
  return {
    zoom: level,
    pan: {
      x: left + padding + free.width / 2 - ((box.x1 + box.x2) / 2) * level,
      y: size.height / 2 - ((box.y1 + box.y2) / 2) * level,
    },
  }
}

/** Fits the whole graph into the picture of Cytoscape. */
export function fitViewport(cy: Core, insets: () => ViewInsets): void {
  const places = cy.nodes().map(node => node.position())
  const view = fittedView(places, { width: cy.width(), height: cy.height() }, insets())
  if (view !== null) cy.viewport(view)
}

/** Size of labels at full zoom, the least they should have on screen, and the most, which their spacing allows. */
const [fullLabel, leastLabel, mostLabel] = [12, 10.5, 18]

/**
 * Font size of labels in the picture at a zoom: further away it grows in whole pixels, so that a picture fitted into
 * its frame can still be read.
 */
export function labelSizeAt(zoom: number): number {
  return Math.min(mostLabel, Math.max(fullLabel, Math.ceil(leastLabel / zoom)))
}

/** How far the picture has to be panned to show a position of it, and no further. */
export function shiftIntoView({ x, y }: Point, { width, height }: ViewSize): Point {
  const shift = (value: number, size: number) =>
    value < padding ? padding - value : value > size - padding ? size - padding - value : 0
  return { x: shift(x, width), y: shift(y, height) }
}
