import type { DataTableStatus } from '@assay/design-system'
import { listLimits } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'

/** Milliseconds between two polls while a list becomes active. */
const activationPolling = 4000

/**
 * The custom lists of the environment, polled while one of them becomes active.
 * @param text search text for their names, descriptions and sources
 */
export function useCustomLists(text: string) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const environment = useEnvironment()
  const query = useQuery(
    api.customLists.list.queryOptions({
      input: { environmentId: environment.id, limit: listLimits.lists },
      staleTime: 5_000,
      refetchInterval: ({ state }) =>
        state.data?.rows.some(({ status }) => status === 'activating') ? activationPolling : false,
    }),
  )
  const lists = useMemo(() => query.data?.rows ?? [], [query.data])
  const searchText = text.trim().toLocaleLowerCase()
  const shown = useMemo(
    () =>
      searchText === ''
        ? lists
        : lists.filter(list =>
            `${list.name}\n${list.description}\n${intl.formatMessage({ id: `Lists.Source.${list.source}` })}`
              .toLocaleLowerCase()
              .includes(searchText),
          ),
    [lists, searchText, intl],
  )
  const status: DataTableStatus = query.isPending
    ? 'loading'
    : query.isError && lists.length === 0
      ? 'error'
      : lists.length === 0
        ? 'empty'
        : shown.length === 0
          ? 'noResults'
          : 'ready'
  return {
    query,
    lists,
    /** Those that the text leaves. */
    shown,
    status,
    refresh: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: api.customLists.key() }),
        queryClient.invalidateQueries({ queryKey: api.databaseLists.key() }),
      ]),
  }
}
