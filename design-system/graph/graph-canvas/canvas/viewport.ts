import type { Core } from 'cytoscape'
import type { Point } from '../model/geometry.ts'

const padding = 36

/** Room that floating parts take from the sides of the canvas. */
export interface ViewInsets {
  left: number
  right: number
}

/** All of it, in the middle of what floating parts leave free, and never larger than is of use. */
export function fitViewport(cy: Core, insets: () => ViewInsets): void {
  if (cy.nodes().empty()) return
  const { left, right } = insets()
  // Measured by places: the true boxes would need the size of every label.
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

/** Moves the picture only as far as it takes to see the place. */
export function panIntoView(cy: Core, at: Point): void {
  const shift = (value: number, size: number) =>
    value < padding ? padding - value : value > size - padding ? size - padding - value : 0
  cy.panBy({ x: shift(at.x, cy.width()), y: shift(at.y, cy.height()) })
}
