import type { CaseRow } from '@assay/risk-service/contract'

/** Share of the time to a target at which a case is at risk. */
const riskShare = 0.25

export interface TimeLeft {
  /** Milliseconds until the time-out; null: the case has none. */
  left: number | null
  /** Past the time-out, past a target, or near one of them. */
  level: 'overdue' | 'missed' | 'risk' | null
}

type Clocks = Pick<
  CaseRow,
  'enteredQueueAt' | 'timeoutAt' | 'overdue' | 'slaFirstTouchAt' | 'slaResolutionAt' | 'firstLockedAt'
>

/** How much time a case has left at a moment. A target that is reached, such as a first review, does not count. */
export function timeLeftOf(
  { enteredQueueAt, timeoutAt, overdue, slaFirstTouchAt, slaResolutionAt, firstLockedAt }: Clocks,
  now: number,
): TimeLeft {
  const left = timeoutAt === null ? null : Date.parse(timeoutAt) - now
  if (overdue || (left !== null && left <= 0)) return { left, level: 'overdue' }
  const targets = [slaResolutionAt, firstLockedAt === null ? slaFirstTouchAt : null]
    .filter(at => at !== null)
    .map(at => Date.parse(at))
  if (targets.some(at => at <= now)) return { left, level: 'missed' }
  const entered = enteredQueueAt === null ? now : Date.parse(enteredQueueAt)
  const ends = [...targets, ...(timeoutAt === null ? [] : [Date.parse(timeoutAt)])]
  return { left, level: ends.some(at => at - now <= (at - entered) * riskShare) ? 'risk' : null }
}
