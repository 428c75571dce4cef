import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the content of a row is longer than the row. */
export function useOverflow(row: RefObject<HTMLElement | null>): boolean {
  const [overflowing, setOverflowing] = useState(false)
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    let [last, frame] = [false, 0]
    // The observer calls between layout and paint, so that a scrolling row is focusable when it is first seen, and
    // reading its size costs no layout of its own.
    const sizes = new ResizeObserver(() => {
      // A pixel of rounding is no overflow.
      const next = element.scrollWidth > element.clientWidth + 1
      if (next === last) return
      last = next
      // What the change does to the row itself is measured in the next frame: the browser reports a loop otherwise.
      sizes.disconnect()
      frame = requestAnimationFrame(observe)
      flushSync(() => setOverflowing(next))
    })
    const observe = () => {
      sizes.disconnect()
      sizes.observe(element)
      for (const child of element.children) sizes.observe(child)
    }
    const children = new MutationObserver(observe)
    observe()
    children.observe(element, { childList: true })
    return () => {
      cancelAnimationFrame(frame)
      sizes.disconnect()
      children.disconnect()
    }
  }, [row])
  return overflowing
}
