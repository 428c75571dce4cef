import { type Case, caseLimits } from '@assay/risk-service/contract'
import { useEffect, useEffectEvent } from 'react'
import { client } from '../../../../platform/api/client.ts'
import { caseInputOf } from '../../../../platform/cases/case-links.ts'

/**
 * Reports every 20 seconds, while the page is visible, that the caller works on a case: the report of case management
 * computes handling time from it. It does not extend the lock.
 * @param row the case under review by the caller; null: none
 */
export function useActivityReport(row: Case | null): void {
  const leaseToken = row?.own.leaseToken ?? null
  const report = useEffectEvent(() => {
    if (row === null || leaseToken === null || document.hidden) return
    // A report that is lost is followed by the next one; the page learns of the end of the lock by itself.
    client.cases.reportActivity({ ...caseInputOf(row), leaseToken }).catch(() => undefined)
  })
  useEffect(() => {
    if (leaseToken === null) return
    const timer = setInterval(() => report(), caseLimits.activityMs)
    return () => clearInterval(timer)
  }, [leaseToken])
}
