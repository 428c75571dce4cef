import { finiteOrNull, shareOf, toCount } from '../plot/numbers.ts'

export interface BarItem {
  id: string
  label: string
  /** A missing value keeps its row and draws nothing. */
  value: number | null
}

export const barSorts = ['descending', 'ascending', 'given'] as const
export type BarSort = (typeof barSorts)[number]

export interface BarRow extends BarItem {
  /** Number of items that the bar represents; more than one in the row of the rest. */
  items: number
}

/**
 * Bars in their order. With `top`, the items after it are added up into one last row: it has no rank, so it is always
 * at the end.
 */
export function barRows(items: readonly BarItem[], sort: BarSort, top: number, otherLabel: string): BarRow[] {
  const rows: BarRow[] = items.map(item => ({ ...item, value: finiteOrNull(item.value), items: 1 }))
  const sign = sort === 'ascending' ? 1 : -1
  const least = Number.NEGATIVE_INFINITY
  if (sort !== 'given') rows.sort((a, b) => sign * ((a.value ?? sign * -least) - (b.value ?? sign * -least)) || 0)
  const visibleCount = Math.max(1, Math.floor(top))
  if (!(rows.length > visibleCount + 1)) return rows
  const rest = rows.slice(visibleCount)
  const values = rest.flatMap(row => (row.value === null ? [] : [row.value]))
  return [
    ...rows.slice(0, visibleCount),
    {
      id: '\u0000other',
      label: otherLabel,
      value: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0),
      items: rest.length,
    },
  ]
}

export interface FunnelRow extends BarItem {
  value: number
  /** Share of the step before; null for the first step. */
  ofStep: number | null
  /** Share of the first step. */
  ofAll: number | null
}

/** Steps with their share of the step before and of the first step. */
export function funnelRows(steps: readonly BarItem[]): FunnelRow[] {
  const values = steps.map(step => toCount(step.value))
  return steps.map((step, i) => ({
    ...step,
    value: values[i]!,
    ofStep: i === 0 ? null : shareOf(values[i]!, values[i - 1]!),
    ofAll: shareOf(values[i]!, values[0]!),
  }))
}
