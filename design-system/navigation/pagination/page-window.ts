/** A finite number of pages: NaN becomes one page, infinity is clamped. */
function whole(pages: number): number {
  const counted = Math.floor(pages)
  return Number.isNaN(counted) ? 1 : Math.min(Math.max(1, counted), 1e9)
}

/**
 * Page numbers to show, `undefined` for an ellipsis: the ends, the current one and its neighbours, seven places at
 * most.
 */
export function pageWindow(page: number, pageCount: number): (number | undefined)[] {
  const last = whole(pageCount)
  if (last <= 7) return Array.from({ length: last }, (_, index) => index + 1)
  const current = Math.min(whole(page), last)
  // As many places at the ends as in the middle, so that the buttons do not move under the pointer.
  if (current <= 4) return [1, 2, 3, 4, 5, undefined, last]
  if (current >= last - 3) return [1, undefined, last - 4, last - 3, last - 2, last - 1, last]
  return [1, undefined, current - 1, current, current + 1, undefined, last]
}
