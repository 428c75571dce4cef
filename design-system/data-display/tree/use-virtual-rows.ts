import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import type { TreeRow } from './tree-nodes.ts'

/** Above this number of rows only the visible ones are in the document. */
const virtualFrom = 200
const rowHeight = 36

/** Virtual rows of a long tree. The row with the tab stop is always among them. */
export function useVirtualRows(root: RefObject<HTMLDivElement | null>, rows: readonly TreeRow[], activeIndex: number) {
  const virtual = rows.length > virtualFrom
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: virtual,
    getScrollElement: () => root.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: 400, height: 400 },
    getItemKey: index => rows[index]?.key ?? index,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const from = Math.max(startIndex - overscan, 0)
      const indexes = Array.from(
        { length: Math.max(0, Math.min(endIndex + overscan, count - 1) - from + 1) },
        (_, i) => from + i,
      )
      // The row with the tab stop stays in the document at every scroll position.
      if (activeIndex < count && !indexes.includes(activeIndex)) indexes.push(activeIndex)
      return indexes.sort((a, b) => a - b)
    },
  })
  return { virtual, virtualizer }
}
