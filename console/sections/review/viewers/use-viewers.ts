import { type EventViewer, viewerReportInterval } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api, client } from '../../../platform/api/client.ts'
import { type CaseAddress, caseInputOf } from '../../../platform/cases/case-links.ts'
import { useLiveEvents } from '../../../platform/live/use-live-events.ts'

/**
 * Reports that the signed-in user looks at an event as long as its page is open, and returns who looks at it. Others
 * are told of it by the live channel; a page that is closed without a word is forgotten by the service.
 */
export function useViewers(address: CaseAddress): readonly EventViewer[] {
  const queries = useQueryClient()
  const { environmentId, eventType, externalId } = address
  const input = useMemo(
    () => caseInputOf({ environmentId, eventType, externalId }),
    [environmentId, eventType, externalId],
  )
  const { data } = useQuery(
    api.events.viewers.queryOptions({
      input,
      staleTime: 0,
      gcTime: 0,
      refetchInterval: viewerReportInterval,
      retry: false,
    }),
  )
  useLiveEvents(['viewers'], event => {
    const isHere =
      event.kind === 'reset' ||
      (event.kind === 'viewers' && event.environmentId === environmentId && event.eventId === externalId)
    if (isHere) void queries.invalidateQueries({ queryKey: api.events.viewers.key() })
  })
  useEffect(() => {
    // A report that is lost ends by itself: nobody has to hear of it.
    const leave = () => void client.events.viewers({ ...input, left: true }).catch(() => undefined)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [input])
  return (data ?? []) as EventViewer[]
}
