import type { CaseConfiguration, Queue } from '@assay/risk-service/contract'
import { useQueries } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useCan } from '../../environments/environments.tsx'
import { type BulkDecision, bulkDecisionsOf } from './bulk-decisions.ts'

const everyDecision = { allowedDecisions: null } as const

/**
 * The decisions that open cases of these assessments can be given together; none for who decides no case, and until all
 * are read.
 * @param queue limits them to those that it offers
 */
export function useOfferedDecisions(
  environmentId: string,
  eventTypes: readonly string[],
  queue: Pick<Queue, 'allowedDecisions'> = everyDecision,
): readonly BulkDecision[] {
  const can = useCan()
  const enabled = can('cases.review', 'write')
  const configurations = useQueries({
    queries: eventTypes.map(eventType =>
      api.cases.decisions.queryOptions({ input: { environmentId, eventType }, staleTime: 60_000, enabled }),
    ),
  }).flatMap(({ data }) => (data ? [data as CaseConfiguration] : []))
  return enabled && configurations.length === eventTypes.length ? bulkDecisionsOf(queue, configurations) : []
}
