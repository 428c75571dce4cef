import type { LinkAnalysis } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api } from '../../../platform/api/client.ts'
import { useLiveEvents } from '../../../platform/live/use-live-events.ts'
import { createThrottle } from '../../../platform/timing/throttle.ts'

/** Milliseconds between two searches for links while cases change: the search is no cheap one. */
const minRefetchInterval = 2000

/** Searches for links again when one of the shown cases changes, or several of which nothing more is known. */
export function useLinkUpdates(analysis: LinkAnalysis | undefined): void {
  const queries = useQueryClient()
  const throttle = useMemo(
    () =>
      createThrottle(
        () => void queries.invalidateQueries({ queryKey: api.linkAnalysis.results.key() }),
        minRefetchInterval,
      ),
    [queries],
  )
  useEffect(() => throttle.cancel, [throttle])
  const isShown = (caseId: string) => analysis?.open.rows.some(row => row.case.id === caseId) ?? false
  useLiveEvents(['cases'], event => {
    if (event.kind === 'reset' || (event.kind === 'cases' && (event.caseId === null || isShown(event.caseId))))
      throttle.schedule()
  })
}
