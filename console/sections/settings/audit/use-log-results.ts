import { defined, type LogFilter, type LogRow } from '@assay/risk-service/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../platform/api/client.ts'

export interface LogSearch {
  environmentId: string
  dates: { from: string; to: string }
  timeZone: string
  filters: LogFilter[]
}

/** The entries of a search, which load as the table scrolls, and their number. */
export function useLogResults(input: LogSearch) {
  const query = useInfiniteQuery(
    api.activityLog.search.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...input, ...defined({ cursor }) }),
      initialPageParam: undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  )
  const count = useQuery(api.activityLog.count.queryOptions({ input, staleTime: 0 }))
  const rows = useMemo(() => (query.data?.pages.flatMap(page => page.rows) ?? []) as LogRow[], [query.data])
  return { query, count, rows }
}
