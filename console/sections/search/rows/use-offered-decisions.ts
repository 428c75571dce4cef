import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api/client.ts'
import { type BulkDecision, bulkDecisionsOf } from '../../../platform/cases/bulk-decisions.ts'
import { useCan } from '../../../platform/environments/environments.tsx'

/** The decisions that open cases of a type can be given together; none for who decides no case. */
export function useOfferedDecisions(environmentId: string, eventType: string): readonly BulkDecision[] {
  const can = useCan()
  const { data } = useQuery(
    api.cases.decisions.queryOptions({
      input: { environmentId, eventType },
      staleTime: 60_000,
      enabled: can('cases.review', 'write'),
    }),
  )
  return data ? bulkDecisionsOf({ allowedDecisions: null }, [data]) : []
}
