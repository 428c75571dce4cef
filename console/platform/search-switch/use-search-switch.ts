import type { SearchSwitch } from '@assay/risk-service/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useCan, useEnvironment } from '../environments/environments.tsx'

/** While the search is being prepared, its state is fetched this often, in milliseconds. */
export const provisioningPolling = 10_000

/** Whether the tenant has the search, and from when on it finds events. Nothing is fetched for who may not search. */
export function useSearchSwitch(): UseQueryResult<SearchSwitch> {
  const { id: environmentId } = useEnvironment()
  const can = useCan()
  return useQuery(
    api.searchSwitch.get.queryOptions({
      input: { environmentId },
      enabled: can('search'),
      staleTime: 60_000,
      refetchInterval: ({ state: { data } }) => data?.state === 'Provisioning' && provisioningPolling,
    }),
  )
}
