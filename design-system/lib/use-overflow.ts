import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether the content of a row is longer than the row. */
export function useOverflow(row: RefObject<HTMLElement | null>): boolean {
  const [overflowing, setOverflowing] = useState(false)
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    // A pixel of rounding is no overflow.
    const measure = () => setOverflowing(element.scrollWidth > element.clientWidth + 1)
    const sizes = new ResizeObserver(measure)
    const children = new MutationObserver(() => {
      for (const child of element.children) sizes.observe(child)
      measure()
    })
    // Measured before paint: a scrolling row is focusable from the start.
    measure()
    sizes.observe(element)
    for (const child of element.children) sizes.observe(child)
    children.observe(element, { childList: true })
    return () => {
      sizes.disconnect()
      children.disconnect()
    }
  }, [row])
  return overflowing
}
