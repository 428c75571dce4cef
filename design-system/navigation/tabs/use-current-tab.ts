import { type RefObject, useLayoutEffect } from 'react'

/**
 * Scrolls a row of tabs so far that the current one is whole, once the row appears and whenever its size changes: the
 * menu of tabs without room takes room itself.
 */
export function useCurrentTab(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const show = () => {
      const tab = element.querySelector('[data-state="active"]')?.getBoundingClientRect()
      if (!tab) return
      const box = element.getBoundingClientRect()
      if (tab.right > box.right) element.scrollLeft += tab.right - box.right
      else if (tab.left < box.left) element.scrollLeft -= box.left - tab.left
    }
    const sizes = new ResizeObserver(show)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [row])
}
