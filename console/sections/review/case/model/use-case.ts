import type { Case } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api } from '../../../../platform/api/client.ts'
import { type CaseAddress, caseInputOf } from '../../../../platform/cases/case-links.ts'
import { useLiveEvents } from '../../../../platform/live/use-live-events.ts'
import { createThrottle } from '../../../../platform/timing/throttle.ts'

/** Milliseconds: many changes within it are one read, so that a change of others is seen within two seconds. */
const minRefetchInterval = 1000

/** Fetches a case again when it changes: other reviewers and other tabs of the same one change it, too. */
function useCaseRefetch(
  { environmentId }: CaseAddress,
  { id, enabled, refetch }: { id: string | undefined; enabled: boolean; refetch: () => Promise<unknown> },
): void {
  const queries = useQueryClient()
  const throttle = useMemo(
    () =>
      createThrottle(() => {
        void refetch()
        void queries.invalidateQueries({ queryKey: api.cases.history.key() })
      }, minRefetchInterval),
    [refetch, queries],
  )
  useEffect(() => throttle.cancel, [throttle])
  useLiveEvents(['cases'], event => {
    const concerns =
      event.kind !== 'cases' ||
      (event.environmentId === environmentId && (event.caseId === null || id === undefined || event.caseId === id))
    if (enabled && concerns) throttle.schedule()
  })
}

/**
 * The case of an event with what the caller may do, fetched again when it changes.
 * @param enabled false for an event that cannot have a case the caller may see
 */
export function useCase(address: CaseAddress, enabled: boolean) {
  const input = caseInputOf(address)
  const query = useQuery(api.cases.get.queryOptions({ input, enabled, staleTime: minRefetchInterval }))
  useCaseRefetch(address, { id: query.data?.id, enabled, refetch: query.refetch })
  return query
}

/** A case that may not be there, and whether that is certain. */
export interface FoundCase {
  /** Null: there is none, or none is known yet. */
  row: Case | null
  /** It is not certain yet whether there is one. */
  loading: boolean
  /** Why that could not be found out; null: it could, or is not certain yet. */
  error: unknown
  retry: () => void
}

/** The case of any event, as `useCase`, where an event need not have one. */
export function useEventCase(address: CaseAddress, enabled: boolean): FoundCase {
  const input = caseInputOf(address)
  const query = useQuery(api.cases.find.queryOptions({ input, enabled, staleTime: minRefetchInterval }))
  const { data, isError, error, refetch } = query
  useCaseRefetch(address, { id: data?.case?.id, enabled, refetch })
  return {
    row: data?.case ?? null,
    loading: enabled && data === undefined && !isError,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}
