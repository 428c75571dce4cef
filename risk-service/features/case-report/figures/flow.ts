import {
  type FlowKind,
  inflowKinds,
  outflowKinds,
  reportLimits,
  reviewedKinds,
} from '../../../contract/cases/report/report-definitions.ts'
import type { Flow } from '../../../contract/cases/report/report-figures.ts'
import type { DayRange } from './periods.ts'
import { ratio } from './statistics.ts'

/** Cases that entered or left a queue on a day; a decision that was taken back counts -1 on the day of its end. */
export interface Movement {
  queueId: string
  kind: FlowKind
  /** Day since 1970 of UTC; -1: before all ranges that are asked for. */
  day: number
  cases: number
}

const inflows: ReadonlySet<string> = new Set(inflowKinds)

/**
 * Returns size and flow of a range from the movements of a queue, or of all of them: a transfer is then counted once in
 * and once out.
 * @param movements all of the queues, whenever they were
 * @param sizeNow open cases now by the state of the cases, not by their history, so that both can be compared
 * @param today the present day: the mean outflow of a range that reaches further ends there
 */
export function flowOf(movements: readonly Movement[], range: DayRange, sizeNow: number, today: number): Flow {
  const counts = Object.fromEntries([...inflowKinds, ...outflowKinds].map(kind => [kind, 0])) as Record<
    FlowKind,
    number
  >
  const lastDay = Math.min(range.to, today + 1)
  let sizeStart = 0
  let after = 0
  let recentOutflow = 0
  for (const { kind, day, cases } of movements) {
    const isIn = inflows.has(kind)
    if (day < range.from) sizeStart += isIn ? cases : -cases
    else if (day >= range.to) after += isIn ? cases : -cases
    else counts[kind] += cases
    if (!isIn && day >= lastDay - reportLimits.backlogDays && day < lastDay) recentOutflow += cases
  }
  const sum = (kinds: readonly FlowKind[]): number => kinds.reduce((total, kind) => total + counts[kind], 0)
  const inflow = sum(inflowKinds)
  const outflow = sum(outflowKinds)
  const reviewed = sum(reviewedKinds)
  const sizeEnd = sizeNow - after
  const pick = <Kind extends FlowKind>(kinds: readonly Kind[]) =>
    Object.fromEntries(kinds.map(kind => [kind, counts[kind]])) as Record<Kind, number>
  return {
    sizeStart,
    sizeEnd,
    inflow,
    outflow,
    in: pick(inflowKinds),
    out: pick(outflowKinds),
    difference: sizeEnd - (sizeStart + inflow - outflow),
    reviewed,
    received: inflow,
    released: outflow - reviewed,
    backlogDays: ratio(sizeEnd * reportLimits.backlogDays, recentOutflow),
    timeoutRate: ratio(counts.timedOut, counts.timedOut + reviewed),
  }
}

/** Returns the share of the cases that entered a queue in a range in those that entered any. */
export const routingShareOf = (own: readonly Movement[], all: readonly Movement[], range: DayRange): number | null =>
  ratio(releasedIn(own, range), releasedIn(all, range))

const releasedIn = (movements: readonly Movement[], { from, to }: DayRange): number =>
  movements.reduce(
    (sum, { kind, day, cases }) => (kind === 'released' && day >= from && day < to ? sum + cases : sum),
    0,
  )
