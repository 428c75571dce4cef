import type { OwnPerformance } from '../../../contract/cases/report/report-tabs.ts'
import type { Decision } from '../figures/decision.ts'
import { isByPerson } from '../figures/decision.ts'
import { type DayRange, dayNumberOf, isWithin } from '../figures/periods.ts'
import { isOverturned, type SecondLook } from '../figures/second-looks.ts'
import { handlingOf, handlingTimes, lockTimeOf, type Review } from '../figures/times.ts'
import { readDecisions } from '../reads/decision-reads.ts'
import { readReviews } from '../reads/review-reads.ts'
import { readSecondLooks } from '../reads/second-look-reads.ts'
import type { ReportCall, ReportFilter } from '../scope/report-scope.ts'

/** Returns the caller’s own figures of today and of the last seven days; nobody reads those of others here. */
export async function loadOwnPerformance(call: ReportCall, signal?: AbortSignal): Promise<OwnPerformance> {
  const { db, principal, scope } = call
  const now = call.ports.clock()
  const today = dayNumberOf(now.getTime())
  const week = { from: today - 6, to: today + 1 }
  const filter: ReportFilter = {
    environmentIds: scope,
    eventTypes: null,
    queueIds: null,
    reviewerIds: [principal.id],
  }
  const [decisions, reviews, looks] = await Promise.all([
    readDecisions(db, filter, week, ['caseId', 'decidedAt', 'via'], signal),
    readReviews(db, filter, week, [], signal),
    readSecondLooks(db, filter, week, signal),
  ])
  const facts = {
    decisions: decisions.filter(isByPerson),
    reviews,
    looks: looks.filter(({ firstId }) => firstId === principal.id),
  }
  return {
    asOf: now.toISOString(),
    today: figuresOf(facts, { from: today, to: today + 1 }, principal.id),
    week: figuresOf(facts, week, principal.id),
  }
}

function figuresOf(
  facts: {
    decisions: readonly Pick<Decision, 'caseId' | 'decidedAt' | 'via'>[]
    reviews: readonly Review[]
    looks: readonly SecondLook[]
  },
  range: DayRange,
  userId: string,
): OwnPerformance['today'] {
  const decisions = facts.decisions.filter(({ decidedAt }) => isWithin(range, decidedAt))
  const own = facts.reviews.filter(({ reviewerId, endedAt }) => reviewerId === userId && isWithin(range, endedAt))
  const { productiveMs, wastedMs } = lockTimeOf(own, decisions.length)
  return {
    decided: decisions.length,
    medianHandlingMs: handlingOf(decisions, handlingTimes(facts.reviews)).median,
    overturned: facts.looks.filter(({ at }) => isWithin(range, at)).filter(isOverturned).length,
    productiveMs,
    wastedMs,
  }
}
