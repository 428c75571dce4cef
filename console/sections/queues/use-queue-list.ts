import type { Queue } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/client.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { useLive } from '../../platform/live/use-live-events.ts'
import { useCaseChanges } from './use-case-changes.ts'

/** Milliseconds between two reads while changes do not arrive by themselves. */
export const pollingInterval = 30_000

/** Queues of the environment and of those below it, fetched again as their cases change. */
export function useQueueList() {
  const { id: environmentId } = useEnvironment()
  const live = useLive()
  const query = useQuery(
    api.queues.list.queryOptions({
      input: { environmentId },
      staleTime: 5_000,
      refetchInterval: live ? false : pollingInterval,
    }),
  )
  const { refetch } = query
  useCaseChanges(() => void refetch())
  return { query, queues: (query.data ?? []) as readonly Queue[] }
}
