import type { ReportCosts } from '../../../contract/cases/case-saving.ts'
import type { ValueFigures } from '../../../contract/cases/report/report-tabs.ts'
import type { JudgedDecision } from './truth.ts'

type ValuedDecision = JudgedDecision<'caseId' | 'caseAction' | 'via' | 'amountUsd'>

const hourMs = 3_600_000

/**
 * Returns amounts in US cents of decisions, and what review gained or lost. What depends on a cost that is not set is
 * null.
 * @param times handling time of each case, by its id
 */
export function valueOf(
  decisions: readonly ValuedDecision[],
  times: ReadonlyMap<string, number>,
  { hourlyCostUsd, margin }: ReportCosts,
): ValueFigures {
  const sum = (accepts: (decision: ValuedDecision) => boolean) => {
    const value = { cases: 0, amountUsd: 0 }
    for (const decision of decisions)
      if (accepts(decision)) {
        value.cases += 1
        value.amountUsd += decision.amountUsd ?? 0
      }
    return value
  }
  const approves = ({ caseAction }: ValuedDecision): boolean => caseAction === 'Approve'
  const rejects = ({ caseAction }: ValuedDecision): boolean => caseAction === 'Reject'
  const isTimeout = ({ via }: ValuedDecision): boolean => via === 'Timeout'
  const fraudStopped = sum(each => rejects(each) && each.verdict === 'fraud')
  const fraudMissed = sum(each => approves(each) && each.verdict === 'fraud')
  const goodRejected = sum(each => rejects(each) && each.verdict === 'good')
  let handlingMs = 0
  for (const { via, caseId } of decisions) if (via === 'Single') handlingMs += times.get(caseId) ?? 0
  const reviewCostUsd = hourlyCostUsd === null ? null : Math.round((handlingMs / hourMs) * hourlyCostUsd)
  const lostMarginUsd = margin === null ? null : Math.round(margin * goodRejected.amountUsd)
  return {
    approved: sum(each => approves(each) && !isTimeout(each)),
    rejected: sum(each => rejects(each) && !isTimeout(each)),
    timedOut: sum(isTimeout),
    fraudStopped,
    fraudMissed,
    goodRejected,
    reviewCostUsd,
    lostMarginUsd,
    netUsd:
      reviewCostUsd === null || lostMarginUsd === null
        ? null
        : fraudStopped.amountUsd - fraudMissed.amountUsd - lostMarginUsd - reviewCostUsd,
  }
}
