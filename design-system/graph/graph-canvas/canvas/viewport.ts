import type { Core } from 'cytoscape'
import type { Point } from '../model/geometry.ts'

const padding = 36

/** Space that floating controls cover at the sides of the canvas. */
export interface ViewInsets {
  left: number
  right: number
}

/** Fits the whole graph into the middle of the area that floating controls leave free, with a maximum zoom. */
export function fitViewport(cy: Core, insets: () => ViewInsets): void {
  if (cy.nodes().empty()) return
  const { left, right } = insets()
  // Measured by positions: the true boxes would need the size of every label.
  const box = cy.nodes().reduce(
    (all, node) => {
      const { x, y } = node.position()
      return {
        x1: Math.min(all.x1, x - 50),
        x2: Math.max(all.x2, x + 50),
        y1: Math.min(all.y1, y - 30),
        y2: Math.max(all.y2, y + 50),
      }
    },
    { x1: Infinity, x2: -Infinity, y1: Infinity, y2: -Infinity },
  )
  const free = {
    width: Math.max(80, cy.width() - left - right - 2 * padding),
    height: Math.max(80, cy.height() - 2 * padding),
  }
  const level = Math.min(
    1.25,
    Math.max(
      cy.minZoom(),
      Math.min(free.width / Math.max(1, box.x2 - box.x1), free.height / Math.max(1, box.y2 - box.y1)),
    ),
  )
  cy.viewport({
    zoom: level,
    pan: {
      x: left + padding + free.width / 2 - ((box.x1 + box.x2) / 2) * level,
      y: cy.height() / 2 - ((box.y1 + box.y2) / 2) * level,
    },
  })
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

/** Pans the picture only as far as needed to show the position. */
export function panIntoView(cy: Core, at: Point): void {
  const shift = (value: number, size: number) =>
    value < padding ? padding - value : value > size - padding ? size - padding - value : 0
  cy.panBy({ x: shift(at.x, cy.width()), y: shift(at.y, cy.height()) })
}
