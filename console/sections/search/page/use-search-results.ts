import type { DataTableStatus } from '@assay/design-system'
import { defined, type SearchInput, type SearchRow } from '@assay/risk-service/contract'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { api } from '../../../platform/api/client.ts'

/** A search that takes longer than this says so, and can be cancelled. In milliseconds. */
const slowAfter = 5_000

/**
 * The rows of a search, which load as the table scrolls, and their number.
 * @param fields those whose values are read with the rows
 * @param enabled false: nothing is searched yet
 */
export function useSearchResults(
  input: Pick<SearchInput, 'environmentId' | 'eventType' | 'filter'>,
  sort: NonNullable<SearchInput['sort']>,
  fields: readonly string[],
  enabled: boolean,
) {
  const queries = useQueryClient()
  const key = JSON.stringify([input, sort])
  const [cancelledKey, setCancelledKey] = useState<string | null>(null)
  const cancelled = cancelledKey === key
  const query = useInfiniteQuery(
    api.search.events.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...input,
        sort,
        fields: [...fields],
        limit: cursor === undefined ? 100 : 500,
        ...defined({ cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      // A user who returns from an event, a case or a rule has changed what is found.
      staleTime: 0,
      enabled: enabled && !cancelled,
    }),
  )
  const count = useQuery(api.search.count.queryOptions({ input, staleTime: 0, enabled: enabled && !cancelled }))
  const rows = useMemo(() => (query.data?.pages.flatMap(page => page.rows) ?? []) as SearchRow[], [query.data])
  const waiting = enabled && !cancelled && (query.isPending || query.isPlaceholderData)
  const [slowKey, setSlowKey] = useState<string | null>(null)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlowKey(key), slowAfter)
    return () => clearTimeout(timer)
  }, [waiting, key])
  const slow = waiting && slowKey === key
  const status: DataTableStatus =
    cancelled || slow
      ? 'noResults'
      : query.isPending
        ? 'loading'
        : query.isError && rows.length === 0
          ? 'error'
          : query.isPlaceholderData
            ? 'refreshing'
            : rows.length === 0
              ? 'noResults'
              : 'ready'
  return {
    query,
    count,
    rows,
    /** What the table shows. */
    status,
    /** The rows are missing for longer than a search usually takes. */
    slow,
    cancelled,
    cancel: () => {
      setCancelledKey(key)
      void queries.cancelQueries({ queryKey: api.search.key() })
    },
    /** Reads the rows that are shown and their number again. */
    refresh: () => {
      void query.refetch()
      void count.refetch()
    },
    /** Runs a cancelled or failed search again. */
    repeat: () => {
      setSlowKey(null)
      if (cancelled) setCancelledKey(null)
      else void query.refetch()
    },
  }
}
