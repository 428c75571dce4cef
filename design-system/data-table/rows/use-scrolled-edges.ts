import { type RefObject, useEffect } from 'react'
import { watchScroll } from './watch-scroll.ts'

/**
 * Marks on the grid itself whether columns are hidden before its start (`data-scrolled`) or after its end
 * (`data-more`). Pinned cells are sticky only while something can slide under them: every sticky cell is a separate
 * layer, which costs each frame of a vertical scroll.
 */
export function useScrolledEdges(grid: RefObject<HTMLElement | null>, width: string): void {
  useEffect(() => {
    const element = grid.current
    if (!element) return
    const read = () => {
      // In right to left, scroll offsets are negative.
      const offset = Math.abs(element.scrollLeft)
      element.toggleAttribute('data-scrolled', offset >= 1)
      element.toggleAttribute('data-more', offset + element.clientWidth < element.scrollWidth - 1)
    }
    return watchScroll(element, read)
    // A column that grows or is removed changes the overflow without changing the box.
  }, [grid, width])
}
