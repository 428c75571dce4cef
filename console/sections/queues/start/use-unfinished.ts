import type { CaseRow } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useCaseChanges } from '../use-case-changes.ts'

/**
 * The caller's work in the environment: cases under review, assigned ones, own holds and waiting approvals; and the
 * number of the caller's reviews.
 */
export function useUnfinished() {
  const { id: environmentId } = useEnvironment()
  const query = useQuery(api.cases.unfinished.queryOptions({ input: { environmentId }, staleTime: 5_000 }))
  const { refetch } = query
  useCaseChanges(() => void refetch())
  const locked = (query.data?.locked ?? []) as readonly CaseRow[]
  // Cases that are reviewed together are one review.
  return { query, reviews: new Set(locked.map(({ id, bundleId }) => bundleId ?? id)).size }
}
