/**
 * What a figure moved by since the period before: percentage points of a rate, a share of anything else.
 * Nothing where there was nothing before: from zero no share can be told, and zero beside zero says nothing.
 */
export function relativeChange(kind: 'count' | 'rate' | 'amount', now: number, before: number): number | null {
  if (kind === 'rate') return (now - before) * 100
  return before === 0 ? null : (now - before) / before
}
