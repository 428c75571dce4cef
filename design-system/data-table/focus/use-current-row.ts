import { type RefObject, useEffect, useEffectEvent } from 'react'

interface CurrentRowOptions {
  grid: RefObject<HTMLElement | null>
  heights: { row: number; header: number }
  currentRowId: string | null
  lineOfId: (id: string) => number
}

/**
 * Scrolls the current row into view when the owner moved it (the arrows of a side panel). A page appended below does
 * not scroll the view.
 */
export function useCurrentRow({ grid, heights, currentRowId, lineOfId }: CurrentRowOptions): void {
  const show = useEffectEvent((id: string) => {
    const element = grid.current
    const line = lineOfId(id)
    if (!element || line < 0) return
    const start = line * heights.row
    const view = element.clientHeight - heights.header
    if (start < element.scrollTop) element.scrollTop = start
    else if (start + heights.row > element.scrollTop + view) element.scrollTop = start + heights.row - view
  })
  useEffect(() => {
    if (currentRowId !== null) show(currentRowId)
  }, [currentRowId])
}
