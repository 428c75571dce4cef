import type { Case } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../api/client.ts'
import { prefetchPage } from '../router/prefetch.ts'
import { caseInputOf, casePath, useCaseLinks } from './case-links.ts'
import { useCaseUpdate } from './use-case-update.ts'

/** Every case has the same page. */
const anyCase = casePath('general', { eventType: 'purchase', environmentId: 'any', externalId: 'any' })

/**
 * Returns a function that opens the page of a case whose review has begun. The event is fetched while the page is, and
 * the page itself before: whoever sees the list is about to open one. A late answer leaves alone whoever has gone to
 * another page since.
 */
export function useOpenCase(): (row: Case) => void {
  const navigate = useNavigate()
  const queries = useQueryClient()
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
  return row => {
    update(row)
    if (!isShown.current) return
    void queries.prefetchQuery(api.events.get.queryOptions({ input: caseInputOf(row), staleTime: 30_000 }))
    void navigate(caseHref(row))
  }
}
