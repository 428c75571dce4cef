import type { NotificationSummary } from '@assay/risk-service/contract'
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api } from '../api/client.ts'
import { useLiveEvents } from '../live/use-live-events.ts'
import { createThrottle } from '../timing/throttle.ts'

/** Milliseconds between two polls where no live event arrives. */
const pollInterval = 120_000
/** A burst of notifications is one question. */
const minRefetchInterval = 2000

/** Unread count, the latest and the critical ones of the signed-in person. */
export function useNotificationSummary(): UseQueryResult<NotificationSummary> {
  return useQuery(
    api.notifications.summary.queryOptions({ refetchInterval: pollInterval }),
  ) as UseQueryResult<NotificationSummary>
}

/** Updates everything about notifications while it is mounted. Once per page. */
export function useNotificationUpdates(): void {
  const queries = useQueryClient()
  const throttle = useMemo(
    () =>
      createThrottle(() => void queries.invalidateQueries({ queryKey: api.notifications.key() }), minRefetchInterval),
    [queries],
  )
  useEffect(() => throttle.cancel, [throttle])
  // `hello`: changes between the first query and the opening of the stream would be missed otherwise.
  useLiveEvents(['notifications', 'hello'], throttle.schedule)
}

/** Marks and dismisses; what is shown follows. */
export function useNotificationActions() {
  const queries = useQueryClient()
  const refreshOptions = { onSettled: () => queries.invalidateQueries({ queryKey: api.notifications.key() }) }
  const read = useMutation(api.notifications.markRead.mutationOptions(refreshOptions))
  const dismiss = useMutation(api.notifications.dismiss.mutationOptions(refreshOptions))
  const dismissAll = useMutation(api.notifications.dismissAll.mutationOptions(refreshOptions))
  // An earlier failure is no news once something else was done.
  const latest = [read, dismiss, dismissAll]
    .map(({ submittedAt, isError }) => ({ submittedAt, isError }))
    .reduce((a, b) => (b.submittedAt > a.submittedAt ? b : a))
  return {
    markRead: (ids: readonly string[]) => read.mutate({ ids: [...ids] }),
    dismiss: (ids: readonly string[]) => dismiss.mutate({ ids: [...ids] }),
    dismissAll: dismissAll.mutate,
    busy: dismissAll.isPending,
    failed: latest.isError,
  }
}
