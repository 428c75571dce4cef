import type { CaseRow, Queue } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { errorKindOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/client.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { useLive } from '../../platform/live/use-live-events.ts'
import { useCaseChanges } from './use-case-changes.ts'
import { pollingInterval } from './use-queue-list.ts'

/**
 * A queue by its id, or General by its name in addresses, with its figures up to date.
 * @returns `deleted`: it was shown, and does not exist any more
 */
export function useQueue(queueId: string) {
  const { id: environmentId } = useEnvironment()
  const live = useLive()
  const query = useQuery(
    api.queues.get.queryOptions({
      input: { environmentId, queueId },
      staleTime: 5_000,
      refetchInterval: live ? false : pollingInterval,
    }),
  )
  const queue = (query.data ?? null) as Queue | null
  const { refetch } = query
  useCaseChanges(() => void refetch(), queue?.id)
  return {
    query,
    queue,
    deleted: queue !== null && query.isError && errorKindOf(query.error) === 'missing',
  }
}

/**
 * The queue that received the cases of a deleted one: that of the first case that was on screen; null while it is
 * unknown, and for a queue without cases.
 */
export function useMovedTo(deleted: boolean, rows: readonly CaseRow[]): Pick<CaseRow, 'queueId' | 'queueName'> | null {
  // The rows of a deleted queue disappear with it.
  const first = useRef<CaseRow | undefined>(undefined)
  if (!deleted) first.current = rows[0]
  const row = first.current
  const { data } = useQuery({
    ...api.cases.get.queryOptions({
      input: { environmentId: row?.environmentId ?? '', eventType: row?.eventType ?? '', id: row?.externalId ?? '' },
    }),
    enabled: deleted && row !== undefined,
  })
  return data && data.queueId !== row?.queueId ? data : null
}
