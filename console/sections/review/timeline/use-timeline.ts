import { useFormat } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { useNoteLevel, useNotes } from '../../../platform/notes/use-notes.ts'
import { listableValuesOf } from '../listable-values.ts'
import type { CaseHistory } from './case-history.ts'
import { eventRecords, rulesRecord } from './event-records.ts'
import { listRecords } from './list-records.ts'
import { noteRecords } from './note-records.ts'
import { sortRecords, type TimelineRecord } from './timeline-record.tsx'

export interface TimelineState {
  /** The latest first. */
  records: readonly TimelineRecord[]
  /** Parts of it are being fetched. */
  loading: boolean
  /** Why a part of it is missing; null: none is. */
  error: unknown
  /** Fetches the missing parts again. */
  retry: () => void
}

/** Everything that happened around an event, as far as the caller may see it. */
export function useTimeline(detail: EventDetail, history: CaseHistory): TimelineState {
  const intl = useIntl()
  const format = useFormat()
  const { environments } = useEnvironments()
  const { environmentId, eventType, externalId } = detail.row
  const place = { environmentId, eventType, eventId: externalId }
  const { query: notes, threads } = useNotes(place, useNoteLevel(environmentId) !== 'none')
  const { hasNextPage, isFetching, isError, fetchNextPage } = notes
  // All of them: what is exported has no gap.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const seesLists =
    environments.find(({ id }) => id === environmentId)?.capabilities['lists.support.entry'] !== undefined
  const entities = listableValuesOf(detail)
  const lists = useQuery(
    api.supportEntries.history.queryOptions({
      input: { environmentId, entities },
      enabled: seesLists && entities.length > 0,
      staleTime: 5_000,
    }),
  )
  const { records: steps } = history
  const records = useMemo(
    () =>
      sortRecords([
        ...steps,
        ...listRecords(lists.data ?? [], intl),
        ...noteRecords(threads, steps.length === 0, intl, format),
        rulesRecord(detail, intl),
        ...eventRecords(detail, intl, format),
      ]),
    [steps, lists.data, threads, detail, intl, format],
  )
  return {
    records,
    loading: history.loading || notes.isLoading || hasNextPage || lists.isLoading,
    error: history.error ?? notes.error ?? lists.error,
    retry: () => {
      if (history.error !== null) history.retry()
      if (notes.isError) void notes.refetch()
      if (lists.isError) void lists.refetch()
    },
  }
}
