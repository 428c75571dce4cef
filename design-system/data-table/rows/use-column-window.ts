import { type RefObject, useEffect, useMemo, useState } from 'react'
import type { BodyColumn } from './body-row.tsx'
import { columnWindow, windowedFrom } from './column-window.ts'
import { watchScroll } from './watch-scroll.ts'

/**
 * The columns that rows render: all of them up to thirty, else those in view, the pinned ones and the one with the
 * focus.
 */
export function useColumnWindow<Row>(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly BodyColumn<Row>[],
  sizes: readonly number[],
  focused: number,
): readonly BodyColumn<Row>[] {
  const [range, setRange] = useState<readonly [number, number]>([0, windowedFrom])
  const windowed = columns.length > windowedFrom
  const widths = sizes.join(' ')
  // Not a layout effect: the scroller around the rows has its ref only after theirs have run.
  useEffect(() => {
    const element = scroller.current
    if (!element || !windowed) return
    const sizes = widths.split(' ').map(Number)
    const pinned = columns.map(({ side }) => side !== null)
    const read = () => {
      // In right to left, scroll offsets are negative.
      const next = columnWindow({
        sizes,
        pinned,
        offset: Math.abs(element.scrollLeft),
        view: element.clientWidth,
      })
      setRange(before => (before[0] === next[0] && before[1] === next[1] ? before : next))
    }
    return watchScroll(element, read)
  }, [scroller, columns, widths, windowed])
  return useMemo(
    () =>
      windowed
        ? columns.filter(({ side }, i) => side !== null || i === focused || (i >= range[0] && i <= range[1]))
        : columns,
    [windowed, columns, range, focused],
  )
}
