import { type Decision, decisions, type MonitorKpis, scoreBuckets } from '../../../contract/index.ts'
import type { CountDimension, StepCount } from './count-events.ts'
import { emptySteps, type MonitorWindow, stepAt } from './monitor-window.ts'

/** Counts of each value of a dimension, one per step. */
export function seriesByValue(
  rows: readonly StepCount[],
  dimension: CountDimension,
  window: MonitorWindow,
  nameOf: (value: string) => string = value => value,
): Map<string, number[]> {
  const series = new Map<string, number[]>()
  for (const row of rows) {
    const step = row.dimension === dimension ? stepAt(window, row.start) : -1
    if (step < 0) continue
    const name = nameOf(row.value)
    const counts = series.get(name) ?? emptySteps(window)
    series.set(name, counts)
    counts[step] = (counts[step] ?? 0) + row.events
  }
  return series
}

export const sumOf = (counts: readonly number[]): number => counts.reduce((sum, each) => sum + each, 0)

/** Adds up series step by step. */
export function addSeries(all: Iterable<readonly number[]>, window: Pick<MonitorWindow, 'barCount'>): number[] {
  const sum = emptySteps(window)
  for (const counts of all) for (const [step, each] of counts.entries()) sum[step] = (sum[step] ?? 0) + each
  return sum
}

/** Divides the series of a dimension into those with the most events, largest first, and the rest. Ties by name. */
export function topSeries(
  series: ReadonlyMap<string, number[]>,
  most: number,
  window: Pick<MonitorWindow, 'barCount'>,
): { top: [name: string, counts: number[]][]; others: number[] } {
  const sorted = [...series]
    .map(([name, counts]) => ({ name, counts, total: sumOf(counts) }))
    .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1))
  return {
    top: sorted.slice(0, most).map(({ name, counts }) => [name, counts]),
    others: addSeries(
      sorted.slice(most).map(({ counts }) => counts),
      window,
    ),
  }
}

/** Returns the series of every decision, also of those that were not made. */
export function decisionSeries(rows: readonly StepCount[], window: MonitorWindow): Record<Decision, number[]> {
  const series = seriesByValue(rows, 'decision', window)
  const of = (decision: Decision) => series.get(decision) ?? emptySteps(window)
  return { Approve: of('Approve'), Review: of('Review'), Challenge: of('Challenge'), Reject: of('Reject') }
}

/** Returns the series of the ten buckets of a score, then that of the events without one. */
export function scoreSeries(rows: readonly StepCount[], dimension: 'score' | 'bot', window: MonitorWindow): number[][] {
  const series = seriesByValue(rows, dimension, window)
  return [...Array.from({ length: scoreBuckets }, (_, bucket) => String(bucket)), ''].map(
    value => series.get(value) ?? emptySteps(window),
  )
}

/** Returns volume and shares of the decisions; without a transaction there is no share. */
export function kpisOf(series: Readonly<Record<Decision, readonly number[]>>): MonitorKpis {
  const totals = Object.fromEntries(decisions.map(decision => [decision, sumOf(series[decision])])) as Record<
    Decision,
    number
  >
  const volume = sumOf(Object.values(totals))
  const rate = (decision: Decision) => (volume === 0 ? null : totals[decision] / volume)
  return {
    transactionVolume: volume,
    ruleApprovedRate: rate('Approve'),
    ruleRejectedRate: rate('Reject'),
    manualReviewRate: rate('Review'),
    ruleChallengedRate: rate('Challenge'),
  }
}

/** A rule with its clause and decision, as its counts are named. */
export function parseRuleValue(value: string): { ruleId: string | null; clause: string; decision: string } {
  const [ruleId = '', ...rest] = value.split('\n')
  return { ruleId: ruleId === '' ? null : ruleId, clause: rest.slice(0, -1).join('\n'), decision: rest.at(-1) ?? '' }
}
