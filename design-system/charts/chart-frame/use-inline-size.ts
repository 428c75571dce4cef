import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Inline size of an element, updated when it changes. Zero until it is measured, and while it is hidden. `later` leaves
 * the first measurement to the browser, which lays the page out in a task of its own, for what is not drawn at once.
 */
export function useInlineSize<Element extends HTMLElement>(later = false) {
  const ref = useRef<Element>(null)
  const [size, setSize] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const read = () => setSize(Math.floor(element.getBoundingClientRect().width))
    if (!later) read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, size }
}
