import type { Case } from '@assay/risk-service/contract'
import { type MutationKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../api/client.ts'
import { prefetchPage } from '../router/prefetch.ts'
import { type CaseAddress, caseInputOf, casePath, useCaseLinks } from './case-links.ts'
import { useCaseUpdate } from './use-case-update.ts'

/** Every case has the same page. */
const anyCase = casePath('general', { eventType: 'purchase', environmentId: 'any', externalId: 'any' })

/** The mutations that begin a review and open its page: pending until the page is there. */
export const reviewStart: MutationKey = ['review-start']

/** Returns a function that tells whether a page of a case is being opened: lists that follow changes wait for it. */
export function useReviewStarts(): () => boolean {
  const queries = useQueryClient()
  return () => queries.isMutating({ mutationKey: reviewStart }) > 0
}

/** Returns a function that fetches the event of a case whose page is about to be opened, without a lock. */
export function useEventPrefetch(): (address: CaseAddress) => void {
  const queries = useQueryClient()
  return useCallback(
    address =>
      void queries.prefetchQuery(api.events.get.queryOptions({ input: caseInputOf(address), staleTime: 30_000 })),
    [queries],
  )
}

/**
 * Returns a function that opens the page of a case whose review has begun. The event is fetched while the page is, and
 * the page itself before: whoever sees the list is about to open one. A late answer leaves alone whoever has gone to
 * another page since.
 * @returns resolves as soon as the page is there
 */
export function useOpenCase(): (row: Case) => Promise<void> {
  const navigate = useNavigate()
  const prefetchEvent = useEventPrefetch()
  const update = useCaseUpdate()
  const { caseHref } = useCaseLinks()
  useEffect(() => prefetchPage(anyCase), [])
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return async row => {
    update(row)
    if (!isShown.current) return
    prefetchEvent(row)
    await navigate(caseHref(row))
  }
}
