import {
  type LossEntityKind,
  type LossEntityMonth,
  type LossReason,
  type LossReasonValue,
  lossLimits,
  lossReasons,
} from '../../../contract/index.ts'
import { levelOf, reasonInterval } from '../report/reason-verdict.ts'
import type { MonthRow } from './report-reads.ts'

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** Returns those with the same work in the month: at the same terminal, or else in the same store. */
function peersOf(kind: LossEntityKind, own: MonthRow, all: readonly MonthRow[]) {
  const others = all.filter(({ id }) => id !== own.id)
  const atTerminal = others.filter(({ unit, place }) => unit === own.unit && place === own.place)
  if (kind === 'staff' && atTerminal.length >= lossLimits.peers)
    return { group: 'terminal' as const, peers: atTerminal }
  const inStore = others.filter(({ unit }) => unit === own.unit)
  return inStore.length >= lossLimits.peers ? { group: 'store' as const, peers: inStore } : { group: null, peers: [] }
}

/** Compares a month of somebody with that of all, and of the peers among them. */
export function compareMonth(
  kind: LossEntityKind,
  own: MonthRow,
  all: readonly MonthRow[],
  cleared: ReadonlySet<string>,
): LossEntityMonth {
  const { group, peers } = peersOf(kind, own, all)
  const reasons = lossReasons.map((reason): [LossReason, LossReasonValue] => {
    const counted = own.reasons[reason] ?? { value: 0, count: 0, size: 0, percentile: 0 }
    const averageOf = (rows: readonly MonthRow[]) => meanOf(rows.map(row => row.reasons[reason]?.value ?? 0))
    const averages = { population: averageOf(all), peers: group === null ? null : averageOf(peers) }
    return [
      reason,
      {
        value: counted.value,
        ...reasonInterval(reason, counted),
        size: Math.round(counted.size),
        percentile: counted.percentile,
        ...averages,
        level: levelOf(reason, counted, averages),
        damped: cleared.has(`${own.month} ${reason}`),
      },
    ]
  })
  return {
    month: own.month,
    score: own.score,
    plainScore: own.plain_score,
    populationScore: meanOf(all.map(({ score }) => score)),
    peerScore: group === null ? null : meanOf(peers.map(({ score }) => score)),
    peerGroup: group,
    peerCount: peers.length,
    transactions: own.transactions,
    reasons: Object.fromEntries(reasons) as Record<LossReason, LossReasonValue>,
  }
}
