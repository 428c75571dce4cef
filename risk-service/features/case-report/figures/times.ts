import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import { type LockEnd, wastedEnds } from '../../../contract/cases/report/report-definitions.ts'
import type { Durations, LockTime, Sla } from '../../../contract/cases/report/report-figures.ts'
import type { Decision } from './decision.ts'
import { type DayRange, dayMs } from './periods.ts'
import { durationsOf, ratio } from './statistics.ts'

/** A review from its lock to its end. Times in milliseconds. */
export interface Review {
  caseId: string
  queueId: string | null
  reviewerId: string | null
  reviewerName: string | null
  startedAt: number
  endedAt: number
  end: LockEnd
  extensions: number
  /** Idle stretches between signs of activity; null where the console sent none. */
  idleMs: number | null
  lastActiveAt: number | null
}

/**
 * Returns the time of a review that was spent on it: without stretches of more than five minutes without activity.
 * Without any sign of activity the whole of it counts.
 */
export function activeMs({ startedAt, endedAt, idleMs, lastActiveAt }: Review): number {
  const whole = Math.max(0, endedAt - startedAt)
  if (idleMs === null || lastActiveAt === null) return whole
  const silence = endedAt - lastActiveAt
  return Math.max(0, whole - idleMs - (silence > caseLimits.idleMs ? silence : 0))
}

/** Returns the handling time of each case: the sum over its reviews, by case id. */
export function handlingTimes(reviews: readonly Review[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const review of reviews) times.set(review.caseId, (times.get(review.caseId) ?? 0) + activeMs(review))
  return times
}

/** Returns the handling times of the cases that were decided singly; bulk decisions and time-outs have none. */
export const handlingOf = (
  decisions: readonly Pick<Decision, 'via' | 'caseId'>[],
  times: ReadonlyMap<string, number>,
): Durations =>
  durationsOf(
    decisions.flatMap(({ via, caseId }) => {
      const time = via === 'Single' ? times.get(caseId) : undefined
      return time === undefined ? [] : [time]
    }),
  )

/** Returns the time from the entry in the queue to the first review of cases that were decided. */
export const waitingOf = (decisions: readonly Pick<Decision, 'firstLockedAt' | 'enteredAt'>[]): Durations =>
  durationsOf(
    decisions.flatMap(({ firstLockedAt, enteredAt }) =>
      // A case that was transferred after its first review entered its queue later.
      firstLockedAt === null || enteredAt === null || firstLockedAt < enteredAt ? [] : [firstLockedAt - enteredAt],
    ),
  )

/** Returns the time from the entry in the queue to the decision. */
export const resolutionOf = (decisions: readonly Pick<Decision, 'decidedAt' | 'enteredAt'>[]): Durations =>
  durationsOf(decisions.flatMap(({ decidedAt, enteredAt }) => (enteredAt === null ? [] : [decidedAt - enteredAt])))

/** Returns the time that customers waited: from the event to the decision. */
export const customerResolutionOf = (decisions: readonly Pick<Decision, 'decidedAt' | 'eventAt'>[]): Durations =>
  durationsOf(decisions.map(({ decidedAt, eventAt }) => decidedAt - eventAt))

const wasted: ReadonlySet<string> = new Set(wastedEnds)
const lost: ReadonlySet<string> = new Set<LockEnd>(['expired', 'forceReleased', 'roleLost'])
/** Returns the time of reviews by how they ended. @param decided decisions by people, for the figures per 100 */
export function lockTimeOf(reviews: readonly Review[], decided: number): LockTime {
  const time = { productiveMs: 0, wastedMs: 0, lost: 0, extensions: 0 }
  for (const review of reviews) {
    const duration = Math.max(0, review.endedAt - review.startedAt)
    if (wasted.has(review.end)) time.wastedMs += duration
    else time.productiveMs += duration
    if (lost.has(review.end)) time.lost += 1
    time.extensions += review.extensions
  }
  return {
    ...time,
    lostPer100: ratio(time.lost * 100, decided),
    extensionsPer100: ratio(time.extensions * 100, decided),
  }
}

/** An open case. Times in milliseconds. */
export interface OpenCase {
  caseId: string
  environmentId: string
  eventType: string
  externalId: string
  queueId: string | null
  state: 'Pending' | 'InReview' | 'OnHold' | 'AwaitingApproval'
  priority: number
  score: number
  amountUsd: number | null
  enteredAt: number
  slaResolutionAt: number | null
}

/**
 * Returns how the cases with a target stand: decided in time or late in the range; open ones are late in the range in
 * which their target passed, and within it where the range contains the present.
 */
export function slaOf(
  decisions: readonly Pick<Decision, 'decidedAt' | 'slaResolutionAt'>[],
  open: readonly Pick<OpenCase, 'slaResolutionAt'>[],
  range: DayRange,
  now: number,
): Sla {
  const counts = { within: 0, breached: 0, openWithin: 0 }
  const from = range.from * dayMs
  const to = range.to * dayMs
  for (const { decidedAt, slaResolutionAt } of decisions)
    if (slaResolutionAt !== null && decidedAt >= from && decidedAt < to)
      counts[decidedAt <= slaResolutionAt ? 'within' : 'breached'] += 1
  for (const { slaResolutionAt: target } of open) {
    if (target === null) continue
    if (target < now) {
      if (target >= from && target < to) counts.breached += 1
    } else if (now >= from && now < to) counts.openWithin += 1
  }
  return { ...counts, rate: ratio(counts.within, counts.within + counts.breached) }
}
