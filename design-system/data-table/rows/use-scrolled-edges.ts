import { type RefObject, useEffect } from 'react'
import { watchScroll } from './watch-scroll.ts'

/**
 * Says on the grid itself whether columns are hidden before its start (`data-scrolled`) or after its end (`data-more`).
 * Pinned cells stick only while something can slide under them: every sticky cell is a layer of its own, which costs
 * each frame of a vertical scroll.
 */
export function useScrolledEdges(grid: RefObject<HTMLElement | null>, width: string): void {
  useEffect(() => {
    const element = grid.current
    if (!element) return
    const read = () => {
      // Right to left, the browser counts from the other end downwards.
      const offset = Math.abs(element.scrollLeft)
      element.toggleAttribute('data-scrolled', offset >= 1)
      element.toggleAttribute('data-more', offset + element.clientWidth < element.scrollWidth - 1)
    }
    return watchScroll(element, read)
    // A column that grows or goes changes what overflows without changing the box.
  }, [grid, width])
}
