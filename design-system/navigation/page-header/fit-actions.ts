/**
 * Number of actions that fit, the most important first. Once one is left out the menu needs room, too. Widths are those
 * of the buttons in order of importance.
 */
export function fitActions(widths: readonly number[], room: number, gap: number, menu: number): number {
  const all = widths.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, widths.length - 1)
  if (all <= room) return widths.length
  let used = menu
  let count = 0
  for (const width of widths) {
    if (used + gap + width > room) break
    used += gap + width
    count += 1
  }
  // The most important one always stays: the header wraps instead.
  return Math.max(1, Math.min(count, widths.length - 1))
}
