/**
 * Approximate width of a text at the font size of chart labels. An estimate: measuring would take a second pass over
 * the page.
 */
export function textWidth(text: string): number {
  return Math.ceil([...text].length * 6.2)
}

/** A text that fits into a width, cut with an ellipsis. Cuts between graphemes, so that an emoji is never split. */
export function fitText(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  const most = Math.max(1, Math.floor(width / 6.2) - 1)
  const graphemes = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.slice(0, most * 12))]
    .slice(0, most)
    .map(part => part.segment)
  return `${graphemes.join('').trimEnd()}…`
}

/** Between a line and its label, and between a label and the next line. */
const labelGap = 6

/**
 * Whether each label is placed after its line: where there is room up to the next line or its label. Lines from the
 * first to the last.
 */
export function labelsFollowLines(lines: readonly number[], widths: readonly number[], high: number): boolean[] {
  const after: boolean[] = []
  let end = high
  for (let i = lines.length - 1; i >= 0; i--) {
    after[i] = lines[i]! + labelGap + widths[i]! <= end
    end = lines[i]! - labelGap - (after[i] ? 0 : widths[i]! + labelGap)
  }
  return after
}

/** Moves overlapping labels apart; their order is preserved and they stay inside. */
export function spreadLabels(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).toSorted((a, b) => wanted[a]! - wanted[b]!)
  const placed = [...wanted]
  let edge = low
  for (const i of order) {
    placed[i] = Math.max(wanted[i]!, edge)
    edge = placed[i]! + gap
  }
  // Labels beyond the end move back, and push those before them.
  let end = high
  for (const i of order.toReversed()) {
    placed[i] = Math.min(placed[i]!, end)
    end = placed[i]! - gap
  }
  return placed
}

/**
 * Where a label stands between two edges that lines pass: the stretch nearest to its own edge in which it fits, else
 * the longest one. A line through a label would cross it out.
 */
export function freeStretch(
  [low, high]: readonly [number, number],
  lines: readonly number[],
  width: number,
  edge: 'low' | 'high',
): readonly [number, number] {
  const bounds = [low, ...lines.filter(line => line > low && line < high).toSorted((a, b) => a - b), high]
  const rising = bounds.slice(1).map((end, i) => [bounds[i]!, end] as const)
  const stretches = edge === 'low' ? rising : rising.toReversed()
  const size = ([from, to]: readonly [number, number]) => to - from
  return (
    stretches.find(stretch => size(stretch) >= width) ??
    stretches.reduce((longest, stretch) => (size(stretch) > size(longest) ? stretch : longest))
  )
}
