/**
 * What a figure moved by since the period before: percentage points of a rate, a share of anything else.
 * Nothing where there was nothing before: a change from zero has no share, and neither has one from zero to zero.
 */
export function relativeChange(kind: 'count' | 'rate' | 'amount', now: number, before: number): number | null {
  if (kind === 'rate') return (now - before) * 100
  return before === 0 ? null : (now - before) / before
}
