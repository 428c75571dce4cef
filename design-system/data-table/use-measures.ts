import { type RefObject, useLayoutEffect, useState } from 'react'
import { textScale } from '../lib/text-scale/text-scale.ts'

/** Below this width, in pixels at the usual text size, a list of records is a list of cards. */
const cardWidth = 640

/**
 * Heights of a row and of the header: they depend on density and text size. Measured once per change, not once per row.
 */
export function useRowHeights(probe: RefObject<HTMLElement | null>) {
  const [heights, setHeights] = useState({ row: 36, header: 32 })
  useLayoutEffect(() => {
    const element = probe.current
    if (!element) return
    const read = () => {
      const row = element.firstElementChild?.getBoundingClientRect().height ?? 0
      const header = element.lastElementChild?.getBoundingClientRect().height ?? 0
      if (row > 0)
        setHeights(previous => (previous.row === row && previous.header === header ? previous : { row, header }))
    }
    read()
    const observer = new ResizeObserver(read)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [probe])
  return heights
}

/** Whether the container (not the window) is too narrow for columns. */
export function useIsNarrow(root: RefObject<HTMLElement | null>, enabled: boolean): boolean {
  const [narrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const element = root.current
    if (!element || !enabled) return
    const read = () => {
      const width = element.clientWidth
      if (width > 0) setNarrow(width < cardWidth * textScale())
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [root, enabled])
  return enabled && narrow
}
