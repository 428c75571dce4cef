import { caseActions, decisionOrigins } from '../../../contract/cases/case-definitions.ts'
import { reportLimits } from '../../../contract/cases/report/report-definitions.ts'
import type { ReviewerFigures } from '../../../contract/cases/report/report-tabs.ts'
import { isOverturned, type SecondLook } from './second-looks.ts'
import { countBy, ratio } from './statistics.ts'
import { activeMs, handlingOf, lockTimeOf, type Review } from './times.ts'
import { accuracyOf, isWrong, type JudgedDecision } from './truth.ts'

/** What one person did in a range. */
export interface ReviewerFacts {
  decisions: readonly JudgedDecision<'caseId' | 'caseAction' | 'via' | 'reason'>[]
  /** Reviews that ended in the range. */
  reviews: readonly Review[]
  /** Second looks at decisions of this person, and corrections of them. */
  looked: readonly SecondLook[]
  /** Second looks by this person. */
  secondLooks: readonly SecondLook[]
}

const hourMs = 3_600_000

/**
 * Returns the figures of one reviewer. The rates of few decisions say nothing and are null, as are those of nothing.
 * @param times handling time of each case, by its id
 */
export function reviewerFigures(facts: ReviewerFacts, times: ReadonlyMap<string, number>): ReviewerFigures {
  const { decisions, reviews, looked, secondLooks } = facts
  const count = decisions.length
  const few = count < reportLimits.fewDecisions
  const share = (part: number, whole: number): number | null => (few ? null : ratio(part, whole))
  const ended = (end: Review['end']): number => reviews.filter(each => each.end === end).length
  const byAction = countBy(caseActions, decisions, each => each.caseAction)
  const active = reviews.reduce((sum, review) => sum + activeMs(review), 0)
  const approvals = secondLooks.filter(({ kind }) => kind !== 'corrected').length
  const agreed = looked.filter(({ kind }) => kind === 'agreed').length
  const disagreed = looked.filter(({ kind }) => kind === 'disagreed').length
  const overturned = looked.filter(isOverturned).length
  const { approved, rejected, accuracy } = accuracyOf(decisions)
  const bad = decisions.filter(isWrong).length
  const judged = approved.fraud + approved.good + rejected.fraud + rejected.good
  return {
    decisions: count,
    byOrigin: countBy(decisionOrigins, decisions, each => each.via),
    byAction,
    approvalsGiven: approvals,
    actions: count + approvals + ended('escalated') + ended('held') + ended('transferred') + ended('sentBack'),
    perActiveHour: ratio(count * hourMs, active),
    activeMs: active,
    approveShare: share(byAction.Approve, count),
    rejectShare: share(byAction.Reject, count),
    noneShare: share(byAction.None, count),
    escalationRate: share(ended('escalated'), reviews.length),
    holdRate: share(ended('held'), reviews.length),
    sendBackRate: share(ended('sentBack'), reviews.length),
    handling: handlingOf(decisions, times),
    lockTime: lockTimeOf(reviews, count),
    reasons: [...Map.groupBy(decisions, each => each.reason)]
      .map(([reason, rows]) => ({ reason, count: rows.length }))
      .sort((one, other) => other.count - one.count || one.reason.localeCompare(other.reason)),
    overturned,
    // A decision that a second person disagreed with is no decision of this person in the end.
    overturnRate: share(overturned, count + disagreed),
    accuracy: few ? null : accuracy,
    agreement: share(agreed, agreed + disagreed),
    good: approved.good + rejected.good,
    fraud: approved.fraud + rejected.fraud,
    bad,
    badRate: share(bad, judged),
    few,
  }
}
