import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCaseLinks } from '../../../../platform/cases/case-links.ts'
import { useAwaitedStart } from '../../../../platform/cases/review-start.ts'
import { type Advance, type CasePlace, casePageKey } from './use-advance.ts'

/**
 * Follows the start of the review for which the page was opened before the service had chosen the case of the queue.
 * Where that is another one, because a colleague was faster, its page replaces this one.
 * @returns whether the review of the shown case may still begin
 */
export function useOpenedAhead(named: CasePlace, end: Advance['end']): boolean {
  const navigate = useNavigate()
  const { caseHref } = useCaseLinks()
  const start = useAwaitedStart(casePageKey(named))
  const answer = start?.status === 'success' ? start.data : undefined
  const next = answer?.case
  const isOther = next !== undefined && next !== null && casePageKey(next) !== casePageKey(named)
  const follow = useEffectEvent(() => {
    if (isOther) void navigate(caseHref(next), { replace: true })
    if (answer && next === null && start?.variables) end({ ...start.variables.queue, underReview: answer.underReview })
  })
  useEffect(() => {
    if (answer) follow()
  }, [answer])
  return start?.status === 'pending' || isOther
}
