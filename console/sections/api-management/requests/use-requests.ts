import { type ApiRequestRow, type ApiRequests, defined } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, client } from '../../../platform/api/client.ts'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { serialiseRange } from '../../../platform/outgoing-requests/performance.ts'
import type { useSearchState } from '../../../platform/router/use-search-state.ts'
import { boundsOf, refreshMsOf, type requestParameters } from '../api-address.ts'

type RequestState = ReturnType<typeof useSearchState<typeof requestParameters>>[0]

type Row = Pick<ApiRequestRow, 'apiName' | 'clientId' | 'clientVersion'>

/** Id of a combination of API, caller and version, the same in every period. */
export const rowIdOf = ({ apiName, clientId, clientVersion }: Row): string =>
  [clientId, clientVersion, apiName].join(' ')

interface RequestOptions {
  /** Reads the calls of one combination alone; null: of none. */
  row?: Row | null
}

/** Reads the calls of the filters in the address. */
export function useRequests(
  { range, api: apiName, type, experience, caller, version }: RequestState,
  { row }: RequestOptions = {},
) {
  const { id: environmentId } = useEnvironment()
  const filter = {
    ...defined({
      apiName: apiName ?? undefined,
      apiType: type ?? undefined,
      experience: experience ?? undefined,
      clientId: caller ?? undefined,
      clientVersion: version ?? undefined,
    }),
    ...(row && { apiName: row.apiName, clientId: row.clientId, clientVersion: row.clientVersion }),
  }
  const query = useQuery({
    queryKey: [
      ...api.apiManagement.requests.queryKey({ input: { environmentId, from: '', to: '', ...filter } }),
      serialiseRange(range),
    ],
    queryFn: ({ signal }) =>
      client.apiManagement.requests({ environmentId, ...boundsOf(range, serverNow()), ...filter }, { signal }),
    enabled: row !== null,
    // The figures of one row must not stand under the name of another one.
    ...(row === undefined ? { placeholderData: keepPreviousData } : {}),
    staleTime: 2_000,
    refetchInterval: ({ state }) => refreshMsOf(state.data?.step),
  })
  return { query, requests: query.data as ApiRequests | undefined }
}
