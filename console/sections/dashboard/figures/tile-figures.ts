import type { Dashboard, SearchCondition } from '@assay/risk-service/contract'
import { isComparable, relativeChange } from './relative-change.ts'

type Totals = Dashboard['totals']
type Point = Dashboard['series'][number]

/** A figure of the transactions of the period. */
export interface TransactionFigure {
  id: 'Transactions' | 'RejectedRate' | 'ReviewRate'
  kind: 'count' | 'rate'
  value: (totals: Totals) => number
  goodWhen?: 'up' | 'down'
  /** The transactions behind it. */
  conditions: SearchCondition[]
  line: (point: Point) => number
}

const rate = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
const sum = (point: Point) => point.Approve + point.Review + point.Challenge + point.Reject

const rateOf = (id: TransactionFigure['id'], decision: 'Reject' | 'Review'): TransactionFigure => ({
  id,
  kind: 'rate',
  value: totals => rate(totals.decisions[decision], totals.events),
  goodWhen: 'down',
  conditions: [{ column: 'decision', op: 'in', value: [decision] }],
  line: point => rate(point[decision], sum(point)),
})

export const transactionFigures: readonly TransactionFigure[] = [
  { id: 'Transactions', kind: 'count', value: totals => totals.events, conditions: [], line: sum },
  rateOf('RejectedRate', 'Reject'),
  rateOf('ReviewRate', 'Review'),
]

/** Of calls: the share that failed, zero of none. */
export const failedShare = ({ calls, failed }: { calls: number; failed: number }): number => rate(failed, calls)

/** A figure and how many events it comes from. */
interface Measured {
  value: number
  events: number
}

/** How a figure moved since the period before; null where they cannot be compared. */
export function changeOf(kind: 'count' | 'rate', now: Measured, before: Measured): number | null {
  return isComparable(now.events, before.events) ? relativeChange(kind, now.value, before.value) : null
}
