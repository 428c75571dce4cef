import type { CaseRow } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { api } from '../api/client.ts'
import { useEnvironment } from '../environments/environments.tsx'
import { useLiveEvents } from '../live/use-live-events.ts'
import { createThrottle } from '../timing/throttle.ts'
import { useReviewStarts } from './use-open-case.ts'

/** Milliseconds: many changes within it are one read. */
const minRefetchInterval = 1000

/**
 * The caller's work in the environment: cases under review, assigned ones, own holds, and approvals that wait for the
 * caller. Follows the changes of cases.
 */
export function useUnfinishedCases(enabled = true) {
  const { id: environmentId } = useEnvironment()
  const query = useQuery(
    api.cases.unfinished.queryOptions({ input: { environmentId }, enabled, staleTime: minRefetchInterval }),
  )
  const { refetch } = query
  const isStarting = useReviewStarts()
  const run = useEffectEvent(() => void (isStarting() ? throttle.schedule() : refetch()))
  const throttle = useMemo(() => createThrottle(() => run(), minRefetchInterval), [])
  useEffect(() => throttle.cancel, [throttle])
  useLiveEvents(['cases'], () => {
    if (enabled) throttle.schedule()
  })
  return query
}

/** Number of the caller's reviews: cases that are reviewed together are one. Zero while they are read. */
export const countReviews = (unfinished: { locked: readonly Pick<CaseRow, 'id' | 'bundleId'>[] } | undefined): number =>
  new Set(unfinished?.locked.map(({ id, bundleId }) => bundleId ?? id)).size
