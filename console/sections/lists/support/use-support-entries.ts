import { defined, type SupportListId, type supportStatuses } from '@assay/risk-service/contract'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'

interface SupportEntriesFilter {
  search: string
  /** Null: entries of every status. */
  status: (typeof supportStatuses)[number] | null
  sort: 'value' | 'updatedAt'
  direction: 'asc' | 'desc'
}

/** The entries of a support list that a filter leaves, page by page. */
export function useSupportEntries(list: SupportListId, { search, status, sort, direction }: SupportEntriesFilter) {
  const queryClient = useQueryClient()
  const environment = useEnvironment()
  const query = useInfiniteQuery(
    api.supportLists.entries.infiniteOptions({
      input: (cursor: string | undefined) => ({
        environmentId: environment.id,
        list,
        search,
        sort,
        direction,
        limit: cursor === undefined ? 100 : 200,
        ...defined({ status: status ?? undefined, cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      staleTime: 5_000,
    }),
  )
  const rows = useMemo(() => query.data?.pages.flatMap(page => page.rows) ?? [], [query.data])
  return {
    query,
    rows,
    /** How many the filter leaves, on all pages. */
    total: query.data?.pages[0]?.total,
    refresh: () => {
      void queryClient.invalidateQueries({ queryKey: api.supportLists.key() })
      void queryClient.invalidateQueries({ queryKey: api.supportEntries.key() })
    },
  }
}
