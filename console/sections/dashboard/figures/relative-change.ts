/** A period with fewer events says nothing about another one. */
const minEvents = 10
/** The share of the events of the later period that the earlier one must have at least. */
const minShare = 0.05

/** Whether figures can be compared with those of the period before: not with one that had hardly an event. */
export const isComparable = (events: number, previousEvents: number): boolean =>
  previousEvents >= Math.max(minEvents, events * minShare)

/**
 * What a figure moved by since the period before: percentage points of a rate, a share of anything else.
 * Nothing where there was nothing before: a change from zero has no share, and neither has one from zero to zero.
 */
export function relativeChange(kind: 'count' | 'rate' | 'amount', now: number, before: number): number | null {
  if (kind === 'rate') return (now - before) * 100
  return before === 0 ? null : (now - before) / before
}
