import type { Case } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../api/client.ts'
import { useCan } from '../environments/environments.tsx'
import { prefetchPage } from '../router/prefetch.ts'
import { type CaseAddress, caseInputOf, casePath, useCaseLinks } from './case-links.ts'
import { reviewStart } from './review-start.ts'
import { useCaseUpdate } from './use-case-update.ts'

/** Every case has the same page. */
const anyCase = casePath('general', { eventType: 'purchase', environmentId: 'any', externalId: 'any' })

/** Returns a function that tells whether a page of a case is being opened: lists that follow changes wait for it. */
export function useReviewStarts(): () => boolean {
  const queries = useQueryClient()
  return () => queries.isMutating({ mutationKey: reviewStart }) > 0
}

/** How long a case that was fetched ahead is shown before its review begins, which fetches it again: milliseconds. */
export const caseStaleTime = 10_000

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
 * Fetches the case that is probably opened next with its event, for a caller who may read events: its page then need not
 * wait for them. Nothing is locked, and nobody is shown as looking at the event.
 * @param address undefined while no case is likely
 */
export function useCaseAhead(address: CaseAddress | undefined): void {
  const queries = useQueryClient()
  const mayRead = useCan()('search')
  const prefetchEvent = useEventPrefetch()
  const { environmentId, eventType, externalId } = address ?? {}
  useEffect(() => {
    if (!mayRead || environmentId === undefined || eventType === undefined || externalId === undefined) return
    const ahead = { environmentId, eventType, externalId }
    prefetchEvent(ahead)
    void queries.prefetchQuery(api.cases.get.queryOptions({ input: caseInputOf(ahead), staleTime: caseStaleTime }))
  }, [queries, mayRead, prefetchEvent, environmentId, eventType, externalId])
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
